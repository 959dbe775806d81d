//! The header of the frame that begins.

use super::sizes::{ADDRESS, INDEX_BITS, LABEL, NUMBER, SIZE_BITS};
use crate::prelude::*;
use tailback_spec::efl::BEAT_BYTES;
use tailback_spec::wire::efl::{Flags, HEADER_BYTES, LEAST_BYTES, MOST_PADDED};

/// Bit of a flag in its byte.
fn bit(flag: Flags) -> usize {
    flag.byte().ilog2() as usize
}

block! {
    /// Selects the frame that begins, data or ACK, and keeps what its later beats need.
    pub struct TransmitHeader() as "tailback_efl_transmit_header" {
        /// Bytes of the longest padded payload.
        count most_padded = MOST_PADDED;
        /// Bytes of the header, less 1.
        count header_less = HEADER_BYTES - 1;
        /// Bytes of a beat.
        count beat_bytes = BEAT_BYTES;
        /// Number of the last beat of the shortest frame.
        param least_last[INDEX_BITS] = ((LEAST_BYTES - 1) / BEAT_BYTES) as u128;
        /// Number of the last byte in that beat.
        param least_byte[3] = ((LEAST_BYTES - 1) % BEAT_BYTES) as u128;
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

        /// A frame begins.
        input begins;
        /// The frame is an ACK.
        input is_ack;
        /// Time in ticks.
        input now[NUMBER];
        /// Number of the data packet.
        input number[NUMBER];
        /// Payload bytes of the data packet.
        input payload[SIZE_BITS];
        /// A further packet of the flow is ready.
        input more;
        /// The data packet is a delay probe.
        input probe;
        /// Address of the peer of the data packet.
        input data_address[ADDRESS];
        /// Flow label of the peer of the data packet.
        input data_label[LABEL];
        /// Number that the ACK expects next.
        input reply_number[NUMBER];
        /// Time stamp of the ACK.
        input reply_stamp[NUMBER];
        /// Flag PROBE of the ACK.
        input reply_probe;
        /// Flag GAP of the ACK.
        input reply_gap;
        /// Address of the peer of the ACK.
        input reply_address[ADDRESS];
        /// Flow label of the peer of the ACK.
        input reply_label[LABEL];
        /// Destination of the frame that begins.
        output destination[ADDRESS];
        /// Flags of the frame that began last.
        output_reg flags[8];
        /// Flow label.
        output_reg label[LABEL];
        /// Number.
        output_reg sequence_number[NUMBER];
        /// Time stamp.
        output_reg stamp[NUMBER];
        /// Bytes of a padded payload; 0 if the payload is not padded.
        output_reg padded_length[8];
        /// Beats of the payload; 0 for an ACK.
        output_reg payload_beats[INDEX_BITS];
        /// Number of the last beat of the frame.
        output_reg last_number[INDEX_BITS];
        /// Valid bytes of that beat: one bit per byte.
        output_reg last_keep[BEAT_BYTES];

        /// The payload is padded.
        local is_padded;
        /// Number of the last byte of the frame, unless it is padded.
        local last_byte[SIZE_BITS];
        /// Full beats of the payload.
        local full_beats[INDEX_BITS];
        /// Payload bytes in the beat behind them.
        local rest_bytes[3];
        /// Number of the last byte in its beat.
        local last_of_beat[3];
        /// Flags of the frame that begins.
        local new_flags[8];
        /// Valid bytes of the last beat of the frame.
        local new_keep[BEAT_BYTES];
    }
}

impl Logic for TransmitHeader {
    #[hdl_gen]
    fn update(&mut self) {
        self.is_padded.next = self.payload.val() <= self.most_padded.val();
        self.last_byte.next = self.payload.val() + self.header_less.val();
        self.full_beats.next = self.payload.val() >> 3;
        self.rest_bytes.next = self.payload.val() >> 0;
        self.destination.next = self.data_address.val();
        self.new_flags.next = 0.into();
        if self.is_ack.val() {
            self.destination.next = self.reply_address.val();
            self.new_flags.next = self.new_flags.val().replace_bit(self.ack_bit.val(), true);
            self.new_flags.next =
                self.new_flags.val().replace_bit(self.probe_bit.val(), self.reply_probe.val());
            self.new_flags.next =
                self.new_flags.val().replace_bit(self.gap_bit.val(), self.reply_gap.val());
        } else {
            self.new_flags.next =
                self.new_flags.val().replace_bit(self.probe_bit.val(), self.probe.val());
            self.new_flags.next =
                self.new_flags.val().replace_bit(self.last_bit.val(), !self.more.val());
            self.new_flags.next =
                self.new_flags.val().replace_bit(self.padded_bit.val(), self.is_padded.val());
        }
        self.last_of_beat.next = self.last_byte.val() >> 0;
        if self.is_padded.val() || self.is_ack.val() {
            self.last_of_beat.next = self.least_byte.val();
        }
        self.new_keep.next = 0.into();
        for octet in 0..self.beat_bytes.val() {
            self.new_keep.next =
                self.new_keep.val().replace_bit(octet, self.last_of_beat.val() >= octet);
        }

        if self.begins.val() {
            self.flags.next = self.new_flags.val();
            self.last_keep.next = self.new_keep.val();
            self.last_number.next = self.least_last.val();
            self.padded_length.next = 0.into();
            if self.is_ack.val() {
                self.label.next = self.reply_label.val();
                self.sequence_number.next = self.reply_number.val();
                self.stamp.next = self.reply_stamp.val();
                self.payload_beats.next = 0.into();
            } else {
                self.label.next = self.data_label.val();
                self.sequence_number.next = self.number.val();
                self.stamp.next = self.now.val();
                self.payload_beats.next = self.full_beats.val();
                if self.rest_bytes.val().any() {
                    self.payload_beats.next = self.full_beats.val() + 1;
                }
                if self.is_padded.val() {
                    self.padded_length.next = self.payload.val() >> 0;
                } else {
                    self.last_number.next = self.last_byte.val() >> 3;
                }
            }
        }
    }
}
