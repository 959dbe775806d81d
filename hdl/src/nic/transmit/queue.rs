//! A queue of beats of the host.

use crate::prelude::*;
use tailback_spec::nic::transmit::DEPTH;

/// Bits of an entry's address.
const PLACE_BITS: usize = DEPTH.ilog2() as usize;

block! {
    /// Queue of beats of the host, in distributed RAM.
    pub struct BeatQueue(bits: usize) as "tailback_nic_transmit_queue" {
        /// Number of beats from which on no more are accepted in the next cycle.
        count almost_full = DEPTH - 1;

        /// A beat is stored; only in a cycle after one with `roomy`.
        input write;
        /// Beat that is stored.
        input write_beat[bits];
        /// The oldest beat leaves; only while `some` is high.
        input take;
        /// There is space for a beat of this cycle and one of the next.
        output roomy;
        /// The queue is not empty.
        output some;
        /// Oldest beat of the queue.
        output oldest[bits];

        /// Beats of the queue.
        lut_memory(DEPTH) beats[bits];
        /// Number of beats in the queue.
        reg level[PLACE_BITS + 1];
        /// Address of the next beat that is stored.
        reg tail[PLACE_BITS];
        /// Address of the oldest beat.
        reg head[PLACE_BITS];
    }
    connect {
        beats: write, write_address = tail, write_data = write_beat, read_address = head,
            read_data = oldest;
    }
}

impl Logic for BeatQueue {
    #[hdl_gen]
    fn update(&mut self) {
        self.roomy.next = self.level.val() < self.almost_full.val();
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
