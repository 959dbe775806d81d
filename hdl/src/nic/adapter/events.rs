//! What the counters of the port count.

use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::reflector::{LID_BITS, OPCODE_BITS, RC_ACK};
use tailback_spec::nic::registers::{COUNTERS, COUNTER_GROUPS};
use tailback_spec::nic::{receive, transmit};
use tailback_spec::wire::bth::OPCODE_CNP;
use tailback_spec::wire::lid::FIRST_MULTICAST_LID;

/// The first counter of a group.
fn first(group: usize) -> usize {
    COUNTER_GROUPS[..group].iter().map(|(_, counters)| counters).sum()
}

block! {
    /// Says what has happened, for each counter of the port, in the order of their addresses.
    pub struct NicEvents() as "tailback_nic_events" {
        /// The first counter of marks.
        count marks = first(1);
        /// That of malformed packets.
        count malformed = first(2);
        /// How many there are.
        count causes = receive::Cause::ALL.len();
        /// The first counter of what is ignored.
        count ignored = first(3);
        /// The first LID of multicast.
        count multicast = FIRST_MULTICAST_LID as usize;
        /// The opcode of an ACK.
        count ack_opcode = RC_ACK as usize;
        /// The opcode of a congestion notification packet (CNP).
        count cnp_opcode = OPCODE_CNP as usize;

        /// A good packet has come, whose fields follow.
        input decoded;
        /// OpCode.
        input opcode[OPCODE_BITS];
        /// FECN.
        input fecn;
        /// BECN.
        input becn_in;
        /// DLID.
        input dlid[LID_BITS];
        /// A good packet has come for the host.
        input passed;
        /// A packet that came is dropped, for each cause.
        input(receive::Cause::ALL.len()) receive_drops;
        /// What should be a flow-control packet is not.
        input bad_framing;
        /// A flow-control packet is not good.
        input bad_flow_control;
        /// A packet for a queue pair that is not known.
        input unknown;
        /// An ACK was joined to the answer that is owed.
        input joined_ack;
        /// A CNP was.
        input joined_cnp;
        /// A packet of the host has gone.
        input sent;
        /// An ACK, a CNP has gone.
        input(2) answered;
        /// It had BECN.
        input answered_becn;
        /// A packet could begin, but for want of credits.
        input stalls;
        /// A packet of the host is swallowed, or was cut, for each cause.
        input(transmit::Cause::ALL.len()) transmit_drops;
        /// A decline was for no grant.
        input decline_ignored;
        /// Packets are acknowledged or released.
        input ack;
        /// A packet is released.
        input ack_released;
        /// An ACK or a release is for no packet in flight.
        input ack_ignored;
        /// A BECN that came found no room.
        input becn_lost;

        /// What has happened.
        output(COUNTERS) happened;

        /// The packet is a CNP.
        local is_cnp;
    }
}

impl Logic for NicEvents {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Traffic");
        self.happened[0].next = self.decoded.val() || self.passed.val();
        self.happened[1].next = self.sent.val() || self.answered[0].val() || self.answered[1].val();
        self.happened[2].next = self.stalls.val();
        self.happened[3].next = self.bad_framing.val() || self.bad_flow_control.val();
        self.happened[4].next = self.ack.val() && !self.ack_released.val();
        self.happened[5].next = self.becn_lost.val();

        comment!("Marks");
        self.is_cnp.next = self.opcode.val() == self.cnp_opcode.val();
        self.happened[self.marks.val()].next = self.decoded.val() && self.fecn.val();
        self.happened[self.marks.val() + 1].next = self.decoded.val()
            && self.fecn.val()
            && (self.dlid.val() >= self.multicast.val()
                || self.is_cnp.val()
                || self.opcode.val() == self.ack_opcode.val());
        self.happened[self.marks.val() + 2].next = self.decoded.val() && self.becn_in.val();
        self.happened[self.marks.val() + 3].next =
            self.answered[1].val() || (self.answered[0].val() && self.answered_becn.val());
        self.happened[self.marks.val() + 4].next = self.decoded.val() && self.is_cnp.val();
        self.happened[self.marks.val() + 5].next = self.answered[1].val();
        self.happened[self.marks.val() + 6].next = self.joined_cnp.val();
        self.happened[self.marks.val() + 7].next = self.joined_ack.val();

        for cause in 0..self.causes.val() {
            self.happened[self.malformed.val() + cause].next = self.receive_drops[cause].val();
        }

        comment!("What is ignored");
        self.happened[self.ignored.val()].next = self.unknown.val();
        self.happened[self.ignored.val() + 1].next = self.transmit_drops[0].val();
        self.happened[self.ignored.val() + 2].next = self.transmit_drops[4].val();
        self.happened[self.ignored.val() + 3].next = self.ack_ignored.val();
        self.happened[self.ignored.val() + 4].next = self.decline_ignored.val();
        self.happened[self.ignored.val() + 5].next = self.transmit_drops[1].val()
            || self.transmit_drops[2].val()
            || self.transmit_drops[3].val();
        self.happened[self.ignored.val() + 6].next =
            self.transmit_drops[5].val() || self.transmit_drops[6].val();
    }
}
