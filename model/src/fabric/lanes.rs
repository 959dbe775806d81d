//! Storage of the marking counters of all ports.

use tailback_spec::{scenario::Scenario, switch::marking::Policy};

/// One element for every output port of the fabric; with the naive policy, for every input port and
/// each output of its switch.
#[derive(Debug)]
pub(super) struct Lanes<L> {
    /// Output ports that an input port distinguishes; 0 if it does not.
    stride: usize,
    all: Vec<L>,
}

impl<L: Clone + Default> Lanes<L> {
    /// Elements for so many ports in the whole fabric, and at most `most` at one switch.
    pub fn new(scenario: &Scenario, ports: usize, most: usize) -> Self {
        let (stride, lanes) = match scenario.config.marking().policy() {
            Policy::Naive => (most, ports * most),
            _ => (0, ports),
        };
        Lanes { stride, all: vec![L::default(); lanes] }
    }

    /// Element of an input and an output port; the output has the number `local` at its switch.
    pub fn get(&mut self, input: usize, local: usize, output: usize) -> &mut L {
        let lane = if self.stride == 0 { output } else { input * self.stride + local };
        &mut self.all[lane]
    }
}
