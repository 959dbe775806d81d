//! How far a packet is that an input port sends, so that the next one can be chosen in time.

use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::port::Port as Config;
use tailback_spec::switch::progress::left_bits;
use tailback_spec::wire::lrh::WORD_BYTES;

/// Bits of PktLen.
pub(super) const LENGTH_BITS: usize = 11;
/// Words left at most near the end of a packet.
const FEW: usize = 2;

/// Bits of PktLen below a number of whole beats.
fn beat_shift(port: &Config) -> usize {
    (port.width_bytes() / WORD_BYTES).ilog2() as usize
}

block! {
    /// Says when the packet that an input port sends is sure to end, in this cycle or the next.
    ///
    /// The words that are left are counted from the length in the packet's header.
    pub struct PacketProgress(config: &Config) as "tailback_packet_progress" {
        /// Bits of PktLen below a number of whole beats.
        count beat_shift = beat_shift(config);
        /// Words left at most near the end.
        count few = FEW;
        /// Bits of a number of words.
        param counted[LENGTH_BITS] = (1 << left_bits(config)) - 1;

        /// A packet is started.
        input start;
        /// A word is issued.
        input issue;
        /// It is the last of the packet.
        input ends;
        /// The packet's last word is in the buffer.
        input complete;
        /// Words are not held up soon where it goes.
        input roomy;
        /// The first word comes out.
        input header;
        /// Its PktLen, in words of four bytes.
        input words[LENGTH_BITS];

        /// The last word is issued in this cycle or the next, or has been.
        output near_end;

        /// Words left, but for one that is issued in this cycle.
        local rest[LENGTH_BITS];
        /// They will be few in the next cycle.
        local few_left;
        /// Words left, to be issued.
        reg left[LENGTH_BITS];
        /// They are known.
        reg known;
        /// They are few, and nothing keeps them: found out a cycle before, for others wait for it.
        reg near;
    }
}

impl Logic for PacketProgress {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("In the cycle of its start, a packet may still show the end of the one before.");
        self.near_end.next = self.near.val() && !self.start.val();

        self.rest.next = self.left.val();
        if self.header.val() {
            comment!("The last beat, with the VCRC, stands for the first word, which is gone.");
            self.rest.next = (self.words.val() >> self.beat_shift.val()) & self.counted.val();
        }
        comment!("Whether a word is issued is known late.");
        if self.issue.val() {
            self.left.next = (self.rest.val() - 1) & self.counted.val();
            self.few_left.next = self.rest.val() != 0 && self.rest.val() <= self.few.val() + 1;
        } else {
            self.left.next = self.rest.val();
            self.few_left.next = self.rest.val() <= self.few.val();
        }
        self.near.next = self.few_left.val()
            && (self.known.val() || self.header.val())
            && !self.start.val()
            && self.complete.val()
            && self.roomy.val();

        if self.start.val() || self.ends.val() {
            self.known.next = false;
        } else if self.header.val() {
            self.known.next = true;
        }
    }
}
