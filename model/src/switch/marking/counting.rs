//! Two counters per output port: the packets that wait for it, and the number of next packets to
//! mark (INFOCOM'03 §IV-A, Globecom'02 §IV-B and §IV-C).

use crate::{
    bits::{first_lanes, is_set, set_lanes},
    Golden,
};
use serde::{Deserialize, Serialize};
use tailback_spec::{
    port_values,
    switch::marking::{Marking, OutputTrigger, Policy},
    Lanes,
};

port_values! {
    /// Events of one cycle; bit *j* belongs to output port *j*.
    pub struct CountingInputs {
        /// A packet begins to wait for the output.
        pub enqueue: u64,
        /// A packet ceases to wait for the output.
        pub dequeue: u64,
        /// The transmission of a packet begins.
        pub transmit: u64,
        /// An input buffer has become full and holds a packet for the output.
        pub trigger: u64,
    }
}

port_values! {
    /// Packets to mark; element (or bit) *j* belongs to output port *j*.
    pub struct CountingOutputs {
        /// Outputs whose beginning transmission is to be marked: bit *j*.
        pub mark: u64,
        /// Packets in the switch that wait for the output: *cnt1*.
        pub waiting: Lanes,
        /// Next packets to be marked when transmitted: *cnt2*.
        pub to_mark: Lanes,
    }
}

/// The counters of all output ports.
///
/// "The implementation does not mark packets immediately after an input buffer becomes full.
/// Instead, it determines the number of packets that should be marked and marks them at the time
/// of their transmission, avoiding the scan" (INFOCOM'03 §IV-A).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counting {
    /// Output ports, one bit each.
    pub(crate) outputs: u64,
    /// Highest value of a counter.
    pub(crate) counter_max: u32,
    /// Packets that may wait for an output without a trigger; `None`: input-triggered only.
    pub(crate) output_threshold: Option<u32>,
    /// Condition on which more packets than that trigger.
    pub(crate) output_trigger: OutputTrigger,
    /// *cnt1*: "the current number of packets in the switch that are waiting for that output
    /// link".
    pub(crate) waiting: Lanes,
    /// *cnt2*: "the number of subsequent packets that need to be marked when transmitted on that
    /// output link".
    pub(crate) to_mark: Lanes,
    /// Outputs for which more packets than the threshold wait, with one that arrived in the cycle
    /// before; one bit each.
    pub(crate) above: u64,
}

impl Counting {
    /// The module after reset. Without an output threshold in the policy, it is input-triggered.
    pub fn new(marking: &Marking) -> Self {
        let (output_threshold, output_trigger) = match marking.policy() {
            Policy::InputOutputTriggered { output_threshold, output_trigger } => {
                (Some(output_threshold), output_trigger)
            }
            Policy::InputTriggered | Policy::Naive => (None, OutputTrigger::default()),
        };
        let counters: Lanes = std::iter::repeat_n(0, marking.ports()).collect();
        Counting {
            outputs: first_lanes(marking.ports()),
            counter_max: (1 << marking.counter_bits()) - 1,
            output_threshold,
            output_trigger,
            // "Counter cnt2 is initialized to zero."
            waiting: counters.clone(),
            to_mark: counters,
            above: 0,
        }
    }
}

impl Golden for Counting {
    type Inputs = CountingInputs;
    type Outputs = CountingOutputs;

    #[inline]
    fn step(&mut self, inputs: &CountingInputs, outputs: &mut CountingOutputs) {
        let CountingInputs { enqueue, dequeue, transmit, trigger } = *inputs;
        outputs.mark = 0;
        outputs.waiting.clone_from(&self.waiting);
        outputs.to_mark.clone_from(&self.to_mark);

        // An output without an event keeps its counters.
        let was_above = std::mem::take(&mut self.above);
        let events = enqueue | dequeue | transmit | trigger | was_above;
        for output in set_lanes(events & self.outputs) {
            let enqueue = is_set(enqueue, output);
            let dequeue = is_set(dequeue, output);
            let transmit = is_set(transmit, output);
            let trigger = is_set(trigger, output);
            let waiting = self.waiting[output];
            let to_mark = self.to_mark[output];

            // "The output port starts marking the next transmitted packets, decrementing cnt2 at
            // each transmission, until it reaches zero again."
            let mark = transmit & (to_mark > 0);

            // "cnt1 is incremented and decremented as packets enter and leave the switch."
            let next_waiting = waiting.wrapping_add(enqueue.into()).wrapping_sub(dequeue.into())
                & self.counter_max;

            // "Triggered when the total number of packets that are waiting for an output link
            // exceeds a threshold" (Globecom'02 §IV-C).
            let stays = waiting - u32::from(dequeue & (waiting > 0));
            let exceeds = self.output_threshold.is_some_and(|threshold| stays >= threshold);
            let crosses = enqueue & exceeds & (self.output_threshold == Some(waiting));
            let crosses = crosses & (self.output_trigger == OutputTrigger::Crossing);
            let above = enqueue & exceeds & (self.output_trigger == OutputTrigger::Above);
            self.above |= u64::from(above) << output;

            let next_to_mark = if crosses {
                waiting + 1
            } else if trigger | is_set(was_above, output) {
                // "Whenever a buffer becomes full, the value of counter cnt1 is copied to counter
                // cnt2", even before cnt2 reaches zero.
                waiting
            } else {
                to_mark - u32::from(mark)
            };

            outputs.mark |= u64::from(mark) << output;
            self.waiting[output] = next_waiting;
            self.to_mark[output] = next_to_mark;
        }
    }

    fn reset(&mut self) {
        self.waiting.fill(0);
        self.to_mark.fill(0);
        self.above = 0;
    }
}
