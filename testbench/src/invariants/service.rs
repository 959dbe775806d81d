//! Whatever waits for an output that is free for it starts, whoever waits for others
//! ([`tailback_spec::switch::liveness`]).

use tailback_spec::switch::liveness::{listed_packets, service_cycles};
use tailback_spec::switch::lossless::LosslessSwitch;

use super::credits::Credits;
use super::passage::Passage;
use crate::harness::check::Violation;

/// Since when outputs are free.
#[derive(Debug, Clone)]
pub(super) struct Service {
    /// For each output and lane, the cycle since which it is free.
    free_since: Vec<Vec<u64>>,
    /// For each lane, the packets of an input among which the allocator chooses.
    listed: Vec<usize>,
    bound: u64,
}

impl Service {
    /// For a switch after reset.
    pub(super) fn new(switch: &LosslessSwitch) -> Self {
        let (ports, lanes) = (switch.port.ports(), switch.port.lanes());
        Service {
            free_since: vec![vec![0; lanes]; ports],
            listed: (0..lanes).map(|lane| listed_packets(switch, lane)).collect(),
            bound: service_cycles(switch, ports),
        }
    }

    /// Begins again.
    pub(super) fn begin(&mut self, cycle: u64) {
        self.free_since.iter_mut().for_each(|lanes| lanes.fill(cycle));
    }

    /// A cycle, in which all links are up and take beats, or not; `sends` has a bit for each output that
    /// has a packet on its link.
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

    /// Whether something waits for too long.
    pub(super) fn judge(&self, cycle: u64, passage: &Passage) -> Result<(), Violation> {
        for (output, lanes) in self.free_since.iter().enumerate() {
            for (lane, free_since) in lanes.iter().enumerate() {
                if cycle - free_since <= self.bound {
                    continue;
                }
                let late = |(_, since): &(usize, u64)| cycle - since > self.bound;
                if let Some((input, since)) =
                    passage.first(output, lane, self.listed[lane]).find(late)
                {
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
