//! The NIC (channel adapter of InfiniBand): all modules between host and link.

mod answered;
mod credits;
mod dispatch;
mod events;
mod mapped;
mod pacing;
mod rates;
mod way_out;

pub use answered::AnsweredIpd;
pub use credits::NicCredits;
pub use dispatch::EventDispatch;
pub use events::NicEvents;
pub use mapped::MappedDelay;
pub use pacing::NicPacing;
pub use rates::NicRates;
pub use way_out::WayOut;

use super::{NicRegisters, Receive, ReceiveBuffer, Reflector, Transmit};
use crate::interface::{AxiLite, AxiStream, StreamSignals};
use crate::prelude::*;
use tailback_spec::nic::reflector::{LID_BITS, OPCODE_BITS, RC_ACK};
use tailback_spec::nic::registers::ADDRESS_BITS;
use tailback_spec::nic::top::{MSN, SYNDROME};
use tailback_spec::nic::transmit::Cause;
use tailback_spec::nic::Nic;
use tailback_spec::wire::bth::OPCODE_CNP;

/// Signals of received packets for the host, which can stall them if there is a receive buffer.
pub(super) fn host_stream(nic: &Nic) -> StreamSignals {
    let signals = StreamSignals::packets(nic.port().width_bits());
    signals.stallable_if(nic.receive_buffer().is_some()).user(1)
}

/// The receive buffer of a NIC that has one.
fn buffer_of(nic: &Nic) -> ReceiveBuffer {
    ReceiveBuffer::new(&nic.receive_buffer().expect("the NIC has a receive buffer"))
}

block! {
    /// NIC that starts packets no faster than congestion control allows, replies to marks, and
    /// keeps to the credits of its link.
    ///
    /// Packets are transferred over AXI4-Stream; those from the link cannot be stalled. A doorbell
    /// reports that a flow has a packet ready, a grant lets the flow send one packet. Software
    /// accesses the registers over AXI4-Lite.
    pub struct NicTop(nic: &Nic) as "tailback_nic" {
        /// There is a receive buffer.
        choice has_buffer = nic.receive_buffer().is_some();
        /// Index of the cause of packets shorter than PktLen.
        count truncated = Cause::Truncated as usize;
        /// Index of the cause of packets longer than PktLen.
        count too_long = Cause::TooLong as usize;
        /// Opcode of an ACK.
        param ack_opcode[OPCODE_BITS] = u128::from(RC_ACK);
        /// Opcode of a congestion notification packet (CNP).
        param cnp_opcode[OPCODE_BITS] = u128::from(OPCODE_CNP);
        /// AETH of an ACK: syndrome.
        param syndrome[8] = u128::from(SYNDROME);
        /// AETH of an ACK: message sequence number.
        param msn[24] = u128::from(MSN);

        /// Registers.
        slave s_axil: AxiLite(ADDRESS_BITS, true, true);
        /// Link is up.
        input link_active;
        /// Packets from the link.
        /// Bit 0 of `tuser`: the beat is a flow-control packet. Bit 1: the packet is bad.
        slave s_axis_link: AxiStream(StreamSignals::packets(nic.port().width_bits()).user(2));
        /// Packets for the link.
        /// Bit 0 of `tuser`: the beat is a flow-control packet. Bit 1: the packet is bad.
        master m_axis_link: AxiStream(
            StreamSignals::packets(nic.port().width_bits()).stallable().user(2)
        );
        /// Packets of the host.
        /// `tid` is the flow. `tuser` is high if another packet of the flow is ready behind this
        /// one. Both are valid in the first beat.
        slave s_axis_host: AxiStream(
            StreamSignals::packets(nic.port().width_bits()).stallable().id(nic.flow_bits()).user(1)
        );
        /// Received packets for the host.
        /// `tuser` is high if the packet is bad; valid with `tlast`.
        master m_axis_host: AxiStream(host_stream(nic));
        /// Doorbells: the flow has a packet ready.
        slave s_axis_doorbell: AxiStream(StreamSignals::messages(nic.flow_bits()).stallable());
        /// Grants: the flow may start one packet.
        master m_axis_grant: AxiStream(StreamSignals::messages(nic.flow_bits()).stallable());
        /// Declines: the host has no packet for a grant of the flow.
        slave s_axis_decline: AxiStream(StreamSignals::messages(nic.flow_bits()).stallable());
        /// Releases: the host gives up a packet of the flow in flight, for which it expects no ACK.
        slave s_axis_release: AxiStream(StreamSignals::messages(nic.flow_bits()).stallable());

        /// Packets of the host, and replies.
        sub transmit: Transmit = Transmit::new(nic);
        /// Credits of the link, in both directions.
        sub credits: NicCredits = NicCredits::new(nic);
        /// Beats to the link, flow-control packets among them.
        sub way_out: WayOut = WayOut::new(&nic.port());
        /// Check of received packets, and path to the host.
        optional(nic.receive_buffer().is_none()) receive: Receive = Receive::new(nic);
        /// Check of received packets, and path to the receive buffer.
        optional(nic.receive_buffer().is_some()) check: Receive = Receive::new(nic);
        /// Receive buffer.
        optional(nic.receive_buffer().is_some()) buffer: ReceiveBuffer = buffer_of(nic);
        /// ACKs and BECNs of received packets, and replies to them.
        sub reflector: Reflector = Reflector::new(nic);
        /// Rate limiter, and queues of ACKs and BECNs.
        sub pacing: NicPacing = NicPacing::new(nic);
        /// Registers.
        sub registers: NicRegisters = NicRegisters::new(nic);
        /// Rate control: response function or congestion control table.
        sub rates: NicRates = NicRates::new(nic);
        /// Events for the counters of the port.
        sub events: NicEvents = NicEvents::new();
        /// BECN of the ACK or CNP in transmission.
        reg answered_becn;
        /// SLID of received packets, one cycle ago.
        reg slid_1[LID_BITS];
        /// SLID of received packets, two cycles ago.
        reg slid_2[LID_BITS];
        /// SLID of the packet with the BECN.
        reg becn_lid[LID_BITS];
    }
    connect {
        transmit: s.valid = s_axis_host.tvalid, s.ready = s_axis_host.tready,
            s.data = s_axis_host.tdata, s.keep = s_axis_host.tkeep, s.last = s_axis_host.tlast,
            s.flow = s_axis_host.tid, decline = s_axis_decline.tvalid,
            decline_flow = s_axis_decline.tdata, decline_ready = s_axis_decline.tready,
            answer.syndrome = syndrome, answer.msn = msn;
        transmit, credits: host_vl, host_blocks, reply_vl, begins, begins_vl, begins_blocks,
            host_may_send, answer_may_send;
        transmit, way_out: m = packets;
        transmit, reflector: answer, sent_flow, sent_psn, sent = sent_numbered;
        transmit, pacing: start, start_flow, start_words, start_more, start_ready, look_up,
            start_ignored;
        transmit, registers: sent = start, sent_flow = start_flow, sent_sl = start_sl,
            sent_bytes = start_bytes;
        transmit, rates: first_sl = look_up_sl;
        transmit, events: sent, answered, decline_ignored, drops = transmit_drops;
        credits: link_active;
        credits, way_out: valid = flow_control_valid, packet = flow_control_packet,
            ready = flow_control_ready, sent;
        credits, events: bad = bad_flow_control;
        way_out: m_axis_link;
        receive: rx.valid = s_axis_link.tvalid, rx.data = s_axis_link.tdata,
            rx.keep = s_axis_link.tkeep, rx.last = s_axis_link.tlast,
            m_host.valid = m_axis_host.tvalid, m_host.data = m_axis_host.tdata,
            m_host.keep = m_axis_host.tkeep, m_host.last = m_axis_host.tlast;
        receive, credits: received, received_vl, flow_control, flow_control_packet;
        receive, reflector: decoded = packet, opcode, fecn, becn = becn_in, dlid, slid, sl, vl,
            p_key, dest_qp, psn, ack_req;
        receive, events: decoded, opcode, fecn, becn = becn_in, dlid, passed, bad_framing,
            drops = receive_drops;
        check: rx.valid = s_axis_link.tvalid, rx.data = s_axis_link.tdata,
            rx.keep = s_axis_link.tkeep, rx.last = s_axis_link.tlast;
        check, buffer: m_host = s, received, received_vl;
        check, credits: received, received_vl, flow_control, flow_control_packet;
        check, reflector: decoded = packet, opcode, fecn, becn = becn_in, dlid, slid, sl, vl,
            p_key, dest_qp, psn, ack_req;
        check, events: decoded, opcode, fecn, becn = becn_in, dlid, passed, drops = receive_drops;
        buffer: m.valid = m_axis_host.tvalid, m.ready = m_axis_host.tready,
            m.data = m_axis_host.tdata, m.keep = m_axis_host.tkeep, m.last = m_axis_host.tlast;
        buffer, credits: free = space.free;
        reflector: release_valid = s_axis_release.tvalid, release_flow = s_axis_release.tdata,
            release_ready = s_axis_release.tready;
        reflector, pacing: ack, ack_flow, ack_count, ack_marked, ack_released, becn, becn_flow,
            becn_sl;
        reflector, registers: becn, becn_flow, qp_base, write = qp_write,
            write_flow = qp_write_flow, write_valid = qp_write_valid, write_qp = qp_write_number;
        reflector, events: unknown, joined_ack, joined_cnp, ack, ack_released, ack_ignored;
        pacing: doorbell = s_axis_doorbell, grant = m_axis_grant;
        pacing, registers: delayed = throttled, delayed_flow = throttled_flow,
            delayed_cycles = throttled_cycles;
        pacing, rates: feedback, look_up, look_up_flow, look_up_fresh;
        pacing, events: becn_lost;
        registers, pacing: control_map;
        registers, rates: control_map, limit, set, write, write_index, write_entry, read, ask,
            ask_flow, ask_sl;
        registers: s_axil, becn_lid;
        rates, pacing: delay;
        rates, registers: time_stamp, table_ready, ask_ready, ccti, event, changed, changed_flow,
            changed_ipd;
        events: answered_becn;
        events, registers: happened;
    }
}

impl Logic for NicTop {
    #[hdl_gen]
    fn update(&mut self) {
        self.transmit.s.more.next = self.s_axis_host.tuser.val().get_bit(0);
        if self.has_buffer.val() {
            self.m_axis_host.tuser.next =
                self.m_axis_host.tuser.val().replace_bit(0, self.buffer.m.bad.val());
            self.check.rx.flow_control.next = self.s_axis_link.tuser.val().get_bit(0);
            self.check.rx.bad.next = self.s_axis_link.tuser.val().get_bit(1);
            self.events.bad_framing.next =
                self.check.bad_framing.val() || self.buffer.refused.val();
        } else {
            self.m_axis_host.tuser.next =
                self.m_axis_host.tuser.val().replace_bit(0, self.receive.m_host.bad.val());
            self.receive.rx.flow_control.next = self.s_axis_link.tuser.val().get_bit(0);
            self.receive.rx.bad.next = self.s_axis_link.tuser.val().get_bit(1);
        }

        self.transmit.answer.opcode.next = self.ack_opcode.val();
        if self.reflector.answer.cnp.val() {
            self.transmit.answer.opcode.next = self.cnp_opcode.val();
        }
        if self.reflector.answer.valid.val() && self.transmit.answer.ready.val() {
            self.answered_becn.next = self.reflector.answer.becn.val();
        }
        self.reflector.sent.next = self.transmit.sent.val()
            || self.transmit.drops[self.truncated.val()].val()
            || self.transmit.drops[self.too_long.val()].val();
        self.events.stalls.next = self.transmit.lacks_credits.val() && !self.credits.settles.val();

        if self.has_buffer.val() {
            self.slid_1.next = self.check.slid.val();
        } else {
            self.slid_1.next = self.receive.slid.val();
        }
        self.slid_2.next = self.slid_1.val();
        self.becn_lid.next = self.slid_2.val();
    }
}
