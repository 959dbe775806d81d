//! How the switches mark packets.

mod counters;
mod detectors;

use super::words::Words;
use counters::Counters;
pub(super) use detectors::Detector;
use detectors::Settings;
use tailback_spec::{
    config::MarkedBy,
    scenario::{Peer, Scenario},
};

/// A packet that reaches an output port.
#[derive(Debug, Clone, Copy)]
pub(super) struct Passing<'a> {
    /// Cycle of its first word.
    pub first: u64,
    /// Input port.
    pub source: usize,
    /// Output port, by its number at its switch and in the fabric.
    pub local: usize,
    pub output: usize,
    pub blocks: u64,
    /// Words of the packet before it.
    pub before: &'a Words,
}

/// One of both mechanisms.
#[derive(Debug)]
pub(super) enum Marking {
    Policy(Counters),
    /// One for each output port.
    Detectors(Vec<Detector>),
    /// Detectors that are never set up: nothing is marked.
    Off,
}

impl Marking {
    /// Marking for so many ports in the whole fabric, and at most `most` at one switch.
    pub fn new(scenario: &Scenario, ports: usize, most: usize) -> Self {
        let registers = match (scenario.config.marked_by(), &scenario.registers) {
            (MarkedBy::Detector, Some(registers)) => registers,
            (MarkedBy::Detector, None) => return Marking::Off,
            (MarkedBy::Policy, _) => {
                return Marking::Policy(Counters::new(scenario, ports, most));
            }
        };
        let peers = (0..scenario.switches.len()).flat_map(|switch| scenario.ports(switch));
        let detector = |peer: Peer| {
            let to_host = matches!(peer, Peer::Host(_));
            Detector::new(Settings::new(scenario, registers, to_host))
        };
        Marking::Detectors(peers.map(detector).collect())
    }

    /// A packet begins to wait for an output port in a cycle.
    #[inline]
    pub fn enqueue(&mut self, cycle: u64, input: usize, local: usize, output: usize) {
        if let Marking::Policy(counters) = self {
            counters.enqueue(cycle, input, local, output);
        }
    }

    /// A packet ceases to wait in a cycle.
    #[inline]
    pub fn dequeue(&mut self, cycle: u64, input: usize, local: usize, output: usize) {
        if let Marking::Policy(counters) = self {
            counters.dequeue(cycle, input, local, output);
        }
    }

    /// The input's buffer has become full, and holds a packet for the output.
    pub fn trigger(&mut self, cycle: u64, input: usize, local: usize, output: usize) {
        if let Marking::Policy(counters) = self {
            counters.trigger(cycle, input, local, output);
        }
    }

    /// Blocks for an output port are written, the first one in a cycle.
    #[inline]
    pub fn stores(&mut self, cycle: u64, output: usize, blocks: u64) {
        if let Marking::Detectors(detectors) = self {
            detectors[output].stores(cycle, blocks);
        }
    }

    /// Reports whether a packet that starts is marked.
    #[inline]
    pub fn transmit(&mut self, packet: &Passing<'_>) -> bool {
        match self {
            Marking::Policy(counters) => {
                counters.transmit(packet.first, packet.source, packet.local, packet.output)
            }
            Marking::Detectors(detectors) => detectors[packet.output].transmit(packet),
            Marking::Off => false,
        }
    }

    /// The detector of an output port, if there is one.
    pub fn detector(&mut self, output: usize) -> Option<&mut Detector> {
        match self {
            Marking::Policy(_) | Marking::Off => None,
            Marking::Detectors(detectors) => detectors.get_mut(output),
        }
    }

    /// Times that the output trigger has fired.
    pub fn output_triggers(&self) -> u64 {
        match self {
            Marking::Policy(counters) => counters.output_triggers,
            Marking::Detectors(_) | Marking::Off => 0,
        }
    }
}
