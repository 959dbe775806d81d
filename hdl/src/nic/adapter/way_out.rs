//! The way out to the link.

use crate::comment;
use crate::prelude::*;
use crate::switch::egress::SentBlocks;
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::link::COUNTER_BITS;
use tailback_spec::switch::port::Port as LinkPort;

/// Bits of PktLen that count full blocks.
const LENGTH_BITS: usize = 7;
/// Those of them that are in its lower byte.
const LOW_BITS: usize = 4;

block! {
    /// Lets flow-control packets go between packets, and counts the blocks that have gone.
    pub struct WayOut(port: &LinkPort) as "tailback_nic_way_out" {
        /// Data virtual lanes (VLs).
        count virtual_lanes = port.virtual_lanes();
        /// Bits of a number of blocks.
        count block_bits = port.block_bits();
        /// Bits of it that are in the lower byte of PktLen.
        count low_bits = port.block_bits().min(LOW_BITS);
        /// Bits of it that are in PktLen.
        count known_bits = port.block_bits().min(LENGTH_BITS);

        /// There is a beat of a packet.
        input valid;
        /// Its bytes; the first one has the least significant bits.
        input data[port.width_bits()];
        /// Which of them count.
        input keep[port.width_bytes()];
        /// It is the last of its packet.
        input last;
        /// The packet is bad.
        input bad;
        /// A flow-control packet waits.
        input flow_control_valid;
        /// The packet, from its most significant bit.
        input flow_control_packet[PACKET_BITS];
        /// The link takes the beat.
        input tready;

        /// A beat goes.
        output tvalid;
        /// Its bytes.
        output tdata[port.width_bits()];
        /// Which of them count.
        output tkeep[port.width_bytes()];
        /// It is the last of its packet.
        output tlast;
        /// Bit 0: it is a flow-control packet. Bit 1: the packet is bad.
        output tuser[2];
        /// The beat of the packet is taken.
        output ready;
        /// The flow-control packet goes.
        output flow_control_ready;
        /// Blocks of each VL that have gone, modulo 4096.
        output(port.virtual_lanes()) sent[COUNTER_BITS];

        /// The flow-control packet is shown to the link.
        local tells;
        /// A beat is.
        local shows;
        /// The bytes of the flow-control packet.
        local flow_control_data[port.width_bits()];
        /// Full blocks of the packet.
        local full_blocks[port.block_bits()];
        /// Blocks that have gone.
        sub counters: SentBlocks = SentBlocks::new(port);
        /// A beat was shown, and not taken.
        reg stuck;
        /// The last beat of a packet is yet to go.
        reg inside_packet;
    }
}

impl Logic for WayOut {
    #[hdl_gen]
    fn update(&mut self) {
        self.tells.next =
            self.flow_control_valid.val() && !self.inside_packet.val() && !self.stuck.val();
        self.shows.next = self.valid.val() && !self.tells.val();
        self.tvalid.next = self.tells.val() || self.valid.val();
        self.flow_control_ready.next = self.tells.val() && self.tready.val();
        self.ready.next = !self.tells.val() && self.tready.val();
        self.stuck.next = self.shows.val() && !self.tready.val();
        if self.shows.val() && self.tready.val() {
            self.inside_packet.next = !self.last.val();
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
        self.tdata.next = 0.into();
        self.tkeep.next = 0.into();
        self.tlast.next = false;
        self.tuser.next = 0.into();
        if self.tells.val() {
            self.tdata.next = self.flow_control_data.val();
            comment!("Six bytes");
            self.tkeep.next = 63.into();
            self.tlast.next = true;
            self.tuser.next = 1.into();
        } else if self.valid.val() {
            self.tdata.next = self.data.val();
            self.tkeep.next = self.keep.val();
            self.tlast.next = self.last.val();
            self.tuser.next = self.tuser.val().replace_bit(1, self.bad.val());
        }

        comment!("Bits 4 to 7 of PktLen, and bits 8 to 10, which come before them.");
        for at in 0..self.low_bits.val() {
            self.full_blocks.next =
                self.full_blocks.val().replace_bit(at, self.data.val().get_bit(44 + at));
        }
        for at in 4..self.known_bits.val() {
            self.full_blocks.next =
                self.full_blocks.val().replace_bit(at, self.data.val().get_bit(28 + at));
        }
        for at in 7..self.block_bits.val() {
            self.full_blocks.next = self.full_blocks.val().replace_bit(at, false);
        }
        self.counters.goes.next =
            self.shows.val() && !self.inside_packet.val() && !self.stuck.val();
        self.counters.vl.next = self.data.val() >> 4;
        self.counters.other_blocks.next = self.full_blocks.val();
        for vl in 0..self.virtual_lanes.val() {
            self.sent[vl].next = self.counters.sent[vl].val();
        }
    }
}
