//! Link-level credits of a port, in both directions.

use crate::link::{CreditReceiver, CreditSender, FlowControlChecker, FlowControlTransmitter};
use crate::prelude::*;
use tailback_spec::link::credit_receiver::free_bits;
use tailback_spec::link::credit_sender::{block_bits, VL_BITS};
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::link::COUNTER_BITS;
use tailback_spec::switch::top::SwitchTop;

block! {
    /// Manages the credits of a link: those held for sending, and those granted to the other end.
    pub struct PortCredits(switch: &SwitchTop) as "tailback_port_credits" {
        /// Data virtual lanes (VLs).
        count virtual_lanes = switch.port.virtual_lanes();
        /// VL15 is configured.
        choice has_management = switch.port.lanes() > switch.port.virtual_lanes();
        /// Blocks of the longest packet.
        count longest = switch.link.packet_blocks();
        /// Twice the blocks of the longest packet.
        count two_longest = 2 * switch.link.packet_blocks();

        /// High while the link is up.
        input link_active;
        /// A flow-control packet has been received.
        input flow_control;
        /// Received flow-control packet, from its most significant bit.
        input flow_control_packet[PACKET_BITS];
        /// A block has been received.
        input received;
        /// VL of the received block.
        input received_vl[VL_BITS];
        /// Free blocks of each data VL in the input buffer.
        input(switch.port.virtual_lanes()) credits[free_bits(&switch.link)];
        /// First beat of a packet at the output port, even if the packet is dropped.
        input begins;
        /// High in the cycle in which the transmission of a packet begins.
        input transmit;
        /// VL of the packet that begins.
        input transmit_vl[VL_BITS];
        /// Blocks of the packet that begins.
        input transmit_blocks[block_bits(&switch.link)];
        /// Blocks transmitted on each data VL (FCTBS), modulo 4096.
        input(switch.port.virtual_lanes()) sent[COUNTER_BITS];
        /// High in the cycle in which the link accepts the held flow-control packet.
        input ready;

        /// High if a packet of the longest length may be sent on the VL (VL15 last).
        output(switch.port.lanes()) may_send;
        /// Data VLs for which the other end has sent credits, one bit per VL.
        output initialised[switch.port.virtual_lanes()];
        /// High while a flow-control packet is held for transmission.
        output valid;
        /// Held flow-control packet, from its most significant bit; 0 without `valid`.
        output packet[PACKET_BITS];
        /// High in the cycle after a good flow-control packet was received.
        output_reg update;
        /// A flow-control packet with a wrong LPCRC was received in the cycle before.
        output_reg bad_crc;
        /// A flow-control packet with an unknown Op was received in the cycle before.
        output_reg bad_op;
        /// A flow-control packet for a VL that is not configured was received in the cycle before.
        output_reg bad_vl;

        /// VL of the flow-control packet of the cycle before.
        reg told_vl[VL_BITS];
        /// FCTBS of the flow-control packet of the cycle before.
        reg told_fctbs[COUNTER_BITS];
        /// FCCL of the flow-control packet of the cycle before.
        reg told_fccl[COUNTER_BITS];
        /// The transmission of a packet began in the cycle before.
        reg went;
        /// VL of the packet that began in the cycle before.
        reg went_vl[VL_BITS];
        /// Blocks of the packet that began in the cycle before.
        reg went_blocks[block_bits(&switch.link)];
        /// Input `begins` was high in the cycle before.
        reg began;
        /// A block was received in the cycle before.
        reg came;
        /// VL of the block of the cycle before.
        reg came_vl[VL_BITS];
        /// Free blocks of each data VL in the cycle before.
        reg(switch.port.virtual_lanes()) room[free_bits(&switch.link)];
        /// Credit limit (FCCL) for the other end in the cycle before, for each data VL.
        reg(switch.port.virtual_lanes()) limit[COUNTER_BITS];
        /// Checks received flow-control packets.
        sub check: FlowControlChecker = FlowControlChecker::new(&switch.link);
        /// Counts received blocks, and computes the credit limits for the other end.
        sub receiver: CreditReceiver = CreditReceiver::new(&switch.link);
        /// Counts sent blocks, and checks the credits of this end.
        sub sender: CreditSender = CreditSender::new(&switch.link);
        /// Builds flow-control packets for the other end.
        sub transmitter: FlowControlTransmitter = FlowControlTransmitter::new(&switch.link);
    }
    connect {
        check: valid = flow_control, packet = flow_control_packet;
        receiver: update, update_vl = told_vl, update_fctbs = told_fctbs, received = came,
            received_vl = came_vl, free = room;
        sender: update, update_vl = told_vl, update_fccl = told_fccl, send = went,
            send_vl = went_vl, send_blocks = went_blocks;
        transmitter: active = link_active, ready, valid, packet, fctbs = sent, fccl = limit;
    }
}

impl Logic for PortCredits {
    #[hdl_gen]
    fn update(&mut self) {
        self.bad_crc.next = self.check.bad_crc.val();
        self.bad_op.next = self.check.bad_op.val();
        self.bad_vl.next = self.check.bad_vl.val();

        self.update.next = self.check.update.val();
        self.told_vl.next = self.check.vl.val();
        self.told_fctbs.next = self.check.fctbs.val();
        self.told_fccl.next = self.check.fccl.val();
        self.went.next = self.transmit.val();
        self.went_vl.next = self.transmit_vl.val();
        self.went_blocks.next = self.transmit_blocks.val();
        self.began.next = self.begins.val();
        comment!("A block received after a flow-control packet must not overtake it.");
        self.came.next = self.received.val();
        self.came_vl.next = self.received_vl.val();

        for vl in 0..self.virtual_lanes.val() {
            self.room[vl].next = self.credits[vl].val();
            self.limit[vl].next = self.receiver.fccl[vl].val();
            self.sender.blocks[vl].next = self.longest.val().into();
            if self.begins.val() || self.began.val() {
                comment!("Reserve for the packet that begins: its blocks are not counted yet.");
                self.sender.blocks[vl].next = self.two_longest.val().into();
            }
            self.may_send[vl].next = self.link_active.val() && self.sender.may_send[vl].val();
            self.initialised.next =
                self.initialised.val().replace_bit(vl, self.sender.initialised[vl].val());
        }
        if self.has_management.val() {
            comment!("VL15 has no credits.");
            self.may_send[self.virtual_lanes.val()].next = self.link_active.val();
        }
    }
}
