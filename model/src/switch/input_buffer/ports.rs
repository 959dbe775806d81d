//! The ports.

use tailback_spec::{port_values, BitLanes, Lanes, WideWord};

port_values! {
    /// What comes, and what is to go.
    pub struct InputBufferInputs {
        /// A word comes.
        pub write: bool,
        /// It is the first of a packet.
        pub write_first: bool,
        /// It is the last of the packet.
        pub write_last: bool,
        /// The packet is bad; with the last word.
        pub write_bad: bool,
        /// The packet's queue; with the first word.
        pub write_queue: u64,
        /// The word.
        pub write_word: WideWord,
        /// Starts a packet, and issues its first word.
        pub read: bool,
        /// Of this queue.
        pub read_queue: u64,
        /// No word is issued.
        pub pause: bool,
    }
}

port_values! {
    /// What goes, and what is told of the buffer.
    pub struct InputBufferOutputs {
        /// The word takes a block.
        pub taken: bool,
        /// Free blocks of each lane.
        pub free: Lanes,
        /// A packet waits in queue *q*: bit *q*.
        pub waiting: BitLanes,
        /// A packet has been started, and has not ended.
        pub sending: bool,
        /// Its last word has been written.
        pub complete: bool,
        /// A word is issued.
        pub issue: bool,
        /// It is the last of the packet.
        pub ends: bool,
        /// A word goes out.
        pub word_valid: bool,
        /// It is the first of the packet.
        pub word_first: bool,
        /// It is the last of the packet.
        pub word_last: bool,
        /// The packet is bad; with the last word.
        pub word_bad: bool,
        /// The packet was known to be bad from the start.
        pub word_discard: bool,
        /// The word.
        pub word: WideWord,
        /// A packet begins to count.
        pub enqueue: bool,
        /// Its queue; 0 without such a packet.
        pub enqueue_queue: u64,
        /// A packet that counts is started.
        pub dequeue: bool,
        /// The buffer has become full, and a packet counts in queue *q*: bit *q*.
        pub trigger: BitLanes,
    }
}
