//! What is to be done with a packet.

use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::port::Port;
use tailback_spec::wire::lrh::WORD_BYTES;

/// The least PktLen that is legal.
const LEAST_WORDS: usize = 3;

/// Whether a packet can have a single beat.
pub(super) fn can_be_single(port: &Port) -> bool {
    port.width_bytes() / WORD_BYTES > LEAST_WORDS
}

block! {
    /// Says which beats of a packet are written, and how it ends.
    pub struct PacketVerdict(port: &Port) as "tailback_ingress_verdict" {
        /// A packet can have a single beat.
        choice can_be_single = can_be_single(port);

        /// A beat of a packet comes.
        input beat;
        /// It is the first one.
        input first;
        /// It is the last one.
        input last;
        /// The packet is known to be bad; with `last`.
        input known_bad;
        /// The header is no reason to drop the packet; with `first`.
        input fits;
        /// There is a way to its destination; with `first`.
        input known;
        /// The packet should end with this beat.
        input is_final;
        /// Fewer bytes count than should in the last beat.
        input too_few;
        /// More bytes count than should in the last beat.
        input too_many;
        /// It does not end with the packet's VCRC.
        input bad_vcrc;

        /// The beat is stored.
        output write;
        /// It is the first one that is stored.
        output write_first;
        /// It is another one.
        output write_other;
        /// It is the last one that is stored.
        output write_last;
        /// The packet is bad.
        output write_bad;
        /// The packet ends, and is good.
        output accepted;
        /// The packet ends, and is too short.
        output truncated;
        /// The packet ends, and is too long.
        output too_long;
        /// The packet ends, and is damaged.
        output damaged;

        /// The packet has not been refused, and ends with this beat.
        local ends;
        /// It would be too short.
        local is_short;
        /// But for that, it would be too long.
        local is_long;
        /// But for these, it would be damaged.
        local is_damaged;
        /// The packet that ends with its first beat is bad.
        local bad_at_once;
        /// The beat belongs to a packet that is not refused and has not ended.
        local counts;
        /// The packet goes on, and has neither been refused nor ended.
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

        comment!("Whether there is a way is known late.");
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
        self.write.next =
            (self.first.val() && self.fits.val() && self.known.val() && !self.bad_at_once.val())
                || (self.beat.val() && !self.first.val() && self.going.val());
        self.write_last.next = self.write.val() && (self.last.val() || self.is_final.val());
        comment!("One that is bad at once is not written.");
        self.write_bad.next = self.ends.val()
            && !self.first.val()
            && (self.is_short.val() || self.is_long.val() || self.is_damaged.val());

        if self.beat.val() {
            self.going.next = self.counts.val() && !self.last.val() && !self.is_final.val();
        }
    }
}
