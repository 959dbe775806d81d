//! Free space of one virtual lane.

use super::sizes::packet_bits;
use super::standstill::Standstill;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::{InputBuffer, Reading};

block! {
    /// Counts the free blocks of one virtual lane (VL), and reports when it has become full.
    ///
    /// The VL is low on space while its free space is less than a longest packet.
    ///
    /// Reset gives the registers of all VLs of a buffer the value of a data VL. For a VL with
    /// another number of blocks, the bits that differ are stored inverted.
    pub struct LaneSpace(config: &InputBuffer) as "tailback_buffer_lane" {
        /// Bits of a number of free blocks.
        count free_bits = config.free_bits();
        /// Blocks of the longest packet.
        count packet_blocks = config.packet_blocks();
        /// Fullness is tested when a packet has been received; if low, while nothing is sent.
        choice received_only = config.reading() == Reading::Received;
        /// The VL is full only after some cycles in which nothing of it has been sent.
        choice arbitrated = config.reading() == Reading::Arbitrated;

        /// Bits in which the VL's number of blocks differs from that of a data VL.
        input differs[config.free_bits()];
        /// A block of the VL is taken.
        input take;
        /// The blocks of a packet of the VL become free.
        input give;
        /// Number of blocks that become free; valid with `give`.
        input given[packet_bits(config)];
        /// Number of blocks that become free, less one; valid with `give`.
        input given_less_one[packet_bits(config)];
        /// A packet of the VL has been received in the previous cycle, or nothing was sent in it,
        /// or nothing of the VL.
        input test;

        /// Free blocks.
        output free[config.free_bits()];
        /// The VL has become full; high for one cycle.
        output full;

        /// Blocks of the longest packet, in the width of the free blocks.
        local longest[config.free_bits()];
        /// The VL is low on space, compared up to the current bit.
        local low;
        /// Free blocks, decoded from `free_reg`.
        local now_free[config.free_bits()];
        /// Number of blocks that become free, less one if a block is taken.
        local step[config.free_bits()];
        /// Free blocks after this cycle.
        local next_free[config.free_bits()];
        /// Free blocks, with the bits of `differs` inverted.
        reg free_reg[config.free_bits()] = config.lane_blocks() as u128;
        /// Detects that the VL has been low on space and sent nothing for some cycles.
        optional(config.reading() == Reading::Arbitrated) standstill: Standstill = Standstill::new();
        /// The VL was low on space in the previous cycle.
        reg known_low;
        /// The VL has become full in an earlier cycle, and is not reported again.
        reg known;
    }
    connect {
        standstill: low = known_low, rests = test;
    }
}

impl Logic for LaneSpace {
    #[hdl_gen]
    fn update(&mut self) {
        self.now_free.next = self.free_reg.val() ^ self.differs.val();
        self.free.next = self.now_free.val();
        self.longest.next = self.packet_blocks.val().into();
        comment!("The highest bit that differs decides: constants take no carry chain.");
        self.low.next = false;
        for at in 0..self.free_bits.val() {
            if self.now_free.val().get_bit(at) != self.longest.val().get_bit(at) {
                self.low.next = self.longest.val().get_bit(at);
            }
        }
        comment!("One adder for what becomes free and what is taken.");
        self.step.next = 0.into();
        if self.give.val() {
            self.step.next = self.given.val();
            if self.take.val() {
                self.step.next = self.given_less_one.val();
            }
        } else if self.take.val() {
            self.step.next = (-1).into();
        }
        self.next_free.next = self.now_free.val() + self.step.val();
        self.free_reg.next = self.next_free.val() ^ self.differs.val();

        self.known_low.next = self.low.val();
        if self.arbitrated.val() {
            comment!("One report per standstill.");
            self.full.next = self.standstill.lasts.val() && !self.known.val();
            self.known.next = self.standstill.lasts.val();
        } else if self.received_only.val() {
            comment!("One report per period in which the VL is low on space.");
            self.full.next = self.test.val() && self.known_low.val() && !self.known.val();
            self.known.next = self.full.val() || (self.known.val() && self.known_low.val());
        } else {
            comment!("One report per period in which the VL is low on space and nothing is sent.");
            self.full.next = self.test.val() && self.known_low.val() && !self.known.val();
            self.known.next = self.test.val() && self.known_low.val();
        }
    }
}
