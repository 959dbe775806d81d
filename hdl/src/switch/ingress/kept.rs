//! The valid bytes of a beat.

use crate::prelude::*;
use tailback_spec::switch::port::Port;

/// Bytes of a group, whose byte enables are combined: the narrowest beat.
const GROUP_BYTES: usize = 8;

block! {
    /// Determines the valid bytes of a beat: in a last beat, those before the first one that is not
    /// enabled; in other beats, all.
    pub struct KeptBytes(port: &Port) as "tailback_ingress_kept" {
        /// Groups of eight bytes in a beat.
        count groups = port.width_bytes() / GROUP_BYTES;

        /// Byte enables of the beat.
        input keep[port.width_bytes()];
        /// The beat is the last of its packet.
        input last;
        /// Valid bytes of the beat, one bit per byte.
        output counts[port.width_bytes()];

        /// All bytes of the groups before the current one are enabled.
        local so_far;
        /// All bytes of the current group up to the current byte are enabled.
        local all_kept;
    }
}

impl Logic for KeptBytes {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("By groups: a chain over all bytes of a wide beat takes many logic levels.");
        self.so_far.next = true;
        for group in 0..self.groups.val() {
            self.all_kept.next = true;
            for at in 0..8 {
                self.all_kept.next = self.all_kept.val() && self.keep.val().get_bit(8 * group + at);
                self.counts.next = self.counts.val().replace_bit(
                    8 * group + at,
                    !self.last.val() || (self.so_far.val() && self.all_kept.val()),
                );
            }
            self.so_far.next = self.so_far.val() && self.all_kept.val();
        }
    }
}
