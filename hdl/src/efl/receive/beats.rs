//! The beats of received frames in a register, with their number and valid bytes.

use crate::interface::{AxiStream, StreamSignals};
use crate::prelude::*;
use tailback_spec::efl::{BEAT_BYTES, WIDTH_BITS};

/// Bits of the number of a beat: the longest frame has fewer than 255 beats.
pub(super) const NUMBER_BITS: usize = 8;
/// Bits of a number of valid bytes of a beat.
pub(super) const BYTES_BITS: usize = 4;

block! {
    /// Holds each beat of a frame for a cycle, and counts the beats of the frame.
    pub struct ReceiveBeats() as "tailback_efl_receive_beats" {
        /// Bytes of a beat.
        count beat_bytes = BEAT_BYTES;

        /// Frames without their FCS; `rx_tuser` with the last beat: the frame is bad.
        slave rx: AxiStream(StreamSignals::packets(WIDTH_BITS).user(1));
        /// A beat is in the register.
        output_reg valid;
        /// Bytes of the beat; the first one has the least significant bits.
        output_reg data[WIDTH_BITS];
        /// The beat is the last one of its frame.
        output_reg last;
        /// The frame of the last beat is bad.
        output_reg bad;
        /// Valid bytes of the beat, 1 to 8; 8 if it is not the last one.
        output_reg bytes[BYTES_BITS];
        /// Number of the beat in its frame, from 0 on; saturates at 255.
        output_reg number[NUMBER_BITS];

        /// Valid bytes of the received beat.
        local found[BYTES_BITS];
        /// All bytes up to the current one are valid.
        local all_valid;
    }
}

impl Logic for ReceiveBeats {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Bytes count up to the first one that is not valid; the first one always counts.");
        self.found.next = 1.into();
        self.all_valid.next = true;
        for octet in 1..self.beat_bytes.val() {
            self.all_valid.next = self.all_valid.val() && self.rx.tkeep.val().get_bit(octet);
            if self.all_valid.val() && self.rx.tkeep.val().get_bit(0) {
                self.found.next = (octet + 1).into();
            }
        }
        if !self.rx.tlast.val() {
            self.found.next = self.beat_bytes.val().into();
        }
        self.valid.next = self.rx.tvalid.val();
        if self.rx.tvalid.val() {
            self.data.next = self.rx.tdata.val();
            self.last.next = self.rx.tlast.val();
            self.bad.next = self.rx.tuser.val().get_bit(0);
            self.bytes.next = self.found.val();
        }
        if self.valid.val() && self.last.val() {
            self.number.next = 0.into();
        } else if self.valid.val() && !self.number.val().all() {
            self.number.next = self.number.val() + 1;
        }
    }
}
