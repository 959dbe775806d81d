//! The header of the frame that is being received.

use super::beats::NUMBER_BITS;
use crate::prelude::*;
use tailback_spec::efl::{Efl, WIDTH_BITS};
use tailback_spec::wire::efl::{Flags, NUMBER_BITS as TIME_BITS};

/// Bits of a MAC address.
const ADDRESS: usize = 48;
/// Bits of a flow label.
const LABEL: usize = 16;
/// Flags that are defined.
const FLAG_BITS: usize = Flags::ALL.len();

/// Bit of a flag in its byte.
fn bit(flag: Flags) -> usize {
    flag.byte().ilog2() as usize
}

block! {
    /// Holds the fields of the header, from the cycle on behind that in which their beat is in the
    /// register; the addresses one cycle later.
    pub struct ReceiveHeader(efl: &Efl) as "tailback_efl_receive_header" {
        /// EtherType, its first byte in the least significant bits.
        param ether_type[16] = u128::from(efl.ether_type().swap_bytes());
        /// Number of flows.
        count flows = efl.flows();
        /// Bit of flag ACK.
        count ack_bit = bit(Flags::ACK);
        /// Bit of flag PROBE.
        count probe_bit = bit(Flags::PROBE);
        /// Bit of flag LAST.
        count last_bit = bit(Flags::LAST);
        /// Bit of flag PADDED.
        count padded_bit = bit(Flags::PADDED);
        /// Bit of flag GAP.
        count gap_bit = bit(Flags::GAP);

        /// A beat is in the register.
        input valid;
        /// Bytes of the beat.
        input data[WIDTH_BITS];
        /// Number of the beat.
        input number[NUMBER_BITS];
        /// Destination address; the first byte has the most significant bits.
        output_reg destination[ADDRESS];
        /// Source address; the first byte has the most significant bits.
        output_reg source[ADDRESS];
        /// EtherType is another one than that of EFL.
        output_reg wrong_type;
        /// Flag ACK.
        output_reg is_ack;
        /// Flag PROBE.
        output_reg probe;
        /// Flag LAST.
        output_reg is_last;
        /// Flag PADDED.
        output_reg is_padded;
        /// Flag GAP.
        output_reg gap;
        /// Flow label is not that of a flow.
        output unknown;
        /// Low bits of the flow label: the flow, if there is such a flow.
        output flow[efl.flow_bits()];
        /// Sequence number.
        output_reg packet[TIME_BITS as usize];
        /// Time stamp.
        output_reg stamp[TIME_BITS as usize];

        /// First eight bytes of the header.
        reg first[WIDTH_BITS];
        /// Last four bytes of the source; the first one has the least significant bits.
        reg source_end[32];
        /// First byte of the label.
        reg label_high[8];
        /// Flow label.
        reg label[LABEL];
        /// Second byte of the label.
        local label_low[8];
        /// EtherType in the beat.
        local found_type[16];
        /// Flags in the beat.
        local flags[FLAG_BITS];
        /// Flow label of the beat.
        local found_label[LABEL];
        /// Bytes of the sequence number; the first one has the least significant bits.
        local sequence_bytes[TIME_BITS as usize];
        /// Bytes of the time stamp; the first one has the least significant bits.
        local stamp_bytes[TIME_BITS as usize];
        /// First twelve bytes of the frame; the first one has the least significant bits.
        local addresses[2 * ADDRESS];
        /// Destination; the first byte has the most significant bits.
        local found_destination[ADDRESS];
        /// Source; the first byte has the most significant bits.
        local found_source[ADDRESS];
    }
}

impl Logic for ReceiveHeader {
    #[hdl_gen]
    fn update(&mut self) {
        self.found_type.next = self.data.val() >> 32;
        self.flags.next = self.data.val() >> 48;
        self.label_low.next = self.data.val() >> 0;
        self.found_label.next = self.label_high.val();
        self.found_label.next = (self.found_label.val() << 8) | self.label_low.val();
        self.sequence_bytes.next = self.data.val() >> 8;
        self.stamp_bytes.next = self.data.val() >> 32;
        if self.valid.val() && self.number.val() == 0 {
            self.first.next = self.data.val();
        }
        if self.valid.val() && self.number.val() == 1 {
            self.source_end.next = self.data.val() >> 0;
            self.wrong_type.next = self.found_type.val() != self.ether_type.val();
            self.is_ack.next = self.flags.val().get_bit(self.ack_bit.val());
            self.probe.next = self.flags.val().get_bit(self.probe_bit.val());
            self.is_last.next = self.flags.val().get_bit(self.last_bit.val());
            self.is_padded.next = self.flags.val().get_bit(self.padded_bit.val());
            self.gap.next = self.flags.val().get_bit(self.gap_bit.val());
            self.label_high.next = self.data.val() >> 56;
        }
        comment!("A number is received from its most significant byte on: its bytes are reversed.");
        if self.valid.val() && self.number.val() == 2 {
            self.label.next = self.found_label.val();
            self.packet.next = (self.sequence_bytes.val() << 16)
                | (self.sequence_bytes.val() & 65280)
                | (self.sequence_bytes.val() >> 16);
            self.stamp.next = (self.stamp_bytes.val() << 16)
                | (self.stamp_bytes.val() & 65280)
                | (self.stamp_bytes.val() >> 16);
        }
        self.flow.next = self.label.val() >> 0;
        self.unknown.next = self.label.val() >= self.flows.val();

        comment!("The first beat of the next frame replaces the addresses one cycle too early.");
        self.addresses.next = self.source_end.val();
        self.addresses.next = (self.addresses.val() << 64) | self.first.val();
        self.found_destination.next = 0.into();
        self.found_source.next = 0.into();
        for octet in 0..6 {
            for at in 0..8 {
                self.found_destination.next = self
                    .found_destination
                    .val()
                    .replace_bit(40 - 8 * octet + at, self.addresses.val().get_bit(8 * octet + at));
                self.found_source.next = self.found_source.val().replace_bit(
                    40 - 8 * octet + at,
                    self.addresses.val().get_bit(48 + 8 * octet + at),
                );
            }
        }
        self.destination.next = self.found_destination.val();
        self.source.next = self.found_source.val();
    }
}
