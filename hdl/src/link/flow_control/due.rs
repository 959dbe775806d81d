//! Decides when a virtual lane is due to send a flow-control packet.

use crate::prelude::*;
use tailback_spec::link::flow_control::turn_cycles;
use tailback_spec::link::{Link, COUNTER_BITS};
use tailback_spec::parameter::bits_for;

block! {
    /// Reports which virtual lanes (VLs) are due to send a flow-control packet.
    ///
    /// A VL is due when it has sent nothing since reset, when its FCCL or the link state has
    /// changed since its last packet, and when its time slot in the period has passed.
    pub struct FlowControlDue(link: &Link) as "tailback_flow_control_due" {
        /// Data VLs.
        count virtual_lanes = link.virtual_lanes();
        /// Last cycle of a time slot.
        count last_cycle = turn_cycles(link) - 1;

        /// High while the link is up.
        input active;
        /// FCCL of each VL: the limit to be sent to the other end.
        input(link.virtual_lanes()) fccl[COUNTER_BITS];
        /// High in the cycle in which the packet of the VL is built from the inputs.
        input(link.virtual_lanes()) built;
        /// VLs that are due to send a flow-control packet, one bit per VL.
        output due[link.virtual_lanes()];

        /// Cycles of the current time slot, from 0.
        reg timer[bits_for(turn_cycles(link) as u32 - 1)];
        /// VL that owns the current time slot, one-hot.
        reg turn[link.virtual_lanes()] = 1;
        /// High in the last cycle of a time slot.
        local ends;
        /// VL that owns the next time slot, one-hot.
        local following[link.virtual_lanes()];

        /// A time slot of the VL has passed since its last packet.
        reg(link.virtual_lanes()) had_turn;
        /// The VL has sent a packet since reset.
        reg(link.virtual_lanes()) sent;
        /// Value of `active` in the last packet of the VL.
        reg(link.virtual_lanes()) sent_active;
        /// FCCL in the last packet of the VL.
        reg(link.virtual_lanes()) sent_fccl[COUNTER_BITS];
    }
}

impl Logic for FlowControlDue {
    #[hdl_gen]
    fn update(&mut self) {
        self.ends.next = self.timer.val() == self.last_cycle.val();
        self.following.next =
            (self.turn.val() << 1) | (self.turn.val() >> (self.virtual_lanes.val() - 1));
        if self.ends.val() {
            self.timer.next = 0.into();
            self.turn.next = self.following.val();
        } else {
            self.timer.next = self.timer.val() + 1;
        }

        for vl in 0..self.virtual_lanes.val() {
            self.due.next = self.due.val().replace_bit(
                vl,
                self.had_turn[vl].val()
                    || !self.sent[vl].val()
                    || self.sent_active[vl].val() != self.active.val()
                    || self.sent_fccl[vl].val() != self.fccl[vl].val(),
            );

            comment!("A time slot that ends as a packet is built calls for the next packet.");
            if self.ends.val() && self.turn.val().get_bit(vl) {
                self.had_turn[vl].next = true;
            } else if self.built[vl].val() {
                self.had_turn[vl].next = false;
            }
            if self.built[vl].val() {
                self.sent[vl].next = true;
                self.sent_active[vl].next = self.active.val();
                self.sent_fccl[vl].next = self.fccl[vl].val();
            }
        }
    }
}
