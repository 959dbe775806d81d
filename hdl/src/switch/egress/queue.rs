//! Words that wait for the link.

use crate::address_bits;
use crate::prelude::*;
use tailback_spec::parameter::bits_for;
use tailback_spec::switch::egress::DEPTH;
use tailback_spec::switch::port::Port;

/// From so many words on, no more are to be issued.
const FULL: usize = 8;
/// Up to so many words, none is held up soon.
const ROOMY: usize = 4;

block! {
    /// Holds words in the order in which they come; one that finds none may go at once.
    ///
    /// Whoever brings a word sees to it that there is room.
    pub struct WordQueue(port: &Port) as "tailback_egress_queue" {
        /// Words from which on it is full.
        count full_level = FULL;
        /// One more, and one less.
        count above_full = FULL + 1;
        /// See there.
        count below_full = FULL - 1;
        /// Words up to which it is roomy.
        count roomy_level = ROOMY;
        /// One more, and one less.
        count above_roomy = ROOMY + 1;
        /// See there.
        count below_roomy = ROOMY - 1;

        /// A word comes.
        input word_valid;
        /// It is the first of a packet.
        input word_first;
        /// It is the last of the packet.
        input word_last;
        /// The packet is bad.
        input word_bad;
        /// The word.
        input word[port.word_bits()];
        /// The oldest word goes.
        input take;

        /// There is a word.
        output available;
        /// The oldest one is the first of a packet.
        output first;
        /// The oldest one is the last of its packet.
        output last;
        /// Its packet is bad.
        output bad;
        /// The oldest word waits, and has not just come.
        output waits;
        /// The word that waits; unknown if there is none.
        output waiting[port.word_bits()];
        /// No word may be issued.
        output full;
        /// Words are not held up soon.
        output roomy;

        /// What goes along with the word that comes.
        local given[3];
        /// What goes along with the oldest word.
        local found[3];
        /// Words that wait.
        lut_memory(DEPTH) words[port.word_bits()];
        /// What goes along with them: from bit 0, whether each is first, last, and bad.
        lut_memory(DEPTH) flags[3];
        /// The place of the next word that comes.
        reg write_at[address_bits(DEPTH)];
        /// The place of the next word that goes.
        reg read_at[address_bits(DEPTH)];
        /// Words that wait.
        reg level[bits_for(DEPTH as u32)];
        /// They are as many as make it full: compared a cycle before, for all input ports wait for it.
        reg is_full;
        /// They are no more than leave it roomy.
        reg is_roomy = true;
    }
}

impl Logic for WordQueue {
    #[hdl_gen]
    fn update(&mut self) {
        self.given.next = self.given.val().replace_bit(0, self.word_first.val());
        self.given.next = self.given.val().replace_bit(1, self.word_last.val());
        self.given.next = self.given.val().replace_bit(2, self.word_bad.val());
        self.words.write.next = self.word_valid.val();
        self.words.write_address.next = self.write_at.val();
        self.words.write_data.next = self.word.val();
        self.words.read_address.next = self.read_at.val();
        self.flags.write.next = self.word_valid.val();
        self.flags.write_address.next = self.write_at.val();
        self.flags.write_data.next = self.given.val();
        self.flags.read_address.next = self.read_at.val();

        self.waits.next = self.level.val().any();
        self.waiting.next = self.words.read_data.val();
        self.found.next = self.given.val();
        if self.level.val().any() {
            self.found.next = self.flags.read_data.val();
        }
        self.first.next = self.found.val().get_bit(0);
        self.last.next = self.found.val().get_bit(1);
        self.bad.next = self.found.val().get_bit(2);
        self.available.next = self.level.val().any() || self.word_valid.val();
        self.full.next = self.is_full.val();
        self.roomy.next = self.is_roomy.val();

        if self.word_valid.val() {
            self.write_at.next = self.write_at.val() + 1;
        }
        if self.take.val() {
            self.read_at.next = self.read_at.val() + 1;
        }
        if self.word_valid.val() && !self.take.val() {
            self.level.next = self.level.val() + 1;
            self.is_full.next = self.level.val() >= self.below_full.val();
            self.is_roomy.next = self.level.val() <= self.below_roomy.val();
        } else if self.take.val() && !self.word_valid.val() {
            self.level.next = self.level.val() - 1;
            self.is_full.next = self.level.val() >= self.above_full.val();
            self.is_roomy.next = self.level.val() <= self.above_roomy.val();
        }
    }
}
