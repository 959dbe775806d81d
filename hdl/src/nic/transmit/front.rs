//! Beats received from the host.

use crate::prelude::*;
use crate::switch::ingress::{HeaderCheck, KeptBytes, PacketLength};
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::nic::reflector::SL_BITS;
use tailback_spec::nic::Nic;
use tailback_spec::switch::port::Port as LinkPort;

/// Bits of PktLen.
pub(super) const LENGTH_BITS: usize = 11;

/// Bits of a stored beat: data, one keep bit per byte, and three flags of its packet.
pub(super) fn stored_bits(port: &LinkPort) -> usize {
    port.word_bits() + 3
}

block! {
    /// Checks packets of the host as they are received.
    ///
    /// A fault that the first beat shows drops the packet; a fault in a later beat truncates it.
    pub struct TransmitFront(nic: &Nic, port: &LinkPort) as "tailback_nic_transmit_front" {
        /// Number of flows.
        count flows = nic.flows();
        /// Some flow numbers belong to no flow.
        choice has_unknown = nic.flows() != 1 << nic.flow_bits();
        /// Virtual lanes (VLs): data VLs and, behind those, VL15.
        count lanes = port.lanes();
        /// Free space, in blocks, for more than any packet.
        param free[port.buffer().free_bits()] = (1 << port.buffer().free_bits()) - 1;
        /// Data bits of a beat.
        count width_bits = port.width_bits();
        /// Data and keep bits of a beat.
        count word_bits = port.word_bits();

        /// A beat is accepted.
        input take;
        /// Data of the beat.
        input data[port.width_bits()];
        /// One bit per valid byte; all bytes are valid without `is_last`.
        input keep[port.width_bytes()];
        /// The beat is the last one that the host has of the packet.
        input is_last;
        /// Flow of the packet.
        input flow[nic.flow_bits()];

        /// The beat after that of this cycle, if there is one, is not the first one of a packet.
        output continues;
        /// The accepted beat is the first one of a packet.
        output first;
        /// The packet is dropped; valid with `first`.
        output refused;
        /// The flow of the packet does not exist; valid with `first`.
        output unknown;
        /// The LVer of the packet is not supported; valid with `first`.
        output bad_version;
        /// The VL of the packet does not exist; valid with `first`.
        output bad_lane;
        /// The PktLen of the packet is too small or too large; valid with `first`.
        output bad_length;
        /// PktLen of the packet; valid with `first`.
        output length[LENGTH_BITS];
        /// VL of the packet; valid with `first`.
        output vl[VL_BITS];
        /// Service level (SL) of the packet; valid with `first`.
        output sl[SL_BITS];
        /// The beat is stored.
        output store;
        /// Beat to be stored: data, keep bits, and whether the beat is the last one, and its packet
        /// shorter, or longer, than its PktLen.
        output stored[stored_bits(port)];

        /// Valid bytes of the beat.
        sub kept: KeptBytes = KeptBytes::new(port);
        /// Check of the header.
        sub header: HeaderCheck = HeaderCheck::new(port);
        /// Length of the packet, counted against its PktLen.
        sub extent: PacketLength = PacketLength::new(port);
        /// The packet ends with this beat.
        local ends;
        /// The next beat is not the first one of a packet.
        reg started;
        /// The packet that is being received has been dropped, or has ended.
        reg over;
    }
    connect {
        kept: keep, last = is_last;
        kept, extent: counts;
        header: vl, length;
        extent: beat = take, first, last = is_last, length;
    }
}

impl Logic for TransmitFront {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("The header");
        self.first.next = self.take.val() && !self.started.val();
        self.vl.next = self.data.val() >> 4;
        self.sl.next = self.data.val() >> 12;
        for at in 0..8 {
            self.length.next = self.length.val().replace_bit(at, self.data.val().get_bit(40 + at));
        }
        for at in 8..11 {
            self.length.next = self.length.val().replace_bit(at, self.data.val().get_bit(24 + at));
        }
        self.header.version.next = self.data.val() >> 0;
        self.header.next_header.next = self.data.val() >> 8;
        self.header.takes.next = false;
        self.header.takes_lane.next = 0.into();
        for number in 0..self.lanes.val() {
            self.header.free[number].next = self.free.val();
        }
        self.unknown.next = false;
        if self.has_unknown.val() {
            self.unknown.next = self.flow.val() >= self.flows.val();
        }
        self.bad_version.next = !self.unknown.val() && self.header.bad_version.val();
        self.bad_lane.next = !self.unknown.val() && self.header.bad_lane.val();
        self.bad_length.next = !self.unknown.val() && self.header.bad_length.val();
        self.refused.next = self.unknown.val() || self.header.refused.val();

        comment!("The end");
        self.ends.next = self.is_last.val() || self.extent.is_final.val();
        self.store.next = self.take.val()
            && ((!self.started.val() && !self.refused.val())
                || (self.started.val() && !self.over.val()));
        self.stored.next = self.kept.counts.val();
        self.stored.next = (self.stored.val() << self.width_bits.val()) | self.data.val();
        self.stored.next = self.stored.val().replace_bit(self.word_bits.val(), self.ends.val());
        self.stored.next = self.stored.val().replace_bit(
            self.word_bits.val() + 1,
            self.is_last.val() && (!self.extent.is_final.val() || self.extent.too_few.val()),
        );
        self.stored.next = self.stored.val().replace_bit(
            self.word_bits.val() + 2,
            self.extent.is_final.val() && (!self.is_last.val() || self.extent.too_many.val()),
        );
        self.continues.next = self.started.val();
        if self.take.val() {
            self.continues.next = !self.is_last.val();
        }
        self.started.next = self.continues.val();
        if self.take.val() {
            self.over.next = self.ends.val()
                || (self.started.val() && self.over.val())
                || (!self.started.val() && self.refused.val());
        }
    }
}
