//! An output port of the switch, with the credits of its link.

use super::PortCredits;
use crate::prelude::*;
use crate::switch::Egress;
use tailback_spec::link::credit_receiver::free_bits;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::switch::lossless::LosslessSwitch;

block! {
    /// An output port of the switch, with the credits of its link in both directions.
    pub struct SwitchOutput(switch: &LosslessSwitch) as "tailback_switch_output" {
        /// Data virtual lanes (VLs).
        count virtual_lanes = switch.port.virtual_lanes();
        /// VLs with a buffer: the data VLs, then VL15 if it is configured.
        count lanes = switch.port.lanes();

        /// High while the link is up.
        input link_active;
        /// A beat of the crossbar reaches the output port.
        input word_valid;
        /// First beat of a packet.
        input word_first;
        /// First beat of a packet, even if the packet is dropped.
        input word_begins;
        /// Last beat of a packet.
        input word_last;
        /// The packet is bad; valid with `word_last`.
        input word_bad;
        /// Beat of the crossbar: data, and above it a byte enable for each byte.
        input word[switch.port.word_bits()];
        /// The packet is to be marked; valid with `word_first`.
        input mark;
        /// High if the link accepts the transmitted beat.
        input tx_ready;
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

        /// Transmitted beat valid.
        output tx_valid;
        /// Transmitted beat data; the first byte is in the least significant bits.
        output tx_data[switch.port.width_bits()];
        /// Byte enables of the transmitted beat.
        output tx_keep[switch.port.width_bytes()];
        /// Last beat of the transmitted packet.
        output tx_last;
        /// The transmitted beat is a flow-control packet.
        output tx_flow_control;
        /// The transmitted packet is bad.
        output tx_bad;
        /// High while beats must not be issued to this output port.
        output full;
        /// High while issued beats will not be held up soon.
        output roomy;
        /// High in the cycle in which the transmission of a packet begins.
        output transmit;
        /// VL of the packet that begins; 0 without `transmit`.
        output transmit_vl[VL_BITS];
        /// Blocks of the packet that begins; 0 without `transmit`.
        output transmit_blocks[switch.port.block_bits()];
        /// High in the cycle in which FECN of a packet is set.
        output marked;
        /// High in the cycle in which the link accepts a flow-control packet.
        output tells;
        /// High if a packet of the longest length may be sent on the VL.
        output(switch.port.lanes()) may_send;
        /// Data VLs for which the other end has sent credits, one bit per VL.
        output initialised[switch.port.virtual_lanes()];
        /// High in the cycle after a good flow-control packet was received.
        output update;
        /// A flow-control packet with a wrong LPCRC was received in the cycle before.
        output bad_crc;
        /// A flow-control packet with an unknown Op was received in the cycle before.
        output bad_op;
        /// A flow-control packet for a VL that is not configured was received in the cycle before.
        output bad_vl;

        /// Transmits packets and flow-control packets.
        sub egress: Egress = Egress::new(&switch.port);
        /// Credits of the link, in both directions.
        sub link_credits: PortCredits = PortCredits::new(switch);
    }
}

impl Logic for SwitchOutput {
    #[hdl_gen]
    fn update(&mut self) {
        self.egress.word_valid.next = self.word_valid.val();
        self.egress.word_first.next = self.word_first.val();
        self.egress.word_last.next = self.word_last.val();
        self.egress.word_bad.next = self.word_bad.val();
        self.egress.word.next = self.word.val();
        self.egress.mark.next = self.mark.val();
        self.egress.flow_control_valid.next = self.link_credits.valid.val();
        self.egress.flow_control_packet.next = self.link_credits.packet.val();
        self.egress.tx_ready.next = self.tx_ready.val();
        self.tx_valid.next = self.egress.tx_valid.val();
        self.tx_data.next = self.egress.tx_data.val();
        self.tx_keep.next = self.egress.tx_keep.val();
        self.tx_last.next = self.egress.tx_last.val();
        self.tx_flow_control.next = self.egress.tx_flow_control.val();
        self.tx_bad.next = self.egress.tx_bad.val();
        self.full.next = self.egress.full.val();
        self.roomy.next = self.egress.roomy.val();
        self.transmit.next = self.egress.transmit.val();
        self.transmit_vl.next = self.egress.transmit_vl.val();
        self.transmit_blocks.next = self.egress.transmit_blocks.val();
        self.marked.next = self.egress.marked.val();
        self.tells.next = self.egress.flow_control_ready.val();

        self.link_credits.link_active.next = self.link_active.val();
        self.link_credits.flow_control.next = self.flow_control.val();
        self.link_credits.flow_control_packet.next = self.flow_control_packet.val();
        self.link_credits.received.next = self.received.val();
        self.link_credits.received_vl.next = self.received_vl.val();
        self.link_credits.begins.next = self.word_begins.val();
        self.link_credits.transmit.next = self.egress.transmit.val();
        self.link_credits.transmit_vl.next = self.egress.transmit_vl.val();
        self.link_credits.transmit_blocks.next = self.egress.transmit_blocks.val();
        self.link_credits.ready.next = self.egress.flow_control_ready.val();
        for vl in 0..self.virtual_lanes.val() {
            self.link_credits.credits[vl].next = self.credits[vl].val();
            self.link_credits.sent[vl].next = self.egress.sent[vl].val();
        }
        for lane in 0..self.lanes.val() {
            self.may_send[lane].next = self.link_credits.may_send[lane].val();
        }
        self.initialised.next = self.link_credits.initialised.val();
        self.update.next = self.link_credits.update.val();
        self.bad_crc.next = self.link_credits.bad_crc.val();
        self.bad_op.next = self.link_credits.bad_op.val();
        self.bad_vl.next = self.link_credits.bad_vl.val();
    }
}
