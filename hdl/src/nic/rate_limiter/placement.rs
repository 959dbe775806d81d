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
        /// Frames ahead for which there is no slot.
        count horizon = nic.slots() - GUARD_FRAMES as usize;

        /// The schedule, in ticks.
        input schedule[schedule_bits(nic)];
        /// The frame in which the flow is put away.
        input frame[frame_bits(nic)];
        /// The first frame after it whose slot can still be reached.
        input least[2];

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
        /// How many frames that is ahead.
        local ahead[frame_bits(nic)];
        /// The same without the bits of a slot's number.
        local beyond[beyond_bits(nic)];
        /// The same in one turn of the slots.
        local turn[slot_bits(nic)];
        /// The slot of the frame in which the flow is put away.
        local own_slot[slot_bits(nic)];
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
        self.ahead.next = self.at.val() - self.frame.val();
        self.turn.next = self.ahead.val() >> 0;
        self.beyond.next = self.ahead.val() >> self.slot_bits.val();
        comment!("A time that has passed is soon.");
        self.is_soon.next = self.ahead.val().get_bit(self.sign.val())
            || (self.beyond.val() == 0 && self.turn.val() < self.least.val());
        self.in_slot.next =
            self.is_soon.val() || (self.beyond.val() == 0 && self.turn.val() < self.horizon.val());
        self.own_slot.next = self.frame.val() >> 0;
        self.slot.next = self.at.val() >> 0;
        self.rest.next = self.cycle.val() >> 0;
        if self.is_soon.val() {
            self.slot.next = self.own_slot.val() + self.least.val();
            self.rest.next = 0.into();
        }
    }
}
