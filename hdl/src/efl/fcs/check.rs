//! The check of the FCS of received frames.

use super::{ExpectedRemainder, FcsRemainder, ValidBytes, BEAT_BYTES, WIDTH_BITS};
use crate::crc::WORD_BITS;
use crate::interface::{AxiStream, StreamSignals};
use crate::prelude::*;

block! {
    /// Checks the FCS of received frames, and removes it.
    ///
    /// A beat waits until the next one shows whether it is the last one without the FCS. Beats
    /// cannot be stalled.
    pub struct FcsCheck() as "tailback_efl_fcs_check" {
        /// Bits of a word.
        count word_bits = WORD_BITS;
        /// Bytes of the FCS.
        count fcs_bytes = tailback_spec::wire::efl::fcs::BYTES;
        /// Byte enables of a beat with only valid bytes.
        param whole[BEAT_BYTES] = (1 << BEAT_BYTES) - 1;
        /// Byte enables of a beat with the bytes of the FCS.
        param four[BEAT_BYTES] = 0xF;

        /// Received frames with their FCS; `tuser` with the last beat: the frame is bad.
        slave rx: AxiStream(StreamSignals::packets(WIDTH_BITS).user(1));
        /// Frames without their FCS; `tuser` with the last beat: the frame is bad, or its FCS is
        /// wrong, or it has fewer than 5 bytes. All signals are 0 without a beat.
        master m: AxiStream(StreamSignals::packets(WIDTH_BITS).user(1))
            reg { tvalid, tdata, tkeep, tlast, tuser };
        /// The frame whose last beat this is has a wrong FCS, and is not bad otherwise.
        output_reg wrong;

        /// The beat in `data` ends its frame with at most four bytes, all of them of the FCS.
        local is_rest;
        /// The beat in `held` is sent, as another beat of the frame has been received.
        local follows;
        /// The beat in `held` is sent as the last one, as only the rest of the FCS has followed.
        local closes;
        /// A beat is sent.
        local moves;
        /// The remainder before the beat in `data` is not that before the end of a good frame.
        local low_differs;
        /// The remainder after four bytes of the last beat is not that before the end of a good
        /// frame.
        local high_differs;
        /// The FCS of the frame of a last beat with more than four bytes is wrong.
        local tail_differs;
        /// Byte enables of the beat that is sent.
        local keep[BEAT_BYTES];

        /// A beat is in `data`.
        reg beat;
        /// The beat is the last of its frame.
        reg last;
        /// The frame of the last beat is bad.
        reg bad;
        /// Data of the beat.
        reg data[WIDTH_BITS];
        /// Valid bytes of the beat.
        reg valid[BEAT_BYTES];
        /// Remainder expected before the beat, if it is the last one with at most four bytes.
        reg low[WORD_BITS];
        /// Remainder expected after four bytes of the beat, if it is the last one with more.
        reg high[WORD_BITS];

        /// Data of the beat before that in `data`.
        reg held[WIDTH_BITS];
        /// The beat in `held` is not the last one of its frame, and has not been sent.
        reg holding;
        /// The beat in `held` is the last one of its frame, and is sent.
        reg tail;
        /// The last beat has more than four bytes.
        reg tail_is_long;
        /// Byte enables of the last beat, without the FCS.
        reg tail_keep[BEAT_BYTES];
        /// The frame of the last beat is bad.
        reg tail_bad;
        /// The frame of the last beat, of fewer than 5 bytes, has a wrong FCS.
        reg tail_wrong;
        /// Remainder after four bytes of the last beat.
        reg tail_remainder[WORD_BITS];
        /// Remainder expected there.
        reg tail_high[WORD_BITS];

        /// Valid bytes of the received beat.
        sub bytes: ValidBytes = ValidBytes::new();
        /// Remainder of the frame.
        sub running: FcsRemainder = FcsRemainder::new();
        /// Remainder expected before the first four bytes of the received beat.
        sub expected_low: ExpectedRemainder = ExpectedRemainder::new();
        /// Remainder expected before the last four bytes of the received beat.
        sub expected_high: ExpectedRemainder = ExpectedRemainder::new();
    }
    connect {
        bytes: keep = rx.tkeep, last = rx.tlast;
        running: beat, last, data;
    }
}

impl Logic for FcsCheck {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Received beats.");
        self.expected_low.word.next = self.rx.tdata.val() >> 0;
        self.expected_low.valid.next = self.bytes.valid.val() >> 0;
        self.expected_high.word.next = self.rx.tdata.val() >> self.word_bits.val();
        self.expected_high.valid.next = self.bytes.valid.val() >> self.fcs_bytes.val();
        self.beat.next = self.rx.tvalid.val();
        self.last.next = self.rx.tlast.val();
        self.bad.next = self.rx.tuser.val().any();
        self.data.next = self.rx.tdata.val();
        self.valid.next = self.bytes.valid.val();
        self.low.next = self.expected_low.expected.val();
        self.high.next = self.expected_high.expected.val();

        comment!("A beat is held until the next one is received.");
        self.is_rest.next = self.last.val() && !self.valid.val().get_bit(4);
        self.follows.next = self.beat.val() && self.holding.val();
        self.closes.next = self.follows.val() && self.is_rest.val();
        self.low_differs.next = self.running.remainder.val() != self.low.val();
        if self.beat.val() {
            self.held.next = self.data.val();
            self.holding.next = !self.last.val();
        }
        self.tail.next =
            self.beat.val() && self.last.val() && !(self.holding.val() && self.is_rest.val());
        self.tail_is_long.next = !self.is_rest.val();
        self.tail_keep.next = 1.into();
        if !self.is_rest.val() {
            self.tail_keep.next = self.valid.val() >> self.fcs_bytes.val();
        }
        self.tail_bad.next = self.bad.val();
        self.tail_wrong.next = self.is_rest.val() && self.low_differs.val();
        self.tail_remainder.next = self.running.after_four.val();
        self.tail_high.next = self.high.val();

        comment!("Beats sent on.");
        self.high_differs.next = self.tail_remainder.val() != self.tail_high.val();
        self.tail_differs.next = self.tail_is_long.val() && self.high_differs.val();
        self.moves.next = self.tail.val() || self.follows.val();
        self.keep.next = self.whole.val();
        if self.tail.val() {
            self.keep.next = self.tail_keep.val();
        } else if self.closes.val() {
            self.keep.next = (self.valid.val() << self.fcs_bytes.val()) | self.four.val();
        }
        self.m.tvalid.next = self.moves.val();
        self.m.tdata.next = 0.into();
        self.m.tkeep.next = 0.into();
        if self.moves.val() {
            self.m.tdata.next = self.held.val();
            self.m.tkeep.next = self.keep.val();
        }
        self.m.tlast.next = self.tail.val() || self.closes.val();
        self.m.tuser.next = 0.into();
        if (self.tail.val()
            && (self.tail_bad.val() || !self.tail_is_long.val() || self.tail_differs.val()))
            || (self.closes.val() && (self.bad.val() || self.low_differs.val()))
        {
            self.m.tuser.next = 1.into();
        }
        self.wrong.next = (self.tail.val()
            && !self.tail_bad.val()
            && (self.tail_wrong.val() || self.tail_differs.val()))
            || (self.closes.val() && !self.bad.val() && self.low_differs.val());
    }
}
