//! The next packet, from its first beat on until it begins, and declines.

use super::front::LENGTH_BITS;
use crate::comment;
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::nic::reflector::SL_BITS;
use tailback_spec::nic::Nic;
use tailback_spec::switch::port::Port as LinkPort;
use tailback_spec::wire::lrh::WORD_BYTES;

/// Bits of a number of groups of four bytes that is less than those of a beat.
fn group_bits(port: &LinkPort) -> usize {
    (port.width_bytes() / WORD_BYTES).ilog2() as usize
}

block! {
    /// Asks the rate limiter whether the next packet may go, and tells it of declines.
    pub struct TransmitGrant(nic: &Nic, port: &LinkPort) as "tailback_nic_transmit_grant" {
        /// Flows.
        count flows = nic.flows();
        /// There are numbers that are no flow.
        choice has_unknown = nic.flows() != 1 << nic.flow_bits();
        /// PktLen is so many bits longer than a number of full beats.
        count group_bits = group_bits(port);

        /// The first beat of a packet comes.
        input first;
        /// The packet is swallowed.
        input refused;
        /// Its flow is none.
        input unknown;
        /// Its flow.
        input flow[nic.flow_bits()];
        /// There is a further packet behind it.
        input more;
        /// Its PktLen.
        input length[LENGTH_BITS];
        /// Its VL.
        input vl[VL_BITS];
        /// Its service level (SL).
        input sl[SL_BITS];
        /// A grant is declined.
        input decline;
        /// The flow that was granted.
        input decline_flow[nic.flow_bits()];
        /// The limiter takes a start.
        input start_ready;
        /// The start was legal.
        input look_up;
        /// It was not.
        input start_ignored;
        /// The packet begins to go, or to be dropped.
        input leaves;

        /// There is no packet.
        output none;
        /// The packet may go.
        output goes;
        /// The packet is to be dropped.
        output dropped;
        /// The limiter says so.
        output denied;
        /// No decline is held.
        output decline_ready;
        /// A start of 0 words was not legal.
        output decline_ignored;
        /// A packet starts, or a grant is declined.
        output start;
        /// Its flow.
        output start_flow[nic.flow_bits()];
        /// Its words, or 0.
        output start_words[nic.word_bits()];
        /// There is a further packet behind it.
        output start_more;
        /// The flow of the packet.
        output packet_flow[nic.flow_bits()];
        /// Its PktLen.
        output packet_length[LENGTH_BITS];
        /// Its VL.
        output packet_vl[VL_BITS];
        /// Its SL.
        output packet_sl[SL_BITS];
        /// Its blocks.
        output packet_blocks[port.block_bits()];

        /// The packet asks.
        local asks;
        /// Full words of the packet.
        local full_words[nic.word_bits()];
        /// Full blocks of the packet that comes.
        local full_blocks[port.block_bits()];
        /// A decline comes, for a flow that there is.
        local declined;

        /// It asks, and is not swallowed.
        reg asks_reg;
        /// It asks, and is swallowed.
        reg refused_reg;
        /// It waits.
        reg waits_reg;
        /// It may go.
        reg goes_reg;
        /// It is to be dropped.
        reg dropped_reg;
        /// Its flow.
        reg flow_reg[nic.flow_bits()];
        /// There is a further one behind it.
        reg more_reg;
        /// PktLen.
        reg length_reg[LENGTH_BITS];
        /// Blocks, for which no sum stands in the way of credits.
        reg blocks_reg[port.block_bits()] = 1;
        /// VL.
        reg vl_reg[VL_BITS];
        /// SL.
        reg sl_reg[SL_BITS];
        /// A decline is held.
        reg declines;
        /// Its flow.
        reg decline_flow_reg[nic.flow_bits()];
    }
}

impl Logic for TransmitGrant {
    #[hdl_gen]
    fn update(&mut self) {
        self.asks.next = self.asks_reg.val() || self.refused_reg.val();
        self.none.next = !self.asks.val()
            && !self.waits_reg.val()
            && !self.goes_reg.val()
            && !self.dropped_reg.val();
        self.goes.next = self.goes_reg.val();
        self.dropped.next = self.dropped_reg.val();
        self.denied.next = self.waits_reg.val() && !self.look_up.val() && self.start_ignored.val();
        self.decline_ready.next = !self.declines.val();
        self.decline_ignored.next = !self.waits_reg.val() && self.start_ignored.val();

        comment!("The start");
        self.full_words.next = self.length_reg.val() >> self.group_bits.val();
        self.start.next = self.asks.val() || self.declines.val();
        self.start_flow.next = self.decline_flow_reg.val();
        self.start_words.next = 0.into();
        self.start_more.next = self.asks.val() && self.more_reg.val();
        if self.asks.val() {
            self.start_flow.next = self.flow_reg.val();
        }
        if self.asks_reg.val() {
            self.start_words.next = self.full_words.val() + 1;
        }
        self.packet_flow.next = self.flow_reg.val();
        self.packet_length.next = self.length_reg.val();
        self.packet_vl.next = self.vl_reg.val();
        self.packet_sl.next = self.sl_reg.val();
        self.packet_blocks.next = self.blocks_reg.val();

        comment!("The packet");
        self.full_blocks.next = self.length.val() >> 4;
        if self.first.val() {
            self.blocks_reg.next = self.full_blocks.val() + 1;
            self.flow_reg.next = self.flow.val();
            self.more_reg.next = self.more.val();
            self.length_reg.next = self.length.val();
            self.vl_reg.next = self.vl.val();
            self.sl_reg.next = self.sl.val();
        }
        self.asks_reg.next = (self.first.val() && !self.refused.val())
            || (self.asks_reg.val() && !self.start_ready.val());
        self.refused_reg.next = (self.first.val() && self.refused.val() && !self.unknown.val())
            || (self.refused_reg.val() && !self.start_ready.val());
        self.waits_reg.next = (self.asks_reg.val() && self.start_ready.val())
            || (self.waits_reg.val() && !self.look_up.val() && !self.start_ignored.val());
        self.goes_reg.next = (self.waits_reg.val() && self.look_up.val())
            || (self.goes_reg.val() && !self.leaves.val());
        self.dropped_reg.next = self.denied.val() || (self.dropped_reg.val() && !self.leaves.val());

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
