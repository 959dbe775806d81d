//! What goes out on a port: packets with their FECN, and flow-control packets between them.

mod change;
mod correction;
mod fecn;
mod marker;
mod queue;
mod sent;

pub use change::VcrcChange;
pub use correction::VcrcCorrection;
pub use fecn::FecnPlace;
pub use marker::PacketMarker;
pub use queue::WordQueue;
pub use sent::SentBlocks;

use crate::comment;
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::link::COUNTER_BITS;
use tailback_spec::switch::port::Port;
use tailback_spec::wire::crc::GRH_BYTES;
use tailback_spec::wire::{bth, lrh};

/// The byte with FECN, behind a Local Route Header.
const FECN_AFTER_LOCAL: usize = lrh::BYTES + bth::CONGESTION_BYTE;
/// The byte with FECN, behind a Global Route Header.
const FECN_AFTER_GLOBAL: usize = FECN_AFTER_LOCAL + GRH_BYTES;
/// The byte that says what follows the Global Route Header (IBA 8.3).
const NEXT_HEADER: usize = lrh::BYTES + 6;
/// Bits of PktLen that count full blocks.
const LENGTH_BITS: usize = 7;
/// Those of them that are in its lower byte.
const LOW_BITS: usize = 4;
/// Bits of a byte.
const BYTE: usize = u8::BITS as usize;
block! {
    /// Sends the words of packets, with FECN set where it is wanted, and flow-control packets
    /// between packets.
    ///
    /// A word goes in the cycle in which it comes, or waits in a queue. Where FECN is set, the VCRC
    /// changes to match.
    pub struct Egress(port: &Port) as "tailback_egress" {
        /// Data virtual lanes (VLs).
        count virtual_lanes = port.virtual_lanes();
        /// Bits of a word that are bytes; above them is one for each byte.
        count width_bits = port.width_bits();
        /// Bits of a number of blocks.
        count block_bits = port.block_bits();
        /// Bits of it that are in the lower byte of PktLen.
        count low_bits = port.block_bits().min(LOW_BITS);
        /// Bits of it that are in PktLen.
        count known_bits = port.block_bits().min(LENGTH_BITS);
        /// A word comes; without it, all that goes along with it is 0.
        input word_valid;
        /// It is the first of a packet.
        input word_first;
        /// It is the last of the packet.
        input word_last;
        /// The packet is bad; with `word_last`.
        input word_bad;
        /// The word: its bytes, and above them a bit for each that counts.
        input word[port.word_bits()];
        /// The packet is to be marked; with `word_first`.
        input mark;
        /// A flow-control packet waits.
        input flow_control_valid;
        /// The packet, from its most significant bit.
        input flow_control_packet[PACKET_BITS];
        /// The link takes the beat.
        input tx_ready;

        /// A beat goes.
        output tx_valid;
        /// Its bytes; the first one has the least significant bits.
        output tx_data[port.width_bits()];
        /// Which of them count.
        output tx_keep[port.width_bytes()];
        /// It is the last of its packet.
        output tx_last;
        /// It is a flow-control packet.
        output tx_flow_control;
        /// The packet is bad.
        output tx_bad;
        /// The flow-control packet goes.
        output flow_control_ready;
        /// No word may be issued.
        output full;
        /// Words are not held up soon.
        output roomy;
        /// A packet begins.
        output transmit;
        /// Its VL.
        output transmit_vl[VL_BITS];
        /// Its blocks.
        output transmit_blocks[port.block_bits()];
        /// FECN of a packet is set.
        output marked;
        /// Blocks of each VL that have gone, modulo 4096.
        output(port.virtual_lanes()) sent[COUNTER_BITS];

        /// The oldest word, as it is to be sent.
        local oldest[port.word_bits()];
        /// Full blocks of the packet that begins.
        local arriving[port.block_bits()];
        /// Full blocks of the packet that waits.
        local waiting[port.block_bits()];
        /// The flow-control packet is shown to the link.
        local tells;
        /// A word is.
        local shows;
        /// The link takes it.
        local goes;
        /// The bytes of the flow-control packet.
        local flow_control_data[port.width_bits()];
        /// Where FECN is set.
        sub marker: PacketMarker = PacketMarker::new(port);
        /// Words that wait.
        sub queue: WordQueue = WordQueue::new(port);
        /// Blocks that have gone.
        sub counters: SentBlocks = SentBlocks::new(port);
        /// A word was shown, and not taken.
        reg stuck;
        /// The last word of a packet is yet to go.
        reg inside_packet;
    }
}

impl Logic for Egress {
    #[hdl_gen]
    fn update(&mut self) {
        self.marker.word_valid.next = self.word_valid.val();
        self.marker.word_first.next = self.word_first.val();
        self.marker.word_last.next = self.word_last.val();
        self.marker.word.next = self.word.val();
        self.marker.mark.next = self.mark.val();
        self.marked.next = self.marker.marked.val();

        self.queue.word_valid.next = self.word_valid.val();
        self.queue.word_first.next = self.word_first.val();
        self.queue.word_last.next = self.word_last.val();
        self.queue.word_bad.next = self.word_bad.val();
        self.queue.word.next = self.marker.sent.val();
        self.tells.next =
            self.flow_control_valid.val() && !self.inside_packet.val() && !self.stuck.val();
        self.shows.next = !self.tells.val() && self.queue.available.val();
        self.flow_control_ready.next = self.tells.val() && self.tx_ready.val();
        self.goes.next = self.shows.val() && self.tx_ready.val();
        self.queue.take.next = self.goes.val();
        self.stuck.next = self.shows.val() && !self.tx_ready.val();
        if self.goes.val() {
            self.inside_packet.next = !self.queue.last.val();
        }
        self.oldest.next = self.marker.sent.val();
        if self.queue.waits.val() {
            self.oldest.next = self.queue.waiting.val();
        }
        self.full.next = self.queue.full.val();
        self.roomy.next = self.queue.roomy.val();

        self.flow_control_data.next = 0.into();
        for octet in 0..6 {
            for at in 0..8 {
                self.flow_control_data.next = self.flow_control_data.val().replace_bit(
                    8 * octet + at,
                    self.flow_control_packet.val().get_bit(40 - 8 * octet + at),
                );
            }
        }
        self.tx_valid.next = self.tells.val() || self.queue.available.val();
        self.tx_flow_control.next = self.tells.val();
        if self.tells.val() {
            self.tx_data.next = self.flow_control_data.val();
            comment!("Six bytes");
            self.tx_keep.next = 63.into();
            self.tx_last.next = true;
            self.tx_bad.next = false;
        } else {
            self.tx_data.next = self.oldest.val() >> 0;
            self.tx_keep.next = self.oldest.val() >> self.width_bits.val();
            self.tx_last.next = self.queue.last.val();
            self.tx_bad.next = self.queue.bad.val();
        }

        comment!("What others need to know");
        self.transmit.next = self.word_valid.val() && self.word_first.val();
        comment!("Bits 4 to 7 of PktLen, and bits 8 to 10, which come before them.");
        for at in 0..self.low_bits.val() {
            self.arriving.next =
                self.arriving.val().replace_bit(at, self.word.val().get_bit(44 + at));
            self.waiting.next =
                self.waiting.val().replace_bit(at, self.queue.waiting.val().get_bit(44 + at));
        }
        for at in 4..self.known_bits.val() {
            self.arriving.next =
                self.arriving.val().replace_bit(at, self.word.val().get_bit(28 + at));
            self.waiting.next =
                self.waiting.val().replace_bit(at, self.queue.waiting.val().get_bit(28 + at));
        }
        for at in 7..self.block_bits.val() {
            self.arriving.next = self.arriving.val().replace_bit(at, false);
            self.waiting.next = self.waiting.val().replace_bit(at, false);
        }
        self.transmit_vl.next = 0.into();
        self.transmit_blocks.next = 0.into();
        if self.transmit.val() {
            self.transmit_vl.next = self.word.val() >> 4;
            self.transmit_blocks.next = self.arriving.val() + 1;
        }
        self.counters.goes.next = self.shows.val() && !self.stuck.val() && self.queue.first.val();
        comment!("What is changed to mark a packet is not in its header.");
        if self.queue.waits.val() {
            self.counters.vl.next = self.queue.waiting.val() >> 4;
            self.counters.other_blocks.next = self.waiting.val();
        } else {
            self.counters.vl.next = self.word.val() >> 4;
            self.counters.other_blocks.next = self.arriving.val();
        }
        for vl in 0..self.virtual_lanes.val() {
            self.sent[vl].next = self.counters.sent[vl].val();
        }
    }
}
