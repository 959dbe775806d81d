//! Frames on their way to the MAC.

use super::sizes::{beat_bits, ADDRESS, INDEX_BITS, LABEL, NUMBER};
use crate::interface::{AxiStream, StreamSignals};
use crate::prelude::*;
use tailback_spec::efl::{Efl, BEAT_BYTES, WIDTH_BITS};
use tailback_spec::wire::efl::{HEADER_BYTES, LENGTH_OFFSET};

/// Bytes of the header that are in the beat with the first payload byte.
const HEADER_REST: usize = HEADER_BYTES % BEAT_BYTES;

block! {
    /// Lets frames begin, ACKs and data in turn if there are both, and sends their beats.
    ///
    /// A payload beat is read in the cycle in which a beat moves, and is in a register when the next
    /// but one does. Each beat of a frame has the last seven bytes of a payload beat, and the first
    /// byte of the next one.
    pub struct TransmitFramer(efl: &Efl) as "tailback_efl_transmit_framer" {
        /// EtherType, its first byte in the least significant bits.
        param ether_type[16] = u128::from(efl.ether_type().swap_bytes());
        /// All bytes of a beat are valid.
        param all_bytes[BEAT_BYTES] = (1 << BEAT_BYTES) - 1;
        /// Number of the beat before the one with the length of a padded payload.
        count before_length = LENGTH_OFFSET / BEAT_BYTES - 1;
        /// Lowest bit of that length in its beat.
        count length_at = 8 * (LENGTH_OFFSET % BEAT_BYTES);
        /// Bits of the bytes that a beat has of the payload beat before.
        count rest_bits = 8 * HEADER_REST;

        /// MAC address of the endpoint.
        input set_address[ADDRESS];
        /// A data packet may begin.
        input data_ready;
        /// An ACK may begin.
        input reply_ready;
        /// Destination of the frame that begins.
        input destination[ADDRESS];
        /// Flags of the frame.
        input flags[8];
        /// Flow label of the frame.
        input label[LABEL];
        /// Number of the frame.
        input sequence_number[NUMBER];
        /// Time stamp of the frame.
        input stamp[NUMBER];
        /// Bytes of a padded payload; 0 if the payload is not padded.
        input padded_length[8];
        /// Beats of the payload.
        input payload_beats[INDEX_BITS];
        /// Number of the last beat of the frame.
        input last_number[INDEX_BITS];
        /// Valid bytes of that beat.
        input last_keep[BEAT_BYTES];
        /// Payload beat that was read last.
        input beat[WIDTH_BITS];
        /// A frame begins.
        output begins;
        /// The frame is an ACK.
        output is_ack;
        /// The data packet begins.
        output data_leaves;
        /// The ACK begins.
        output reply_leaves;
        /// A beat moves, and a payload beat is read.
        output moves;
        /// A frame is being sent.
        output_reg sending;
        /// Number of the payload beat that is read.
        output read_index[beat_bits(efl)];
        /// An ACK frame began in the previous cycle.
        output_reg replied;
        /// Frames without FCS.
        master m: AxiStream(StreamSignals::packets(WIDTH_BITS).stallable())
            reg { tvalid, tdata, tkeep, tlast };

        /// The outputs are free.
        local room;
        /// The beat that moves is the last one of its frame.
        local is_last;
        /// Destination and source; the first byte has the least significant bits.
        local addresses[2 * ADDRESS];
        /// Destination and source; the first byte has the most significant bits.
        local number_addresses[2 * ADDRESS];
        /// Last four bytes of the source; the first one has the least significant bits.
        local source_end[32];
        /// First beat of the frame.
        local beat_0[WIDTH_BITS];
        /// Second beat of the frame.
        local beat_1[WIDTH_BITS];
        /// High byte of the label.
        local label_high[8];
        /// Low byte of the label.
        local label_low[8];
        /// Last seven bytes of the header; the first one has the least significant bits.
        local header_rest[8 * HEADER_REST];
        /// Sequence number, its first byte in the least significant bits.
        local number_bytes[NUMBER];
        /// Time stamp, its first byte in the least significant bits.
        local stamp_bytes[NUMBER];
        /// Last seven bytes of the payload beat, with the length of a padded payload.
        local payload_rest[8 * HEADER_REST];
        /// Length of a padded payload, at its place.
        local length_part[8 * HEADER_REST];
        /// The payload has the beat that was read.
        local has_beat;
        /// Beat behind the second one.
        local later_beat[WIDTH_BITS];
        /// Number of the beat that moves.
        reg number[INDEX_BITS];
        /// The last frame that began was an ACK.
        reg was_ack;
        /// Payload beat; 0 behind the end of the payload.
        reg current[WIDTH_BITS];
        /// Bytes in front of it.
        reg rest[8 * HEADER_REST];
    }
}

impl Logic for TransmitFramer {
    #[hdl_gen]
    fn update(&mut self) {
        self.room.next = !self.m.tvalid.val() || self.m.tready.val();
        self.begins.next = self.room.val()
            && !self.sending.val()
            && (self.data_ready.val() || self.reply_ready.val());
        self.is_ack.next =
            self.reply_ready.val() && (!self.data_ready.val() || !self.was_ack.val());
        self.data_leaves.next = self.begins.val() && !self.is_ack.val();
        self.reply_leaves.next = self.begins.val() && self.is_ack.val();
        self.moves.next = self.begins.val() || (self.room.val() && self.sending.val());
        self.is_last.next = self.sending.val() && self.number.val() == self.last_number.val();
        self.replied.next = self.reply_leaves.val();
        if self.begins.val() {
            self.was_ack.next = self.is_ack.val();
        }
        if self.moves.val() {
            self.sending.next = !self.is_last.val();
            self.number.next = self.number.val() + 1;
            if self.is_last.val() {
                self.number.next = 0.into();
            }
        }

        comment!("Header: numbers are sent from their most significant byte on.");
        self.number_addresses.next = self.destination.val();
        self.number_addresses.next = (self.number_addresses.val() << 48) | self.set_address.val();
        self.addresses.next = 0.into();
        for octet in 0..12 {
            for at in 0..8 {
                self.addresses.next = self.addresses.val().replace_bit(
                    8 * octet + at,
                    self.number_addresses.val().get_bit(88 - 8 * octet + at),
                );
            }
        }
        self.beat_0.next = self.addresses.val() >> 0;
        self.source_end.next = self.addresses.val() >> 64;
        self.label_high.next = self.label.val() >> 8;
        self.label_low.next = self.label.val() >> 0;
        self.beat_1.next = self.label_high.val();
        self.beat_1.next = (self.beat_1.val() << 8) | self.flags.val();
        self.beat_1.next = (self.beat_1.val() << 16) | self.ether_type.val();
        self.beat_1.next = (self.beat_1.val() << 32) | self.source_end.val();
        self.number_bytes.next = (self.sequence_number.val() << 16)
            | (self.sequence_number.val() & 65280)
            | (self.sequence_number.val() >> 16);
        self.stamp_bytes.next =
            (self.stamp.val() << 16) | (self.stamp.val() & 65280) | (self.stamp.val() >> 16);
        self.header_rest.next = self.stamp_bytes.val();
        self.header_rest.next = (self.header_rest.val() << 24) | self.number_bytes.val();
        self.header_rest.next = (self.header_rest.val() << 8) | self.label_low.val();

        comment!("Payload");
        self.read_index.next = self.number.val() >> 0;
        self.has_beat.next =
            self.number.val() != 0 && self.number.val() <= self.payload_beats.val();
        self.length_part.next = self.padded_length.val();
        self.length_part.next = self.length_part.val() << self.length_at.val();
        self.payload_rest.next = self.current.val() >> 8;
        if self.number.val() == self.before_length.val() {
            self.payload_rest.next = self.payload_rest.val() | self.length_part.val();
        }
        self.later_beat.next = self.current.val();
        self.later_beat.next = (self.later_beat.val() << self.rest_bits.val()) | self.rest.val();
        if self.moves.val() {
            self.current.next = 0.into();
            if self.has_beat.val() {
                self.current.next = self.beat.val();
            }
            self.rest.next = self.payload_rest.val();
            if self.number.val() == 1 {
                self.rest.next = self.header_rest.val();
            }
        }

        comment!("Output register");
        if self.room.val() {
            self.m.tvalid.next = self.moves.val();
        }
        if self.moves.val() {
            self.m.tdata.next = self.later_beat.val();
            if self.number.val() == 0 {
                self.m.tdata.next = self.beat_0.val();
            }
            if self.number.val() == 1 {
                self.m.tdata.next = self.beat_1.val();
            }
            self.m.tlast.next = self.is_last.val();
            self.m.tkeep.next = self.all_bytes.val();
            if self.is_last.val() {
                self.m.tkeep.next = self.last_keep.val();
            }
        }
    }
}
