//! Marking by two counters per output port.

use super::output_trigger::{output_threshold, OutputTrigger as Above};
use crate::prelude::*;
use tailback_spec::switch::marking::{Marking, OutputTrigger, Policy};

/// Whether the policy has an output trigger of this kind.
fn triggers(config: &Marking, kind: OutputTrigger) -> bool {
    match config.policy() {
        Policy::InputOutputTriggered { output_trigger, .. } => output_trigger == kind,
        Policy::InputTriggered | Policy::Naive => false,
    }
}

block! {
    /// Marks the packets that contend for a congested output port.
    ///
    /// Every packet in the switch that waits for the same output as a packet in an input buffer is
    /// to be marked when that buffer becomes full. No buffer is searched: `waiting` counts the
    /// packets for each output, and the trigger copies the count to `to_mark`, the number of
    /// packets that are marked as their transmission begins.
    ///
    /// All events of a cycle see the counters as they were before the clock edge that ends it.
    /// `enqueue` and `dequeue` together leave `waiting` unchanged; a trigger has priority over the
    /// decrement by a marked packet.
    pub struct CountingMarking(config: &Marking) as "tailback_marking" {
        /// Output ports.
        count ports = config.ports();
        /// The output trigger fires when the threshold is crossed.
        choice fires_at_crossing = triggers(config, OutputTrigger::Crossing);
        /// The output trigger fires with each packet above the threshold.
        choice fires_above = triggers(config, OutputTrigger::Above);
        /// Most packets that may wait for an output without firing the output trigger.
        count output_threshold = output_threshold(config);

        /// A packet starts to wait for the output.
        input(config.ports()) enqueue;
        /// A packet stops waiting for the output: its transmission begins, or it is dropped.
        input(config.ports()) dequeue;
        /// The transmission of a packet begins, whether it has waited or cuts through.
        input(config.ports()) transmit;
        /// In the cycle before, an input buffer that holds a packet for the output became full.
        input(config.ports()) trigger;

        /// The packet whose transmission begins is to be marked.
        output(config.ports()) mark;
        /// Packets that wait for each output.
        output_reg(config.ports()) waiting[config.counter_bits()];
        /// Packets that each output still has to mark.
        output_reg(config.ports()) to_mark[config.counter_bits()];

        /// Output trigger that fires with each packet above the threshold.
        optional(triggers(config, OutputTrigger::Above)) output_trigger: Above = Above::new(config);
        /// Change of the waiting packets: 1, or -1 with `dequeue`.
        local(config.ports()) step[config.counter_bits()];
    }
}

impl Logic for CountingMarking {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            self.mark[port].next = self.transmit[port].val() && self.to_mark[port].val() != 0;

            comment!("One adder counts up and down.");
            if self.dequeue[port].val() {
                self.step[port].next = (-1).into();
            } else {
                self.step[port].next = 1.into();
            }
            if self.enqueue[port].val() != self.dequeue[port].val() {
                self.waiting[port].next = self.waiting[port].val() + self.step[port].val();
            }

            if self.fires_above.val() {
                self.output_trigger.enqueue[port].next = self.enqueue[port].val();
                self.output_trigger.dequeue[port].next = self.dequeue[port].val();
                self.output_trigger.waiting[port].next = self.waiting[port].val();
                if self.trigger[port].val() || self.output_trigger.fires[port].val() {
                    self.to_mark[port].next = self.waiting[port].val();
                } else if self.mark[port].val() {
                    self.to_mark[port].next = self.to_mark[port].val() - 1;
                }
            } else if self.fires_at_crossing.val()
                && self.enqueue[port].val()
                && !self.dequeue[port].val()
                && self.waiting[port].val() == self.output_threshold.val()
            {
                comment!("The packet that crosses the threshold counts.");
                self.to_mark[port].next = (self.output_threshold.val() + 1).into();
            } else if self.trigger[port].val() {
                self.to_mark[port].next = self.waiting[port].val();
            } else if self.mark[port].val() {
                self.to_mark[port].next = self.to_mark[port].val() - 1;
            }
        }
    }
}
