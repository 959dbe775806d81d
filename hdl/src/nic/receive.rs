//! The way from the link: packets are checked and go to the host, and what the reflector needs of
//! them is told.

mod header;
mod host;

pub use header::ReceiveHeader;
pub use host::ReceiveHost;

use crate::comment;
use crate::prelude::*;
use crate::switch::Ingress;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::nic::receive::Cause;
use tailback_spec::nic::transmit::BYTES_BITS;
use tailback_spec::nic::Nic;

/// Causes that the ingress finds.
const AT_INGRESS: usize = 5;

/// The first bit of this byte of a packet, in the beat that has it.
fn first_bit(nic: &Nic, byte: usize) -> usize {
    u8::BITS as usize * (byte % nic.port().width_bytes())
}

block! {
    /// Checks packets as the ingress of a switch's port does, and brings them to the host.
    ///
    /// Congestion notification packets (CNPs) are not for the host: their fields are told, as those of
    /// all good packets are.
    pub struct Receive(nic: &Nic) as "tailback_nic_receive" {
        /// Lanes: data virtual lanes (VLs) and, behind those, VL15.
        count lanes = nic.port().lanes();
        /// More blocks than a packet has.
        param room[nic.port().buffer().free_bits()] =
            (1 << nic.port().buffer().free_bits()) - 1;

        /// The first bit of the opcode in its beat.
        count opcode_at = first_bit(nic, 8);
        /// That of the partition.
        count p_key_at = first_bit(nic, 10);
        /// FECN, the last bit of its byte.
        count fecn_at = first_bit(nic, 12) + 7;
        /// The first bit of the queue pair.
        count dest_qp_at = first_bit(nic, 13);
        /// AckReq, the last bit of its byte.
        count ack_req_at = first_bit(nic, 16) + 7;
        /// The first bit of the PSN.
        count psn_at = first_bit(nic, 17);

        /// A beat comes.
        input rx_valid;
        /// Its bytes; the first one has the least significant bits.
        input rx_data[nic.port().width_bits()];
        /// Which of them count; with `rx_last`.
        input rx_keep[nic.port().width_bytes()];
        /// It is the last of its packet.
        input rx_last;
        /// It is a flow-control packet.
        input rx_flow_control;
        /// The packet is known to be bad; with `rx_last`.
        input rx_bad;

        /// A beat for the host.
        output m_host_valid;
        /// Its bytes.
        output m_host_data[nic.port().width_bits()];
        /// Which of them count.
        output m_host_keep[nic.port().width_bytes()];
        /// It is the last of its packet.
        output m_host_last;
        /// The packet is bad; with `m_host_last`.
        output m_host_bad;
        /// A good packet with these fields has come.
        output decoded;
        /// BTH: opcode.
        output opcode[8];
        /// BTH: FECN.
        output fecn;
        /// BTH: BECN.
        output becn;
        /// LRH: DLID.
        output dlid[16];
        /// LRH: SLID.
        output slid[16];
        /// LRH: service level.
        output sl[4];
        /// LRH: VL.
        output vl[VL_BITS];
        /// BTH: partition.
        output p_key[16];
        /// BTH: queue pair.
        output dest_qp[24];
        /// BTH: PSN.
        output psn[24];
        /// BTH: an ACK is asked for.
        output ack_req;
        /// Bytes between BTH and ICRC.
        output payload_bytes[BYTES_BITS];
        /// A good packet has come for the host.
        output passed;
        /// A packet is dropped, or has gone to the host as a bad one, for each cause.
        output(Cause::ALL.len()) drops;
        /// A block has come.
        output received;
        /// Its VL.
        output received_vl[VL_BITS];
        /// A flow-control packet has come.
        output flow_control;
        /// The packet, from its most significant bit.
        output flow_control_packet[PACKET_BITS];
        /// What should be one is not.
        output bad_framing;

        /// What the link brings.
        sub ingress: Ingress = Ingress::new(&nic.port());
        /// The fields.
        sub fields: ReceiveHeader = ReceiveHeader::new(&nic.port());
        /// Beats for the host.
        sub host: ReceiveHost = ReceiveHost::new(&nic.port());
        /// The good packet is a CNP.
        local is_cnp;
        /// The good packet has a Global Route Header.
        local is_global;

        /// A packet has been accepted.
        reg accepted_reg;
        /// A packet is dropped, or is bad.
        reg(AT_INGRESS) drops_reg;
        /// A block has come.
        reg received_reg;
        /// Its VL.
        reg received_vl_reg[VL_BITS];
        /// A flow-control packet has come.
        reg flow_control_reg;
        /// The packet.
        reg flow_control_packet_reg[PACKET_BITS];
        /// What should be one is not.
        reg bad_framing_reg;
    }
}

impl Logic for Receive {
    #[hdl_gen]
    fn update(&mut self) {
        self.ingress.rx_valid.next = self.rx_valid.val();
        self.ingress.rx_data.next = self.rx_data.val();
        self.ingress.rx_keep.next = self.rx_keep.val();
        self.ingress.rx_last.next = self.rx_last.val();
        self.ingress.rx_flow_control.next = self.rx_flow_control.val();
        self.ingress.rx_bad.next = self.rx_bad.val();
        self.ingress.known.next = true;
        self.ingress.port.next = 0.into();
        for number in 0..self.lanes.val() {
            self.ingress.free[number].next = self.room.val();
        }

        comment!("The host");
        self.fields.write.next = self.ingress.write.val();
        self.fields.first.next = self.ingress.write_first.val();
        self.fields.came_vl.next = self.ingress.write_word.val() >> 4;
        self.fields.came_next_header.next = self.ingress.write_word.val() >> 8;
        self.fields.came_sl.next = self.ingress.write_word.val() >> 12;
        self.fields.came_dlid.next = self.ingress.write_word.val() >> 16;
        self.fields.came_length_high.next = self.ingress.write_word.val() >> 32;
        self.fields.came_length_low.next = self.ingress.write_word.val() >> 40;
        self.fields.came_slid.next = self.ingress.write_word.val() >> 48;
        self.fields.came_opcode.next = self.ingress.write_word.val() >> self.opcode_at.val();
        self.fields.came_p_key.next = self.ingress.write_word.val() >> self.p_key_at.val();
        self.fields.came_fecn.next = self.ingress.write_word.val().get_bit(self.fecn_at.val());
        self.fields.came_becn.next = self.ingress.write_word.val().get_bit(self.fecn_at.val() - 1);
        self.fields.came_dest_qp.next = self.ingress.write_word.val() >> self.dest_qp_at.val();
        self.fields.came_ack_req.next =
            self.ingress.write_word.val().get_bit(self.ack_req_at.val());
        self.fields.came_psn.next = self.ingress.write_word.val() >> self.psn_at.val();
        self.host.write.next = self.ingress.write.val();
        self.host.first.next = self.ingress.write_first.val();
        self.host.last.next = self.ingress.write_last.val();
        self.host.bad.next = self.ingress.write_bad.val();
        self.host.word.next = self.ingress.write_word.val();
        self.host.next_header.next = self.fields.next_header.val();
        self.host.is_cnp.next = self.fields.is_cnp.val();
        self.host.cnp_comes.next = self.fields.cnp_comes.val();
        self.m_host_valid.next = self.host.m_host_valid.val();
        self.m_host_data.next = self.host.m_host_data.val();
        self.m_host_keep.next = self.host.m_host_keep.val();
        self.m_host_last.next = self.host.m_host_last.val();
        self.m_host_bad.next = self.host.m_host_bad.val();

        comment!("Fields");
        self.is_cnp.next = self.fields.next_header.val() == 2 && self.fields.is_cnp.val();
        self.is_global.next = self.fields.next_header.val() == 3;
        self.accepted_reg.next = self.ingress.accepted.val();
        self.decoded.next = self.accepted_reg.val()
            && self.fields.next_header.val() == 2
            && !(self.fields.is_cnp.val() && self.fields.has_payload.val());
        self.passed.next = self.accepted_reg.val() && !self.is_cnp.val() && !self.is_global.val();
        self.opcode.next = self.fields.opcode.val();
        self.fecn.next = self.fields.fecn.val();
        self.becn.next = self.fields.becn.val();
        self.dlid.next = self.fields.dlid.val();
        self.slid.next = self.fields.slid.val();
        self.sl.next = self.fields.sl.val();
        self.vl.next = self.fields.vl.val();
        self.p_key.next = self.fields.p_key.val();
        self.dest_qp.next = self.fields.dest_qp.val();
        self.psn.next = self.fields.psn.val();
        self.ack_req.next = self.fields.ack_req.val();
        self.payload_bytes.next = 0.into();
        for at in 0..11 {
            self.payload_bytes.next = self
                .payload_bytes
                .val()
                .replace_bit(2 + at, self.fields.payload_words.val().get_bit(at));
        }

        comment!("Events");
        self.drops_reg[0].next = self.ingress.drops[0].val();
        self.drops_reg[1].next = self.ingress.drops[1].val();
        comment!("There is always a way, and room: the causes after this one do not occur.");
        self.drops_reg[2].next = self.ingress.drops[2].val()
            || self.ingress.drops[3].val()
            || self.ingress.drops[4].val()
            || self.ingress.drops[5].val();
        self.drops_reg[3].next = self.ingress.drops[6].val();
        self.drops_reg[4].next = self.ingress.drops[7].val();
        self.drops[0].next = self.drops_reg[0].val();
        self.drops[1].next = self.drops_reg[1].val();
        self.drops[2].next = self.drops_reg[2].val();
        self.drops[3].next = self.drops_reg[3].val();
        self.drops[4].next = self.drops_reg[4].val();
        self.drops[5].next = self.accepted_reg.val() && self.is_global.val();
        self.drops[6].next =
            self.accepted_reg.val() && self.is_cnp.val() && self.fields.has_payload.val();
        self.received_reg.next = self.ingress.received.val();
        self.received_vl_reg.next = self.ingress.received_vl.val();
        self.flow_control_reg.next = self.ingress.flow_control.val();
        self.flow_control_packet_reg.next = self.ingress.flow_control_packet.val();
        self.bad_framing_reg.next = self.ingress.bad_framing.val();
        self.received.next = self.received_reg.val();
        self.received_vl.next = self.received_vl_reg.val();
        self.flow_control.next = self.flow_control_reg.val();
        self.flow_control_packet.next = self.flow_control_packet_reg.val();
        self.bad_framing.next = self.bad_framing_reg.val();
    }
}
