//! Link-level credits of the NIC, in both directions.

use crate::interface::BufferSpace;
use crate::link::{CreditReceiver, CreditSender, FlowControlChecker, FlowControlTransmitter};
use crate::prelude::*;
use tailback_spec::link::credit_sender::{block_bits, VL_BITS};
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::link::{COUNTER_BITS, MOST_OFFERED};
use tailback_spec::nic::reflector::MANAGEMENT_VL;
use tailback_spec::nic::Nic;

block! {
    /// Decides ahead whether there are credits for the next host packet and the next reply, and
    /// offers the other end the free space of the receive buffer. Without one, it offers as many
    /// credits as possible: received packets go to the host at once.
    ///
    /// Credits only grow between two packets. So the decisions are registers, which are low for two
    /// cycles after a packet has begun, until they include its blocks.
    pub struct NicCredits(nic: &Nic) as "tailback_nic_credits" {
        /// There is a receive buffer.
        choice has_buffer = nic.receive_buffer().is_some();
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
        /// Free space of the receive buffer, if there is one.
        slave(nic.virtual_lanes()) space: BufferSpace(nic);
        /// VL of the next host packet.
        input host_vl[VL_BITS];
        /// Blocks of the next host packet.
        input host_blocks[block_bits(&nic.link())];
        /// VL of the next reply.
        input reply_vl[VL_BITS];
        /// A packet begins, and uses up its credits.
        input begins;
        /// VL of the packet that begins.
        input begins_vl[VL_BITS];
        /// Blocks of the packet that begins.
        input begins_blocks[block_bits(&nic.link())];
        /// Blocks transmitted of each VL, modulo 4096.
        input(nic.virtual_lanes()) sent[COUNTER_BITS];
        /// Flow-control packet for the link is accepted.
        input ready;

        /// Next host packet may be sent: the link is up, and there are credits for the whole packet.
        output_reg host_may_send;
        /// Next reply may be sent: the link is up, and there are credits for it.
        output_reg answer_may_send;
        /// A packet began one or two cycles ago, and no other one may be sent.
        output_reg settles;
        /// Flow-control packet for the link is valid.
        output valid;
        /// Flow-control packet for the link, from its most significant bit.
        output packet[PACKET_BITS];
        /// Received flow-control packet is bad, by its CRC, operand or VL.
        output bad;

        /// There are credits for the next host packet; always for VL15.
        local host_has_credits;
        /// There are credits for the next reply; always for VL15.
        local reply_has_credits;
        /// The link is up, and the credits include the packet that began last.
        local is_settled;
        /// A packet began in the previous cycle.
        reg begun;
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
        sender: send = begins, send_vl = begins_vl, send_blocks = begins_blocks;
        transmitter: active = link_active, ready, valid, packet, fctbs = sent;
    }
}

impl Logic for NicCredits {
    #[hdl_gen]
    fn update(&mut self) {
        self.bad.next =
            self.check.bad_crc.val() || self.check.bad_op.val() || self.check.bad_vl.val();

        comment!("VL15 has no credits.");
        self.host_has_credits.next = self.host_vl.val() == self.management.val();
        self.reply_has_credits.next = self.reply_vl.val() == self.management.val();
        for vl in 0..self.virtual_lanes.val() {
            if self.has_buffer.val() {
                self.receiver.free[vl].next = self.space.free[vl].val();
            } else {
                self.receiver.free[vl].next = self.most_offered.val().into();
            }
            self.sender.blocks[vl].next = self.host_blocks.val();
            if self.host_vl.val() == vl {
                self.host_has_credits.next = self.sender.may_send[vl].val();
            }
            if self.reply_vl.val() == vl {
                self.reply_has_credits.next = self.sender.may_send_one[vl].val();
            }
        }

        comment!(
            "The sender's outputs miss a packet in the cycle in which it begins, and the next."
        );
        self.begun.next = self.begins.val();
        self.settles.next = self.begins.val() || self.begun.val();
        self.is_settled.next = self.link_active.val() && !self.begins.val() && !self.begun.val();
        self.host_may_send.next = self.is_settled.val() && self.host_has_credits.val();
        self.answer_may_send.next = self.is_settled.val() && self.reply_has_credits.val();
    }
}
