//! Building and sending of flow-control packets.

use super::{FlowControlDue, Lpcrc};
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::link::{Link, COUNTER_BITS};

/// Bits of a packet before its LPCRC: Op, FCTBS, VL and FCCL.
const BODY_BITS: usize = 32;

block! {
    /// Builds flow-control packets, and holds each until it is accepted.
    ///
    /// In a cycle in which no packet is held, or the held packet is accepted, the packet of the
    /// next due virtual lane (VL) is built, in rotation after the VL of the packet before.
    pub struct FlowControlTransmitter(link: &Link) as "tailback_flow_control_transmitter" {
        /// Data VLs.
        count virtual_lanes = link.virtual_lanes();

        /// High while the link is up.
        input active;
        /// Blocks sent on each VL (FCTBS), modulo 4096.
        input(link.virtual_lanes()) fctbs[COUNTER_BITS];
        /// Credit limit of each VL (FCCL), modulo 4096.
        input(link.virtual_lanes()) fccl[COUNTER_BITS];
        /// High in a cycle in which a valid packet is accepted.
        input ready;
        /// High while a packet is held.
        output_reg valid;
        /// Held packet: Op, FCTBS, VL, FCCL, LPCRC from its most significant bit; 0 if none.
        output packet[PACKET_BITS];

        /// High in a cycle in which a packet is built if a VL is due.
        local build;
        /// VLs that are due, one bit per VL.
        local due[link.virtual_lanes()];
        /// Due VLs with a higher number than that of the packet before.
        local later[link.virtual_lanes()];
        /// VLs of which the lowest one is chosen.
        local candidates[link.virtual_lanes()];
        /// Chosen VL, one-hot.
        local chosen[link.virtual_lanes()];
        /// Number of the chosen VL.
        local chosen_vl[VL_BITS];
        /// FCTBS of the chosen VL.
        local chosen_fctbs[COUNTER_BITS];
        /// FCCL of the chosen VL.
        local chosen_fccl[COUNTER_BITS];
        /// Packet of the chosen VL, without its LPCRC.
        local body[BODY_BITS];

        /// Decides which VLs are due.
        sub schedule: FlowControlDue = FlowControlDue::new(link);
        /// Computes the LPCRC of the held packet.
        sub check: Lpcrc = Lpcrc::new();

        /// VLs with a higher number than that of the packet before; empty after reset.
        reg after[link.virtual_lanes()];
        /// Held packet, without its LPCRC.
        reg held[BODY_BITS];
    }
    connect {
        schedule: active, fccl, due;
        check: data = held;
    }
}

impl Logic for FlowControlTransmitter {
    #[hdl_gen]
    fn update(&mut self) {
        self.packet.next = self.held.val();
        self.packet.next = self.packet.val() << 16;
        if self.valid.val() {
            self.packet.next = self.packet.val() | self.check.lpcrc.val();
        }

        self.build.next = !self.valid.val() || self.ready.val();

        comment!("The lowest due VL after that of the packet before, or else the lowest due VL.");
        self.later.next = self.due.val() & self.after.val();
        if self.later.val().any() {
            self.candidates.next = self.later.val();
        } else {
            self.candidates.next = self.due.val();
        }
        self.chosen.next = self.candidates.val() & -self.candidates.val();
        for vl in 0..self.virtual_lanes.val() {
            self.schedule.built[vl].next = self.build.val() && self.chosen.val().get_bit(vl);
        }

        self.chosen_vl.next = 0.into();
        self.chosen_fctbs.next = 0.into();
        self.chosen_fccl.next = 0.into();
        for vl in 0..self.virtual_lanes.val() {
            if self.chosen.val().get_bit(vl) {
                self.chosen_vl.next = self.chosen_vl.val() | vl;
                self.chosen_fctbs.next = self.chosen_fctbs.val() | self.fctbs[vl].val();
                self.chosen_fccl.next = self.chosen_fccl.val() | self.fccl[vl].val();
            }
        }
        self.body.next = self.chosen_fctbs.val();
        self.body.next = (self.body.val() << 4) | self.chosen_vl.val();
        self.body.next = (self.body.val() << 12) | self.chosen_fccl.val();
        comment!("Op 0 is normal, 1 initial.");
        self.body.next =
            self.body.val().replace_bit(28, !self.active.val() && self.due.val().any());

        if self.build.val() {
            self.valid.next = self.due.val().any();
            self.held.next = self.body.val();
        }
        if self.build.val() && self.due.val().any() {
            comment!("All bits above the lowest one of the candidates.");
            self.after.next = self.candidates.val() ^ -self.candidates.val();
        }
    }
}
