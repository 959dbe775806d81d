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
    ///
    /// The outputs to the link are registers. While the link stalls, one more beat enters a spare
    /// entry, so that no other signal depends on `tready` of the link in the same cycle.
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
        master m_axis_link: AxiStream(StreamSignals::packets(port.width_bits()).stallable().user(2))
            reg { tvalid, tdata, tkeep, tlast, tuser };

        /// Flow-control packet is accepted.
        output flow_control_ready;
        /// Blocks sent of each VL, with those of a packet that begins in this cycle, modulo 4096.
        output(port.virtual_lanes()) sent[COUNTER_BITS];

        /// Flow-control packet precedes the next packet.
        local tells;
        /// Beat of a packet enters.
        local takes;
        /// Beat of a packet or a flow-control packet enters.
        local enters;
        /// The registers to the link are empty, or the link accepts what they hold.
        local frees;
        /// Data of the beat that enters.
        local beat_data[port.width_bits()];
        /// Valid bytes of the beat that enters: one bit per byte.
        local beat_keep[port.width_bytes()];
        /// The beat that enters is the last one of its packet.
        local beat_last;
        /// Flags of the beat that enters, as those of `m_axis_link`.
        local beat_user[2];
        /// Flow-control packet as a beat; the first byte is in the least significant bits.
        local flow_control_data[port.width_bits()];
        /// Full blocks of the packet: PktLen div 16.
        local full_blocks[port.block_bits()];
        /// Counters of blocks transmitted.
        sub counters: SentBlocks = SentBlocks::new(port);
        /// First beat of a packet has entered, and its last beat has not.
        reg inside_packet;
        /// The spare entry holds a beat.
        reg spare_valid;
        /// Data of the spare entry.
        reg spare_data[port.width_bits()];
        /// Valid bytes of the spare entry: one bit per byte.
        reg spare_keep[port.width_bytes()];
        /// The beat in the spare entry is the last one of its packet.
        reg spare_last;
        /// Flags of the beat in the spare entry.
        reg spare_user[2];
    }
    connect {
        counters: other_blocks = full_blocks, sent;
    }
}

impl Logic for WayOut {
    #[hdl_gen]
    fn update(&mut self) {
        self.tells.next = self.flow_control_valid.val() && !self.inside_packet.val();
        self.flow_control_ready.next = !self.spare_valid.val() && self.tells.val();
        self.packets.ready.next = !self.spare_valid.val() && !self.tells.val();
        self.takes.next = self.packets.valid.val() && self.packets.ready.val();
        self.enters.next = self.takes.val() || self.flow_control_ready.val();
        if self.takes.val() {
            self.inside_packet.next = !self.packets.last.val();
        }

        comment!("The beat that enters");
        self.flow_control_data.next = 0.into();
        for octet in 0..6 {
            for at in 0..8 {
                self.flow_control_data.next = self.flow_control_data.val().replace_bit(
                    8 * octet + at,
                    self.flow_control_packet.val().get_bit(40 - 8 * octet + at),
                );
            }
        }
        self.beat_data.next = self.packets.data.val();
        self.beat_keep.next = self.packets.keep.val();
        self.beat_last.next = self.packets.last.val();
        self.beat_user.next = 0.into();
        self.beat_user.next = self.beat_user.val().replace_bit(1, self.packets.bad.val());
        if self.tells.val() {
            self.beat_data.next = self.flow_control_data.val();
            comment!("Six valid bytes");
            self.beat_keep.next = 63.into();
            self.beat_last.next = true;
            self.beat_user.next = 1.into();
        }

        comment!("The registers to the link");
        self.frees.next = !self.m_axis_link.tvalid.val() || self.m_axis_link.tready.val();
        if self.frees.val() {
            self.m_axis_link.tvalid.next = self.spare_valid.val() || self.enters.val();
            self.spare_valid.next = false;
            if self.spare_valid.val() {
                self.m_axis_link.tdata.next = self.spare_data.val();
                self.m_axis_link.tkeep.next = self.spare_keep.val();
                self.m_axis_link.tlast.next = self.spare_last.val();
                self.m_axis_link.tuser.next = self.spare_user.val();
            } else if self.enters.val() {
                self.m_axis_link.tdata.next = self.beat_data.val();
                self.m_axis_link.tkeep.next = self.beat_keep.val();
                self.m_axis_link.tlast.next = self.beat_last.val();
                self.m_axis_link.tuser.next = self.beat_user.val();
            }
        } else if self.enters.val() {
            self.spare_valid.next = true;
        }
        comment!(
            "Timing: the spare entry takes over each beat, whether the link accepts one or not."
        );
        if self.enters.val() {
            self.spare_data.next = self.beat_data.val();
            self.spare_keep.next = self.beat_keep.val();
            self.spare_last.next = self.beat_last.val();
            self.spare_user.next = self.beat_user.val();
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
        self.counters.goes.next = self.takes.val() && !self.inside_packet.val();
        self.counters.vl.next = self.packets.data.val() >> 4;
    }
}
