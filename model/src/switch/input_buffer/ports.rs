//! The ports of the buffer.

use tailback_spec::{port_values, BitLanes, Lanes, ManyLanes, WideWord};

port_values! {
    /// Words received, and packets to send.
    pub struct InputBufferInputs {
        /// Word valid.
        pub write: bool,
        /// First word of a packet.
        pub write_first: bool,
        /// Last word of a packet.
        pub write_last: bool,
        /// The packet is bad; valid with the last word.
        pub write_bad: bool,
        /// Queue of the packet; valid with the first word.
        pub write_queue: u64,
        /// Blocks of the packet by its header; valid with the first word.
        pub write_blocks: u64,
        /// Words of the packet by its header; valid with the first word.
        pub write_beats: u64,
        /// The word.
        pub write_word: WideWord,
        /// The word of the next cycle takes a block.
        pub take: bool,
        /// Virtual lane of that block.
        pub take_lane: u64,
        /// Starts a packet, the first word of which is issued in the next cycle at the earliest.
        pub read: bool,
        /// Queue of the packet to start.
        pub read_queue: u64,
        /// No word is issued.
        pub pause: bool,
        /// Words will not be held up at the output port soon.
        pub roomy: bool,
    }
}

port_values! {
    /// Words sent, and reports of the buffer.
    pub struct InputBufferOutputs {
        /// The word occupies a block.
        pub taken: bool,
        /// Free blocks, by virtual lane.
        pub free: Lanes,
        /// Queues with a waiting packet, the first of which is known: bit *q*.
        pub known: BitLanes,
        /// Blocks of that packet, by queue; 0 without one.
        pub blocks: ManyLanes,
        /// A packet has been started, and has not ended.
        pub sending: bool,
        /// The last word of that packet is issued, or was issued before it may end.
        pub ends: bool,
        /// The last word is issued in this cycle or the next three, or has been.
        pub near_end: bool,
        /// Output word valid.
        pub word_valid: bool,
        /// First word of the packet.
        pub word_first: bool,
        /// Last word of the packet.
        pub word_last: bool,
        /// The packet is bad; valid with the last word.
        pub word_bad: bool,
        /// The packet was known to be bad when it was started.
        pub word_discard: bool,
        /// The output word.
        pub word: WideWord,
        /// A packet begins to count.
        pub enqueue: bool,
        /// Queue of the packet that begins to count; 0 without one.
        pub enqueue_queue: u64,
        /// A packet that counts is started.
        pub dequeue: bool,
        /// The buffer has become full: bit *q* for each queue with a packet that counts.
        pub trigger: BitLanes,
    }
}
