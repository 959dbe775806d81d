//! Packets with FECN set, and with a VCRC to match.

use super::{FecnPlace, VcrcChange, BYTE, FECN_AFTER_GLOBAL, FECN_AFTER_LOCAL, NEXT_HEADER};
use crate::prelude::*;
use tailback_spec::switch::port::Port;
use tailback_spec::wire::crc::LINK_BYTES;
use tailback_spec::wire::{bth, lrh};

/// Value of byte [`NEXT_HEADER`] if the base transport follows (IBA 8.3).
const TRANSPORT: usize = 0x1B;
/// Bit of FECN in its byte.
const FECN_BIT: usize = bth::FECN_MASK.ilog2() as usize;

/// Index of a byte of the packet in its beat.
fn place(byte: usize, port: &Port) -> usize {
    byte % port.width_bytes()
}

block! {
    /// Sets FECN in packets that are to be marked, and changes their VCRC to match.
    pub struct PacketMarker(port: &Port) as "tailback_egress_marker" {
        /// Data bits of a beat; above them is one keep bit for each byte.
        count width_bits = port.width_bits();
        /// Groups of four bytes in a beat.
        count groups = port.width_bytes() / lrh::WORD_BYTES;
        /// Keep bit of the byte with FECN, behind a Local Route Header.
        count local_counts = port.width_bits() + place(FECN_AFTER_LOCAL, port);
        /// Bit of FECN in its beat, behind a Local Route Header.
        count local_bit = place(FECN_AFTER_LOCAL, port) * BYTE + FECN_BIT;
        /// Keep bit two bytes behind that with FECN, behind a Local Route Header: 0 if FECN would
        /// be in the VCRC.
        count local_before_vcrc =
            port.width_bits() + place(FECN_AFTER_LOCAL, port) + LINK_BYTES;
        /// Keep bit of the byte with FECN, behind a Global Route Header.
        count global_counts = port.width_bits() + place(FECN_AFTER_GLOBAL, port);
        /// Bit of FECN in its beat, behind a Global Route Header.
        count global_bit = place(FECN_AFTER_GLOBAL, port) * BYTE + FECN_BIT;
        /// Keep bit two bytes behind that with FECN, behind a Global Route Header: 0 if FECN would
        /// be in the VCRC.
        count global_before_vcrc =
            port.width_bits() + place(FECN_AFTER_GLOBAL, port) + LINK_BYTES;
        /// First bit in its beat of the byte that identifies the header behind the Global Route
        /// Header.
        count next_header_bit = place(NEXT_HEADER, port) * BYTE;
        /// Code of the base transport behind a Global Route Header.
        count transport = TRANSPORT;

        /// A beat enters.
        input word_valid;
        /// The beat is the first of a packet.
        input word_first;
        /// The beat is the last of its packet.
        input word_last;
        /// Beat: data bytes, and above them one keep bit for each byte.
        input word[port.word_bits()];
        /// The packet is to be marked; valid with `word_first`.
        input mark;
        /// FECN is set in the beat.
        output marked;
        /// Beat as it is to be transmitted.
        output sent[port.word_bits()];

        /// LNH, the code of the header behind the Local Route Header; valid with `word_first`.
        local next_header[2];
        /// Code of the header behind the Global Route Header; valid in the beat that holds it.
        local transport_header[BYTE];
        /// Group of four bytes of the beat with which the VCRC begins, one-hot; 0 without one.
        local vcrc_at[port.width_bytes() / lrh::WORD_BYTES];
        /// Beat with FECN set.
        local with_fecn[port.word_bits()];
        /// Bits of the beat that change with the VCRC.
        local vcrc_flips[port.word_bits()];
        /// Beat and position in which FECN is set.
        sub fecn: FecnPlace = FecnPlace::new(port);
        /// Change of the VCRC.
        sub change: VcrcChange = VcrcChange::new(port);
    }
    connect {
        fecn: word_valid, word_first, mark;
        fecn, change: sets_local, sets_global;
        change: word_valid, word_first, vcrc_at, flips = vcrc_flips;
    }
}

impl Logic for PacketMarker {
    #[hdl_gen]
    fn update(&mut self) {
        self.next_header.next = self.word.val() >> 8;
        self.transport_header.next = self.word.val() >> self.next_header_bit.val();
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

        comment!("The VCRC begins with the group of which only two bytes count.");
        for group in 0..self.groups.val() {
            self.vcrc_at.next = self.vcrc_at.val().replace_bit(
                group,
                self.word_last.val()
                    && self.word.val().get_bit(self.width_bits.val() + 4 * group + 1)
                    && !self.word.val().get_bit(self.width_bits.val() + 4 * group + 2),
            );
        }
        self.sent.next = self.with_fecn.val() ^ self.vcrc_flips.val();
    }
}
