//! Framing flags of the delivered beats.

use crate::prelude::*;

block! {
    /// Frames the delivered beats, each two cycles after its issue.
    ///
    /// The bad flag of a packet is looked up in the cycle after its start, in which its first beat
    /// leaves the memory at the earliest. The first block may have been freed by then, but it
    /// cannot be taken again before that cycle, so its record has not changed yet.
    pub struct PacketFrame() as "tailback_buffer_frame" {
        /// A packet is started.
        input start;
        /// The packet that is started is still being written.
        input starts_open;
        /// A beat is issued.
        input issue;
        /// The next beat to issue is the first of its packet.
        input is_first;
        /// The beat that is issued is the last of its packet.
        input ends;
        /// The packet that was started in the previous cycle is bad; valid if it was complete.
        input is_bad;
        /// The last beat of the packet that is being sent or started is written.
        input finishes_started;
        /// The packet of the beat that is written is bad; valid with `finishes_started`.
        input bad;

        /// The last beat of the packet that is being sent was written in an earlier cycle.
        output_reg complete;
        /// A beat was issued in the previous cycle.
        output_reg issued;
        /// A beat is delivered.
        output_reg word_valid;
        /// The delivered beat is the first of its packet.
        output_reg word_first;
        /// The delivered beat is the last of its packet.
        output_reg word_last;
        /// The packet of the delivered beat is bad; valid with `word_last`.
        output_reg word_bad;
        /// The packet of the delivered beat was known to be bad when it was started.
        output_reg word_discard;

        /// The packet of the beat that was issued in the previous cycle is known to be bad.
        local known_bad;
        /// A packet was started in the previous cycle.
        reg started;
        /// The beat that was issued in the previous cycle is the first of its packet.
        reg issued_first;
        /// The beat that was issued in the previous cycle is the last of its packet.
        reg issued_last;
        /// The packet that was started last was complete at its start.
        reg whole;
        /// The packet that was started last is known to be bad.
        reg bad_reg;
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
            comment!("A packet incomplete at its start gets its bad flag with its last beat.");
            self.bad_reg.next = self.bad.val();
        }
        self.started.next = self.start.val();
        if self.start.val() {
            self.whole.next = !self.starts_open.val();
        }
        if self.finishes_started.val() {
            self.complete.next = true;
        } else if self.start.val() {
            self.complete.next = !self.starts_open.val();
        }

        self.issued.next = self.issue.val();
        self.issued_first.next = self.issue.val() && self.is_first.val();
        self.issued_last.next = self.ends.val();
        self.word_valid.next = self.issued.val();
        self.word_first.next = self.issued_first.val();
        self.word_last.next = self.issued_last.val();
        self.word_bad.next = self.issued_last.val() && self.known_bad.val();
        self.word_discard.next = self.issued.val() && self.whole.val() && self.known_bad.val();
    }
}
