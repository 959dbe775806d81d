//! Transmission on a port: packets with their FECN, and flow-control packets between them.

mod change;
mod correction;
mod fecn;
mod marker;
mod queue;
mod sent;
mod stride;

pub use change::VcrcChange;
pub use correction::VcrcCorrection;
pub use fecn::FecnPlace;
pub use marker::PacketMarker;
pub use queue::WordQueue;
pub use sent::SentBlocks;

use crate::interface::LinkStream;
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::link::COUNTER_BITS;
use tailback_spec::switch::port::Port;
use tailback_spec::wire::crc::GRH_BYTES;
use tailback_spec::wire::{bth, lrh};

/// Byte of the packet with FECN, behind a Local Route Header.
const FECN_AFTER_LOCAL: usize = lrh::BYTES + bth::CONGESTION_BYTE;
/// Byte of the packet with FECN, behind a Global Route Header.
const FECN_AFTER_GLOBAL: usize = FECN_AFTER_LOCAL + GRH_BYTES;
/// Byte of the packet that identifies the header behind the Global Route Header (IBA 8.3).
const NEXT_HEADER: usize = lrh::BYTES + 6;
/// Bits of PktLen that count full blocks.
const LENGTH_BITS: usize = 7;
/// Bits of PktLen that count full blocks, in its lower byte.
const LOW_BITS: usize = 4;
/// Bits of a byte.
const BYTE: usize = u8::BITS as usize;
block! {
    /// Transmits the beats of packets, with FECN set where it is wanted, and flow-control packets
    /// between packets.
    ///
    /// The outputs to the link are registers. A beat that enters is in them in the next cycle, or
    /// waits in a queue. Where FECN is set, the VCRC changes to match.
    pub struct Egress(port: &Port) as "tailback_egress" {
        /// Data bits of a beat; above them is one keep bit for each byte.
        count width_bits = port.width_bits();
        /// Bits of a number of blocks.
        count block_bits = port.block_bits();
        /// Bits of a number of blocks that are in the lower byte of PktLen.
        count low_bits = port.block_bits().min(LOW_BITS);
        /// Bits of a number of blocks that are in PktLen.
        count known_bits = port.block_bits().min(LENGTH_BITS);
        /// A beat enters; `word_first`, `word_last` and `word_bad` are 0 without it.
        input word_valid;
        /// The beat is the first of a packet.
        input word_first;
        /// The beat is the last of its packet.
        input word_last;
        /// The packet is bad; valid with `word_last`.
        input word_bad;
        /// Beat: data bytes, and above them one keep bit for each byte.
        input word[port.word_bits()];
        /// The packet is to be marked; valid with `word_first`.
        input mark;
        /// A flow-control packet waits.
        input flow_control_valid;
        /// Flow-control packet, most significant bit first.
        input flow_control_packet[PACKET_BITS];
        /// Transmitted packets.
        master tx: LinkStream(port.width_bits(), true)
            reg { valid, data, keep, last, flow_control, bad };

        /// The flow-control packet is accepted.
        output flow_control_ready;
        /// No beat may be issued.
        output full;
        /// Beats will not be held up soon.
        output roomy;
        /// The first beat of a packet enters.
        output transmit;
        /// VL of the packet whose first beat enters; 0 without `transmit`.
        output transmit_vl[VL_BITS];
        /// Blocks of the packet whose first beat enters; 0 without `transmit`.
        output transmit_blocks[port.block_bits()];
        /// FECN of a packet is set.
        output marked;
        /// Per data VL: blocks transmitted, modulo 4096.
        output(port.virtual_lanes()) sent[COUNTER_BITS];

        /// Oldest beat, as it is to be transmitted.
        local oldest[port.word_bits()];
        /// Full blocks of the packet whose first beat enters.
        local arriving[port.block_bits()];
        /// Full blocks of the packet whose first beat is the oldest in the queue.
        local waiting[port.block_bits()];
        /// The registers to the link are empty, or the link accepts what they hold.
        local moves;
        /// A flow-control packet waits, and no data packet has begun.
        local interrupts;
        /// The flow-control packet enters the registers to the link.
        local tells;
        /// A beat of a data packet enters the registers to the link.
        local goes;
        /// Data bytes of the flow-control packet.
        local flow_control_data[port.width_bits()];
        /// Sets FECN, and changes the VCRC to match.
        sub marker: PacketMarker = PacketMarker::new(port);
        /// Beats that wait for the link.
        sub queue: WordQueue = WordQueue::new(port);
        /// Blocks transmitted, per data VL.
        sub counters: SentBlocks = SentBlocks::new(port);
        /// A data packet has begun, and its last beat has not entered the registers to the link.
        reg inside_packet;
    }
    connect {
        marker: word_valid, word_first, word_last, word, mark, marked;
        marker, queue: sent = word;
        queue: word_valid, word_first, word_last, word_bad, take = goes, full, roomy;
        counters: sent;
    }
}

impl Logic for Egress {
    #[hdl_gen]
    fn update(&mut self) {
        self.moves.next = !self.tx.valid.val() || self.tx.ready.val();
        self.interrupts.next = self.flow_control_valid.val() && !self.inside_packet.val();
        self.tells.next = self.moves.val() && self.interrupts.val();
        self.goes.next = self.moves.val() && !self.interrupts.val() && self.queue.available.val();
        self.flow_control_ready.next = self.tells.val();
        if self.goes.val() {
            self.inside_packet.next = !self.queue.last.val();
        }
        self.oldest.next = self.marker.sent.val();
        if self.queue.waits.val() {
            self.oldest.next = self.queue.waiting.val();
        }

        self.flow_control_data.next = 0.into();
        for octet in 0..6 {
            self.flow_control_data.next = (self.flow_control_data.val() << 8)
                | self.flow_control_packet.val().get_bits::<8>(8 * octet);
        }
        if self.moves.val() {
            self.tx.valid.next = self.tells.val() || self.goes.val();
            self.tx.flow_control.next = self.tells.val();
            self.tx.last.next = self.tells.val() || (self.goes.val() && self.queue.last.val());
            self.tx.bad.next = self.goes.val() && self.queue.bad.val();
        }
        if self.tells.val() || self.goes.val() {
            comment!("Timing: `tx_ready` is late, and does not select the beat.");
            self.tx.data.next = self.oldest.val() >> 0;
            self.tx.keep.next = self.oldest.val() >> self.width_bits.val();
            if self.interrupts.val() {
                self.tx.data.next = self.flow_control_data.val();
                comment!("Six bytes count.");
                self.tx.keep.next = 63.into();
            }
        }

        comment!("Status for other modules.");
        self.transmit.next = self.word_valid.val() && self.word_first.val();
        comment!("Bits 4 to 7 of PktLen; bits 8 to 10 are in the byte before.");
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
        self.counters.goes.next = self.goes.val() && self.queue.first.val();
        comment!("Marking changes neither the VL nor PktLen.");
        if self.queue.waits.val() {
            self.counters.vl.next = self.queue.waiting.val() >> 4;
            self.counters.other_blocks.next = self.waiting.val();
        } else {
            self.counters.vl.next = self.word.val() >> 4;
            self.counters.other_blocks.next = self.arriving.val();
        }
    }
}
