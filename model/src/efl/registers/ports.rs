//! The ports of the registers.

use crate::interface::{AxiLiteRequest, AxiLiteResponse};
use tailback_spec::port_values;

port_values! {
    /// AXI4-Lite, look-ups of peers, and events.
    pub struct EflRegistersInputs {
        /// AXI4-Lite: accesses to the registers.
        pub s_axil: AxiLiteRequest<bool, u64>,
        /// Memories of some module are being cleared.
        pub sweeping: bool,
        /// Flow of the data frame whose peer is looked up.
        pub data_peer_flow: u64,
        /// Flow of the ACK frame whose peer is looked up.
        pub reply_peer_flow: u64,
        /// Flow of the received frame whose peer is looked up.
        pub peer_flow: u64,
        /// A packet is sent.
        pub sent: bool,
        /// Flow of the packet.
        pub sent_flow: u64,
        /// The packet is sent again.
        pub sent_again: bool,
        /// Packets in flight were acknowledged.
        pub acknowledged: bool,
        /// Flow of the ACK.
        pub acked_flow: u64,
        /// Packets are still in flight.
        pub acked_left: bool,
        /// A packet of a flow is lost.
        pub lost: bool,
        /// Flow of the loss.
        pub lost_flow: u64,
        /// The loss was found by a time-out.
        pub lost_late: bool,
        /// A packet in order was accepted.
        pub accepted: bool,
        /// Flow of that packet.
        pub accepted_flow: u64,
        /// The record of a flow has changed.
        pub updated: bool,
        /// Flow of the record.
        pub updated_flow: u64,
        /// R in 2⁻²⁰ bytes in a tick.
        pub updated_rate: u64,
        /// RTT in ticks.
        pub updated_rtt: u64,
        /// Least RTT in ticks.
        pub updated_rtt_min: u64,
        /// Predicted RTT in ticks.
        pub updated_rtt_predicted: u64,
        /// The state of a flow is known.
        pub state_write: bool,
        /// Flow of the state.
        pub state_flow: u64,
        /// State of the flow.
        pub state: u64,
        /// Events of the counters: one bit per counter.
        pub happened: u64,
    }
}

port_values! {
    /// AXI4-Lite, settings, and peers.
    pub struct EflRegistersOutputs {
        /// AXI4-Lite: responses of the registers.
        pub s_axil: AxiLiteResponse<bool, u64>,
        /// The endpoint can be used.
        pub ready: bool,
        /// MAC address of the endpoint.
        pub set_address: u64,
        /// Bandwidth probing is in use.
        pub set_probes: bool,
        /// Delay probing is in use.
        pub set_delays: bool,
        /// RTT prediction is in use.
        pub set_predicts: bool,
        /// N: packets of bandwidth probing.
        pub set_probe_packets: u64,
        /// alpha in bytes.
        pub set_alpha: u64,
        /// beta in 2⁻¹⁶.
        pub set_beta: u64,
        /// alpha' in bytes.
        pub set_probe_alpha: u64,
        /// beta' in 2⁻¹⁶.
        pub set_probe_beta: u64,
        /// R_0 in 2⁻²⁰ bytes in a tick.
        pub set_initial: u64,
        /// R_MIN in 2⁻²⁰ bytes in a tick.
        pub set_minimum: u64,
        /// Rate of the line in 2⁻²⁰ bytes in a tick.
        pub set_maximum: u64,
        /// RTT_MIN in ticks; 0: each flow learns its own.
        pub set_rtt_min: u64,
        /// Least time-out in ticks.
        pub set_rto_min: u64,
        /// MAC address of the peer of `data_peer_flow`, three cycles ago.
        pub data_peer_address: u64,
        /// Flow label at that peer.
        pub data_peer_label: u64,
        /// MAC address of the peer of `reply_peer_flow`, three cycles ago.
        pub reply_peer_address: u64,
        /// Flow label at that peer.
        pub reply_peer_label: u64,
        /// `peer_flow` had a peer, three cycles ago.
        pub peer_valid: bool,
        /// MAC address of that peer.
        pub peer_address: u64,
    }
}
