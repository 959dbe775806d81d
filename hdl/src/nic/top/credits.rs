//! Link-level credits of the NIC, in both directions.

use crate::link::{CreditReceiver, CreditSender, FlowControlChecker, FlowControlTransmitter};
use crate::prelude::*;
use tailback_spec::link::credit_sender::{block_bits, VL_BITS};
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::link::{COUNTER_BITS, MOST_OFFERED};
use tailback_spec::nic::reflector::MANAGEMENT_VL;
use tailback_spec::nic::Nic;

block! {
    /// Decides whether there are credits for the next packet, and offers the other end as many
    /// credits as possible: received packets go to the host at once.
    pub struct NicCredits(nic: &Nic) as "tailback_nic_credits" {
        /// Data virtual lanes (VLs).
        count virtual_lanes = nic.virtual_lanes();
        /// VL15, the VL of management, which has no credits.
        count management = MANAGEMENT_VL as usize;
        /// Most blocks that a receiver can offer.
        count most_offered = MOST_OFFERED as usize;

        /// Link is up.
        input link_active;
        /// Flow-control packet received.
        input flow_control;
        /// Received flow-control packet, from its most significant bit.
        input flow_control_packet[PACKET_BITS];
        /// Block of a packet received.
        input received;
        /// VL of the received block.
        input received_vl[VL_BITS];
        /// VL of the next packet to be transmitted.
        input want_vl[VL_BITS];
        /// Blocks of the next packet to be transmitted.
        input want_blocks[block_bits(&nic.link())];
        /// Next packet begins, and uses up its credits.
        input begins;
        /// Blocks transmitted of each VL, modulo 4096.
        input(nic.virtual_lanes()) sent[COUNTER_BITS];
        /// Flow-control packet for the link is accepted.
        input ready;

        /// Next packet may be sent: the link is up, and there are credits for the whole packet.
        output may_send;
        /// Flow-control packet for the link is valid.
        output valid;
        /// Flow-control packet for the link, from its most significant bit.
        output packet[PACKET_BITS];
        /// Received flow-control packet is bad, by its CRC, operand or VL.
        output bad;

        /// There are credits for the next packet; always for VL15.
        local has_credits;
        /// Check of received flow-control packets.
        sub check: FlowControlChecker = FlowControlChecker::new(&nic.link());
        /// Credits for the other end (FCCL).
        sub receiver: CreditReceiver = CreditReceiver::new(&nic.link());
        /// Credits of this end.
        sub sender: CreditSender = CreditSender::new(&nic.link());
        /// Flow-control packets for the other end.
        sub transmitter: FlowControlTransmitter = FlowControlTransmitter::new(&nic.link());
    }
    connect {
        check: valid = flow_control, packet = flow_control_packet;
        check, receiver: update, vl = update_vl, fctbs = update_fctbs;
        check, sender: update, vl = update_vl, fccl = update_fccl;
        receiver: received, received_vl;
        receiver, transmitter: fccl;
        sender: send = begins, send_vl = want_vl, send_blocks = want_blocks;
        transmitter: active = link_active, ready, valid, packet, fctbs = sent;
    }
}

impl Logic for NicCredits {
    #[hdl_gen]
    fn update(&mut self) {
        self.bad.next =
            self.check.bad_crc.val() || self.check.bad_op.val() || self.check.bad_vl.val();

        comment!("VL15 has no credits.");
        self.has_credits.next = self.want_vl.val() == self.management.val();
        for vl in 0..self.virtual_lanes.val() {
            self.receiver.free[vl].next = self.most_offered.val().into();
            self.sender.blocks[vl].next = self.want_blocks.val();
            if self.want_vl.val() == vl {
                self.has_credits.next = self.sender.may_send[vl].val();
            }
        }
        self.may_send.next = self.link_active.val() && self.has_credits.val();
    }
}
