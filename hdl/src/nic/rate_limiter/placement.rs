//! Where a flow is put away until its time.

use super::sizes::{frame_bits, schedule_bits, slot_bits, time_bits, REST_BITS};
use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::rate_limiter::GUARD_FRAMES;
use tailback_spec::nic::Nic;

/// Bits of the number of frames that a flow has ahead of it, above those of a slot's number.
fn beyond_bits(nic: &Nic) -> usize {
    frame_bits(nic) - slot_bits(nic)
}

/// Bits of a frame's number within a group of so many as there is no slot for.
const GROUP_BITS: usize = GUARD_FRAMES.trailing_zeros() as usize;

/// Bits of the number of such a group.
fn group_bits(nic: &Nic) -> usize {
    const { assert!(GUARD_FRAMES.is_power_of_two()) };
    slot_bits(nic) - GROUP_BITS
}

/// Bits of a tick in a frame.
fn frame_at(nic: &Nic) -> usize {
    REST_BITS + nic.fraction_bits()
}

block! {
    /// Says in which slot a flow with some schedule waits, or that it waits in the far queue.
    pub struct Placement(nic: &Nic) as "tailback_limiter_placement" {
        /// Ticks that are no whole cycle.
        count fraction = (1 << nic.fraction_bits()) - 1;
        /// There are such.
        choice has_fraction = nic.fraction_bits() > 0;
        /// Bits of a tick in a cycle.
        count fraction_bits = nic.fraction_bits();
        /// Bits of a cycle in a frame.
        count rest_bits = REST_BITS;
        /// Bits of a slot's number.
        count slot_bits = slot_bits(nic);
        /// The bit that says that a time has passed.
        count sign = frame_bits(nic) - 1;
        /// Bits of a frame in a group of those for which there is no slot.
        count group_bits = GROUP_BITS;
        /// The last group, for which there is no slot.
        count last_group = (1 << group_bits(nic)) - 1;
        /// Bits of a tick in a frame.
        count frame_at = frame_at(nic);

        /// The schedule, in ticks.
        input schedule[schedule_bits(nic)];
        /// The first frame whose slot can still be reached.
        input first[frame_bits(nic)];
        /// The one before.
        input first_before[frame_bits(nic)];

        /// The flow waits in a slot.
        output in_slot;
        /// In which one.
        output slot[slot_bits(nic)];
        /// The cycle of the slot's frame in which it may start.
        output rest[REST_BITS];

        /// The schedule in whole cycles, rounded down.
        local whole[time_bits(nic)];
        /// 1 if that is not all.
        local part[1];
        /// The cycle from which on it may start a packet.
        local cycle[time_bits(nic)];
        /// Its frame.
        local at[frame_bits(nic)];
        /// That frame, negative.
        local minus_first[frame_bits(nic)];
        /// What makes ticks ahead, rounded up, of a schedule.
        local offset[schedule_bits(nic)];
        /// Those ticks.
        local ticks_ahead[schedule_bits(nic)];
        /// How many frames the flow's frame is ahead of that one.
        local ahead[frame_bits(nic)];
        /// The same without the bits of a slot's number.
        local beyond[beyond_bits(nic)];
        /// The same in one turn of the slots.
        local turn[slot_bits(nic)];
        /// The group of that.
        local group[group_bits(nic)];
        /// The first slot that can be reached.
        local first_slot[slot_bits(nic)];
        /// It is too near, or passed.
        local is_soon;
    }
}

// What only some sizes have stands in a choice of its own.
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
        self.at.next = self.cycle.val() >> self.rest_bits.val();
        comment!("The difference of the frames, without waiting for what is rounded up.");
        self.minus_first.next = !self.first_before.val();
        self.offset.next = self.minus_first.val();
        self.offset.next = (self.offset.val() << self.frame_at.val()) | self.fraction.val();
        self.ticks_ahead.next = self.schedule.val() + self.offset.val();
        self.ahead.next = self.ticks_ahead.val() >> self.frame_at.val();
        self.turn.next = self.ahead.val() >> 0;
        self.beyond.next = self.ahead.val() >> self.slot_bits.val();
        self.group.next = self.turn.val() >> self.group_bits.val();
        self.is_soon.next = self.ahead.val().get_bit(self.sign.val());
        self.in_slot.next = self.is_soon.val()
            || (self.beyond.val() == 0 && self.group.val() != self.last_group.val());
        self.first_slot.next = self.first.val() >> 0;
        self.slot.next = self.at.val() >> 0;
        self.rest.next = self.cycle.val() >> 0;
        if self.is_soon.val() {
            self.slot.next = self.first_slot.val();
            self.rest.next = 0.into();
        }
    }
}
