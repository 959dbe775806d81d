//! The end of a slow link that receives.

use super::queue::BeatQueue;
use super::ripe::{RipePacket, WORDS_BITS};
use super::signals;
use crate::interface::AxiStream;
use crate::prelude::*;
use tailback_spec::link::slow_link::{SlowLinkEnd, RATE_BITS};

/// Position in the first beat of the upper three bits of PktLen, and of the lower eight.
const HIGH_AT: usize = 32;
const LOW_AT: usize = 40;
/// Bits of the upper part of PktLen.
const HIGH_BITS: usize = 3;

block! {
    /// End of a slow link that receives: holds a packet until its last beat comes in time, and passes it
    /// on without gaps.
    pub struct SlowLinkReceiver(end: &SlowLinkEnd) as "tailback_slow_link_receiver" {
        /// Position in the first beat of the upper bits of PktLen.
        count high_at = HIGH_AT;
        /// Position in the first beat of the lower bits of PktLen.
        count low_at = LOW_AT;
        /// Bits of the lower part of PktLen.
        count low_bits = WORDS_BITS - HIGH_BITS;

        /// Rate of the link: beats in 2^16 cycles.
        input rate[RATE_BITS];
        /// Packets on the link.
        /// Bit 0 of `tuser`: the beat is a flow-control packet. Bit 1: the packet is bad.
        slave s_axis: AxiStream(signals(end));
        /// Packets that leave, without gaps.
        /// Bit 0 of `tuser`: the beat is a flow-control packet. Bit 1: the packet is bad.
        master m_axis: AxiStream(signals(end));

        /// Upper bits of PktLen.
        local high[HIGH_BITS];
        /// Lower bits of PktLen.
        local low[WORDS_BITS - HIGH_BITS];
        /// PktLen.
        local words[WORDS_BITS];
        /// The last beat of a packet is written.
        local ends;
        /// A packet is complete, and has not started.
        local has_complete;
        /// A packet starts.
        local starts;
        /// The packet that starts is not complete.
        local is_early;
        /// The last beat is written of a packet that has not started, and does not start in this cycle.
        local completes;
        /// A packet starts that is complete.
        local consumes;
        /// A beat leaves.
        local leaves;
        /// The packet received last is not over.
        reg receiving;
        /// The packet received last has started, and is not over.
        reg running;
        /// A packet has started, and its last beat has not left.
        reg sending;
        /// Complete packets that have not started.
        reg complete[end.address_bits()];
        /// Entry of `lasts` that is written next.
        reg write_address[end.address_bits()];
        /// Entry of `lasts` of the oldest beat.
        reg read_address[end.address_bits()];
        /// Last-beat bits of the stored beats.
        lut_memory(end.depth()) lasts;
        /// Decides whether the packet received last may start before its end has arrived.
        sub packet: RipePacket = RipePacket::new(end);
        /// Beats that wait.
        sub queue: BeatQueue = BeatQueue::new(end);
    }
    connect {
        lasts: write = s_axis.tvalid, write_address, write_data = s_axis.tlast, read_address;
        packet: rate, write = s_axis.tvalid, words;
        queue: read = leaves, s_axis, m_axis;
    }
}

impl Logic for SlowLinkReceiver {
    #[hdl_gen]
    fn update(&mut self) {
        self.packet.begins.next = self.s_axis.tvalid.val() && !self.receiving.val();
        self.high.next = self.s_axis.tdata.val() >> self.high_at.val();
        self.low.next = self.s_axis.tdata.val() >> self.low_at.val();
        self.words.next = self.high.val();
        self.words.next = (self.words.val() << self.low_bits.val()) | self.low.val();
        self.packet.flow_control.next = self.s_axis.tuser.val().get_bit(0);
        self.ends.next = self.s_axis.tvalid.val() && self.s_axis.tlast.val();
        if self.s_axis.tvalid.val() {
            self.receiving.next = !self.s_axis.tlast.val();
            self.write_address.next = self.write_address.val() + 1;
        }

        self.has_complete.next = self.complete.val().any();
        self.starts.next =
            !self.sending.val() && (self.has_complete.val() || self.packet.ripe.val());
        self.is_early.next = self.starts.val() && !self.has_complete.val();
        self.consumes.next = self.starts.val() && self.has_complete.val();
        self.completes.next = self.ends.val() && !self.running.val() && !self.is_early.val();
        if self.completes.val() && !self.consumes.val() {
            self.complete.next = self.complete.val() + 1;
        }
        if self.consumes.val() && !self.completes.val() {
            self.complete.next = self.complete.val() - 1;
        }
        self.running.next = (self.running.val() || self.is_early.val()) && !self.ends.val();
        self.packet.is_open.next = self.receiving.val() && !self.ends.val() && !self.running.val();

        self.leaves.next =
            self.starts.val() || (self.sending.val() && self.queue.level.val().any());
        if self.leaves.val() {
            self.sending.next = !self.lasts.read_data.val();
            self.read_address.next = self.read_address.val() + 1;
        }
    }
}
