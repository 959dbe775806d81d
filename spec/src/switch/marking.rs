//! ECN marking: the packets that a switch marks when a buffer fills up.
//!
//! INFOCOM'03 §IV-A and Globecom'02 §IV describe three policies. Each works on an array of
//! *elements*, one for each output port with the two counting policies, and one for each input port
//! with the naive one.
//!
//! # Coincident events
//!
//! All state is in registers; each event of a cycle sees the registers as they were before the
//! clock edge that ends it.
//!
//! **Counting policies** (input-triggered, input-output-triggered), per output port:
//!
//! ```text
//! mark     = transmit and to_mark > 0
//! waiting' = waiting + enqueue - dequeue                      (modulo 2^counter_bits)
//! above'   = enqueue and (waiting > output_threshold,
//!            or waiting = output_threshold and not dequeue)              (Above only)
//! crosses  = enqueue and waiting = output_threshold and not dequeue      (Crossing only)
//! to_mark' = output_threshold + 1   if crosses, else
//!            waiting                if trigger or above, else
//!            to_mark - 1            if mark, else
//!            to_mark
//! ```
//!
//! * `enqueue`: a packet starts to wait for the output. `dequeue`: one stops waiting. At most one
//!   of each per output and cycle; both at once leave `waiting` as it is.
//! * `transmit`: the transmission of a packet begins. It coincides with `dequeue` for a packet that
//!   waited, and is alone for one that cuts through; a packet that is discarded has `dequeue`
//!   alone.
//! * `trigger`: an input buffer has become full and holds a packet for this output. It is high in
//!   the cycle *after* the `enqueue` of the packet that filled the buffer, so that `waiting`
//!   includes that packet. A packet that is enqueued in the very cycle of the trigger is not yet
//!   included in `waiting`; one that leaves in that cycle still is, so that in its stead a packet
//!   that arrives later is marked.
//! * A trigger while `to_mark > 0` reloads it.
//! * The *output trigger* (input-output-triggered only; [`OutputTrigger`]) is *above* or *crosses*.
//!   *Above* follows each packet that starts to wait while more than `output_threshold` wait,
//!   itself among them. It acts like `trigger` in all respects: it is high in the cycle after the
//!   `enqueue`, and coincident events are included, or are not, as with a trigger.
//! * *Crosses* is high only with the packet that raises `waiting` from `output_threshold` to one
//!   more, and in the cycle of its `enqueue`. It includes that packet, and takes precedence over
//!   `trigger`.
//! * Reset (synchronous) clears both counters and `above`, whatever else happens in that cycle;
//!   `mark` is combinational and still valid in it.
//!
//! **Naive policy**, per input port, with one mark bit for each packet slot of its buffer:
//!
//! ```text
//! mark             = transmit and marked[transmit_slot]
//! marked'[slot]    = 0              if enqueue and slot == enqueue_slot, else
//!                    1              if trigger, else
//!                    marked[slot]
//! ```
//!
//! * `enqueue`: a packet takes slot `enqueue_slot` of the input buffer. `trigger`: the buffer has
//!   become full (again in the cycle after the `enqueue` that filled it). `transmit`: the
//!   transmission of the packet in `transmit_slot` begins; in the cycle of a trigger it can no
//!   longer be marked (Globecom'02 fn. 6).
//! * A slot index beyond the last slot names no packet: such an `enqueue` clears nothing, and such
//!   a `transmit` is not marked.

use super::input_buffer::InputBuffer;
use crate::parameter::{bits_for, check, OutOfRange, Parameter};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// Marking policy: the packets that are marked, and the events that cause it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    /// Marks the packets that sit in a buffer when it becomes full (Globecom'02 §IV-A).
    Naive,
    /// Marks all packets in the switch that wait for an output for which the full buffer holds a
    /// packet (INFOCOM'03 §IV-A, Globecom'02 §IV-B).
    InputTriggered,
    /// Input-triggered, and also when more than `output_threshold` packets wait for one output
    /// (Globecom'02 §IV-C).
    InputOutputTriggered {
        /// Packets, 1 to one less than what the switch can hold for one output.
        output_threshold: u32,
        /// Form of the output trigger.
        output_trigger: OutputTrigger,
    },
}

/// Repetition of the output trigger: "when the total number of packets that are waiting for an output
/// link exceeds a threshold" (Globecom'02 §IV-C) may be a state or the beginning of that state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OutputTrigger {
    /// Triggers with each packet received while more packets than the threshold wait, that packet
    /// included.
    #[default]
    Above,
    /// Triggers only with the packet with which the number of waiting packets exceeds the threshold.
    Crossing,
}

/// Parameters of the marking module. A value of this type is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Marking {
    policy: Policy,
    ports: u32,
    packets_per_input: u32,
    counter_bits: u32,
}

impl Marking {
    /// Ports of a switch: 2 to 36.
    pub const PORTS: RangeInclusive<u64> = super::PORTS;
    /// Packet slots of one input buffer: 1 to 64.
    pub const PACKETS_PER_INPUT: RangeInclusive<u64> = 1..=64;
    /// Bits of a packet counter: 1 to 16, and enough to count all packets in the switch.
    pub const COUNTER_BITS: RangeInclusive<u64> = 1..=16;

    /// Checks the parameters. `counter_bits: None` selects the fewest bits that can count every
    /// packet slot of the switch.
    ///
    /// # Errors
    ///
    /// If `ports` is outside [`Marking::PORTS`], `packets_per_input` outside
    /// [`Marking::PACKETS_PER_INPUT`], `counter_bits` too small to count all packet slots of the
    /// switch or outside [`Marking::COUNTER_BITS`], or the output threshold not 1 to one less than
    /// the number of these slots.
    pub fn new(
        policy: Policy,
        ports: u32,
        packets_per_input: u32,
        counter_bits: Option<u32>,
    ) -> Result<Self, OutOfRange> {
        check(Parameter::Ports, ports, Self::PORTS, "ports")?;
        check(Parameter::PacketsPerInput, packets_per_input, Self::PACKETS_PER_INPUT, "packets")?;
        let capacity = ports * packets_per_input;
        let needed = bits_for(capacity) as u32;
        let counter_bits = counter_bits.unwrap_or(needed);
        check(
            Parameter::CounterBits,
            counter_bits,
            needed.into()..=*Self::COUNTER_BITS.end(),
            "bits",
        )?;
        if let Policy::InputOutputTriggered { output_threshold, .. } = policy {
            check(
                Parameter::OutputThreshold,
                output_threshold,
                1..=u64::from(capacity) - 1,
                "packets",
            )?;
        }
        Ok(Marking { policy, ports, packets_per_input, counter_bits })
    }

    /// The marking module for a switch with these input buffers, whose packets may be as short as
    /// one block: its counters can count that many. The naive policy uses counters, too (see
    /// [`super::policy_marking`]).
    pub fn of_switch(policy: Policy, buffer: &InputBuffer) -> Self {
        let policy = match policy {
            Policy::Naive => Policy::InputTriggered,
            other => other,
        };
        let (ports, packets) = (buffer.outputs() as u32, buffer.lane_blocks() as u32);
        let counter_bits = bits_for(ports * packets) as u32;
        Marking { policy, ports, packets_per_input: packets, counter_bits }
    }

    /// The marking policy.
    pub fn policy(&self) -> Policy {
        self.policy
    }

    /// Ports of the switch, each an input and an output port.
    pub fn ports(&self) -> usize {
        self.ports as usize
    }

    /// Packet slots of one input buffer.
    pub fn packets_per_input(&self) -> usize {
        self.packets_per_input as usize
    }

    /// Bits of `waiting` and of `to_mark`.
    pub fn counter_bits(&self) -> usize {
        self.counter_bits as usize
    }

    /// Packets that the whole switch can hold, and so the most that can wait for one output.
    pub fn capacity(&self) -> usize {
        self.ports() * self.packets_per_input()
    }

    /// Bits of the index of a packet slot of one input buffer, at least 1.
    ///
    /// ```
    /// use tailback_spec::switch::marking::{Marking, Policy};
    /// let slot_bits = |slots| Marking::new(Policy::Naive, 8, slots, None).unwrap().slot_bits();
    /// assert_eq!([1, 2, 3, 4, 5, 64].map(slot_bits), [1, 1, 2, 2, 3, 6]);
    /// ```
    pub fn slot_bits(&self) -> usize {
        bits_for(self.packets_per_input - 1)
    }
}
