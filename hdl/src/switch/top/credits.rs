//! Link-level credits of a port, in both directions.

use crate::link::{CreditReceiver, FlowControlChecker, FlowControlTransmitter};
use crate::prelude::*;
use crate::switch::OutputCredits;
use tailback_spec::link::credit_receiver::free_bits;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::link::COUNTER_BITS;
use tailback_spec::switch::ingress::lane_bits;
use tailback_spec::switch::top::SwitchTop;

block! {
    /// Manages the credits of a link: those held for sending, and those granted to the other end.
    pub struct PortCredits(switch: &SwitchTop) as "tailback_port_credits" {
        /// Data virtual lanes (VLs).
        count virtual_lanes = switch.port.virtual_lanes();

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
        /// A packet for the output port starts.
        input begins;
        /// A packet for the output port started in the cycle before.
        input claim;
        /// VL index of that packet (VL15 last).
        input claim_lane[lane_bits(&switch.port)];
        /// Blocks of that packet.
        input claim_blocks[switch.port.block_bits()];
        /// A packet that was started is not transmitted.
        input waive;
        /// VL index of the packet that is not transmitted (VL15 last).
        input waive_lane[lane_bits(&switch.port)];
        /// Blocks of the packet that is not transmitted.
        input waive_blocks[switch.port.block_bits()];
        /// Blocks transmitted on each data VL (FCTBS), modulo 4096.
        input(switch.port.virtual_lanes()) sent[COUNTER_BITS];
        /// High in the cycle in which the link accepts the held flow-control packet.
        input ready;

        /// Blocks of the longest packet that may start on each data VL.
        output(switch.port.virtual_lanes()) available[switch.port.block_bits()];
        /// Data VLs for which the other end has sent credits, one bit per VL.
        output initialised[switch.port.virtual_lanes()];
        /// High while a flow-control packet is held for transmission.
        output valid;
        /// Held flow-control packet, from its most significant bit; 0 without `valid`.
        output packet[PACKET_BITS];
        /// A good flow-control packet has been received.
        output update;
        /// A flow-control packet with a wrong LPCRC has been received.
        output bad_crc;
        /// A flow-control packet with an unknown Op has been received.
        output bad_op;
        /// A flow-control packet for a VL that is not configured has been received.
        output bad_vl;

        /// A good flow-control packet was received in the cycle before.
        reg told;
        /// VL of the flow-control packet of the cycle before.
        reg told_vl[VL_BITS];
        /// FCTBS of the flow-control packet of the cycle before.
        reg told_fctbs[COUNTER_BITS];
        /// FCCL of the flow-control packet of the cycle before.
        reg told_fccl[COUNTER_BITS];
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
        /// Counts the credits of this end that no packet has claimed.
        sub unclaimed: OutputCredits = OutputCredits::new(&switch.port);
        /// Builds flow-control packets for the other end.
        sub transmitter: FlowControlTransmitter = FlowControlTransmitter::new(&switch.link);
    }
    connect {
        check: valid = flow_control, packet = flow_control_packet, update, bad_crc, bad_op, bad_vl;
        receiver: update = told, update_vl = told_vl, update_fctbs = told_fctbs, received = came,
            received_vl = came_vl, free = room;
        unclaimed: update = told, update_vl = told_vl, update_fccl = told_fccl, begins, claim, claim_lane,
            claim_blocks, waive, waive_lane, waive_blocks, available;
        transmitter: active = link_active, ready, valid, packet, fctbs = sent, fccl = limit;
    }
}

impl Logic for PortCredits {
    #[hdl_gen]
    fn update(&mut self) {
        self.told.next = self.check.update.val();
        self.told_vl.next = self.check.vl.val();
        self.told_fctbs.next = self.check.fctbs.val();
        self.told_fccl.next = self.check.fccl.val();
        comment!("A block received after a flow-control packet must not overtake it.");
        self.came.next = self.received.val();
        self.came_vl.next = self.received_vl.val();

        for vl in 0..self.virtual_lanes.val() {
            self.room[vl].next = self.credits[vl].val();
            self.limit[vl].next = self.receiver.fccl[vl].val();
            self.initialised.next =
                self.initialised.val().replace_bit(vl, self.unclaimed.initialised[vl].val());
        }
    }
}
