//! Events for the counters of the port.

use crate::prelude::*;
use tailback_spec::nic::reflector::{LID_BITS, OPCODE_BITS, RC_ACK};
use tailback_spec::nic::registers::{first_counter, COUNTERS};
use tailback_spec::nic::{receive, transmit};
use tailback_spec::wire::bth::OPCODE_CNP;
use tailback_spec::wire::lid::FIRST_MULTICAST_LID;

block! {
    /// Maps the events of the NIC to the counters of the port.
    pub struct NicEvents() as "tailback_nic_events" {
        /// Index of the first counter of marks.
        count marks = first_counter(1);
        /// Index of the first counter of malformed packets.
        count malformed = first_counter(2);
        /// Counters of malformed packets.
        count causes = receive::Cause::ALL.len();
        /// Index of the first counter of ignored events.
        count ignored = first_counter(3);
        /// First multicast LID.
        count multicast = FIRST_MULTICAST_LID as usize;
        /// Opcode of an ACK.
        count ack_opcode = RC_ACK as usize;
        /// Opcode of a congestion notification packet (CNP).
        count cnp_opcode = OPCODE_CNP as usize;

        /// Good packet received; its fields are valid.
        input decoded;
        /// Opcode of the received packet.
        input opcode[OPCODE_BITS];
        /// FECN of the received packet.
        input fecn;
        /// BECN of the received packet.
        input becn_in;
        /// DLID of the received packet.
        input dlid[LID_BITS];
        /// Good packet received for the host.
        input passed;
        /// One bit per cause: a received packet is dropped, or ends as a bad one.
        input(receive::Cause::ALL.len()) receive_drops;
        /// Flow-control packet received without tlast, or not of six bytes.
        input bad_framing;
        /// Bad flow-control packet received: CRC, operand or VL.
        input bad_flow_control;
        /// Packet received for an unknown queue pair.
        input unknown;
        /// ACK joined to a reply that its flow is owed already.
        input joined_ack;
        /// CNP joined to a reply that its flow is owed already.
        input joined_cnp;
        /// Packet of the host has been transmitted.
        input sent;
        /// Element 0: an ACK has been transmitted. Element 1: a CNP has been transmitted.
        input(2) answered;
        /// BECN of the ACK or CNP transmitted.
        input answered_becn;
        /// Packet is ready to begin, but lacks credits, or the link is down.
        input stalls;
        /// One bit per cause: a packet of the host is dropped, or ended as a bad one.
        input(transmit::Cause::ALL.len()) transmit_drops;
        /// Start of 0 beats was not legal: its flow had no grant.
        input decline_ignored;
        /// Packets are acknowledged or released.
        input ack;
        /// Event of `ack` is a release.
        input ack_released;
        /// ACK or release is ignored: no such packet is in flight.
        input ack_ignored;
        /// BECN dropped: its queue is full.
        input becn_lost;

        /// One bit per counter of the port, in address order: an event to be counted.
        output(COUNTERS) happened;

        /// Received packet is a CNP.
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

        comment!("Ignored events");
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
