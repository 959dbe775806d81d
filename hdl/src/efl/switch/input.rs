//! An input of the switch.

use super::sizes::{
    bank_bits, byte_bits, entry_bits, index_bits, word_beats, word_bits, OCTET_BITS,
};
use super::{EthernetBank, EthernetBeats, EthernetLookUp, EthernetMover, EthernetVerdict};
use crate::interface::{AxiStream, StreamSignals};
use crate::prelude::*;
use tailback_spec::efl::switch::EthernetSwitch;
use tailback_spec::efl::WIDTH_BITS;

block! {
    /// Input of the switch: buffers frames until they are complete, looks up their outputs, and
    /// offers their words in the slots of the input.
    ///
    /// Outputs that belong to an offered word are 0 in other cycles.
    pub struct EthernetInput(switch: &EthernetSwitch) as "tailback_ethernet_input" {
        /// Lowest bit of the number of a word in the number of a beat.
        count bank_bits = bank_bits(switch);
        /// Bits of the number of a byte in its beat.
        count octet_bits = OCTET_BITS;

        /// One bit per port: the input is that of this port.
        input own[switch.ports()];
        /// Received frames; `tuser` with `tlast`: the frame is bad.
        slave rx: AxiStream(StreamSignals::packets(WIDTH_BITS).user(1));
        /// The MAC table is being cleared.
        input sweeping;
        /// An entry of the MAC table is written, or cleared.
        input write;
        /// Index of the entry.
        input write_index[index_bits(switch)];
        /// Entry that was written last.
        input write_entry[entry_bits(switch)];
        /// The slot of the input is two cycles later.
        input reads;
        /// The frame offered for the slot of the previous cycle was dropped.
        input dropped;
        /// A frame is accepted.
        output accepts;
        /// A frame is malformed.
        output malformed;
        /// The buffer had no space for a frame.
        output full;
        /// The destination of a frame is unknown.
        output unknown;
        /// A word is offered for the slot of the next cycle.
        output offers;
        /// The word is the first one of its frame.
        output offers_first;
        /// The word is the last one of its frame.
        output offers_last;
        /// Output of the frame.
        output offered_port[switch.port_bits()];
        /// Number of the last byte of the frame.
        output offered_byte[byte_bits(switch)];
        /// One bit per beat of the word: the beat is not in `word` in the next cycle, but in
        /// `fresh_beat` in this one.
        output(word_beats(switch)) fresh;
        /// Beat that `fresh` marks.
        output fresh_beat[WIDTH_BITS];
        /// Beats of the word of this slot.
        output(word_beats(switch)) word[WIDTH_BITS];

        /// Number of the last byte of the frame whose last beat is in the registers.
        local last_byte[byte_bits(switch)];
        /// Number of the word in its frame.
        local frame_word[word_bits(switch)];
        /// Beats in registers.
        sub beats: EthernetBeats = EthernetBeats::new(switch);
        /// MAC table.
        sub table_copy: EthernetLookUp = EthernetLookUp::new(switch);
        /// Verdict on frames.
        sub verdict: EthernetVerdict = EthernetVerdict::new(switch);
        /// Frames that are accepted.
        sub mover: EthernetMover = EthernetMover::new(switch);
        /// Buffer.
        sub(word_beats(switch)) bank: EthernetBank = EthernetBank::new(switch);
    }
    connect {
        beats: rx;
        beats, table_copy: begins = looks;
        beats, verdict: ends, completes, malformed = is_malformed;
        beats, mover: beat;
        beats, bank: write, write_word, write_beat;
        table_copy: sweeping, write, write_index, write_entry;
        table_copy, verdict: found, port;
        table_copy, mover: port;
        verdict: own, word = frame_word, accepts, malformed, full, unknown;
        verdict, beats: accepts;
        verdict, mover: accepts;
        mover: reads, last_byte, dropped, offers, offers_first, offers_last, offered_port,
            offered_byte, fresh, fresh_beat;
        mover, verdict: frees, freed;
        mover, bank: read_word;
        bank: read = reads, beat = word;
    }
}

impl Logic for EthernetInput {
    #[hdl_gen]
    fn update(&mut self) {
        self.table_copy.bytes.next = self.beats.beat.val() >> 0;
        self.frame_word.next = self.beats.index.val() >> self.bank_bits.val();
        self.last_byte.next = self.beats.index.val();
        self.last_byte.next =
            (self.last_byte.val() << self.octet_bits.val()) | self.beats.octet.val();
    }
}
