//! One mark bit per packet slot of each input port: "a naive but straightforward way for switches
//! to detect and indicate the occurrence of congestion would be to mark all packets in a buffer
//! whenever it becomes full" (INFOCOM'03 §IV-A; Globecom'02 §IV-A).

use crate::{
    bits::{first_lanes, is_set, set_lanes},
    Golden,
};
use serde::{Deserialize, Serialize};
use tailback_spec::{port_values, switch::marking::Marking, Lanes};

port_values! {
    /// Events of one cycle; bit (or element) *i* belongs to input port *i*.
    pub struct NaiveInputs {
        /// A packet occupies slot `enqueue_slot` of the input buffer.
        pub enqueue: u64,
        /// Slot of the packet that arrives.
        pub enqueue_slot: Lanes,
        /// The input buffer has become full.
        pub trigger: u64,
        /// The transmission of the packet in slot `transmit_slot` begins.
        pub transmit: u64,
        /// Slot of the packet that is transmitted.
        pub transmit_slot: Lanes,
    }
}

port_values! {
    /// Packets to mark; bit *i* belongs to input port *i*.
    pub struct NaiveOutputs {
        /// The packet whose transmission begins is to be marked.
        pub mark: u64,
    }
}

/// The mark bits of all input buffers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Naive {
    /// Input ports, one bit each.
    pub(crate) inputs: u64,
    /// Packet slots of one input buffer, one bit each.
    pub(crate) slots: u64,
    /// Slots whose packets are to be marked, by input port.
    pub(crate) marked: Vec<u64>,
}

impl Naive {
    /// The module after reset.
    pub fn new(marking: &Marking) -> Self {
        Naive {
            inputs: first_lanes(marking.ports()),
            slots: first_lanes(marking.packets_per_input()),
            marked: vec![0; marking.ports()],
        }
    }

    /// Bit of the slot that `numbers` holds for `input`.
    #[inline]
    fn slot(numbers: &Lanes, input: usize) -> u64 {
        let number = numbers.get(input).copied().unwrap_or(0);
        // The bit of a slot that the buffer does not have is never set.
        1u64.checked_shl(number).unwrap_or(0)
    }
}

impl Golden for Naive {
    type Inputs = NaiveInputs;
    type Outputs = NaiveOutputs;

    #[inline]
    fn step(&mut self, inputs: &NaiveInputs, outputs: &mut NaiveOutputs) {
        let NaiveInputs { enqueue, trigger, transmit, .. } = *inputs;
        outputs.mark = 0;

        // An input without an event keeps its mark bits.
        for input in set_lanes((enqueue | trigger | transmit) & self.inputs) {
            let marked = self.marked[input];

            let leaving = Self::slot(&inputs.transmit_slot, input);
            let mark = is_set(transmit, input) && marked & leaving != 0;
            outputs.mark |= u64::from(mark) << input;

            // "Marks all packets in a buffer whenever an arriving packet fills it up." A free
            // slot may be marked with the rest, because the packet that takes it clears the bit.
            let mut next = if is_set(trigger, input) { self.slots } else { marked };
            if is_set(enqueue, input) {
                next &= !Self::slot(&inputs.enqueue_slot, input);
            }
            self.marked[input] = next;
        }
    }

    fn reset(&mut self) {
        self.marked.fill(0);
    }
}
