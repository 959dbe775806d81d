//! The allocator of a switch: its candidates, and the choice.

use super::port::{Input, Output};
use crate::fabric::{
    chosen::{Chosen, MOST_PORTS},
    waiting::Waiting,
};

/// The allocator of a switch.
#[derive(Debug)]
pub(super) struct Switch {
    /// Index of its first port in the fabric.
    pub first: usize,
    pub ports: usize,
    /// Packets that wait, in the order of arrival.
    pub list: Waiting,
    /// Packets in the list, by input.
    pub listed: Vec<usize>,
    /// Input of which a packet has left the list in this cycle.
    pub granted: Option<usize>,
    /// Packets of all inputs that are not yet in the list.
    pub offered: u32,
    /// Input that put a packet into the list last.
    pub last_passed: usize,
    /// First cycle in which a choice can be made.
    pub next_choice: u64,
    /// Later cycle in which the allocator will run.
    pub wake: u64,
    /// Last two cycles for which a run was scheduled.
    pub looks: [u64; 2],
    /// Cycle in which the allocator ran last.
    pub looked: Option<u64>,
}

/// Whether an output can be chosen in this cycle.
fn ready(output: &Output, now: u64, need: u32) -> bool {
    now >= output.free_at && now != output.blink && output.credits >= need
}

impl Switch {
    /// Whether an input has a free entry: a packet that leaves keeps its entry for the cycle.
    pub fn is_free(&self, input: usize, share: usize) -> bool {
        self.listed[input] + usize::from(self.granted == Some(input)) < share
    }

    /// The choice of [`tailback_spec::switch::allocator::fifo`]: the oldest packet whose ports are
    /// free and that is not held back for one that was bypassed often enough.
    pub fn fifo(
        &self,
        inputs: &[Input],
        outputs: &mut [Output],
        now: u64,
        need: u32,
        bypasses: u32,
    ) -> Chosen {
        let (mut seen, mut chosen) = (0_u64, Chosen::none());
        for (place, entry) in self.list.iter().enumerate() {
            let first = seen >> entry.output & 1 == 0;
            seen |= 1 << entry.output;
            let output = &mut outputs[self.first + usize::from(entry.output)];
            let held = output.bypassed == bypasses && !first;
            let input = &inputs[self.first + usize::from(entry.input)];
            if held || now < input.free_at || !ready(output, now, need) {
                continue;
            }
            output.bypassed = if first { 0 } else { bypasses.min(output.bypassed + 1) };
            chosen.push(place);
            break;
        }
        chosen
    }

    /// The choice of [`tailback_spec::switch::allocator::round_robin`].
    pub fn round_robin(
        &mut self,
        inputs: &[Input],
        outputs: &[Output],
        now: u64,
        need: u32,
    ) -> Chosen {
        let mut requests = [0_u64; MOST_PORTS];
        for entry in self.list.iter() {
            let output = &outputs[self.first + usize::from(entry.output)];
            let input = &inputs[self.first + usize::from(entry.input)];
            if now >= input.free_at && ready(output, now, need) {
                requests[usize::from(entry.output)] |= 1 << entry.input;
            }
        }
        self.list.round_robin(&requests)
    }
}
