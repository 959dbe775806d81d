//! The output trigger that fires with each packet above the threshold.

use crate::prelude::*;
use tailback_spec::switch::marking::{Marking, Policy};

/// The threshold of the output trigger; 0 if the policy has none.
pub(super) fn output_threshold(config: &Marking) -> usize {
    match config.policy() {
        Policy::InputOutputTriggered { output_threshold, .. } => output_threshold as usize,
        Policy::InputTriggered | Policy::Naive => 0,
    }
}

block! {
    /// Reports, one cycle after a packet arrives, whether more than the threshold wait with it.
    pub struct OutputTrigger(config: &Marking) as "tailback_output_trigger" {
        /// Output ports.
        count ports = config.ports();
        /// Most packets that may wait for an output without firing the output trigger.
        count output_threshold = output_threshold(config);
        /// Bits of a count.
        count counter_bits = config.counter_bits();

        /// A packet starts to wait for the output.
        input(config.ports()) enqueue;
        /// A packet stops waiting for the output.
        input(config.ports()) dequeue;
        /// Packets that wait for each output.
        input(config.ports()) waiting[config.counter_bits()];

        /// A packet arrived in the cycle before, with which more than the threshold wait.
        output_reg(config.ports()) fires;

        /// Threshold, in the width of a count.
        local threshold[config.counter_bits()];
        /// With a packet that arrives, more than the threshold wait, compared up to the current
        /// bit.
        local(config.ports()) above;
    }
}

impl Logic for OutputTrigger {
    #[hdl_gen]
    fn update(&mut self) {
        self.threshold.next = self.output_threshold.val().into();
        for port in 0..self.ports.val() {
            comment!("The highest bit that differs decides: a constant takes no carry chain.");
            self.above[port].next = !self.dequeue[port].val();
            for at in 0..self.counter_bits.val() {
                if self.waiting[port].val().get_bit(at) != self.threshold.val().get_bit(at) {
                    self.above[port].next = self.waiting[port].val().get_bit(at);
                }
            }
            self.fires[port].next = self.enqueue[port].val() && self.above[port].val();
        }
    }
}
