//! Beats as the host brings them.

use crate::comment;
use crate::prelude::*;
use crate::switch::ingress::{HeaderCheck, KeptBytes, PacketLength};
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::nic::reflector::SL_BITS;
use tailback_spec::nic::Nic;
use tailback_spec::switch::port::Port as LinkPort;

/// Bits of PktLen.
pub(super) const LENGTH_BITS: usize = 11;

/// Bits of a beat that is stored: its bytes, a bit for each of them, and three of its packet.
pub(super) fn stored_bits(port: &LinkPort) -> usize {
    port.word_bits() + 3
}

block! {
    /// Checks packets of the host as they come.
    ///
    /// A packet is swallowed for what its first beat shows; for what later ones show, it is cut.
    pub struct TransmitFront(nic: &Nic, port: &LinkPort) as "tailback_nic_transmit_front" {
        /// Flows.
        count flows = nic.flows();
        /// There are numbers that are no flow.
        choice has_unknown = nic.flows() != 1 << nic.flow_bits();
        /// Lanes: data virtual lanes (VLs) and, behind those, VL15.
        count lanes = port.lanes();
        /// More blocks than a packet has.
        param free[port.buffer().free_bits()] = (1 << port.buffer().free_bits()) - 1;
        /// Bytes of a beat.
        count width_bytes = port.width_bytes();
        /// Bits of these bytes.
        count width_bits = port.width_bits();
        /// Bits of both.
        count word_bits = port.word_bits();

        /// A beat is taken.
        input take;
        /// Its bytes.
        input data[port.width_bits()];
        /// Which of them count; with `is_last`.
        input keep[port.width_bytes()];
        /// The host has no more of the packet.
        input is_last;
        /// The flow.
        input flow[nic.flow_bits()];

        /// The next beat is not the first one of a packet.
        output started;
        /// The beat is the first one.
        output first;
        /// The packet is swallowed; with `first`.
        output refused;
        /// Its flow is none.
        output unknown;
        /// It has a version that is unknown.
        output bad_version;
        /// It has a VL that is none.
        output bad_lane;
        /// It is too short or too long.
        output bad_length;
        /// Its PktLen; with `first`.
        output length[LENGTH_BITS];
        /// Its VL; with `first`.
        output vl[VL_BITS];
        /// Its service level (SL); with `first`.
        output sl[SL_BITS];
        /// The beat is stored.
        output store;
        /// The beat: its bytes, which of them count, whether it is the last one, and whether the
        /// packet is shorter, or longer than it says.
        output stored[stored_bits(port)];

        /// Which bytes count.
        sub kept: KeptBytes = KeptBytes::new(port);
        /// What the header says.
        sub header: HeaderCheck = HeaderCheck::new(port);
        /// Where the packet ends.
        sub extent: PacketLength = PacketLength::new(port);
        /// The beat is one with which its packet ends.
        local ends;
        /// A packet is coming in.
        reg open;
        /// It has been swallowed, or has ended.
        reg over;
    }
}

impl Logic for TransmitFront {
    #[hdl_gen]
    fn update(&mut self) {
        self.kept.keep.next = self.keep.val();
        self.kept.last.next = self.is_last.val();

        comment!("The header");
        self.started.next = self.open.val();
        self.first.next = self.take.val() && !self.open.val();
        self.vl.next = self.data.val() >> 4;
        self.sl.next = self.data.val() >> 12;
        for at in 0..8 {
            self.length.next = self.length.val().replace_bit(at, self.data.val().get_bit(40 + at));
        }
        for at in 8..11 {
            self.length.next = self.length.val().replace_bit(at, self.data.val().get_bit(24 + at));
        }
        self.header.version.next = self.data.val() >> 0;
        self.header.vl.next = self.vl.val();
        self.header.next_header.next = self.data.val() >> 8;
        self.header.length.next = self.length.val();
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
        self.extent.beat.next = self.take.val();
        self.extent.first.next = self.first.val();
        self.extent.last.next = self.is_last.val();
        self.extent.length.next = self.length.val();
        self.extent.counts.next = self.kept.counts.val();
        self.ends.next = self.is_last.val() || self.extent.is_final.val();
        self.store.next = self.take.val()
            && ((!self.open.val() && !self.refused.val()) || (self.open.val() && !self.over.val()));
        for at in 0..self.width_bits.val() {
            self.stored.next = self.stored.val().replace_bit(at, self.data.val().get_bit(at));
        }
        for at in 0..self.width_bytes.val() {
            self.stored.next = self
                .stored
                .val()
                .replace_bit(self.width_bits.val() + at, self.kept.counts.val().get_bit(at));
        }
        self.stored.next = self.stored.val().replace_bit(self.word_bits.val(), self.ends.val());
        self.stored.next = self.stored.val().replace_bit(
            self.word_bits.val() + 1,
            self.is_last.val() && (!self.extent.is_final.val() || self.extent.too_few.val()),
        );
        self.stored.next = self.stored.val().replace_bit(
            self.word_bits.val() + 2,
            self.extent.is_final.val() && (!self.is_last.val() || self.extent.too_many.val()),
        );
        if self.take.val() {
            self.open.next = !self.is_last.val();
            self.over.next = self.ends.val()
                || (self.open.val() && self.over.val())
                || (!self.open.val() && self.refused.val());
        }
    }
}
