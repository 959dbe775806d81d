//! Framing flags of the delivered beats.

use crate::prelude::*;

block! {
    /// Frames the delivered beats, each two cycles after its issue.
    pub struct PacketFrame() as "tailback_buffer_frame" {
        /// A beat is issued.
        input issue;
        /// The next beat to issue is the first of its packet.
        input is_first;
        /// The beat that was issued in the previous cycle is the last of its packet; valid if there
        /// was one.
        input was_last;
        /// The packet of the delivered beat is bad; valid with its last beat.
        input is_bad;
        /// The packet of the delivered beat was known to be bad when it was started.
        input discards;

        /// A beat was issued in the previous cycle: it leaves the memory.
        output_reg issued;
        /// A beat is delivered.
        output_reg word_valid;
        /// The delivered beat is the first of its packet.
        output_reg word_first;
        /// The delivered beat is the last of its packet.
        output_reg word_last;
        /// The packet of the delivered beat is bad; valid with `word_last`.
        output word_bad;
        /// The packet of the delivered beat was known to be bad when it was started.
        output word_discard;

        /// The beat that was issued in the previous cycle is the first of its packet.
        reg issued_first;
    }
}

impl Logic for PacketFrame {
    #[hdl_gen]
    fn update(&mut self) {
        self.issued.next = self.issue.val();
        self.issued_first.next = self.issue.val() && self.is_first.val();
        self.word_valid.next = self.issued.val();
        self.word_first.next = self.issued_first.val();
        self.word_last.next = self.issued.val() && self.was_last.val();
        self.word_bad.next = self.word_last.val() && self.is_bad.val();
        self.word_discard.next = self.word_valid.val() && self.discards.val();
    }
}
