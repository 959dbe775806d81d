//! The remainder of the CRC while a frame is received.

use super::{CRC, WIDTH_BITS};
use crate::crc::{ByteOrder, Crc, Word, WORD_BITS};
use crate::prelude::*;

/// The two words of a beat up to its end, and the first one up to its own end.
const WORDS: [Word; 3] = [
    Word { bits: WORD_BITS, distance: WIDTH_BITS },
    Word { bits: WORD_BITS, distance: WORD_BITS },
    Word { bits: WORD_BITS, distance: WORD_BITS },
];

block! {
    /// Computes the remainder of the CRC over the bytes of a frame, beat by beat.
    pub struct FcsRemainder() as "tailback_efl_fcs_remainder" {
        /// Remainder before a frame.
        param seed[WORD_BITS] = CRC.seed as u128;
        /// Bits of a word.
        count word_bits = WORD_BITS;

        /// A beat is received.
        input beat;
        /// The beat is the last of its frame.
        input last;
        /// Data of the beat.
        input data[WIDTH_BITS];
        /// Remainder before the beat.
        output_reg remainder[WORD_BITS] = CRC.seed as u128;
        /// Remainder after the first four bytes of the beat.
        output after_four[WORD_BITS];

        /// First four bytes of the beat, with the remainder before them.
        local first[WORD_BITS];
        /// Last four bytes of the beat.
        local second[WORD_BITS];
        /// Contributions of the words to the remainders.
        sub parities: Crc = Crc::new(CRC, ByteOrder::LittleEndian, &WORDS);
    }
}

impl Logic for FcsRemainder {
    #[hdl_gen]
    fn update(&mut self) {
        self.first.next = self.data.val() >> 0;
        self.first.next = self.first.val() ^ self.remainder.val();
        self.second.next = self.data.val() >> self.word_bits.val();
        self.parities.data[0].next = self.first.val();
        self.parities.data[1].next = self.second.val();
        self.parities.data[2].next = self.first.val();
        self.after_four.next = self.parities.remainder[2].val();
        if self.beat.val() {
            self.remainder.next =
                self.parities.remainder[0].val() ^ self.parities.remainder[1].val();
            if self.last.val() {
                self.remainder.next = self.seed.val();
            }
        }
    }
}
