//! The NIC (channel adapter of InfiniBand): all modules between host and link.

mod answered;
mod credits;
mod dispatch;
mod events;
mod mapped;
mod pacing;
mod rates;
mod receiver;
mod sender;
mod way_out;

pub use answered::AnsweredIpd;
pub use credits::NicCredits;
pub use dispatch::EventDispatch;
pub use events::NicEvents;
pub use mapped::MappedDelay;
pub use pacing::NicPacing;
pub use rates::NicRates;
pub use receiver::NicReceiver;
pub use sender::NicSender;
pub use way_out::WayOut;

use crate::interface::AxiLite;
use crate::interface::{AxiStream, StreamSignals};
use crate::nic::NicRegisters;
use crate::prelude::*;
use tailback_spec::nic::registers::ADDRESS_BITS;
use tailback_spec::nic::Nic;

block! {
    /// NIC that starts packets no faster than congestion control allows, replies to marks, and
    /// keeps to the credits of its link.
    ///
    /// Packets are transferred over AXI4-Stream; those from the link cannot be stalled. A doorbell
    /// reports that a flow has a packet ready, a grant lets the flow send one packet. Software
    /// accesses the registers over AXI4-Lite.
    pub struct NicTop(nic: &Nic) as "tailback_nic" {
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
        master m_axis_host: AxiStream(StreamSignals::packets(nic.port().width_bits()).user(1));
        /// Doorbells: the flow has a packet ready.
        slave s_axis_doorbell: AxiStream(StreamSignals::messages(nic.flow_bits()).stallable());
        /// Grants: the flow may start one packet.
        master m_axis_grant: AxiStream(StreamSignals::messages(nic.flow_bits()).stallable());
        /// Declines: the host has no packet for a grant of the flow.
        slave s_axis_decline: AxiStream(StreamSignals::messages(nic.flow_bits()).stallable());
        /// Releases: the host gives up a packet of the flow in flight, for which it expects no ACK.
        slave s_axis_release: AxiStream(StreamSignals::messages(nic.flow_bits()).stallable());

        /// Path to the link: packets of the host, replies and flow-control packets.
        sub sender: NicSender = NicSender::new(nic);
        /// Path from the link: packets for the host, ACKs, BECNs and requests for replies.
        sub receiver: NicReceiver = NicReceiver::new(nic);
        /// Rate limiter, and queues of ACKs and BECNs.
        sub pacing: NicPacing = NicPacing::new(nic);
        /// Registers.
        sub registers: NicRegisters = NicRegisters::new(nic);
        /// Rate control: response function or congestion control table.
        sub rates: NicRates = NicRates::new(nic);
        /// Events for the counters of the port.
        sub events: NicEvents = NicEvents::new();
    }
    connect {
        sender: link_active, s_valid = s_axis_host.tvalid, s_data = s_axis_host.tdata,
            s_keep = s_axis_host.tkeep, s_last = s_axis_host.tlast, s_flow = s_axis_host.tid,
            decline = s_axis_decline.tvalid,
            decline_flow = s_axis_decline.tdata, m_axis_link, s_ready = s_axis_host.tready,
            decline_ready = s_axis_decline.tready;
        sender, receiver: answer_ready, sent_flow, sent_psn, sent = sent_numbered;
        sender, pacing: start, start_flow, start_words, start_more;
        sender, registers: sent = start, sent_flow = start_flow, sent_sl = start_sl,
            sent_bytes = start_bytes;
        sender, rates: first_sl = look_up_sl;
        sender, events: bad_flow_control, sent, answered_becn, stalls, decline_ignored,
            drops = transmit_drops;
        receiver, sender: answer_valid, answer_cnp, answer_becn, answer_dlid, answer_slid,
            answer_sl, answer_vl, answer_p_key, answer_dest_qp, answer_psn, received, received_vl,
            flow_control, flow_control_packet;
        receiver: s_axis_link, release_valid = s_axis_release.tvalid, release_flow = s_axis_release.tdata,
            release_ready = s_axis_release.tready, m_host_valid = m_axis_host.tvalid,
            m_host_data = m_axis_host.tdata, m_host_keep = m_axis_host.tkeep,
            m_host_last = m_axis_host.tlast;
        receiver, pacing: ack, ack_flow, ack_count, ack_marked, ack_released, becn, becn_flow,
            becn_sl;
        receiver, registers: becn, becn_flow, becn_lid;
        receiver, events: decoded, opcode, fecn, becn_in, dlid, passed, bad_framing, unknown,
            joined_ack, joined_cnp, drops = receive_drops, ack, ack_released, ack_ignored;
        pacing, sender: start_ready, look_up, start_ignored;
        pacing: doorbell = s_axis_doorbell, grant = m_axis_grant;
        pacing, registers: delayed = throttled, delayed_flow = throttled_flow,
            delayed_cycles = throttled_cycles;
        pacing, rates: feedback, look_up, look_up_flow, look_up_fresh;
        pacing, events: becn_lost;
        registers, receiver: qp_base, qp_write, qp_write_flow, qp_write_valid, qp_write_number;
        registers, pacing: control_map;
        registers, rates: control_map, limit, set, write, write_index, write_entry, read, ask,
            ask_flow, ask_sl;
        registers: s_axil;
        rates, pacing: delay;
        rates, registers: time_stamp, table_ready, ask_ready, ccti, event, changed, changed_flow,
            changed_ipd;
        events, registers: happened;
    }
}

impl Logic for NicTop {
    #[hdl_gen]
    fn update(&mut self) {
        self.sender.s_more.next = self.s_axis_host.tuser.val().get_bit(0);
        self.m_axis_host.tuser.next =
            self.m_axis_host.tuser.val().replace_bit(0, self.receiver.m_host_bad.val());
        self.receiver.sent.next = self.sender.sent.val() || self.sender.sent_cut.val();

        for number in 0..2 {
            self.events.answered[number].next = self.sender.answered[number].val();
        }
    }
}
