//! Link-level credits of the NIC, in both directions.

use crate::comment;
use crate::link::{CreditReceiver, CreditSender, FlowControlChecker, FlowControlTransmitter};
use crate::prelude::*;
use tailback_spec::link::credit_sender::{block_bits, VL_BITS};
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::link::{COUNTER_BITS, MOST_OFFERED};
use tailback_spec::nic::reflector::MANAGEMENT_VL;
use tailback_spec::nic::Nic;

block! {
    /// Says whether the packet that wants to go may be sent, and tells the other end that there is
    /// room: what comes goes to the host at once.
    pub struct NicCredits(nic: &Nic) as "tailback_nic_credits" {
        /// Data virtual lanes (VLs).
        count virtual_lanes = nic.virtual_lanes();
        /// The VL of management, which has no credits.
        count management = MANAGEMENT_VL as usize;
        /// The most blocks that a receiver offers.
        count most_offered = MOST_OFFERED as usize;

        /// The link is up.
        input link_active;
        /// A flow-control packet has come.
        input flow_control;
        /// The packet.
        input flow_control_packet[PACKET_BITS];
        /// A block has come.
        input received;
        /// Its VL.
        input received_vl[VL_BITS];
        /// The VL of the packet that wants to go.
        input want_vl[VL_BITS];
        /// Its blocks.
        input want_blocks[block_bits(&nic.link())];
        /// It begins.
        input begins;
        /// Blocks of each VL that have gone.
        input(nic.virtual_lanes()) sent[COUNTER_BITS];
        /// The flow-control packet that waits goes.
        input ready;

        /// The packet that wants to go may be sent.
        output may_send;
        /// A flow-control packet waits.
        output valid;
        /// The packet.
        output packet[PACKET_BITS];
        /// The one that has come is not good.
        output bad;

        /// There are credits for the packet.
        local has_credits;
        /// What has come.
        sub check: FlowControlChecker = FlowControlChecker::new(&nic.link());
        /// What may come.
        sub receiver: CreditReceiver = CreditReceiver::new(&nic.link());
        /// What may go.
        sub sender: CreditSender = CreditSender::new(&nic.link());
        /// What the other end is to know.
        sub transmitter: FlowControlTransmitter = FlowControlTransmitter::new(&nic.link());
    }
}

impl Logic for NicCredits {
    #[hdl_gen]
    fn update(&mut self) {
        self.check.valid.next = self.flow_control.val();
        self.check.packet.next = self.flow_control_packet.val();
        self.bad.next =
            self.check.bad_crc.val() || self.check.bad_op.val() || self.check.bad_vl.val();

        self.receiver.update.next = self.check.update.val();
        self.receiver.update_vl.next = self.check.vl.val();
        self.receiver.update_fctbs.next = self.check.fctbs.val();
        self.receiver.received.next = self.received.val();
        self.receiver.received_vl.next = self.received_vl.val();

        self.sender.update.next = self.check.update.val();
        self.sender.update_vl.next = self.check.vl.val();
        self.sender.update_fccl.next = self.check.fccl.val();
        self.sender.send.next = self.begins.val();
        self.sender.send_vl.next = self.want_vl.val();
        self.sender.send_blocks.next = self.want_blocks.val();

        self.transmitter.active.next = self.link_active.val();
        self.transmitter.ready.next = self.ready.val();
        self.valid.next = self.transmitter.valid.val();
        self.packet.next = self.transmitter.packet.val();

        comment!("VL15 has no credits.");
        self.has_credits.next = self.want_vl.val() == self.management.val();
        for vl in 0..self.virtual_lanes.val() {
            self.receiver.free[vl].next = self.most_offered.val().into();
            self.transmitter.fctbs[vl].next = self.sent[vl].val();
            self.transmitter.fccl[vl].next = self.receiver.fccl[vl].val();
            self.sender.blocks[vl].next = self.want_blocks.val();
            if self.want_vl.val() == vl {
                self.has_credits.next = self.sender.may_send[vl].val();
            }
        }
        self.may_send.next = self.link_active.val() && self.has_credits.val();
    }
}
