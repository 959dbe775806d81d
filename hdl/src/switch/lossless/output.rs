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
        /// Data VLs, and that of management.
        count lanes = switch.port.lanes();

        /// The link is up.
        input link_active;
        /// A word comes from the crossbar.
        input word_valid;
        /// It is the first of its packet.
        input word_first;
        /// A packet begins, be it to go out or to be discarded.
        input word_begins;
        /// It is the last of its packet.
        input word_last;
        /// The packet is bad; with `word_last`.
        input word_bad;
        /// The word.
        input word[switch.port.word_bits()];
        /// The packet is to be marked; with `word_first`.
        input mark;
        /// The link takes the beat.
        input tx_ready;
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

        /// A beat goes.
        output tx_valid;
        /// Its bytes.
        output tx_data[switch.port.width_bits()];
        /// Which of them count.
        output tx_keep[switch.port.width_bytes()];
        /// It is the last of its packet.
        output tx_last;
        /// It is a flow-control packet.
        output tx_flow_control;
        /// The packet is bad.
        output tx_bad;
        /// No word may be issued.
        output full;
        /// Words are not held up soon.
        output roomy;
        /// A packet begins.
        output transmit;
        /// Its VL.
        output transmit_vl[VL_BITS];
        /// Its blocks.
        output transmit_blocks[switch.port.block_bits()];
        /// FECN of a packet is set.
        output marked;
        /// A flow-control packet goes.
        output tells;
        /// A longest packet of the lane may go.
        output(switch.port.lanes()) may_send;
        /// The other end has told its credits, for each data VL.
        output initialised[switch.port.virtual_lanes()];
        /// The flow-control packet that has come is good.
        output update;
        /// Its check sum is wrong.
        output bad_crc;
        /// Its operation is unknown.
        output bad_op;
        /// Its VL is not configured.
        output bad_vl;

        /// What goes out.
        sub egress: Egress = Egress::new(&switch.port);
        /// What may go out, and come in.
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
