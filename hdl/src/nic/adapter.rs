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
use tailback_spec::nic::registers::{ADDRESS_BITS, COUNTERS};
use tailback_spec::nic::{receive, transmit, Nic};
use tailback_spec::registers::{WORD_BITS, WORD_BYTES};

block! {
    /// NIC that starts packets no faster than congestion control allows, replies to marks, and
    /// keeps to the credits of its link.
    ///
    /// Packets are transferred over AXI4-Stream; those from the link cannot be stalled. A doorbell
    /// reports that a flow has a packet ready, a grant lets the flow send one packet. Software
    /// accesses the registers over AXI4-Lite.
    pub struct Adapter(nic: &Nic) as "tailback_nic" {
        /// Counters of the port.
        count counters = COUNTERS;
        /// Causes for which received packets are dropped, or end as bad ones.
        count receive_causes = receive::Cause::ALL.len();
        /// Causes for which packets of the host are dropped, or end as bad ones.
        count transmit_causes = transmit::Cause::ALL.len();

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
}

impl Logic for Adapter {
    #[hdl_gen]
    fn update(&mut self) {
        self.sender.link_active.next = self.link_active.val();
        self.sender.s_valid.next = self.s_axis_host_tvalid.val();
        self.sender.s_data.next = self.s_axis_host_tdata.val();
        self.sender.s_keep.next = self.s_axis_host_tkeep.val();
        self.sender.s_last.next = self.s_axis_host_tlast.val();
        self.sender.s_flow.next = self.s_axis_host_tid.val();
        self.sender.s_more.next = self.s_axis_host_tuser.val();
        self.sender.decline.next = self.s_axis_decline_tvalid.val();
        self.sender.decline_flow.next = self.s_axis_decline_tdata.val();
        self.sender.start_ready.next = self.pacing.start_ready.val();
        self.sender.look_up.next = self.pacing.look_up.val();
        self.sender.start_ignored.next = self.pacing.start_ignored.val();
        self.sender.answer_valid.next = self.receiver.answer_valid.val();
        self.sender.answer_cnp.next = self.receiver.answer_cnp.val();
        self.sender.answer_becn.next = self.receiver.answer_becn.val();
        self.sender.answer_dlid.next = self.receiver.answer_dlid.val();
        self.sender.answer_slid.next = self.receiver.answer_slid.val();
        self.sender.answer_sl.next = self.receiver.answer_sl.val();
        self.sender.answer_vl.next = self.receiver.answer_vl.val();
        self.sender.answer_p_key.next = self.receiver.answer_p_key.val();
        self.sender.answer_dest_qp.next = self.receiver.answer_dest_qp.val();
        self.sender.answer_psn.next = self.receiver.answer_psn.val();
        self.sender.received.next = self.receiver.received.val();
        self.sender.received_vl.next = self.receiver.received_vl.val();
        self.sender.flow_control.next = self.receiver.flow_control.val();
        self.sender.flow_control_packet.next = self.receiver.flow_control_packet.val();
        self.sender.tready.next = self.m_axis_link_tready.val();
        self.m_axis_link_tvalid.next = self.sender.tvalid.val();
        self.m_axis_link_tdata.next = self.sender.tdata.val();
        self.m_axis_link_tkeep.next = self.sender.tkeep.val();
        self.m_axis_link_tlast.next = self.sender.tlast.val();
        self.m_axis_link_tuser.next = self.sender.tuser.val();
        self.s_axis_host_tready.next = self.sender.s_ready.val();
        self.s_axis_decline_tready.next = self.sender.decline_ready.val();

        self.receiver.rx_valid.next = self.s_axis_link_tvalid.val();
        self.receiver.rx_data.next = self.s_axis_link_tdata.val();
        self.receiver.rx_keep.next = self.s_axis_link_tkeep.val();
        self.receiver.rx_last.next = self.s_axis_link_tlast.val();
        self.receiver.rx_user.next = self.s_axis_link_tuser.val();
        self.receiver.qp_base.next = self.control.qp_base.val();
        self.receiver.qp_write.next = self.control.qp_write.val();
        self.receiver.qp_write_flow.next = self.control.qp_write_flow.val();
        self.receiver.qp_write_valid.next = self.control.qp_write_valid.val();
        self.receiver.qp_write_number.next = self.control.qp_write_number.val();
        self.receiver.answer_ready.next = self.sender.answer_ready.val();
        self.receiver.sent.next = self.sender.sent.val() || self.sender.sent_cut.val();
        self.receiver.sent_flow.next = self.sender.sent_flow.val();
        self.receiver.sent_psn.next = self.sender.sent_psn.val();
        self.receiver.sent_numbered.next = self.sender.sent.val();
        self.receiver.release_valid.next = self.s_axis_release_tvalid.val();
        self.receiver.release_flow.next = self.s_axis_release_tdata.val();
        self.s_axis_release_tready.next = self.receiver.release_ready.val();
        self.m_axis_host_tvalid.next = self.receiver.m_host_valid.val();
        self.m_axis_host_tdata.next = self.receiver.m_host_data.val();
        self.m_axis_host_tkeep.next = self.receiver.m_host_keep.val();
        self.m_axis_host_tlast.next = self.receiver.m_host_last.val();
        self.m_axis_host_tuser.next = self.receiver.m_host_bad.val();

        self.pacing.doorbell.next = self.s_axis_doorbell_tvalid.val();
        self.pacing.doorbell_flow.next = self.s_axis_doorbell_tdata.val();
        self.pacing.start.next = self.sender.start.val();
        self.pacing.start_flow.next = self.sender.start_flow.val();
        self.pacing.start_words.next = self.sender.start_words.val();
        self.pacing.start_more.next = self.sender.start_more.val();
        self.pacing.grant_ready.next = self.m_axis_grant_tready.val();
        self.pacing.ack.next = self.receiver.ack.val();
        self.pacing.ack_flow.next = self.receiver.ack_flow.val();
        self.pacing.ack_count.next = self.receiver.ack_count.val();
        self.pacing.ack_marked.next = self.receiver.ack_marked.val();
        self.pacing.ack_released.next = self.receiver.ack_released.val();
        self.pacing.becn.next = self.receiver.becn.val();
        self.pacing.becn_flow.next = self.receiver.becn_flow.val();
        self.pacing.becn_sl.next = self.receiver.becn_sl.val();
        self.pacing.control_map.next = self.control.control_map.val();
        self.pacing.delay.next = self.control.delay.val();
        self.pacing.feedback_ready.next = self.control.feedback_ready.val();
        self.s_axis_doorbell_tready.next = self.pacing.doorbell_ready.val();
        self.m_axis_grant_tvalid.next = self.pacing.grant.val();
        self.m_axis_grant_tdata.next = self.pacing.grant_flow.val();

        self.control.awvalid.next = self.s_axil_awvalid.val();
        self.control.awaddr.next = self.s_axil_awaddr.val();
        self.control.wvalid.next = self.s_axil_wvalid.val();
        self.control.wdata.next = self.s_axil_wdata.val();
        self.control.wstrb.next = self.s_axil_wstrb.val();
        self.control.bready.next = self.s_axil_bready.val();
        self.control.arvalid.next = self.s_axil_arvalid.val();
        self.control.araddr.next = self.s_axil_araddr.val();
        self.control.rready.next = self.s_axil_rready.val();
        self.s_axil_awready.next = self.control.awready.val();
        self.s_axil_wready.next = self.control.wready.val();
        self.s_axil_bvalid.next = self.control.bvalid.val();
        self.s_axil_bresp.next = self.control.bresp.val();
        self.s_axil_arready.next = self.control.arready.val();
        self.s_axil_rvalid.next = self.control.rvalid.val();
        self.s_axil_rdata.next = self.control.rdata.val();
        self.s_axil_rresp.next = self.control.rresp.val();
        self.control.sent.next = self.sender.sent.val();
        self.control.sent_flow.next = self.sender.sent_flow.val();
        self.control.sent_sl.next = self.sender.sent_sl.val();
        self.control.sent_bytes.next = self.sender.sent_bytes.val();
        self.control.becn.next = self.receiver.becn.val();
        self.control.becn_flow.next = self.receiver.becn_flow.val();
        self.control.becn_lid.next = self.receiver.becn_lid.val();
        self.control.delayed.next = self.pacing.delayed.val();
        self.control.delayed_flow.next = self.pacing.delayed_flow.val();
        self.control.delayed_cycles.next = self.pacing.delayed_cycles.val();
        self.control.feedback.next = self.pacing.feedback.val();
        self.control.feedback_flow.next = self.pacing.feedback_flow.val();
        self.control.feedback_marked.next = self.pacing.feedback_marked.val();
        self.control.feedback_sl.next = self.pacing.feedback_sl.val();
        self.control.look_up.next = self.pacing.look_up.val();
        self.control.look_up_flow.next = self.pacing.look_up_flow.val();
        self.control.look_up_fresh.next = self.pacing.look_up_fresh.val();
        self.control.look_up_sl.next = self.sender.first_sl.val();
        for counter in 0..self.counters.val() {
            self.control.happened[counter].next = self.events.happened[counter].val();
        }

        self.events.decoded.next = self.receiver.decoded.val();
        self.events.opcode.next = self.receiver.opcode.val();
        self.events.fecn.next = self.receiver.fecn.val();
        self.events.becn_in.next = self.receiver.becn_in.val();
        self.events.dlid.next = self.receiver.dlid.val();
        self.events.passed.next = self.receiver.passed.val();
        self.events.bad_framing.next = self.receiver.bad_framing.val();
        self.events.unknown.next = self.receiver.unknown.val();
        self.events.joined_ack.next = self.receiver.joined_ack.val();
        self.events.joined_cnp.next = self.receiver.joined_cnp.val();
        for cause in 0..self.receive_causes.val() {
            self.events.receive_drops[cause].next = self.receiver.drops[cause].val();
        }
        self.events.bad_flow_control.next = self.sender.bad_flow_control.val();
        self.events.sent.next = self.sender.sent.val();
        self.events.answered_becn.next = self.sender.answered_becn.val();
        self.events.stalls.next = self.sender.stalls.val();
        self.events.decline_ignored.next = self.sender.decline_ignored.val();
        for number in 0..2 {
            self.events.answered[number].next = self.sender.answered[number].val();
        }
        for cause in 0..self.transmit_causes.val() {
            self.events.transmit_drops[cause].next = self.sender.drops[cause].val();
        }
        self.events.ack.next = self.receiver.ack.val();
        self.events.ack_released.next = self.receiver.ack_released.val();
        self.events.ack_ignored.next = self.receiver.ack_ignored.val();
        self.events.becn_lost.next = self.pacing.becn_lost.val();
    }
}
