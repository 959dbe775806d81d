//! Marking by two counters per output port.

use super::output_trigger::{output_threshold, OutputTrigger as Above};
use crate::comment;
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
    /// When an input buffer becomes full, every packet in the switch that waits for the same
    /// output as one of that buffer's is to be marked. No buffer is searched: `waiting` packets
    /// are counted for each output, and the trigger copies the count to `to_mark`, the number of
    /// packets that are marked as their transmission begins.
    ///
    /// All events of a cycle see the counters as they were before the clock edge that ends it.
    /// `enqueue` and `dequeue` together leave `waiting` as it is; a trigger wins over the
    /// decrement by a marked packet.
    pub struct CountingMarking(config: &Marking) as "tailback_marking" {
        /// Output ports.
        count ports = config.ports();
        /// There is an output trigger that fires as the threshold is crossed.
        choice fires_at_crossing = triggers(config, OutputTrigger::Crossing);
        /// There is one that fires with each packet above the threshold.
        choice fires_above = triggers(config, OutputTrigger::Above);
        /// Packets that may wait for an output without a trigger.
        count output_threshold = output_threshold(config);

        /// A packet starts to wait for the output.
        input(config.ports()) enqueue;
        /// A packet no longer waits for the output: its transmission begins, or it is discarded.
        input(config.ports()) dequeue;
        /// The transmission of a packet begins, whether it has waited or cuts through.
        input(config.ports()) transmit;
        /// In the cycle before, an input buffer became full that holds a packet for the output.
        input(config.ports()) trigger;

        /// The packet whose transmission begins is to be marked.
        output(config.ports()) mark;
        /// Packets that wait for each output.
        output(config.ports()) waiting[config.counter_bits()];
        /// Packets that each output still has to mark.
        output(config.ports()) to_mark[config.counter_bits()];

        /// The output trigger, if it fires with each packet above the threshold.
        optional(triggers(config, OutputTrigger::Above)) output_trigger: Above = Above::new(config);
        /// What an enqueue or a dequeue adds to the waiting packets.
        local(config.ports()) step[config.counter_bits()];
        /// Packets that wait ("cnt1").
        reg(config.ports()) waiting_reg[config.counter_bits()];
        /// Packets to mark ("cnt2").
        reg(config.ports()) to_mark_reg[config.counter_bits()];
    }
}

impl Logic for CountingMarking {
    #[hdl_gen]
    fn update(&mut self) {
        for port in 0..self.ports.val() {
            self.waiting[port].next = self.waiting_reg[port].val();
            self.to_mark[port].next = self.to_mark_reg[port].val();
            self.mark[port].next = self.transmit[port].val() && self.to_mark_reg[port].val() != 0;

            comment!("One adder counts up and down.");
            if self.dequeue[port].val() {
                self.step[port].next = (-1).into();
            } else {
                self.step[port].next = 1.into();
            }
            if self.enqueue[port].val() != self.dequeue[port].val() {
                self.waiting_reg[port].next = self.waiting_reg[port].val() + self.step[port].val();
            }

            if self.fires_above.val() {
                self.output_trigger.enqueue[port].next = self.enqueue[port].val();
                self.output_trigger.dequeue[port].next = self.dequeue[port].val();
                self.output_trigger.waiting[port].next = self.waiting_reg[port].val();
                if self.trigger[port].val() || self.output_trigger.fires[port].val() {
                    self.to_mark_reg[port].next = self.waiting_reg[port].val();
                } else if self.mark[port].val() {
                    self.to_mark_reg[port].next = self.to_mark_reg[port].val() - 1;
                }
            } else if self.fires_at_crossing.val()
                && self.enqueue[port].val()
                && !self.dequeue[port].val()
                && self.waiting_reg[port].val() == self.output_threshold.val()
            {
                comment!("The packet that crosses the threshold counts.");
                self.to_mark_reg[port].next = (self.output_threshold.val() + 1).into();
            } else if self.trigger[port].val() {
                self.to_mark_reg[port].next = self.waiting_reg[port].val();
            } else if self.mark[port].val() {
                self.to_mark_reg[port].next = self.to_mark_reg[port].val() - 1;
            }
        }
    }
}
