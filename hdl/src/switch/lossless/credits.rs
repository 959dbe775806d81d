//! Link-level credits of a port, in both directions.

use crate::comment;
use crate::link::{CreditReceiver, CreditSender, FlowControlChecker, FlowControlTransmitter};
use crate::prelude::*;
use tailback_spec::link::credit_receiver::free_bits;
use tailback_spec::link::credit_sender::{block_bits, VL_BITS};
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::link::COUNTER_BITS;
use tailback_spec::switch::lossless::LosslessSwitch;

block! {
    /// Says what may be sent on the link of a port, and tells its other end what there is room for.
    pub struct PortCredits(switch: &LosslessSwitch) as "tailback_port_credits" {
        /// Data virtual lanes (VLs).
        count virtual_lanes = switch.port.virtual_lanes();
        /// There is a lane for VL15, too.
        choice has_management = switch.port.lanes() > switch.port.virtual_lanes();
        /// Blocks of a longest packet.
        count longest = switch.link.packet_blocks();
        /// Blocks of two of them.
        count two_longest = 2 * switch.link.packet_blocks();

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
        /// Free blocks of each data VL.
        input(switch.port.virtual_lanes()) credits[free_bits(&switch.link)];
        /// A packet may start to go, or be discarded.
        input begins;
        /// A packet starts to go.
        input transmit;
        /// Its VL.
        input transmit_vl[VL_BITS];
        /// Its blocks.
        input transmit_blocks[block_bits(&switch.link)];
        /// Blocks of each data VL that have gone.
        input(switch.port.virtual_lanes()) sent[COUNTER_BITS];
        /// The flow-control packet that waits goes.
        input ready;

        /// A longest packet of the lane may go.
        output(switch.port.lanes()) may_send;
        /// The other end has told its credits, for each data VL.
        output initialised[switch.port.virtual_lanes()];
        /// A flow-control packet waits.
        output valid;
        /// The packet.
        output packet[PACKET_BITS];
        /// The one that has come is good.
        output update;
        /// Its check sum is wrong.
        output bad_crc;
        /// Its operation is unknown.
        output bad_op;
        /// Its VL is not configured.
        output bad_vl;

        /// A good flow-control packet has come in the cycle before.
        reg updates;
        /// One with a wrong check sum.
        reg crc_reg;
        /// One with an unknown operation.
        reg op_reg;
        /// One for a VL that is not configured.
        reg vl_reg;
        /// Its VL.
        reg told_vl[VL_BITS];
        /// Blocks that have been sent in it.
        reg told_fctbs[COUNTER_BITS];
        /// Blocks up to which may be sent.
        reg told_fccl[COUNTER_BITS];
        /// A block has come in the cycle before.
        reg came;
        /// Its VL.
        reg came_vl[VL_BITS];
        /// Free blocks of each data VL.
        reg(switch.port.virtual_lanes()) room[free_bits(&switch.link)];
        /// Blocks up to which may come, for each data VL.
        reg(switch.port.virtual_lanes()) limit[COUNTER_BITS];
        /// What has come.
        sub check: FlowControlChecker = FlowControlChecker::new(&switch.link);
        /// What may come.
        sub receiver: CreditReceiver = CreditReceiver::new(&switch.link);
        /// What may go.
        sub sender: CreditSender = CreditSender::new(&switch.link);
        /// What the other end is to know.
        sub transmitter: FlowControlTransmitter = FlowControlTransmitter::new(&switch.link);
    }
}

impl Logic for PortCredits {
    #[hdl_gen]
    fn update(&mut self) {
        self.check.valid.next = self.flow_control.val();
        self.check.packet.next = self.flow_control_packet.val();
        self.crc_reg.next = self.check.bad_crc.val();
        self.op_reg.next = self.check.bad_op.val();
        self.vl_reg.next = self.check.bad_vl.val();
        self.update.next = self.updates.val();
        self.bad_crc.next = self.crc_reg.val();
        self.bad_op.next = self.op_reg.val();
        self.bad_vl.next = self.vl_reg.val();

        self.updates.next = self.check.update.val();
        self.told_vl.next = self.check.vl.val();
        self.told_fctbs.next = self.check.fctbs.val();
        self.told_fccl.next = self.check.fccl.val();
        self.receiver.update.next = self.updates.val();
        self.receiver.update_vl.next = self.told_vl.val();
        self.receiver.update_fctbs.next = self.told_fctbs.val();
        comment!("What comes behind a flow-control packet must not overtake it.");
        self.came.next = self.received.val();
        self.came_vl.next = self.received_vl.val();
        self.receiver.received.next = self.came.val();
        self.receiver.received_vl.next = self.came_vl.val();

        self.sender.update.next = self.updates.val();
        self.sender.update_vl.next = self.told_vl.val();
        self.sender.update_fccl.next = self.told_fccl.val();
        self.sender.send.next = self.transmit.val();
        self.sender.send_vl.next = self.transmit_vl.val();
        self.sender.send_blocks.next = self.transmit_blocks.val();

        self.transmitter.active.next = self.link_active.val();
        self.transmitter.ready.next = self.ready.val();
        self.valid.next = self.transmitter.valid.val();
        self.packet.next = self.transmitter.packet.val();
        for vl in 0..self.virtual_lanes.val() {
            self.room[vl].next = self.credits[vl].val();
            self.receiver.free[vl].next = self.room[vl].val();
            self.transmitter.fctbs[vl].next = self.sent[vl].val();
            self.limit[vl].next = self.receiver.fccl[vl].val();
            self.transmitter.fccl[vl].next = self.limit[vl].val();
            self.sender.blocks[vl].next = self.longest.val().into();
            if self.begins.val() {
                comment!("Another one, whose blocks are not counted yet.");
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
