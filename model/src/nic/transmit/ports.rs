//! The ports.

use tailback_spec::{port_values, WideWord};

port_values! {
    /// What the host, the limiter, the reflector and the link say.
    pub struct TransmitInputs {
        /// The host has a beat.
        pub s_valid: bool,
        /// Its bytes.
        pub s_data: WideWord,
        /// Which of them count; with `s_last`.
        pub s_keep: u64,
        /// It is the last of its packet.
        pub s_last: bool,
        /// The flow.
        pub s_flow: u64,
        /// A further packet of the flow is ready; in the first beat.
        pub s_more: bool,
        /// The host has no packet for a grant after all.
        pub decline: bool,
        /// The flow that was granted.
        pub decline_flow: u64,
        /// The limiter takes a start.
        pub start_ready: bool,
        /// The start was legal.
        pub look_up: bool,
        /// It was not.
        pub start_ignored: bool,
        /// There is an answer.
        pub answer_valid: bool,
        /// Its opcode.
        pub answer_opcode: u64,
        /// Its service level.
        pub answer_sl: u64,
        /// Its VL.
        pub answer_vl: u64,
        /// Where it goes.
        pub answer_dlid: u64,
        /// Where it comes from.
        pub answer_slid: u64,
        /// Its partition.
        pub answer_p_key: u64,
        /// The queue pair that it is for.
        pub answer_dest_qp: u64,
        /// Its PSN.
        pub answer_psn: u64,
        /// BECN.
        pub answer_becn: bool,
        /// AETH of an ACK: syndrome.
        pub answer_syndrome: u64,
        /// AETH of an ACK: MSN.
        pub answer_msn: u64,
        /// There are credits for what is wanted.
        pub may_send: bool,
        /// The link takes the beat.
        pub m_ready: bool,
    }
}

port_values! {
    /// What they are told.
    pub struct TransmitOutputs {
        /// The host's beat is taken.
        pub s_ready: bool,
        /// The decline is taken.
        pub decline_ready: bool,
        /// A packet starts, or a grant is declined.
        pub start: bool,
        /// Its flow.
        pub start_flow: u64,
        /// Its words, or 0.
        pub start_words: u64,
        /// There is a further packet behind it.
        pub start_more: bool,
        /// SL of the packet whose first beat came last.
        pub first_sl: u64,
        /// The answer is taken.
        pub answer_ready: bool,
        /// A packet wants to begin.
        pub want: bool,
        /// Its VL.
        pub want_vl: u64,
        /// Its blocks.
        pub want_blocks: u64,
        /// It begins.
        pub begins: bool,
        /// A beat goes.
        pub m_valid: bool,
        /// Its bytes.
        pub m_data: WideWord,
        /// Which of them count.
        pub m_keep: u64,
        /// It is the last of its packet.
        pub m_last: bool,
        /// The packet is bad.
        pub m_bad: bool,
        /// A packet of the host has gone.
        pub sent: bool,
        /// Its flow.
        pub sent_flow: u64,
        /// Its SL.
        pub sent_sl: u64,
        /// Its bytes.
        pub sent_bytes: u64,
        /// PSN of the packet whose beat with the PSN moved last.
        pub sent_psn: u64,
        /// An ACK (bit 0), a CNP (bit 1) has gone.
        pub answered: u64,
        /// A packet is swallowed, or was cut: bit *c* for cause *c*.
        pub drops: u64,
        /// A start of 0 words was not legal.
        pub decline_ignored: bool,
    }
}
