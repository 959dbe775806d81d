//! Predicts the end of the packet that an input port sends, so that the next one is chosen in time.

use crate::prelude::*;
use tailback_spec::switch::port::Port as Config;
use tailback_spec::switch::progress::left_bits;
use tailback_spec::wire::lrh::WORD_BYTES;

/// Bits of PktLen.
pub(super) const LENGTH_BITS: usize = 11;
/// Most beats left near the end of a packet.
const FEW: usize = 3;

/// Largest number of as many bits as a number of beats.
fn most(port: &Config) -> usize {
    (1 << left_bits(port)) - 1
}

/// Shift from PktLen to a number of whole beats.
fn beat_shift(port: &Config) -> usize {
    (port.width_bytes() / WORD_BYTES).ilog2() as usize
}

block! {
    /// Reports that the packet that an input port sends is sure to end in this cycle or the next
    /// two.
    ///
    /// The beats left are counted down from PktLen in the packet's header.
    pub struct PacketProgress(config: &Config) as "tailback_packet_progress" {
        /// All numbers of beats are few.
        choice always_few = most(config) <= FEW;
        /// Shift from PktLen to a number of whole beats.
        count beat_shift = beat_shift(config);
        /// Most beats left near the end of a packet.
        count few = FEW;
        /// Mask of the bits of a number of beats.
        param counted[LENGTH_BITS] = most(config) as u128;

        /// High in the cycle in which a packet is started.
        input start;
        /// High in the cycle in which a beat is issued.
        input issue;
        /// High in the cycle in which the last beat of the packet is issued.
        input ends;
        /// The packet's last beat is in the buffer.
        input complete;
        /// Beats will not be held up at the output port in the next three cycles at least.
        input roomy;
        /// The first beat of the packet leaves the buffer, in the second cycle after it is issued.
        input header;
        /// PktLen of the packet, in words of 4 bytes; valid with `header`.
        input words[LENGTH_BITS];

        /// The last beat is issued in this cycle or the next two, or has been issued.
        output near_end;

        /// Beats left, not considering those counted in `gone`.
        local rest[LENGTH_BITS];
        /// The second beat of the packet was issued, and is not considered in `rest`.
        local uncounted;
        /// Beats to subtract from `rest`: 0 to 2.
        local gone[2];
        /// At most `few` beats will be left in the next cycle.
        local few_left;
        /// Beats left to be issued.
        reg left[LENGTH_BITS];
        /// A beat was issued in the previous cycle, and not the first one of a packet.
        reg second;
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
        self.second.next = self.issue.val() && !self.start.val();
        self.uncounted.next = self.header.val() && self.second.val();
        self.gone.next = 0.into();
        if self.issue.val() && self.uncounted.val() {
            self.gone.next = 2.into();
        } else if self.issue.val() || self.uncounted.val() {
            self.gone.next = 1.into();
        }
        self.left.next = (self.rest.val() - self.gone.val()) & self.counted.val();
        comment!("`issue` is late in the cycle: compare `rest`, in each case.");
        if self.gone.val() == 0 {
            self.few_left.next = self.rest.val() <= self.few.val();
        } else if self.gone.val() == 1 {
            self.few_left.next = self.rest.val() != 0 && self.rest.val() <= self.few.val() + 1;
        } else {
            self.few_left.next = self.rest.val() > 1 && self.rest.val() <= self.few.val() + 2;
        }
        if self.always_few.val() {
            self.few_left.next = true;
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
