//! The slot or queue in which a flow waits for its schedule.

use super::sizes::{frame_bits, schedule_bits, slot_bits, REST_BITS};
use crate::prelude::*;
use tailback_spec::nic::rate_limiter::GUARD_FRAMES;
use tailback_spec::nic::Nic;

/// Bits of a number of groups ahead, above those of a slot's group.
fn beyond_bits(nic: &Nic) -> usize {
    schedule_bits(nic) - group_bits(nic)
}

/// Bits of a frame's number within a group of `GUARD_FRAMES` frames.
const GROUP_BITS: usize = GUARD_FRAMES.trailing_zeros() as usize;

/// Bits of the number of a slot's group.
fn group_bits(nic: &Nic) -> usize {
    const { assert!(GUARD_FRAMES.is_power_of_two()) };
    slot_bits(nic) - GROUP_BITS
}

/// log2 of the ticks in a frame.
fn frame_at(nic: &Nic) -> usize {
    REST_BITS + nic.fraction_bits()
}

block! {
    /// Chooses the slot in which a flow with a given schedule waits, or the far queue.
    pub struct Placement(nic: &Nic) as "tailback_limiter_placement" {
        /// Mask of the fraction of a cycle in a time in ticks.
        count fraction = (1 << nic.fraction_bits()) - 1;
        /// A tick is shorter than a cycle.
        choice has_fraction = nic.fraction_bits() > 0;
        /// log2 of the ticks in a cycle.
        count fraction_bits = nic.fraction_bits();
        /// log2 of the cycles in a frame.
        count rest_bits = REST_BITS;
        /// Sign bit of the groups ahead: the schedule is earlier than the frame of `first`.
        count sign = frame_bits(nic) - GROUP_BITS - 1;
        /// Bits of the number of a slot's group.
        count group_bits = group_bits(nic);
        /// log2 of the ticks in a group of frames.
        count group_at = frame_at(nic) + GROUP_BITS;
        /// Number of the last group, for which there is no slot.
        count last_group = (1 << group_bits(nic)) - 1;
        /// log2 of the ticks in a frame.
        count frame_at = frame_at(nic);

        /// Schedule of the flow, in ticks.
        input schedule[schedule_bits(nic)];
        /// First slot that can still be reached.
        input first[slot_bits(nic)];
        /// Number of the frame before that of the slot in `first`.
        input first_before[frame_bits(nic)];

        /// The flow waits in a slot, not in the far queue.
        output in_slot;
        /// Slot in which the flow waits.
        output slot[slot_bits(nic)];
        /// Cycle of the slot's frame, 0 to 3, in which the flow may start.
        output rest[REST_BITS];

        /// Schedule in whole cycles, rounded down, as far as slots need it.
        local whole[slot_bits(nic) + REST_BITS];
        /// 1 if the schedule has a fraction of a cycle, which rounds it up.
        local part[1];
        /// First cycle in which the flow may start a packet.
        local cycle[slot_bits(nic) + REST_BITS];
        /// Number of the frame of the slot in `first`, negative.
        local minus_first[frame_bits(nic)];
        /// Addend that turns the schedule into `ticks_ahead`.
        local offset[schedule_bits(nic)];
        /// Ticks from the start of the frame of `first` to the schedule, rounded up to a cycle.
        local ticks_ahead[schedule_bits(nic)];
        /// Groups of frames from the frame of `first` to the schedule.
        local ahead[schedule_bits(nic)];
        /// Groups ahead, without the bits of a slot's group.
        local beyond[beyond_bits(nic)];
        /// Groups ahead, modulo the groups of the slots.
        local group[group_bits(nic)];
        /// The schedule is too near for a slot of its own, or has passed.
        local is_soon;
    }
}

// A `choice` keeps an `if` of its own.
#[allow(clippy::collapsible_if)]
impl Logic for Placement {
    #[hdl_gen]
    fn update(&mut self) {
        self.whole.next = self.schedule.val() >> self.fraction_bits.val();
        self.part.next = 0.into();
        if self.has_fraction.val() {
            if (self.schedule.val() & self.fraction.val()) != 0 {
                self.part.next = 1.into();
            }
        }
        self.cycle.next = self.whole.val() + self.part.val();
        comment!("The distance in frames does not wait for the rounding of the schedule.");
        self.minus_first.next = !self.first_before.val();
        self.offset.next = self.minus_first.val();
        self.offset.next = (self.offset.val() << self.frame_at.val()) | self.fraction.val();
        self.ticks_ahead.next = self.schedule.val() + self.offset.val();
        self.ahead.next = self.ticks_ahead.val() >> self.group_at.val();
        self.beyond.next = self.ahead.val() >> self.group_bits.val();
        self.group.next = self.ahead.val() >> 0;
        self.is_soon.next = self.ahead.val().get_bit(self.sign.val());
        self.in_slot.next = self.is_soon.val()
            || (self.beyond.val() == 0 && self.group.val() != self.last_group.val());
        self.slot.next = self.cycle.val() >> self.rest_bits.val();
        self.rest.next = self.cycle.val() >> 0;
        if self.is_soon.val() {
            self.slot.next = self.first.val();
            self.rest.next = 0.into();
        }
    }
}
