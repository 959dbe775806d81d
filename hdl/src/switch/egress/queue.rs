//! Beats that wait for the link.

use crate::address_bits;
use crate::prelude::*;
use tailback_spec::parameter::bits_for;
use tailback_spec::switch::egress::{DEPTH, FULL, ROOMY};
use tailback_spec::switch::port::Port;

block! {
    /// Holds beats in order of arrival; a beat that finds the queue empty may leave at once.
    ///
    /// The parent writes a beat only if there is free space.
    pub struct WordQueue(port: &Port) as "tailback_egress_queue" {
        /// Level from which on the queue is full, in beats.
        count full_level = FULL;
        /// Level one above `full_level`.
        count above_full = FULL + 1;
        /// Level one below `full_level`.
        count below_full = FULL - 1;
        /// Level up to which the queue is roomy, in beats.
        count roomy_level = ROOMY;
        /// Level one above `roomy_level`.
        count above_roomy = ROOMY + 1;
        /// Level one below `roomy_level`.
        count below_roomy = ROOMY - 1;

        /// A beat enters.
        input word_valid;
        /// The beat that enters is the first of a packet.
        input word_first;
        /// The beat that enters is the last of its packet.
        input word_last;
        /// The packet of the beat that enters is bad.
        input word_bad;
        /// Beat that enters.
        input word[port.word_bits()];
        /// The oldest beat leaves.
        input take;

        /// A beat waits, or enters in this cycle.
        output available;
        /// The oldest beat is the first of a packet.
        output first;
        /// The oldest beat is the last of its packet.
        output last;
        /// The packet of the oldest beat is bad.
        output bad;
        /// The oldest beat waits: it entered in an earlier cycle.
        output_reg waits;
        /// Oldest beat that waits; unknown if there is none.
        output waiting[port.word_bits()];
        /// No beat may be issued.
        output_reg full;
        /// Beats will not be held up soon.
        output_reg roomy = true;

        /// Flags of the beat that enters: bit 0 first, bit 1 last, bit 2 bad.
        local given[3];
        /// Flags of the oldest beat: bit 0 first, bit 1 last, bit 2 bad.
        local found[3];
        /// Beats that wait.
        lut_memory(DEPTH) words[port.word_bits()];
        /// Flags of the beats that wait: bit 0 first, bit 1 last, bit 2 bad.
        lut_memory(DEPTH) flags[3];
        /// Write address.
        reg write_at[address_bits(DEPTH)];
        /// Read address.
        reg read_at[address_bits(DEPTH)];
        /// Number of beats that wait.
        reg level[bits_for(DEPTH as u32)];
    }
    connect {
        words: write = word_valid, write_address = write_at, write_data = word,
            read_address = read_at, read_data = waiting;
        flags: write = word_valid, write_address = write_at, write_data = given,
            read_address = read_at;
    }
}

impl Logic for WordQueue {
    #[hdl_gen]
    fn update(&mut self) {
        self.given.next = self.given.val().replace_bit(0, self.word_first.val());
        self.given.next = self.given.val().replace_bit(1, self.word_last.val());
        self.given.next = self.given.val().replace_bit(2, self.word_bad.val());

        self.found.next = self.given.val();
        if self.waits.val() {
            self.found.next = self.flags.read_data.val();
        }
        self.first.next = self.found.val().get_bit(0);
        self.last.next = self.found.val().get_bit(1);
        self.bad.next = self.found.val().get_bit(2);
        self.available.next = self.waits.val() || self.word_valid.val();

        if self.word_valid.val() {
            self.write_at.next = self.write_at.val() + 1;
        }
        if self.take.val() {
            self.read_at.next = self.read_at.val() + 1;
        }
        if self.word_valid.val() && !self.take.val() {
            self.level.next = self.level.val() + 1;
            self.waits.next = true;
            self.full.next = self.level.val() >= self.below_full.val();
            self.roomy.next = self.level.val() <= self.below_roomy.val();
        } else if self.take.val() && !self.word_valid.val() {
            self.level.next = self.level.val() - 1;
            self.waits.next = self.level.val() != 1;
            self.full.next = self.level.val() >= self.above_full.val();
            self.roomy.next = self.level.val() <= self.above_roomy.val();
        }
    }
}
