//! Receives what happens in the engine, beyond the packet log.

use super::super::log::Sink;

/// Update of a flow's rate by an ACK.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Update {
    /// Cycle in which the ACK was reported.
    pub cycle: u64,
    /// Flow.
    pub flow: usize,
    /// Rate in Gbit/s: R of EFL, or window / RTT of TCP. Not known while EFL probes.
    pub gbit_per_s: Option<f64>,
    /// Measured RTT in microseconds.
    pub rtt_us: f64,
    /// RTT predicted by equation 4, used or not, in microseconds.
    pub predicted_us: f64,
}

/// Receives the packet log, and what happens beyond it.
pub trait Watch: Sink {
    /// A frame is moved to the buffer of a link, or dropped; so many bytes are in it then.
    fn queue(&mut self, _cycle: u64, _link: usize, _bytes: u64) {}

    /// The rate of a flow changes.
    fn update(&mut self, _: &Update) {}

    /// The host of the receiver gets the next packet of a flow.
    fn deliver(&mut self, _cycle: u64, _flow: usize, _number: u64) {}

    /// A group of packets is transferred: cycles from its first packet's first beat to its last
    /// packet's last beat.
    fn transfer(&mut self, _flow: usize, _packets: u64, _cycles: u64) {}
}

impl Watch for () {}
impl Watch for Vec<super::super::log::Record> {}

impl<A: Watch, B: Watch> Watch for (A, B) {
    fn queue(&mut self, cycle: u64, link: usize, bytes: u64) {
        self.0.queue(cycle, link, bytes);
        self.1.queue(cycle, link, bytes);
    }

    fn update(&mut self, update: &Update) {
        self.0.update(update);
        self.1.update(update);
    }

    fn deliver(&mut self, cycle: u64, flow: usize, number: u64) {
        self.0.deliver(cycle, flow, number);
        self.1.deliver(cycle, flow, number);
    }

    fn transfer(&mut self, flow: usize, packets: u64, cycles: u64) {
        self.0.transfer(flow, packets, cycles);
        self.1.transfer(flow, packets, cycles);
    }
}

impl<W: Watch> Watch for Option<W> {
    fn queue(&mut self, cycle: u64, link: usize, bytes: u64) {
        if let Some(watch) = self {
            watch.queue(cycle, link, bytes);
        }
    }

    fn update(&mut self, update: &Update) {
        if let Some(watch) = self {
            watch.update(update);
        }
    }

    fn deliver(&mut self, cycle: u64, flow: usize, number: u64) {
        if let Some(watch) = self {
            watch.deliver(cycle, flow, number);
        }
    }

    fn transfer(&mut self, flow: usize, packets: u64, cycles: u64) {
        if let Some(watch) = self {
            watch.transfer(flow, packets, cycles);
        }
    }
}

impl Watch for super::super::measure::Totals {}
