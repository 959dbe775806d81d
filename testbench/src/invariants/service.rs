//! A packet that waits for a free output port starts, even if others are held up
//! ([`tailback_spec::switch::liveness`]).
//!
//! An output port is free for a virtual lane since the last cycle in which it transmitted a beat of
//! any packet, lacked credits of the lane, or some link was down or not ready. A packet that waits
//! because its output port serves other inputs is not reported here.

#[cfg(test)]
mod tests;

use tailback_spec::switch::liveness::service_cycles;
use tailback_spec::switch::top::SwitchTop;

use super::credits::Credits;
use super::passage::Passage;
use crate::harness::Violation;

/// Time since each output port is free.
#[derive(Debug, Clone)]
pub(super) struct Service {
    /// For each output port and virtual lane, the cycle since which it is free.
    free_since: Vec<Vec<u64>>,
    bound: u64,
}

impl Service {
    /// State of a switch after reset.
    pub(super) fn new(switch: &SwitchTop) -> Self {
        let (ports, lanes) = (switch.port.ports(), switch.port.lanes());
        Service { free_since: vec![vec![0; lanes]; ports], bound: service_cycles(switch, ports) }
    }

    /// Restarts the times at `cycle`.
    pub(super) fn begin(&mut self, cycle: u64) {
        self.free_since.iter_mut().for_each(|lanes| lanes.fill(cycle));
    }

    /// Clocks one cycle. `takes`: all links are up and ready; `sends`: one bit per output port, set
    /// while a packet is on its link.
    pub(super) fn look(&mut self, cycle: u64, takes: bool, sends: u64, credits: &[Credits]) {
        let outputs = self.free_since.iter_mut().zip(credits).enumerate();
        for (output, (lanes, credits)) in outputs {
            let is_free = takes && sends >> output & 1 == 0;
            for (lane, since) in lanes.iter_mut().enumerate() {
                if !is_free || !credits.is_open(lane) {
                    *since = cycle;
                }
            }
        }
    }

    /// Checks that no packet waits too long for a free output port.
    pub(super) fn judge(&self, cycle: u64, passage: &Passage) -> Result<(), Violation> {
        for (output, lanes) in self.free_since.iter().enumerate() {
            for (lane, free_since) in lanes.iter().enumerate() {
                if cycle - free_since <= self.bound {
                    continue;
                }
                let late = |(_, since): &(usize, u64)| cycle - since > self.bound;
                if let Some((input, since)) = passage.first(output, lane).find(late) {
                    return Err(Violation(format!(
                        "a packet of port {input} for port {output} in lane {lane} waits since \
                         cycle {since}, and the port is free for it since cycle {free_since}"
                    )));
                }
            }
        }
        Ok(())
    }
}
