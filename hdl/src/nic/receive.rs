//! The path from the link: checks packets, passes them to the host, and reports their header fields
//! to the reflector.

mod host;

pub use host::ReceiveHost;

use crate::interface::{LinkStream, PacketStream};
use crate::prelude::*;
use crate::switch::Ingress;
use tailback_spec::link::credit_sender::VL_BITS;
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::nic::receive::Cause;
use tailback_spec::nic::transmit::BYTES_BITS;
use tailback_spec::nic::Nic;

/// Causes found by the ingress.
const AT_INGRESS: usize = 5;

block! {
    /// Checks packets as the ingress of a switch's port does, and passes them to the host.
    ///
    /// Congestion notification packets (CNPs) do not go to the host; their fields are reported as
    /// those of all good packets are.
    pub struct Receive(nic: &Nic) as "tailback_nic_receive" {
        /// Virtual lanes: data virtual lanes (VLs) and, behind those, VL15.
        count lanes = nic.port().lanes();
        /// Free space reported to the ingress: more blocks than a packet has.
        param room[nic.port().buffer().free_bits()] =
            (1 << nic.port().buffer().free_bits()) - 1;
        /// Causes found by the ingress.
        count at_ingress = AT_INGRESS;

        /// Received packets.
        slave rx: LinkStream(nic.port().width_bits(), false);

        /// Packets for the host.
        master m_host: PacketStream(nic.port().width_bits(), false, 0);
        /// Good packet received; its fields are valid in this cycle.
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
        /// LRH: service level (SL).
        output sl[4];
        /// LRH: VL.
        output vl[VL_BITS];
        /// BTH: P_Key.
        output p_key[16];
        /// BTH: DestQP.
        output dest_qp[24];
        /// BTH: PSN.
        output psn[24];
        /// BTH: AckReq.
        output ack_req;
        /// Bytes between BTH and ICRC.
        output payload_bytes[BYTES_BITS];
        /// Good packet received for the host.
        output passed;
        /// One bit per cause: a received packet is dropped, or ends as a bad one.
        output(Cause::ALL.len()) drops;
        /// Block of a packet received.
        output_reg received;
        /// VL of the received block.
        output_reg received_vl[VL_BITS];
        /// Flow-control packet received.
        output_reg flow_control;
        /// Received flow-control packet, from its most significant bit.
        output_reg flow_control_packet[PACKET_BITS];
        /// Flow-control packet received without tlast, or not of six bytes.
        output_reg bad_framing;

        /// Check of received packets, as at an input port of a switch.
        sub ingress: Ingress = Ingress::new(&nic.port());
        /// Beats for the host, and the fields of their packets.
        sub host: ReceiveHost = ReceiveHost::new(&nic.port());
        /// Received packet is a CNP.
        local is_cnp;
        /// Received packet has a Global Route Header.
        local is_global;

        /// Ingress accepted a packet in the previous cycle.
        reg accepted_reg;
        /// One bit per ingress cause: a packet was dropped or bad in the previous cycle.
        reg(AT_INGRESS) drops_reg;
    }
    connect {
        ingress: rx;
        ingress, host: write, write_first = first, write_last = last, write_bad = bad,
            write_word = word;
        host: m_host, opcode, fecn, becn, dlid, slid, sl, vl, p_key, dest_qp, psn, ack_req;
    }
}

impl Logic for Receive {
    #[hdl_gen]
    fn update(&mut self) {
        self.ingress.known.next = true;
        self.ingress.port.next = 0.into();
        for number in 0..self.lanes.val() {
            self.ingress.free[number].next = self.room.val();
        }

        comment!("Fields");
        self.is_cnp.next = self.host.next_header.val() == 2 && self.host.is_cnp.val();
        self.is_global.next = self.host.next_header.val() == 3;
        self.accepted_reg.next = self.ingress.accepted.val();
        self.decoded.next = self.accepted_reg.val()
            && self.host.next_header.val() == 2
            && !(self.host.is_cnp.val() && self.host.has_payload.val());
        self.passed.next = self.accepted_reg.val() && !self.is_cnp.val() && !self.is_global.val();
        self.payload_bytes.next = self.host.payload_words.val();
        self.payload_bytes.next = self.payload_bytes.val() << 2;

        comment!("Events");
        self.drops_reg[0].next = self.ingress.drops[0].val();
        self.drops_reg[1].next = self.ingress.drops[1].val();
        comment!("Ingress causes 3 to 5 (no route, no free space) do not occur in a NIC.");
        self.drops_reg[2].next = self.ingress.drops[2].val()
            || self.ingress.drops[3].val()
            || self.ingress.drops[4].val()
            || self.ingress.drops[5].val();
        self.drops_reg[3].next = self.ingress.drops[6].val();
        self.drops_reg[4].next = self.ingress.drops[7].val();
        for cause in 0..self.at_ingress.val() {
            self.drops[cause].next = self.drops_reg[cause].val();
        }
        self.drops[5].next = self.accepted_reg.val() && self.is_global.val();
        self.drops[6].next =
            self.accepted_reg.val() && self.is_cnp.val() && self.host.has_payload.val();
        self.received.next = self.ingress.received.val();
        self.received_vl.next = self.ingress.received_vl.val();
        self.flow_control.next = self.ingress.flow_control.val();
        self.flow_control_packet.next = self.ingress.flow_control_packet.val();
        self.bad_framing.next = self.ingress.bad_framing.val();
    }
}
