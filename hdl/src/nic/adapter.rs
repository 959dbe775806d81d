//! The NIC (channel adapter of InfiniBand): all modules between host and link.

mod answered;
mod control;
mod credits;
mod dispatch;
mod events;
mod limiter;
mod mapped;
mod pacing;
mod rates;
mod receiver;
mod sender;
mod way_out;

pub use answered::AnsweredIpd;
pub use control::NicControl;
pub use credits::NicCredits;
pub use dispatch::EventDispatch;
pub use events::NicEvents;
pub use limiter::NicLimiter;
pub use mapped::MappedDelay;
pub use pacing::NicPacing;
pub use rates::NicRates;
pub use receiver::NicReceiver;
pub use sender::NicSender;
pub use way_out::WayOut;

use crate::prelude::*;
use tailback_spec::nic::registers::ADDRESS_BITS;
use tailback_spec::nic::Nic;
use tailback_spec::registers::{WORD_BITS, WORD_BYTES};

block! {
    /// NIC that starts packets no faster than congestion control allows, replies to marks, and
    /// keeps to the credits of its link.
    ///
    /// Packets are transferred over AXI4-Stream; those from the link cannot be stalled. A doorbell
    /// reports that a flow has a packet ready, a grant lets the flow send one packet. Software
    /// accesses the registers over AXI4-Lite.
    pub struct Adapter(nic: &Nic) as "tailback_nic" {
        /// Write address valid.
        input s_axil_awvalid;
        /// Write address in bytes; the two lowest bits are ignored.
        input s_axil_awaddr[ADDRESS_BITS];
        /// Write data valid.
        input s_axil_wvalid;
        /// Write data.
        input s_axil_wdata[WORD_BITS as usize];
        /// Write strobes; a write without all bytes is refused with SLVERR.
        input s_axil_wstrb[WORD_BYTES as usize];
        /// Write response ready.
        input s_axil_bready;
        /// Read address valid.
        input s_axil_arvalid;
        /// Read address in bytes; the two lowest bits are ignored.
        input s_axil_araddr[ADDRESS_BITS];
        /// Read data ready.
        input s_axil_rready;
        /// Link is up.
        input link_active;
        /// Beat received from the link; there is no tready.
        input s_axis_link_tvalid;
        /// Bytes of the beat from the link; the first one is in the least significant bits.
        input s_axis_link_tdata[nic.port().width_bits()];
        /// Valid bytes of the beat from the link, one bit per byte; with `s_axis_link_tlast`.
        input s_axis_link_tkeep[nic.port().width_bytes()];
        /// Last beat of a packet from the link.
        input s_axis_link_tlast;
        /// Bit 0: the beat is a flow-control packet. Bit 1: the packet from the link is bad.
        input s_axis_link_tuser[2];
        /// Link accepts the beat.
        input m_axis_link_tready;
        /// Beat of a packet of the host is valid.
        input s_axis_host_tvalid;
        /// Bytes of the beat of the host; the first one is in the least significant bits.
        input s_axis_host_tdata[nic.port().width_bits()];
        /// Valid bytes of the beat of the host, one bit per byte; with `s_axis_host_tlast`.
        input s_axis_host_tkeep[nic.port().width_bytes()];
        /// Last beat of a packet of the host.
        input s_axis_host_tlast;
        /// Flow of the packet of the host; in the first beat.
        input s_axis_host_tid[nic.flow_bits()];
        /// Another packet of the flow is ready behind this one; in the first beat.
        input s_axis_host_tuser;
        /// Doorbell: a flow has a packet ready.
        input s_axis_doorbell_tvalid;
        /// Flow of the doorbell.
        input s_axis_doorbell_tdata[nic.flow_bits()];
        /// Host accepts the grant.
        input m_axis_grant_tready;
        /// Decline: the host has no packet for a grant.
        input s_axis_decline_tvalid;
        /// Flow of the declined grant.
        input s_axis_decline_tdata[nic.flow_bits()];
        /// Release: the host gives up a packet in flight, for which it expects no ACK.
        input s_axis_release_tvalid;
        /// Flow of the released packet.
        input s_axis_release_tdata[nic.flow_bits()];

        /// Write address ready: address and data are accepted together.
        output s_axil_awready;
        /// Write data ready: address and data are accepted together.
        output s_axil_wready;
        /// Write response valid.
        output s_axil_bvalid;
        /// Write response: 0 is OKAY, 2 is SLVERR.
        output s_axil_bresp[2];
        /// Read address ready.
        output s_axil_arready;
        /// Read data valid.
        output s_axil_rvalid;
        /// Read data: value of the register, or 0 if there is none.
        output s_axil_rdata[WORD_BITS as usize];
        /// Read response: 0 is OKAY, 2 is SLVERR.
        output s_axil_rresp[2];
        /// Beat for the link is valid.
        output m_axis_link_tvalid;
        /// Bytes of the beat for the link; the first one is in the least significant bits.
        output m_axis_link_tdata[nic.port().width_bits()];
        /// Valid bytes of the beat for the link, one bit per byte.
        output m_axis_link_tkeep[nic.port().width_bytes()];
        /// Last beat of a packet for the link.
        output m_axis_link_tlast;
        /// Bit 0: the beat is a flow-control packet. Bit 1: the packet for the link is bad.
        output m_axis_link_tuser[2];
        /// Beat of the host is accepted.
        output s_axis_host_tready;
        /// Beat of a received packet for the host; there is no tready.
        output m_axis_host_tvalid;
        /// Bytes of the beat for the host; the first one is in the least significant bits.
        output m_axis_host_tdata[nic.port().width_bits()];
        /// Valid bytes of the beat for the host, one bit per byte.
        output m_axis_host_tkeep[nic.port().width_bytes()];
        /// Last beat of a packet for the host.
        output m_axis_host_tlast;
        /// Packet for the host is bad; with `m_axis_host_tlast`.
        output m_axis_host_tuser;
        /// Doorbell is accepted.
        output s_axis_doorbell_tready;
        /// Grant: a flow may start one packet.
        output m_axis_grant_tvalid;
        /// Flow of the grant.
        output m_axis_grant_tdata[nic.flow_bits()];
        /// Decline is accepted.
        output s_axis_decline_tready;
        /// Release is accepted.
        output s_axis_release_tready;

        /// Path to the link: packets of the host, replies and flow-control packets.
        sub sender: NicSender = NicSender::new(nic);
        /// Path from the link: packets for the host, ACKs, BECNs and requests for replies.
        sub receiver: NicReceiver = NicReceiver::new(nic);
        /// Rate limiter, and queues of ACKs and BECNs.
        sub pacing: NicPacing = NicPacing::new(nic);
        /// Registers, and rate control: response function or congestion control table.
        sub control: NicControl = NicControl::new(nic);
        /// Events for the counters of the port.
        sub events: NicEvents = NicEvents::new();
    }
    connect {
        sender: link_active, s_valid = s_axis_host_tvalid, s_data = s_axis_host_tdata,
            s_keep = s_axis_host_tkeep, s_last = s_axis_host_tlast, s_flow = s_axis_host_tid,
            s_more = s_axis_host_tuser, decline = s_axis_decline_tvalid,
            decline_flow = s_axis_decline_tdata, tready = m_axis_link_tready,
            tvalid = m_axis_link_tvalid, tdata = m_axis_link_tdata, tkeep = m_axis_link_tkeep,
            tlast = m_axis_link_tlast, tuser = m_axis_link_tuser, s_ready = s_axis_host_tready,
            decline_ready = s_axis_decline_tready;
        sender, receiver: answer_ready, sent_flow, sent_psn, sent = sent_numbered;
        sender, pacing: start, start_flow, start_words, start_more;
        sender, control: sent, sent_flow, sent_sl, sent_bytes, first_sl = look_up_sl;
        sender, events: bad_flow_control, sent, answered_becn, stalls, decline_ignored,
            drops = transmit_drops;
        receiver, sender: answer_valid, answer_cnp, answer_becn, answer_dlid, answer_slid,
            answer_sl, answer_vl, answer_p_key, answer_dest_qp, answer_psn, received, received_vl,
            flow_control, flow_control_packet;
        receiver: rx_valid = s_axis_link_tvalid, rx_data = s_axis_link_tdata,
            rx_keep = s_axis_link_tkeep, rx_last = s_axis_link_tlast, rx_user = s_axis_link_tuser,
            release_valid = s_axis_release_tvalid, release_flow = s_axis_release_tdata,
            release_ready = s_axis_release_tready, m_host_valid = m_axis_host_tvalid,
            m_host_data = m_axis_host_tdata, m_host_keep = m_axis_host_tkeep,
            m_host_last = m_axis_host_tlast, m_host_bad = m_axis_host_tuser;
        receiver, pacing: ack, ack_flow, ack_count, ack_marked, ack_released, becn, becn_flow,
            becn_sl;
        receiver, control: becn, becn_flow, becn_lid;
        receiver, events: decoded, opcode, fecn, becn_in, dlid, passed, bad_framing, unknown,
            joined_ack, joined_cnp, drops = receive_drops, ack, ack_released, ack_ignored;
        pacing, sender: start_ready, look_up, start_ignored;
        pacing: doorbell = s_axis_doorbell_tvalid, doorbell_flow = s_axis_doorbell_tdata,
            grant_ready = m_axis_grant_tready, doorbell_ready = s_axis_doorbell_tready,
            grant = m_axis_grant_tvalid, grant_flow = m_axis_grant_tdata;
        pacing, control: delayed, delayed_flow, delayed_cycles, feedback, feedback_flow,
            feedback_marked, feedback_sl, look_up, look_up_flow, look_up_fresh;
        pacing, events: becn_lost;
        control, receiver: qp_base, qp_write, qp_write_flow, qp_write_valid, qp_write_number;
        control, pacing: control_map, delay, feedback_ready;
        control: awvalid = s_axil_awvalid, awaddr = s_axil_awaddr, wvalid = s_axil_wvalid,
            wdata = s_axil_wdata, wstrb = s_axil_wstrb, bready = s_axil_bready,
            arvalid = s_axil_arvalid, araddr = s_axil_araddr, rready = s_axil_rready,
            awready = s_axil_awready, wready = s_axil_wready, bvalid = s_axil_bvalid,
            bresp = s_axil_bresp, arready = s_axil_arready, rvalid = s_axil_rvalid,
            rdata = s_axil_rdata, rresp = s_axil_rresp;
        events, control: happened;
    }
}

impl Logic for Adapter {
    #[hdl_gen]
    fn update(&mut self) {
        self.receiver.sent.next = self.sender.sent.val() || self.sender.sent_cut.val();

        for number in 0..2 {
            self.events.answered[number].next = self.sender.answered[number].val();
        }
    }
}
