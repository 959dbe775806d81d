//! The tail-drop Ethernet switch: store-and-forward, output-queued (Shimonishi'07 §IV-1).

mod bank;
mod beats;
mod counters;
mod fetch;
mod input;
mod look_up;
mod mover;
mod output;
mod queue;
mod registers;
mod sender;
mod sizes;
mod slots;
mod space;
mod sweep;
mod verdict;

pub use bank::EthernetBank;
pub use beats::EthernetBeats;
pub use counters::EthernetCounters;
pub use fetch::EthernetFetch;
pub use input::EthernetInput;
pub use look_up::EthernetLookUp;
pub use mover::EthernetMover;
pub use output::EthernetOutput;
pub use queue::EthernetQueue;
pub use registers::EthernetRegisters;
pub use sender::EthernetSender;
pub use slots::EthernetSlots;
pub use space::EthernetSpace;
pub use sweep::EthernetSweep;
pub use verdict::EthernetVerdict;

use self::counters::EVENTS;
use self::sizes::{byte_bits, word_beats};
use crate::interface::{AxiLite, AxiStream, StreamSignals};
use crate::prelude::*;
use tailback_spec::efl::switch::{address, EthernetSwitch as Config};
use tailback_spec::efl::WIDTH_BITS;

block! {
    /// Store-and-forward Ethernet switch that drops the frames for which the buffer of their output
    /// has no space.
    ///
    /// Frames have no FCS. Received ones cannot be stalled. In its slot, each input moves a word of
    /// several beats to the buffer of an output. Software writes the MAC table and reads the
    /// counters over AXI4-Lite.
    pub struct EthernetSwitch(switch: &Config) as "tailback_ethernet_switch" {
        /// Ports.
        count ports = switch.ports();
        /// Beats of a word.
        count word_beats = word_beats(switch);
        /// Counters of events of a port.
        count events = EVENTS;

        /// Registers.
        slave s_axil: AxiLite(address::BITS, true, true);
        /// Received frames; `tuser` with `tlast`: the frame is bad.
        slave(switch.ports()) rx: AxiStream(StreamSignals::packets(WIDTH_BITS).user(1));
        /// The MAC table is cleared.
        output ready;
        /// Frames that are sent; all signals are 0 without a beat.
        master(switch.ports()) m: AxiStream(StreamSignals::packets(WIDTH_BITS).stallable());

        /// Events of ports, those of a port one after the other.
        local(switch.ports() * EVENTS) happened;
        /// One bit per port for each input: the input is that of this port.
        local(switch.ports()) own[switch.ports()];
        /// Outputs: the offered word is for this one.
        local(switch.ports()) chosen;
        /// Output of the word offered by each input.
        local(switch.ports()) input_port[switch.port_bits()];
        /// Number of the last byte of its frame.
        local(switch.ports()) input_byte[byte_bits(switch)];
        /// Beats of the word of each input, those of an input one after the other.
        local(switch.ports() * word_beats(switch)) input_word[WIDTH_BITS];
        /// One bit per beat of these: the beat is not in the memory yet.
        local(switch.ports() * word_beats(switch)) input_fresh;
        /// Beat of each input that `input_fresh` marks.
        local(switch.ports()) input_beat[WIDTH_BITS];
        /// A word is offered for the next slot.
        local offers;
        /// The offered word is the first one of its frame.
        local offers_first;
        /// The offered word is the last one of its frame.
        local offers_last;
        /// Output of the offered word.
        local offered_port[switch.port_bits()];
        /// Number of the last byte of its frame.
        local offered_byte[byte_bits(switch)];
        /// One bit per beat of the word: the beat is not in the memory yet.
        local(word_beats(switch)) offers_fresh;
        /// Beat that `offers_fresh` marks.
        local offered_beat[WIDTH_BITS];
        /// Some output drops the offered frame.
        local drops;
        /// Beats of the word of this slot, without a fresh one.
        local(word_beats(switch)) slot_word[WIDTH_BITS];
        /// A word is offered for this slot.
        reg offered;
        /// The word is the first one of its frame.
        reg is_first;
        /// The word is the last one of its frame.
        reg is_last;
        /// Output of the word.
        reg port[switch.port_bits()];
        /// Number of the last byte of its frame.
        reg last_byte[byte_bits(switch)];
        /// One bit per beat of the word: the beat is `fresh_beat`.
        reg(word_beats(switch)) fresh;
        /// Beat of the word that is not in the memory of its input yet.
        reg fresh_beat[WIDTH_BITS];
        /// The frame offered for the slot of the previous cycle was dropped.
        reg dropped;
        /// Beats of the word of the slot of the previous cycle.
        reg(word_beats(switch)) word[WIDTH_BITS];

        /// Registers.
        sub registers: EthernetRegisters = EthernetRegisters::new(switch);
        /// Slots.
        sub slots: EthernetSlots = EthernetSlots::new(switch);
        /// Inputs.
        sub(switch.ports()) receiving: EthernetInput = EthernetInput::new(switch);
        /// Outputs.
        sub(switch.ports()) sending: EthernetOutput = EthernetOutput::new(switch);
    }
    connect {
        registers: s_axil, happened, ready;
        registers, receiving: sweeping, write, write_index, write_entry;
        slots, receiving: reads;
        slots, sending: slot;
        receiving: rx, own, dropped, offered_port = input_port, offered_byte = input_byte,
            fresh = input_fresh, fresh_beat = input_beat, word = input_word;
        sending: offers = chosen, is_first, is_last, last_byte, word, m;
        sending, registers: free_bytes, least_bytes;
    }
}

impl Logic for EthernetSwitch {
    #[hdl_gen]
    fn update(&mut self) {
        for side in 0..self.ports.val() {
            self.own[side].next = 0.into();
            self.own[side].next = self.own[side].val().replace_bit(side, true);
        }

        comment!("The word for the next slot: only one input offers something other than 0.");
        self.offers.next = false;
        self.offers_first.next = false;
        self.offers_last.next = false;
        self.offered_port.next = 0.into();
        self.offered_byte.next = 0.into();
        self.offered_beat.next = 0.into();
        for beat in 0..self.word_beats.val() {
            self.offers_fresh[beat].next = false;
            self.slot_word[beat].next = 0.into();
        }
        for side in 0..self.ports.val() {
            self.offers.next = self.offers.val() || self.receiving[side].offers.val();
            self.offers_first.next =
                self.offers_first.val() || self.receiving[side].offers_first.val();
            self.offers_last.next =
                self.offers_last.val() || self.receiving[side].offers_last.val();
            self.offered_port.next = self.offered_port.val() | self.input_port[side].val();
            self.offered_byte.next = self.offered_byte.val() | self.input_byte[side].val();
            self.offered_beat.next = self.offered_beat.val() | self.input_beat[side].val();
            for beat in 0..self.word_beats.val() {
                self.offers_fresh[beat].next = self.offers_fresh[beat].val()
                    || self.input_fresh[side * self.word_beats.val() + beat].val();
                self.slot_word[beat].next = self.slot_word[beat].val()
                    | self.input_word[side * self.word_beats.val() + beat].val();
            }
        }
        self.offered.next = self.offers.val();
        self.is_first.next = self.offers_first.val();
        self.is_last.next = self.offers_last.val();
        self.port.next = self.offered_port.val();
        self.last_byte.next = self.offered_byte.val();
        self.fresh_beat.next = self.offered_beat.val();

        comment!("The slot: an output takes the word, or drops its frame.");
        for side in 0..self.ports.val() {
            self.chosen[side].next = self.offered.val() && self.port.val() == side;
        }
        self.drops.next = false;
        for side in 0..self.ports.val() {
            self.drops.next = self.drops.val() || self.sending[side].drops.val();
        }
        self.dropped.next = self.drops.val();
        for beat in 0..self.word_beats.val() {
            self.fresh[beat].next = self.offers_fresh[beat].val();
            self.word[beat].next = self.slot_word[beat].val();
            if self.fresh[beat].val() {
                self.word[beat].next = self.fresh_beat.val();
            }
        }

        comment!("Events");
        for side in 0..self.ports.val() {
            self.happened[side * self.events.val()].next = self.receiving[side].accepts.val();
            self.happened[side * self.events.val() + 1].next = self.receiving[side].malformed.val();
            self.happened[side * self.events.val() + 2].next = self.receiving[side].full.val();
            self.happened[side * self.events.val() + 3].next = self.receiving[side].unknown.val();
            self.happened[side * self.events.val() + 4].next = self.sending[side].sent.val();
            self.happened[side * self.events.val() + 5].next = self.sending[side].drops.val();
        }
    }
}
