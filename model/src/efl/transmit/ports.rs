//! The ports of the transmit path.

use tailback_spec::port_values;

port_values! {
    /// Inputs from the host, the other modules of the endpoint, and the MAC.
    pub struct EflTransmitInputs {
        /// Time in ticks.
        pub now: u64,
        /// MAC address of the endpoint.
        pub set_address: u64,
        /// N: packets of bandwidth probing.
        pub set_probe_packets: u64,
        /// Beat of the host valid.
        pub s_tvalid: bool,
        /// Bytes of the host's beat.
        pub s_tdata: u64,
        /// Valid bytes of the host's beat, one bit per byte; used with `s_tlast`.
        pub s_tkeep: u64,
        /// Last beat of the host's packet.
        pub s_tlast: bool,
        /// Flow of the host's packet.
        pub s_tid: u64,
        /// The limiter accepts a doorbell.
        pub doorbell_ready: bool,
        /// The limiter accepts a start.
        pub start_ready: bool,
        /// Grant: a flow is to start a packet.
        pub grant: bool,
        /// Flow of the grant.
        pub grant_flow: u64,
        /// An ACK was received.
        pub ack: bool,
        /// Flow of the ACK.
        pub ack_flow: u64,
        /// Number of the packet that the peer expects next.
        pub ack_sequence: u64,
        /// The ACK was triggered by a packet behind a gap.
        pub ack_gap: bool,
        /// The ACK was triggered by a delay probe.
        pub ack_probe: bool,
        /// RTT of the ACK in ticks.
        pub ack_rtt: u64,
        /// Time of reception of the ACK in ticks.
        pub ack_time: u64,
        /// A packet of a flow is lost.
        pub lost: bool,
        /// Flow of the loss.
        pub lost_flow: u64,
        /// Words of the start at the limiter.
        pub words: u64,
        /// IPD of the start at the limiter.
        pub ipd: u64,
        /// The packet is a delay probe.
        pub probe: bool,
        /// An ACK is to be sent.
        pub reply: bool,
        /// Flow of the ACK to be sent.
        pub reply_flow: u64,
        /// Number of the packet expected next.
        pub reply_sequence: u64,
        /// Time stamp of the packet that triggered the ACK.
        pub reply_stamp: u64,
        /// That packet was a delay probe.
        pub reply_probe: bool,
        /// That packet was behind a gap.
        pub reply_gap: bool,
        /// MAC address of the peer of `data_peer_flow`, three cycles ago.
        pub data_peer_address: u64,
        /// Flow label at that peer.
        pub data_peer_label: u64,
        /// MAC address of the peer of `reply_peer_flow`, three cycles ago.
        pub reply_peer_address: u64,
        /// Flow label at that peer.
        pub reply_peer_label: u64,
        /// The MAC accepts the beat.
        pub m_tready: bool,
    }
}

port_values! {
    /// Outputs to the host, the other modules of the endpoint, and the MAC.
    pub struct EflTransmitOutputs {
        /// The beat of the host is accepted.
        pub s_tready: bool,
        /// Memories are being cleared.
        pub sweeping: bool,
        /// A packet of the host is in the buffer.
        pub host_taken: bool,
        /// Flow of that packet; 0 without one.
        pub host_taken_flow: u64,
        /// A packet of the host is dropped: unknown flow (bit 0), overflow (1), too long (2).
        pub host_drops: u64,
        /// Packets of a flow have left the buffer.
        pub credit: bool,
        /// Flow of these packets.
        pub credit_flow: u64,
        /// Number of these packets.
        pub credit_count: u64,
        /// Doorbell: a flow has a packet to be sent.
        pub doorbell: bool,
        /// Flow of the doorbell.
        pub doorbell_flow: u64,
        /// A flow starts a packet, or declines a grant.
        pub start: bool,
        /// Flow of the start.
        pub start_flow: u64,
        /// Words of the packet for the limiter; 0: there is none after all.
        pub start_words: u64,
        /// A further packet of the flow is ready.
        pub start_more: bool,
        /// IPD of the start.
        pub delay: u64,
        /// A grant is accepted.
        pub grant_ready: bool,
        /// The ACK received is taken.
        pub ack_take: bool,
        /// The ACK to be sent is taken.
        pub reply_take: bool,
        /// Packets in flight were acknowledged.
        pub acknowledged: bool,
        /// A duplicate ACK.
        pub duplicate: bool,
        /// Flow of the ACK.
        pub acked_flow: u64,
        /// RTT of the ACK in ticks.
        pub acked_rtt: u64,
        /// Packets are still in flight.
        pub acked_left: bool,
        /// An ACK was for packets acknowledged before.
        pub acks_old: bool,
        /// An ACK was for packets that were never sent.
        pub acks_bad: bool,
        /// A packet is sent.
        pub sent: bool,
        /// Flow of the packet that is sent.
        pub sent_flow: u64,
        /// The packet is sent again.
        pub sent_again: bool,
        /// Request for the interval of a packet.
        pub request: bool,
        /// Flow of the packet.
        pub request_flow: u64,
        /// Group of the flow.
        pub request_group: u64,
        /// Packets of the group before this one.
        pub request_sent: u64,
        /// Bytes of the packet on the line.
        pub request_size: u64,
        /// Event for the rate controller.
        pub event_valid: bool,
        /// Flow of the event.
        pub event_flow: u64,
        /// Group of packets that the flow is sending.
        pub event_group: u64,
        /// The event is a loss; otherwise, an ACK.
        pub event_loss: bool,
        /// All packets of bandwidth probing are acknowledged.
        pub event_covered: bool,
        /// The ACK was triggered by a delay probe.
        pub event_probe: bool,
        /// RTT in ticks.
        pub event_rtt: u64,
        /// Time of reception of the ACK in ticks.
        pub event_time: u64,
        /// Bytes of the flow acknowledged with the ACK.
        pub event_bytes: u64,
        /// Flow of the data frame whose peer is looked up.
        pub data_peer_flow: u64,
        /// Flow of the ACK frame whose peer is looked up.
        pub reply_peer_flow: u64,
        /// Beat to the MAC valid.
        pub m_tvalid: bool,
        /// Bytes of the beat to the MAC.
        pub m_tdata: u64,
        /// Valid bytes of the beat to the MAC, one bit per byte.
        pub m_tkeep: u64,
        /// Last beat of the frame to the MAC.
        pub m_tlast: bool,
        /// An ACK frame began in the cycle before.
        pub replied: bool,
    }
}
