//! Beat and position in which FECN is set.

use super::{FECN_AFTER_GLOBAL, FECN_AFTER_LOCAL, NEXT_HEADER};
use crate::prelude::*;
use tailback_spec::switch::port::Port;

/// Bits of the index of a beat in its packet, as far as it matters.
const POSITION_BITS: usize = 3;

block! {
    /// Determines in which beat of a packet FECN is set, and in which of its two positions.
    pub struct FecnPlace(port: &Port) as "tailback_egress_fecn" {
        /// Index of the beat with FECN behind a Local Route Header.
        count local_word = FECN_AFTER_LOCAL / port.width_bytes();
        /// Index of the beat with FECN behind a Global Route Header.
        count global_word = FECN_AFTER_GLOBAL / port.width_bytes();
        /// Index of the beat that identifies the header behind the Global Route Header.
        count next_header_word = NEXT_HEADER / port.width_bytes();
        /// FECN behind a Local Route Header is in the first beat.
        choice local_in_first = FECN_AFTER_LOCAL < port.width_bytes();
        /// FECN behind a Global Route Header is in the first beat.
        choice global_in_first = FECN_AFTER_GLOBAL < port.width_bytes();
        /// The first beat identifies the header behind the Global Route Header.
        choice next_header_in_first = NEXT_HEADER < port.width_bytes();
        /// Index from which on beats are not distinguished.
        count last_position = (1 << POSITION_BITS) - 1;

        /// A beat enters.
        input word_valid;
        /// The beat is the first of a packet.
        input word_first;
        /// The packet is to be marked; valid with `word_first`.
        input mark;
        /// The base transport follows the Local Route Header; valid with `word_first`.
        input is_local;
        /// A Global Route Header follows the Local Route Header; valid with `word_first`.
        input is_global;
        /// The base transport follows the Global Route Header; valid in the beat that identifies
        /// it.
        input has_transport;
        /// The FECN position behind a Local Route Header counts and is clear in the beat.
        input clear_local;
        /// The FECN position behind a Global Route Header counts and is clear in the beat.
        input clear_global;

        /// FECN behind the Local Route Header is set in this beat.
        output sets_local;
        /// FECN behind the Global Route Header is set in this beat.
        output sets_global;

        /// Index of the next beat in its packet.
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
