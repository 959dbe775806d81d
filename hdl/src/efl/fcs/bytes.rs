//! The valid bytes of a beat.

use super::BEAT_BYTES;
use crate::prelude::*;

block! {
    /// Determines the valid bytes of a beat: in a last beat, those before the first one that is not
    /// enabled, and at least one; in other beats, all.
    pub struct ValidBytes() as "tailback_efl_valid_bytes" {
        /// Byte enables of the beat.
        input keep[BEAT_BYTES];
        /// The beat is the last of its frame.
        input last;
        /// Valid bytes of the beat, one bit per byte.
        output valid[BEAT_BYTES];

        /// All bytes up to the current one are enabled.
        local enabled;
    }
}

impl Logic for ValidBytes {
    #[hdl_gen]
    fn update(&mut self) {
        self.valid.next = self.valid.val().replace_bit(0, true);
        self.enabled.next = self.keep.val().get_bit(0);
        for at in 1..8 {
            self.enabled.next = self.enabled.val() && self.keep.val().get_bit(at);
            self.valid.next =
                self.valid.val().replace_bit(at, !self.last.val() || self.enabled.val());
        }
    }
}
