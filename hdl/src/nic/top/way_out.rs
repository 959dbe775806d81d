//! The output to the link.

use crate::interface::{AxiStream, PacketStream, StreamSignals};
use crate::prelude::*;
use crate::switch::egress::SentBlocks;
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::link::COUNTER_BITS;
use tailback_spec::switch::port::Port as LinkPort;

/// Bits of PktLen that count full blocks (PktLen div 16).
const LENGTH_BITS: usize = 7;
/// Bits of PktLen div 16 in the lower byte of PktLen.
const LOW_BITS: usize = 4;

block! {
    /// Inserts flow-control packets between packets, and counts the blocks transmitted.
    pub struct WayOut(port: &LinkPort) as "tailback_nic_way_out" {
        /// Bits of a number of blocks.
        count block_bits = port.block_bits();
        /// Bits of a number of blocks in the lower byte of PktLen.
        count low_bits = port.block_bits().min(LOW_BITS);
        /// Bits of a number of blocks in PktLen.
        count known_bits = port.block_bits().min(LENGTH_BITS);

        /// Packets.
        slave packets: PacketStream(port.width_bits(), true, 0);
        /// Flow-control packet is valid.
        input flow_control_valid;
        /// Flow-control packet to be transmitted, from its most significant bit.
        input flow_control_packet[PACKET_BITS];
        /// Packets for the link.
        /// Bit 0 of `tuser`: the beat is a flow-control packet. Bit 1: the packet is bad.
        master m_axis_link: AxiStream(StreamSignals::packets(port.width_bits()).stallable().user(2));

        /// Flow-control packet is accepted.
        output flow_control_ready;
        /// Blocks sent of each VL, with those of a packet that begins in this cycle, modulo 4096.
        output(port.virtual_lanes()) sent[COUNTER_BITS];

        /// Flow-control packet is offered to the link.
        local tells;
        /// Beat of a packet is offered to the link.
        local shows;
        /// Flow-control packet as a beat; the first byte is in the least significant bits.
        local flow_control_data[port.width_bits()];
        /// Full blocks of the packet: PktLen div 16.
        local full_blocks[port.block_bits()];
        /// Counters of blocks transmitted.
        sub counters: SentBlocks = SentBlocks::new(port);
        /// Beat of a packet was offered in the previous cycle, and not accepted.
        reg stuck;
        /// First beat of a packet has been transmitted, and its last beat has not.
        reg inside_packet;
    }
    connect {
        counters: other_blocks = full_blocks, sent;
    }
}

impl Logic for WayOut {
    #[hdl_gen]
    fn update(&mut self) {
        self.tells.next =
            self.flow_control_valid.val() && !self.inside_packet.val() && !self.stuck.val();
        self.shows.next = self.packets.valid.val() && !self.tells.val();
        self.m_axis_link.tvalid.next = self.tells.val() || self.packets.valid.val();
        self.flow_control_ready.next = self.tells.val() && self.m_axis_link.tready.val();
        self.packets.ready.next = !self.tells.val() && self.m_axis_link.tready.val();
        self.stuck.next = self.shows.val() && !self.m_axis_link.tready.val();
        if self.shows.val() && self.m_axis_link.tready.val() {
            self.inside_packet.next = !self.packets.last.val();
        }

        self.flow_control_data.next = 0.into();
        for octet in 0..6 {
            for at in 0..8 {
                self.flow_control_data.next = self.flow_control_data.val().replace_bit(
                    8 * octet + at,
                    self.flow_control_packet.val().get_bit(40 - 8 * octet + at),
                );
            }
        }
        self.m_axis_link.tdata.next = 0.into();
        self.m_axis_link.tkeep.next = 0.into();
        self.m_axis_link.tlast.next = false;
        self.m_axis_link.tuser.next = 0.into();
        if self.tells.val() {
            self.m_axis_link.tdata.next = self.flow_control_data.val();
            comment!("Six valid bytes");
            self.m_axis_link.tkeep.next = 63.into();
            self.m_axis_link.tlast.next = true;
            self.m_axis_link.tuser.next = 1.into();
        } else if self.packets.valid.val() {
            self.m_axis_link.tdata.next = self.packets.data.val();
            self.m_axis_link.tkeep.next = self.packets.keep.val();
            self.m_axis_link.tlast.next = self.packets.last.val();
            self.m_axis_link.tuser.next =
                self.m_axis_link.tuser.val().replace_bit(1, self.packets.bad.val());
        }

        comment!("Bits 4 to 7 of PktLen are in byte 5 of the LRH, bits 8 to 10 in byte 4.");
        for at in 0..self.low_bits.val() {
            self.full_blocks.next =
                self.full_blocks.val().replace_bit(at, self.packets.data.val().get_bit(44 + at));
        }
        for at in 4..self.known_bits.val() {
            self.full_blocks.next =
                self.full_blocks.val().replace_bit(at, self.packets.data.val().get_bit(28 + at));
        }
        for at in 7..self.block_bits.val() {
            self.full_blocks.next = self.full_blocks.val().replace_bit(at, false);
        }
        self.counters.goes.next =
            self.shows.val() && !self.inside_packet.val() && !self.stuck.val();
        self.counters.vl.next = self.packets.data.val() >> 4;
    }
}
