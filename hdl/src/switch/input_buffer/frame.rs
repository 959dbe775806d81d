//! What goes along with the words that go out.

use crate::comment;
use crate::prelude::*;

block! {
    /// Frames the words that go out: each comes a cycle after it was issued.
    ///
    /// Whether a packet is bad is looked up in the cycle after its start, in which its first word
    /// goes out at the earliest. Its first block may have come back by then; but as it cannot be
    /// taken before that cycle, what is known of it has not changed yet.
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
        /// The packet that was started in the cycle before is bad, if it was complete.
        input is_bad;
        /// The packet that is being sent, or is started, is complete with the word that comes.
        input finishes_started;
        /// That packet is bad.
        input bad;

        /// The packet that is being sent has been written as a whole.
        output complete;
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

        /// The packet of the word that goes out is known to be bad.
        local known_bad;
        /// A packet was started in the cycle before.
        reg started;
        /// The packet was complete when it was started.
        reg whole;
        /// It has been written as a whole.
        reg complete_reg;
        /// It is known to be bad.
        reg bad_reg;
        /// A word goes out.
        reg valid_reg;
        /// It is the first.
        reg first_reg;
        /// It is the last.
        reg last_reg;
    }
}

impl Logic for PacketFrame {
    #[hdl_gen]
    fn update(&mut self) {
        self.known_bad.next = self.bad_reg.val();
        if self.started.val() && self.whole.val() {
            self.known_bad.next = self.is_bad.val();
        }
        self.bad_reg.next = self.known_bad.val();
        if self.finishes_started.val() {
            comment!("Of a packet that was not complete, nobody asked before.");
            self.bad_reg.next = self.bad.val();
        }
        self.started.next = self.start.val();
        if self.start.val() {
            self.whole.next = !self.starts_open.val();
        }
        self.complete.next = self.complete_reg.val();
        if self.finishes_started.val() {
            self.complete_reg.next = true;
        } else if self.start.val() {
            self.complete_reg.next = !self.starts_open.val();
        }

        self.valid_reg.next = self.issue.val();
        self.first_reg.next = self.issue.val() && self.is_first.val();
        self.last_reg.next = self.ends.val();
        self.word_valid.next = self.valid_reg.val();
        self.word_first.next = self.first_reg.val();
        self.word_last.next = self.last_reg.val();
        self.word_bad.next = self.last_reg.val() && self.known_bad.val();
        self.word_discard.next = self.valid_reg.val() && self.whole.val() && self.known_bad.val();
    }
}
