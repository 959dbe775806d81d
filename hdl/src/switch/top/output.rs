//! An output port of the switch, with the credits of its link.

use super::PortCredits;
use crate::interface::LinkStream;
use crate::prelude::*;
use crate::switch::Egress;
use tailback_spec::link::credit_receiver::free_bits;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::switch::top::SwitchTop;

block! {
    /// An output port of the switch, with the credits of its link in both directions.
    pub struct SwitchOutput(switch: &SwitchTop) as "tailback_switch_output" {
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
        /// Transmitted packets.
        master tx: LinkStream(switch.port.width_bits(), true);
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
    connect {
        egress: word_valid, word_first, word_last, word_bad, word, mark, tx, full, roomy, transmit,
            transmit_vl, transmit_blocks, marked, flow_control_ready = tells;
        egress, link_credits: transmit, transmit_vl, transmit_blocks, flow_control_ready = ready,
            sent;
        link_credits, egress: valid = flow_control_valid, packet = flow_control_packet;
        link_credits: link_active, flow_control, flow_control_packet, received, received_vl,
            begins = word_begins, credits, may_send, initialised, update, bad_crc, bad_op, bad_vl;
    }
}

wired!(SwitchOutput);
