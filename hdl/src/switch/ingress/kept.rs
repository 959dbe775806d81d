//! Which bytes of a beat count.

use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::port::Port;

/// Bytes that are looked at together: those of the narrowest beat.
const GROUP_BYTES: usize = 8;

block! {
    /// Takes the bytes of a last beat up to the first one that is not kept; of others, all.
    pub struct KeptBytes(port: &Port) as "tailback_ingress_kept" {
        /// Groups of eight bytes in a beat.
        count groups = port.width_bytes() / GROUP_BYTES;

        /// Which bytes are kept.
        input keep[port.width_bytes()];
        /// The beat is the last one of its packet.
        input last;
        /// Which bytes count.
        output counts[port.width_bytes()];

        /// All bytes of the groups before this one are kept.
        local so_far;
        /// All bytes of this group up to this one are kept.
        local all_kept;
    }
}

impl Logic for KeptBytes {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("By groups: from byte to byte, a wide beat would take many levels of logic.");
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
