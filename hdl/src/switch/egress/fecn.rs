//! Where FECN is set.

use super::{FECN_AFTER_GLOBAL, FECN_AFTER_LOCAL, NEXT_HEADER};
use crate::prelude::*;
use tailback_spec::switch::port::Port;

/// Bits of the position of a word, as far as it matters.
const POSITION_BITS: usize = 3;

block! {
    /// Says in which word FECN of a packet is set, and in which of two places.
    pub struct FecnPlace(port: &Port) as "tailback_egress_fecn" {
        /// The word with FECN behind a Local Route Header.
        count local_word = FECN_AFTER_LOCAL / port.width_bytes();
        /// The word with FECN behind a Global Route Header.
        count global_word = FECN_AFTER_GLOBAL / port.width_bytes();
        /// The word that says what follows the Global Route Header.
        count next_header_word = NEXT_HEADER / port.width_bytes();
        /// FECN behind a Local Route Header is in the first word.
        choice local_in_first = FECN_AFTER_LOCAL < port.width_bytes();
        /// FECN behind a Global Route Header is in the first word.
        choice global_in_first = FECN_AFTER_GLOBAL < port.width_bytes();
        /// What follows the Global Route Header is said in the first word.
        choice next_header_in_first = NEXT_HEADER < port.width_bytes();
        /// From this position on, words are alike.
        count last_position = (1 << POSITION_BITS) - 1;

        /// A word comes.
        input word_valid;
        /// It is the first of a packet.
        input word_first;
        /// The packet is to be marked; with `word_first`.
        input mark;
        /// The base transport follows the Local Route Header; with `word_first`.
        input is_local;
        /// A Global Route Header follows it; with `word_first`.
        input is_global;
        /// What follows that is the base transport; in the word that says so.
        input has_transport;
        /// In the place behind a Local Route Header, FECN is there and clear.
        input clear_local;
        /// In the place behind a Global Route Header, FECN is there and clear.
        input clear_global;

        /// FECN is set in the place behind a Local Route Header.
        output sets_local;
        /// FECN is set in the place behind a Global Route Header.
        output sets_global;

        /// The position of the next word.
        reg position_reg[POSITION_BITS];
        /// The packet is to be marked behind the Local Route Header.
        reg local_reg;
        /// The packet is to be marked behind the Global Route Header.
        reg global_reg;
    }
}

impl Logic for FecnPlace {
    #[hdl_gen]
    fn update(&mut self) {
        self.sets_local.next = self.word_valid.val()
            && self.clear_local.val()
            && ((self.local_in_first.val()
                && self.word_first.val()
                && self.mark.val()
                && self.is_local.val())
                || (!self.word_first.val()
                    && self.local_reg.val()
                    && self.position_reg.val() == self.local_word.val()));
        self.sets_global.next = self.word_valid.val()
            && self.clear_global.val()
            && ((self.global_in_first.val()
                && self.word_first.val()
                && self.mark.val()
                && self.is_global.val()
                && self.has_transport.val())
                || (!self.word_first.val()
                    && self.global_reg.val()
                    && self.position_reg.val() == self.global_word.val()));

        if self.word_valid.val() {
            if self.word_first.val() {
                self.position_reg.next = 1.into();
                self.local_reg.next = self.mark.val() && self.is_local.val();
                self.global_reg.next = self.mark.val()
                    && self.is_global.val()
                    && (!self.next_header_in_first.val() || self.has_transport.val());
            } else {
                if self.position_reg.val() != self.last_position.val() {
                    self.position_reg.next = self.position_reg.val() + 1;
                }
                if !self.has_transport.val()
                    && self.position_reg.val() == self.next_header_word.val()
                {
                    self.global_reg.next = false;
                }
            }
        }
    }
}
