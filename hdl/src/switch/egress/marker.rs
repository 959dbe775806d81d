//! Packets with FECN set, and with a VCRC to match.

use super::{FecnPlace, VcrcChange, BYTE, FECN_AFTER_GLOBAL, FECN_AFTER_LOCAL, NEXT_HEADER};
use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::port::Port;
use tailback_spec::wire::crc::LINK_BYTES;
use tailback_spec::wire::{bth, lrh};

/// What it is if that is the base transport.
const TRANSPORT: usize = 0x1B;
/// FECN in its byte.
const FECN_BIT: usize = bth::FECN_MASK.ilog2() as usize;

/// The place of a byte of the packet in its word.
fn place(byte: usize, port: &Port) -> usize {
    byte % port.width_bytes()
}

block! {
    /// Sets FECN in packets that are to be marked, and changes their VCRC to match.
    pub struct PacketMarker(port: &Port) as "tailback_egress_marker" {
        /// Bits of a word that are bytes; above them is one for each byte.
        count width_bits = port.width_bits();
        /// Groups of four bytes in a word.
        count groups = port.width_bytes() / lrh::WORD_BYTES;
        /// Whether the byte with FECN counts, behind a Local Route Header.
        count local_counts = port.width_bits() + place(FECN_AFTER_LOCAL, port);
        /// FECN in that word.
        count local_bit = place(FECN_AFTER_LOCAL, port) * BYTE + FECN_BIT;
        /// Whether it comes before the last two bytes that count.
        count local_before_vcrc =
            port.width_bits() + place(FECN_AFTER_LOCAL, port) + LINK_BYTES;
        /// Whether the byte with FECN counts, behind a Global Route Header.
        count global_counts = port.width_bits() + place(FECN_AFTER_GLOBAL, port);
        /// FECN in that word.
        count global_bit = place(FECN_AFTER_GLOBAL, port) * BYTE + FECN_BIT;
        /// Whether it comes before the last two bytes that count.
        count global_before_vcrc =
            port.width_bits() + place(FECN_AFTER_GLOBAL, port) + LINK_BYTES;
        /// Where a word says what follows the Global Route Header.
        count next_header_bit = place(NEXT_HEADER, port) * BYTE;
        /// What it says if that is the base transport.
        count transport = TRANSPORT;

        /// A word comes.
        input word_valid;
        /// It is the first of a packet.
        input word_first;
        /// It is the last of the packet.
        input word_last;
        /// The word.
        input word[port.word_bits()];
        /// The packet is to be marked; with `word_first`.
        input mark;
        /// FECN is set.
        output marked;
        /// The word as it is to be sent.
        output sent[port.word_bits()];

        /// What follows the Local Route Header.
        local next_header[2];
        /// What follows the Global Route Header.
        local transport_header[BYTE];
        /// The VCRC begins with this group of four bytes, one bit for each.
        local vcrc_at[port.width_bytes() / lrh::WORD_BYTES];
        /// The word with FECN set.
        local with_fecn[port.word_bits()];
        /// What changes in it with the VCRC.
        local vcrc_flips[port.word_bits()];
        /// Where FECN is set.
        sub fecn: FecnPlace = FecnPlace::new(port);
        /// How the VCRC changes.
        sub change: VcrcChange = VcrcChange::new(port);
    }
}

impl Logic for PacketMarker {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_header.next = self.word.val() >> 8;
        self.transport_header.next = self.word.val() >> self.next_header_bit.val();
        self.fecn.word_valid.next = self.word_valid.val();
        self.fecn.word_first.next = self.word_first.val();
        self.fecn.mark.next = self.mark.val();
        self.fecn.is_local.next = self.next_header.val() == 2;
        self.fecn.is_global.next = self.next_header.val() == 3;
        self.fecn.has_transport.next = self.transport_header.val() == self.transport.val();
        self.fecn.clear_local.next = !self.word.val().get_bit(self.local_bit.val())
            && self.word.val().get_bit(self.local_counts.val())
            && (!self.word_last.val() || self.word.val().get_bit(self.local_before_vcrc.val()));
        self.fecn.clear_global.next = !self.word.val().get_bit(self.global_bit.val())
            && self.word.val().get_bit(self.global_counts.val())
            && (!self.word_last.val() || self.word.val().get_bit(self.global_before_vcrc.val()));
        self.marked.next = self.fecn.sets_local.val() || self.fecn.sets_global.val();
        self.with_fecn.next = self.word.val();
        if self.fecn.sets_local.val() {
            self.with_fecn.next = self.with_fecn.val().replace_bit(self.local_bit.val(), true);
        }
        if self.fecn.sets_global.val() {
            self.with_fecn.next = self.with_fecn.val().replace_bit(self.global_bit.val(), true);
        }

        comment!("The VCRC begins where two bytes are left.");
        for group in 0..self.groups.val() {
            self.vcrc_at.next = self.vcrc_at.val().replace_bit(
                group,
                self.word_last.val()
                    && self.word.val().get_bit(self.width_bits.val() + 4 * group + 1)
                    && !self.word.val().get_bit(self.width_bits.val() + 4 * group + 2),
            );
        }
        self.change.word_valid.next = self.word_valid.val();
        self.change.word_first.next = self.word_first.val();
        self.change.sets_local.next = self.fecn.sets_local.val();
        self.change.sets_global.next = self.fecn.sets_global.val();
        self.change.vcrc_at.next = self.vcrc_at.val();
        self.vcrc_flips.next = self.change.flips.val();
        self.sent.next = self.with_fecn.val() ^ self.vcrc_flips.val();
    }
}
