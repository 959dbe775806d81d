//! The ports of the transmit path.

use tailback_spec::{port_values, WideWord};

port_values! {
    /// Inputs from the host, the limiter, the reflector and the link.
    pub struct TransmitInputs {
        /// Beat from the host valid.
        pub s_valid: bool,
        /// Bytes of the host's beat.
        pub s_data: WideWord,
        /// Valid bytes of the host's beat, one bit per byte; used with `s_last`.
        pub s_keep: u64,
        /// Last beat of the host's packet.
        pub s_last: bool,
        /// Flow of the host's packet.
        pub s_flow: u64,
        /// A further packet of the flow is ready; sampled with the first beat.
        pub s_more: bool,
        /// Decline: the host has no packet for a grant after all.
        pub decline: bool,
        /// Flow whose grant is declined.
        pub decline_flow: u64,
        /// The limiter accepts a start.
        pub start_ready: bool,
        /// The start was legal.
        pub look_up: bool,
        /// The start was not legal.
        pub start_ignored: bool,
        /// A reply is offered.
        pub answer_valid: bool,
        /// Opcode of the reply.
        pub answer_opcode: u64,
        /// BECN of the reply.
        pub answer_becn: bool,
        /// DLID of the reply.
        pub answer_dlid: u64,
        /// SLID of the reply.
        pub answer_slid: u64,
        /// Service level of the reply.
        pub answer_sl: u64,
        /// VL of the reply.
        pub answer_vl: u64,
        /// P_Key of the reply.
        pub answer_p_key: u64,
        /// DestQP of the reply.
        pub answer_dest_qp: u64,
        /// PSN of the reply.
        pub answer_psn: u64,
        /// AETH of an ACK: syndrome.
        pub answer_syndrome: u64,
        /// AETH of an ACK: MSN.
        pub answer_msn: u64,
        /// There are credits for the next packet.
        pub host_may_send: bool,
        /// There are credits for the reply.
        pub answer_may_send: bool,
        /// Link ready.
        pub m_ready: bool,
    }
}

port_values! {
    /// Outputs to the host, the limiter, the reflector and the link.
    pub struct TransmitOutputs {
        /// Ready for a beat of the host.
        pub s_ready: bool,
        /// Ready for a reply.
        pub answer_ready: bool,
        /// Decline ready.
        pub decline_ready: bool,
        /// Start: a packet starts, or a grant is declined.
        pub start: bool,
        /// Flow of the start.
        pub start_flow: u64,
        /// Beats of the packet that starts; 0 for a decline.
        pub start_words: u64,
        /// A further packet of the flow is ready.
        pub start_more: bool,
        /// SL of the packet whose first beat was received last.
        pub first_sl: u64,
        /// VL of the packet whose first beat was received last.
        pub host_vl: u64,
        /// Blocks of that packet.
        pub host_blocks: u64,
        /// VL of the reply.
        pub reply_vl: u64,
        /// A packet requests the link and lacks credits.
        pub lacks_credits: bool,
        /// A packet begins.
        pub begins: bool,
        /// VL of the packet that begins.
        pub begins_vl: u64,
        /// Blocks of the packet that begins.
        pub begins_blocks: u64,
        /// Beat to the link valid.
        pub m_valid: bool,
        /// Bytes of the beat to the link.
        pub m_data: WideWord,
        /// Valid bytes of the beat to the link: one bit per byte.
        pub m_keep: u64,
        /// Last beat of the packet to the link.
        pub m_last: bool,
        /// The packet to the link is bad.
        pub m_bad: bool,
        /// A packet of the host was sent.
        pub sent: bool,
        /// Flow of the sent packet.
        pub sent_flow: u64,
        /// SL of the sent packet.
        pub sent_sl: u64,
        /// Bytes of the sent packet.
        pub sent_bytes: u64,
        /// PSN of the packet whose beat with the PSN was transferred last.
        pub sent_psn: u64,
        /// A reply was sent: an ACK (bit 0), a CNP (bit 1).
        pub answered: u64,
        /// A packet is discarded, or was truncated: bit *c* for cause *c*.
        pub drops: u64,
        /// A start of 0 words was not legal.
        pub decline_ignored: bool,
    }
}
