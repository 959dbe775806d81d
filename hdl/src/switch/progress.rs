//! Predicts the end of the packet that an input port sends, so that the next one is chosen in time.

use crate::prelude::*;
use tailback_spec::switch::port::Port as Config;
use tailback_spec::switch::progress::left_bits;
use tailback_spec::wire::lrh::WORD_BYTES;

/// Bits of PktLen.
pub(super) const LENGTH_BITS: usize = 11;
/// Most beats left near the end of a packet.
const FEW: usize = 2;

/// Shift from PktLen to a number of whole beats.
fn beat_shift(port: &Config) -> usize {
    (port.width_bytes() / WORD_BYTES).ilog2() as usize
}

block! {
    /// Reports that the packet that an input port sends is sure to end in this cycle or the next.
    ///
    /// The beats left are counted down from PktLen in the packet's header.
    pub struct PacketProgress(config: &Config) as "tailback_packet_progress" {
        /// Shift from PktLen to a number of whole beats.
        count beat_shift = beat_shift(config);
        /// Most beats left near the end of a packet.
        count few = FEW;
        /// Mask of the bits of a number of beats.
        param counted[LENGTH_BITS] = (1 << left_bits(config)) - 1;

        /// High in the cycle in which a packet is started.
        input start;
        /// High in the cycle in which a beat is issued.
        input issue;
        /// High in the cycle in which the last beat of the packet is issued.
        input ends;
        /// The packet's last beat is in the buffer.
        input complete;
        /// Beats will not be held up at the output port in the next two cycles at least.
        input roomy;
        /// The first beat of the packet leaves the buffer, in the cycle after it is issued.
        input header;
        /// PktLen of the packet, in words of 4 bytes; valid with `header`.
        input words[LENGTH_BITS];

        /// The last beat is issued in this cycle or the next, or has been issued.
        output near_end;

        /// Beats left, not considering one issued in this cycle.
        local rest[LENGTH_BITS];
        /// At most `few` beats will be left in the next cycle.
        local few_left;
        /// Beats left to be issued.
        reg left[LENGTH_BITS];
        /// The number of beats left is known.
        reg known;
        /// Few beats are left, and nothing holds them up; computed a cycle ahead for timing.
        reg near;
    }
}

impl Logic for PacketProgress {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("In the cycle of a start, `near` still belongs to the packet before.");
        self.near_end.next = self.near.val() && !self.start.val();

        self.rest.next = self.left.val();
        if self.header.val() {
            comment!("The issued first beat does not count; the last one, with the VCRC, does.");
            self.rest.next = (self.words.val() >> self.beat_shift.val()) & self.counted.val();
        }
        comment!("`issue` is late in the cycle: compute both cases.");
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
