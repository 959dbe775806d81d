//! The beats of a packet.

use super::WORD;
use crate::crc::{ByteOrder, Crc, Word, WORD_BITS};
use crate::prelude::*;
use tailback_spec::board::host::{BoardHost, HEADER_WORDS};
use tailback_spec::fabric::packet::PAYLOAD;
use tailback_spec::parameter::bits_for;
use tailback_spec::wire::crc::{INVARIANT, LINK};

/// Bits of the number of a beat.
fn beat_bits(config: &BoardHost) -> usize {
    bits_for(config.beats() as u32 - 1)
}

/// Bits of the number of a word.
fn index_bits(config: &BoardHost) -> usize {
    bits_for((config.beats() * config.width_words()) as u32)
}

/// Number of the word with the PSN.
const PSN_PLACE: usize = HEADER_WORDS - 1;

/// The word with the PSN, with the distance to the end of so many words.
fn psn_word(words: usize) -> Word {
    Word::whole((words - PSN_PLACE) * WORD_BITS)
}

block! {
    /// Beats of a packet: header, payload, ICRC and VCRC.
    ///
    /// Packets of a flow differ in their PSN alone, so that their checksums are those of packet 0, changed by
    /// what the PSN contributes.
    pub struct HostPacket(config: &BoardHost) as "tailback_host_packet" {
        /// Words of a beat.
        count width_words = config.width_words();
        /// Bits of the number of a word in its beat.
        count lane_bits = config.width_words().ilog2() as usize;
        /// Words of a header.
        count header_words = HEADER_WORDS;
        /// Number of the word with the PSN.
        count psn_place = PSN_PLACE;
        /// Number of the word with the ICRC.
        count icrc_word = config.packet_words() - 1;
        /// Number of the last beat.
        count last_beat = config.beats() - 1;
        /// Word of the payload.
        param payload[WORD] = u128::from(u32::from_ne_bytes([PAYLOAD; 4]));
        /// Byte enables of the last beat.
        param last_keep[config.width_bytes()] =
            u128::MAX >> (128 - (config.packet_bytes() - (config.beats() - 1) * config.width_bytes()));
        /// Byte enables of other beats.
        param whole_keep[config.width_bytes()] = u128::MAX >> (128 - config.width_bytes());

        /// A packet begins.
        input begins;
        /// ICRC of packet 0 of the flow of the packet that begins.
        input icrc[WORD];
        /// VCRC of packet 0 of that flow.
        input vcrc[WORD];
        /// Packets of that flow before.
        input sent[WORD];
        /// Header of the packet that is sent, with PSN 0.
        input(HEADER_WORDS) header[WORD];
        /// A packet is sent.
        input sending;
        /// The beat is accepted.
        input taken;
        /// Data of the beat.
        output beat_data[8 * config.width_bytes()];
        /// Byte enables of the beat.
        output keep[config.width_bytes()];
        /// The beat is the first one of the packet.
        output first;
        /// The beat is the last one of the packet.
        output last;

        /// PSN of the packet that begins, as in its word.
        local new_psn_word[WORD];
        /// Contribution of the PSN to the ICRC.
        sub invariant: Crc =
            Crc::new(INVARIANT, ByteOrder::LittleEndian, &[psn_word(config.packet_words() - 1)]);
        /// Contributions of the PSN and of the ICRC to the VCRC.
        sub variant: Crc = Crc::new(
            LINK,
            ByteOrder::LittleEndian,
            &[psn_word(config.packet_words()), Word::whole(WORD_BITS)],
        );
        /// Contributions to the VCRC.
        local change[LINK.bits];
        /// Number of a word, one for each word of the beat.
        local(config.width_words()) index[index_bits(config)];
        /// Words of the beat.
        local(config.width_words()) word[WORD];

        /// Number of the beat.
        reg beat[beat_bits(config)];
        /// PSN, as in its word.
        reg psn_word[WORD];
        /// ICRC.
        reg packet_icrc[WORD];
        /// VCRC.
        reg packet_vcrc[WORD];
    }
}

impl Logic for HostPacket {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("The PSN has 24 bits, the most significant byte first.");
        self.new_psn_word.next = 0.into();
        for at in 0..8 {
            self.new_psn_word.next =
                self.new_psn_word.val().replace_bit(8 + at, self.sent.val().get_bit(16 + at));
            self.new_psn_word.next =
                self.new_psn_word.val().replace_bit(16 + at, self.sent.val().get_bit(8 + at));
            self.new_psn_word.next =
                self.new_psn_word.val().replace_bit(24 + at, self.sent.val().get_bit(at));
        }
        self.invariant.data[0].next = self.new_psn_word.val();
        self.variant.data[0].next = self.new_psn_word.val();
        self.variant.data[1].next = self.invariant.remainder[0].val();
        self.change.next = self.variant.remainder[0].val() ^ self.variant.remainder[1].val();
        if self.taken.val() {
            self.beat.next = self.beat.val() + 1;
        }
        if self.begins.val() {
            self.beat.next = 0.into();
            self.psn_word.next = self.new_psn_word.val();
            self.packet_icrc.next = self.icrc.val() ^ self.invariant.remainder[0].val();
            self.packet_vcrc.next = self.vcrc.val() ^ self.change.val();
        }

        self.first.next = self.beat.val() == 0;
        self.last.next = self.sending.val() && self.beat.val() == self.last_beat.val();
        self.keep.next = 0.into();
        if self.last.val() {
            self.keep.next = self.last_keep.val();
        } else if self.sending.val() {
            self.keep.next = self.whole_keep.val();
        }
        self.beat_data.next = 0.into();
        for lane in 0..self.width_words.val() {
            self.index[lane].next = self.beat.val();
            self.index[lane].next = self.index[lane].val() << self.lane_bits.val();
            self.index[lane].next = self.index[lane].val() | lane;
            self.word[lane].next = 0.into();
            if self.index[lane].val() < self.icrc_word.val() {
                self.word[lane].next = self.payload.val();
            }
            for number in 0..self.header_words.val() {
                if self.index[lane].val() == number {
                    self.word[lane].next = self.header[number].val();
                }
            }
            if self.index[lane].val() == self.psn_place.val() {
                self.word[lane].next =
                    self.header[self.psn_place.val()].val() | self.psn_word.val();
            }
            if self.index[lane].val() == self.icrc_word.val() {
                self.word[lane].next = self.packet_icrc.val();
            }
            if self.index[lane].val() == self.icrc_word.val() + 1 {
                self.word[lane].next = self.packet_vcrc.val();
            }
            if self.sending.val() {
                for at in 0..32 {
                    self.beat_data.next = self
                        .beat_data
                        .val()
                        .replace_bit(32 * lane + at, self.word[lane].val().get_bit(at));
                }
            }
        }
    }
}
