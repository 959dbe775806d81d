//! The verdict on a packet.

use crate::prelude::*;
use tailback_spec::switch::port::Port;
use tailback_spec::wire::lrh::WORD_BYTES;

/// Least legal PktLen.
const LEAST_WORDS: usize = 3;

/// Whether a packet can have a single beat.
pub(super) fn can_be_single(port: &Port) -> bool {
    port.width_bytes() / WORD_BYTES > LEAST_WORDS
}

block! {
    /// Decides which beats of a packet are stored, and reports how the packet ends.
    pub struct PacketVerdict(port: &Port) as "tailback_ingress_verdict" {
        /// A packet can have a single beat.
        choice can_be_single = can_be_single(port);

        /// A beat of a packet, received in the cycle before.
        input beat;
        /// The beat is the first of its packet.
        input first;
        /// The beat is the last of its packet.
        input last;
        /// The packet is known to be bad; valid with `last`.
        input known_bad;
        /// The header is not refused; valid with `first`.
        input fits;
        /// The forwarding table has a route for the packet; valid with `first`.
        input known;
        /// The packet should end with this beat.
        input is_final;
        /// Fewer bytes are valid than the last beat should have.
        input too_few;
        /// More bytes are valid than the last beat should have.
        input too_many;
        /// The beat does not end with the packet's VCRC.
        input bad_vcrc;

        /// The beat is stored.
        output write;
        /// The stored beat is the first of its packet.
        output write_first;
        /// The stored beat is not the first of its packet.
        output write_other;
        /// The stored beat is the last of its packet.
        output write_last;
        /// The stored packet is bad; valid with `write_last`.
        output write_bad;
        /// A packet ends, and is good.
        output accepted;
        /// A packet ends, and is too short.
        output truncated;
        /// A packet ends, and is too long.
        output too_long;
        /// A packet ends, and is damaged.
        output damaged;

        /// A packet that has not been refused ends with this beat.
        local ends;
        /// The packet is too short if it ends with this beat.
        local is_short;
        /// The packet is too long if it ends with this beat and is not too short.
        local is_long;
        /// The packet is damaged if it ends with this beat; low if it is too short or too long.
        local is_damaged;
        /// The packet is bad if it ends with its first beat.
        local bad_at_once;
        /// The beat belongs to a packet that has been neither refused nor ended.
        local counts;
        /// The current packet continues, and has been neither refused nor ended.
        reg going;
    }
}

impl Logic for PacketVerdict {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_short.next = self.last.val() && (!self.is_final.val() || self.too_few.val());
        self.is_long.next = self.is_final.val() && (!self.last.val() || self.too_many.val());
        self.is_damaged.next = !self.is_short.val()
            && !self.is_long.val()
            && (self.bad_vcrc.val() || self.known_bad.val());
        if self.can_be_single.val() {
            self.bad_at_once.next = (self.last.val() || self.is_final.val())
                && (self.is_short.val() || self.is_long.val() || self.is_damaged.val());
        } else {
            self.bad_at_once.next = self.last.val();
        }

        comment!("`known` is late in the cycle.");
        self.counts.next = (self.first.val() && self.fits.val() && self.known.val())
            || (self.beat.val() && !self.first.val() && self.going.val());
        self.ends.next = self.counts.val() && (self.last.val() || self.is_final.val());
        self.truncated.next = self.ends.val() && self.is_short.val();
        self.too_long.next = self.ends.val() && !self.is_short.val() && self.is_long.val();
        self.damaged.next = self.ends.val() && self.is_damaged.val();
        self.accepted.next = self.ends.val()
            && !self.is_short.val()
            && !self.is_long.val()
            && !self.is_damaged.val();

        self.write_first.next =
            self.first.val() && self.fits.val() && self.known.val() && !self.bad_at_once.val();
        self.write_other.next = self.beat.val() && !self.first.val() && self.going.val();
        self.write.next = self.write_first.val() || self.write_other.val();
        self.write_last.next = self.write.val() && (self.last.val() || self.is_final.val());
        comment!("A packet that is bad with its first beat is not stored at all.");
        self.write_bad.next = self.ends.val()
            && !self.first.val()
            && (self.is_short.val() || self.is_long.val() || self.is_damaged.val());

        if self.beat.val() {
            self.going.next = self.counts.val() && !self.last.val() && !self.is_final.val();
        }
    }
}
