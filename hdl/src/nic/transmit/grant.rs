//! The next packet, from its first beat until it begins, and declines.

use super::front::LENGTH_BITS;
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::nic::reflector::SL_BITS;
use tailback_spec::nic::Nic;
use tailback_spec::switch::port::Port as LinkPort;
use tailback_spec::wire::lrh::WORD_BYTES;

/// log2 of the 32-bit words in a beat.
fn group_bits(port: &LinkPort) -> usize {
    (port.width_bytes() / WORD_BYTES).ilog2() as usize
}

block! {
    /// Asks the rate limiter whether the next packet may begin, and reports declines to it.
    pub struct TransmitGrant(nic: &Nic, port: &LinkPort) as "tailback_nic_transmit_grant" {
        /// Number of flows.
        count flows = nic.flows();
        /// Some flow numbers belong to no flow.
        choice has_unknown = nic.flows() != 1 << nic.flow_bits();
        /// log2 of the 32-bit words in a beat: lower bits of PktLen that are no full beat.
        count group_bits = group_bits(port);

        /// The first beat of a packet is accepted.
        input first;
        /// The packet is dropped at its first beat.
        input refused;
        /// The flow of the packet does not exist.
        input unknown;
        /// Flow of the packet.
        input flow[nic.flow_bits()];
        /// A further packet of the flow is ready behind it.
        input more;
        /// PktLen of the packet.
        input length[LENGTH_BITS];
        /// VL of the packet.
        input vl[VL_BITS];
        /// Service level (SL) of the packet.
        input sl[SL_BITS];
        /// A grant is declined.
        input decline;
        /// Flow whose grant is declined.
        input decline_flow[nic.flow_bits()];
        /// Ready of the rate limiter for a start.
        input start_ready;
        /// The rate limiter reports that the start was legal.
        input look_up;
        /// The rate limiter reports that the start was not legal.
        input start_ignored;
        /// The packet begins to be transmitted, or to be dropped.
        input leaves;

        /// No packet is pending in the next cycle.
        output none_next;
        /// The packet may begin.
        output_reg goes;
        /// The packet is to be dropped.
        output_reg dropped;
        /// Reports a packet that is to be dropped, as its start was not legal.
        output denied;
        /// Ready for a decline: none is held.
        output decline_ready;
        /// Reports a start of 0 beats that was not legal.
        output decline_ignored;
        /// Start to the rate limiter: a packet starts, or a grant is declined.
        output start;
        /// Flow of the start.
        output start_flow[nic.flow_bits()];
        /// Length of the packet that starts in beats; 0 if it is dropped, or the grant declined.
        output start_words[nic.word_bits()];
        /// A further packet of the flow is ready behind the one that starts.
        output start_more;
        /// Flow of the packet.
        output_reg packet_flow[nic.flow_bits()];
        /// PktLen of the packet.
        output_reg packet_length[LENGTH_BITS];
        /// VL of the packet.
        output_reg packet_vl[VL_BITS];
        /// SL of the packet.
        output_reg packet_sl[SL_BITS];
        /// Length of the packet in blocks.
        output_reg packet_blocks[port.block_bits()] = 1;

        /// The packet requests its start.
        local asks;
        /// Full beats of the packet.
        local full_words[nic.word_bits()];
        /// Full blocks of the packet whose first beat is accepted.
        local full_blocks[port.block_bits()];
        /// A decline is received for a flow that exists.
        local declined;
        /// The packet requests its start in the next cycle.
        local next_asks;
        /// The packet that is dropped at its first beat requests a start in the next cycle.
        local next_refused;
        /// The packet waits for the result of its start in the next cycle.
        local next_waits;
        /// The packet may begin in the next cycle.
        local next_goes;
        /// The packet is to be dropped in the next cycle.
        local next_dropped;

        /// The packet requests its start.
        reg asks_reg;
        /// The packet that is dropped at its first beat requests a start of 0 beats.
        reg refused_reg;
        /// The packet waits for the result of its start.
        reg waits_reg;
        /// A further packet of the flow is ready behind the packet.
        reg more_reg;
        /// A decline is held.
        reg declines;
        /// Flow of the decline held last.
        reg decline_flow_reg[nic.flow_bits()];
    }
}

impl Logic for TransmitGrant {
    #[hdl_gen]
    fn update(&mut self) {
        self.asks.next = self.asks_reg.val() || self.refused_reg.val();
        self.denied.next = self.waits_reg.val() && !self.look_up.val() && self.start_ignored.val();
        self.decline_ready.next = !self.declines.val();
        self.decline_ignored.next = !self.waits_reg.val() && self.start_ignored.val();

        comment!("The start");
        self.full_words.next = self.packet_length.val() >> self.group_bits.val();
        self.start.next = self.asks.val() || self.declines.val();
        self.start_flow.next = self.decline_flow_reg.val();
        self.start_words.next = 0.into();
        self.start_more.next = self.asks.val() && self.more_reg.val();
        if self.asks.val() {
            self.start_flow.next = self.packet_flow.val();
        }
        if self.asks_reg.val() {
            self.start_words.next = self.full_words.val() + 1;
        }

        comment!("The packet");
        self.full_blocks.next = self.length.val() >> 4;
        if self.first.val() {
            self.packet_blocks.next = self.full_blocks.val() + 1;
            self.packet_flow.next = self.flow.val();
            self.more_reg.next = self.more.val();
            self.packet_length.next = self.length.val();
            self.packet_vl.next = self.vl.val();
            self.packet_sl.next = self.sl.val();
        }
        self.next_asks.next = (self.first.val() && !self.refused.val())
            || (self.asks_reg.val() && !self.start_ready.val());
        self.next_refused.next = (self.first.val() && self.refused.val() && !self.unknown.val())
            || (self.refused_reg.val() && !self.start_ready.val());
        self.next_waits.next = (self.asks_reg.val() && self.start_ready.val())
            || (self.waits_reg.val() && !self.look_up.val() && !self.start_ignored.val());
        self.next_goes.next =
            (self.waits_reg.val() && self.look_up.val()) || (self.goes.val() && !self.leaves.val());
        self.next_dropped.next = self.denied.val() || (self.dropped.val() && !self.leaves.val());
        self.asks_reg.next = self.next_asks.val();
        self.refused_reg.next = self.next_refused.val();
        self.waits_reg.next = self.next_waits.val();
        self.goes.next = self.next_goes.val();
        self.dropped.next = self.next_dropped.val();
        self.none_next.next = !self.next_asks.val()
            && !self.next_refused.val()
            && !self.next_waits.val()
            && !self.next_goes.val()
            && !self.next_dropped.val();

        comment!("The decline");
        self.declined.next = self.decline.val();
        if self.has_unknown.val() {
            self.declined.next = self.decline.val() && self.decline_flow.val() < self.flows.val();
        }
        if self.declines.val() {
            self.declines.next = self.asks.val() || !self.start_ready.val();
        } else {
            self.declines.next = self.declined.val();
        }
        if !self.declines.val() && self.declined.val() {
            self.decline_flow_reg.next = self.decline_flow.val();
        }
    }
}
