//! AXI4-Stream (AMBA 4 AXI4-Stream Protocol Specification).

use tailback_spec::{port_values, ports::PortValue, BitLanes};

port_values! {
    /// Signals driven by the master of an AXI4-Stream, of one stream or of an array of streams. The
    /// type of a signal that the stream does not have is `()`.
    pub struct AxiStream<Bit, Data, Keep, Last, Id, User> {
        /// Beat valid.
        pub tvalid: Bit,
        /// Data; the first byte is in the least significant bits.
        pub tdata: Data,
        /// Byte enables: one bit per byte; valid with `tlast`.
        pub tkeep: Keep,
        /// Last beat of the packet.
        pub tlast: Last,
        /// Stream identifier.
        pub tid: Id,
        /// Flags.
        pub tuser: User,
    }
}

/// A stream of packets.
pub type PacketStream<Bit, Data, Keep, User> = AxiStream<Bit, Data, Keep, Bit, (), User>;

/// A stream of packets with an identifier.
pub type TaggedStream<Bit, Data, Keep, Id, User> = AxiStream<Bit, Data, Keep, Bit, Id, User>;

/// A stream of messages of one beat.
pub type MessageStream<Bit, Number> = AxiStream<Bit, Number, (), (), (), ()>;

port_values! {
    /// Signals driven by the slave of an AXI4-Stream, of one stream or of an array of streams.
    pub struct AxiStreamReady<Bit> {
        /// Beat accepted, if it is valid.
        pub tready: Bit,
    }
}

/// `tready` of one stream or of an array of streams; `()` if the receiver cannot stall the stream.
pub trait Ready: PortValue + Sync {
    /// Whether a beat of a stream is accepted.
    fn is_ready(&self, lane: usize) -> bool;

    /// Sets whether a beat of a stream is accepted.
    fn set_ready(&mut self, lane: usize, is_ready: bool);
}

impl Ready for () {
    fn is_ready(&self, _: usize) -> bool {
        true
    }

    fn set_ready(&mut self, _: usize, _: bool) {}
}

impl Ready for bool {
    fn is_ready(&self, _: usize) -> bool {
        *self
    }

    fn set_ready(&mut self, _: usize, is_ready: bool) {
        *self = is_ready;
    }
}

impl Ready for BitLanes {
    fn is_ready(&self, lane: usize) -> bool {
        self.is_set(lane)
    }

    fn set_ready(&mut self, lane: usize, is_ready: bool) {
        match is_ready {
            true => self.set(lane),
            false => self.clear(lane),
        }
    }
}
