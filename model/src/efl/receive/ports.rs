//! The ports of the receive path.

use tailback_spec::port_values;

port_values! {
    /// Frames, the peer that is looked up, and acceptance.
    pub struct EflReceiveInputs {
        /// Time in ticks.
        pub now: u64,
        /// MAC address of the endpoint.
        pub set_address: u64,
        /// Beat of a frame valid.
        pub rx_tvalid: bool,
        /// Bytes of the beat.
        pub rx_tdata: u64,
        /// Valid bytes of the beat, one bit per byte; used with `rx_tlast`.
        pub rx_tkeep: u64,
        /// Last beat of the frame.
        pub rx_tlast: bool,
        /// The frame is bad; used with `rx_tlast`.
        pub rx_tuser: bool,
        /// The flow that was looked up has a peer.
        pub peer_valid: bool,
        /// MAC address of that peer.
        pub peer_address: u64,
        /// The host accepts the beat.
        pub m_tready: bool,
        /// The head of the queue of ACKs is taken.
        pub ack_take: bool,
        /// The head of the queue of replies is taken.
        pub reply_take: bool,
    }
}

port_values! {
    /// Payloads, ACKs, replies and events.
    pub struct EflReceiveOutputs {
        /// Memories are being cleared.
        pub sweeping: bool,
        /// Flow whose peer is looked up.
        pub peer_flow: u64,
        /// Beat of a payload valid.
        pub m_tvalid: bool,
        /// Bytes of the beat.
        pub m_tdata: u64,
        /// Valid bytes of the beat, one bit per byte.
        pub m_tkeep: u64,
        /// Last beat of the payload.
        pub m_tlast: bool,
        /// Flow of the payload.
        pub m_tid: u64,
        /// An ACK was received.
        pub ack: bool,
        /// Flow of the ACK.
        pub ack_flow: u64,
        /// Number of the packet expected next by the peer.
        pub ack_sequence: u64,
        /// The ACK was triggered by a packet behind a gap.
        pub ack_gap: bool,
        /// The ACK was triggered by a delay probe.
        pub ack_probe: bool,
        /// RTT in ticks.
        pub ack_rtt: u64,
        /// Time of reception in ticks.
        pub ack_time: u64,
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
        /// A packet in order was accepted.
        pub accepted: bool,
        /// Flow of that packet; 0 without one.
        pub accepted_flow: u64,
        /// A packet that had been accepted before was dropped.
        pub duplicates: bool,
        /// A packet behind a gap was dropped.
        pub gaps: bool,
        /// An ACK was put into the queue.
        pub acks: bool,
        /// An ACK to be sent was lost: the queue was full.
        pub replies_lost: bool,
        /// A frame was dropped: bit *c* for cause *c*.
        pub drops: u64,
    }
}
