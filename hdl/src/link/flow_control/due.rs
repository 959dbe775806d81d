//! Which virtual lane is due to send a flow-control packet.

use crate::comment;
use crate::prelude::*;
use tailback_spec::link::flow_control::turn_cycles;
use tailback_spec::link::{Link, COUNTER_BITS};
use tailback_spec::parameter::bits_for;

block! {
    /// Says which virtual lanes (VLs) are due to send a flow-control packet.
    ///
    /// A VL is due when it has something new to tell, when it has told nothing since reset, and
    /// when its turn of the period has come.
    pub struct FlowControlDue(link: &Link) as "tailback_flow_control_due" {
        /// Virtual lanes.
        count virtual_lanes = link.virtual_lanes();
        /// The last cycle of a turn.
        count last_cycle = turn_cycles(link) - 1;

        /// The link is up.
        input active;
        /// The limit that the sender is to be told.
        input(link.virtual_lanes()) fccl[COUNTER_BITS];
        /// The VL's packet is built from what the other inputs say in this cycle.
        input(link.virtual_lanes()) built;
        /// The VL is to send a packet.
        output(link.virtual_lanes()) due;

        /// Cycles of this turn.
        reg timer[bits_for(turn_cycles(link) as u32 - 1)];
        /// The VL that has the turn, one bit for each.
        reg turn[link.virtual_lanes()] = 1;
        /// The turn goes to the next VL.
        local ends;
        /// The VL that has the turn after this one.
        local following[link.virtual_lanes()];

        /// The VL had its turn and has not sent since.
        reg(link.virtual_lanes()) had_turn;
        /// The VL has sent since reset.
        reg(link.virtual_lanes()) sent;
        /// What it last said of the link.
        reg(link.virtual_lanes()) sent_active;
        /// The limit that it last sent.
        reg(link.virtual_lanes()) sent_fccl[COUNTER_BITS];
    }
}

impl Logic for FlowControlDue {
    #[hdl_gen]
    fn update(&mut self) {
        self.ends.next = self.timer.val() == self.last_cycle.val();
        self.following.next = self
            .following
            .val()
            .replace_bit(0, self.turn.val().get_bit(self.virtual_lanes.val() - 1));
        for vl in 1..self.virtual_lanes.val() {
            self.following.next =
                self.following.val().replace_bit(vl, self.turn.val().get_bit(vl - 1));
        }
        if self.ends.val() {
            self.timer.next = 0.into();
            self.turn.next = self.following.val();
        } else {
            self.timer.next = self.timer.val() + 1;
        }

        for vl in 0..self.virtual_lanes.val() {
            self.due[vl].next = self.had_turn[vl].val()
                || !self.sent[vl].val()
                || self.sent_active[vl].val() != self.active.val()
                || self.sent_fccl[vl].val() != self.fccl[vl].val();

            comment!("A turn that comes as the packet is built is for the next one.");
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
