//! What goes along with the words that go out.

use crate::comment;
use crate::prelude::*;

block! {
    /// Frames the words that go out: each comes a cycle after it was issued.
    pub struct PacketFrame() as "tailback_buffer_frame" {
        /// A packet is started.
        input start;
        /// It is the one that is being written.
        input starts_open;
        /// A word is issued.
        input issue;
        /// It is the first of the packet, or will be.
        input is_first;
        /// It is the last of the packet.
        input ends;
        /// The packet that begins in the block that is being read is bad.
        input is_bad;
        /// The packet that is being sent, or is started, is complete with the word that comes.
        input finishes_started;
        /// That packet is bad.
        input bad;

        /// A word goes out.
        output word_valid;
        /// It is the first of the packet.
        output word_first;
        /// It is the last of the packet.
        output word_last;
        /// The packet is bad; with `word_last`.
        output word_bad;
        /// The packet was known to be bad from the start.
        output word_discard;

        /// The packet that is being sent is known to be bad.
        local known_bad;
        /// It was complete when it was started.
        reg whole;
        /// It is known to be bad.
        reg bad_reg;
        /// A word goes out.
        reg valid_reg;
        /// It is the first.
        reg first_reg;
        /// It is the last.
        reg last_reg;
        /// It is the last of a bad packet.
        reg word_bad_reg;
        /// It is of a packet that was bad from the start.
        reg discard_reg;
    }
}

impl Logic for PacketFrame {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("As soon as the first block may be taken again, nobody asks for it.");
        self.known_bad.next = self.bad_reg.val();
        if self.whole.val() && self.is_first.val() {
            self.known_bad.next = self.is_bad.val();
        }
        self.bad_reg.next = self.known_bad.val();
        if self.finishes_started.val() {
            self.bad_reg.next = self.bad.val();
        }
        if self.start.val() {
            self.whole.next = !self.starts_open.val();
        }

        self.valid_reg.next = self.issue.val();
        self.first_reg.next = self.issue.val() && self.is_first.val();
        self.last_reg.next = self.ends.val();
        self.word_bad_reg.next = self.ends.val() && self.known_bad.val();
        self.discard_reg.next = self.issue.val() && self.whole.val() && self.known_bad.val();
        self.word_valid.next = self.valid_reg.val();
        self.word_first.next = self.first_reg.val();
        self.word_last.next = self.last_reg.val();
        self.word_bad.next = self.word_bad_reg.val();
        self.word_discard.next = self.discard_reg.val();
    }
}
