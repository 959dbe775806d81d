//! Beats of the host that are stored.

use crate::prelude::*;
use tailback_spec::nic::transmit::DEPTH;

/// Bits of a beat's place.
const PLACE_BITS: usize = DEPTH.ilog2() as usize;

block! {
    /// A queue of so many bits.
    pub struct BeatQueue(bits: usize) as "tailback_nic_transmit_queue" {
        /// Beats that it has room for.
        count depth = DEPTH;

        /// A beat is stored; only if there is room.
        input write;
        /// The beat.
        input write_beat[bits];
        /// The oldest one leaves; only if there is one.
        input take;
        /// There is no room.
        output full;
        /// There is a beat.
        output some;
        /// The oldest one.
        output oldest[bits];

        /// The beats.
        lut_memory(DEPTH) beats[bits];
        /// How many there are.
        reg level[PLACE_BITS + 1];
        /// The place of the next one.
        reg tail[PLACE_BITS];
        /// The place of the oldest one.
        reg head[PLACE_BITS];
    }
}

impl Logic for BeatQueue {
    #[hdl_gen]
    fn update(&mut self) {
        self.beats.write.next = self.write.val();
        self.beats.write_address.next = self.tail.val();
        self.beats.write_data.next = self.write_beat.val();
        self.beats.read_address.next = self.head.val();
        self.oldest.next = self.beats.read_data.val();
        self.full.next = self.level.val() == self.depth.val();
        self.some.next = self.level.val().any();
        if self.write.val() {
            self.tail.next = self.tail.val() + 1;
        }
        if self.take.val() {
            self.head.next = self.head.val() + 1;
        }
        if self.write.val() && !self.take.val() {
            self.level.next = self.level.val() + 1;
        }
        if self.take.val() && !self.write.val() {
            self.level.next = self.level.val() - 1;
        }
    }
}
