//! The ports of an ingress.

use tailback_spec::{port_values, Lanes, WideWord};

port_values! {
    /// Beats from the link, and results from the parent module.
    pub struct IngressInputs {
        /// Beat valid.
        pub rx_valid: bool,
        /// Bytes of the beat.
        pub rx_data: WideWord,
        /// Valid bytes of the beat, one bit per byte; used with `rx_last`.
        pub rx_keep: u64,
        /// Last beat of the packet.
        pub rx_last: bool,
        /// The beat is a flow-control packet.
        pub rx_flow_control: bool,
        /// The packet is known to be bad; used with `rx_last`.
        pub rx_bad: bool,
        /// Hit: a route exists to the destination of the cycle before.
        pub known: bool,
        /// Output port of the route.
        pub port: u64,
        /// Free blocks, by virtual lane.
        pub free: Lanes,
    }
}

port_values! {
    /// Words to store, and events to count and pass on.
    pub struct IngressOutputs {
        /// DLID of the beat.
        pub destination: u64,
        /// Word to store valid.
        pub write: bool,
        /// First word of a packet.
        pub write_first: bool,
        /// Last word of a packet.
        pub write_last: bool,
        /// The packet is bad.
        pub write_bad: bool,
        /// Queue of the packet.
        pub write_queue: u64,
        /// Blocks of the packet by its header; 0 without its first word.
        pub write_blocks: u64,
        /// Words of the packet by its header; 0 without its first word.
        pub write_beats: u64,
        /// The word to store.
        pub write_word: WideWord,
        /// The word takes a block.
        pub take: bool,
        /// Virtual lane of that block.
        pub take_lane: u64,
        /// A block is received.
        pub received: bool,
        /// VL of the received block.
        pub received_vl: u64,
        /// A flow-control packet is received.
        pub flow_control: bool,
        /// Received flow-control packet, its first byte in bits 47 to 40.
        pub flow_control_packet: u64,
        /// Framing error: a beat marked as flow control is no flow-control packet.
        pub bad_framing: bool,
        /// A good packet is accepted.
        pub accepted: bool,
        /// Virtual lane of the accepted packet.
        pub accepted_lane: u64,
        /// Blocks of the accepted packet.
        pub accepted_blocks: u64,
        /// A packet is dropped, or was cut through and is bad: bit *c* for cause *c*.
        pub drops: u64,
        /// First beat of a packet received, which may be dropped.
        pub begins: bool,
    }
}
