//! Flow-control packets, built and sent when one is due.

use super::{FlowControlDue, Lpcrc};
use crate::comment;
use crate::prelude::*;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::link::{Link, COUNTER_BITS};

/// Bits of the packet before its LPCRC: Op, FCTBS, VL and FCCL.
const BODY_BITS: usize = 32;

block! {
    /// Builds flow-control packets, and holds each until it is taken.
    ///
    /// In a cycle in which no packet is held, or the one that is held is taken, the next virtual
    /// lane (VL) that is due, in rotation after the VL of the packet before, has its packet built.
    pub struct FlowControlTransmitter(link: &Link) as "tailback_flow_control_transmitter" {
        /// Virtual lanes.
        count virtual_lanes = link.virtual_lanes();

        /// The link is up.
        input active;
        /// Blocks that each VL has sent.
        input(link.virtual_lanes()) fctbs[COUNTER_BITS];
        /// Blocks up to which each VL has room.
        input(link.virtual_lanes()) fccl[COUNTER_BITS];
        /// The packet is taken, if there is one.
        input ready;
        /// There is a packet.
        output valid;
        /// The packet: Op, FCTBS, VL, FCCL, LPCRC from its most significant bit; 0 without one.
        output packet[PACKET_BITS];

        /// A packet is built, if a VL is due.
        local build;
        /// VLs that are due.
        local due[link.virtual_lanes()];
        /// Those of them that come after the VL of the packet before.
        local later[link.virtual_lanes()];
        /// Those of which the first is chosen.
        local candidates[link.virtual_lanes()];
        /// The VL that is chosen, one bit for each.
        local chosen[link.virtual_lanes()];
        /// Its number.
        local chosen_vl[VL_BITS];
        /// Its FCTBS.
        local chosen_fctbs[COUNTER_BITS];
        /// Its FCCL.
        local chosen_fccl[COUNTER_BITS];
        /// Its packet before the LPCRC.
        local body[BODY_BITS];

        /// Which VLs are due.
        sub schedule: FlowControlDue = FlowControlDue::new(link);
        /// The LPCRC of the packet that is held.
        sub check: Lpcrc = Lpcrc::new();

        /// VLs after the one of the packet before.
        reg after[link.virtual_lanes()];
        /// A packet is held.
        reg holds;
        /// That packet before the LPCRC.
        reg held[BODY_BITS];
    }
}

impl Logic for FlowControlTransmitter {
    #[hdl_gen]
    fn update(&mut self) {
        self.valid.next = self.holds.val();
        self.check.data.next = self.held.val();
        for at in 0..32 {
            self.packet.next = self.packet.val().replace_bit(16 + at, self.held.val().get_bit(at));
        }
        for at in 0..16 {
            self.packet.next = self
                .packet
                .val()
                .replace_bit(at, self.holds.val() && self.check.lpcrc.val().get_bit(at));
        }

        self.build.next = !self.holds.val() || self.ready.val();
        self.schedule.active.next = self.active.val();
        for vl in 0..self.virtual_lanes.val() {
            self.schedule.fccl[vl].next = self.fccl[vl].val();
            self.due.next = self.due.val().replace_bit(vl, self.schedule.due[vl].val());
        }

        comment!("The first of those after the VL of the packet before, or the first of all.");
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
        for at in 0..12 {
            self.body.next =
                self.body.val().replace_bit(16 + at, self.chosen_fctbs.val().get_bit(at));
            self.body.next = self.body.val().replace_bit(at, self.chosen_fccl.val().get_bit(at));
        }
        for at in 0..4 {
            self.body.next = self.body.val().replace_bit(12 + at, self.chosen_vl.val().get_bit(at));
        }
        comment!("Op 0 is normal, 1 initial.");
        self.body.next =
            self.body.val().replace_bit(28, !self.active.val() && self.due.val().any());
        for at in 29..32 {
            self.body.next = self.body.val().replace_bit(at, false);
        }

        if self.build.val() {
            self.holds.next = self.due.val().any();
            self.held.next = self.body.val();
        }
        if self.build.val() && self.due.val().any() {
            comment!("All bits after the first one.");
            self.after.next = self.candidates.val() ^ -self.candidates.val();
        }
    }
}
