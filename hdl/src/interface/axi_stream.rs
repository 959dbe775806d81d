//! AXI4-Stream (AMBA 4 AXI4-Stream Protocol Specification).

use crate::interface;

/// Optional signals of an AXI4-Stream, and the widths of all signals.
#[derive(Debug, Clone, Copy)]
pub struct StreamSignals {
    data: usize,
    is_stallable: bool,
    has_packets: bool,
    id: usize,
    user: usize,
}

impl StreamSignals {
    /// A stream of messages of `data` bits, one per beat: `tvalid` and `tdata`.
    pub fn messages(data: usize) -> Self {
        StreamSignals { data, is_stallable: false, has_packets: false, id: 0, user: 0 }
    }

    /// A stream of packets in beats of `data` bits, with `tkeep` and `tlast`.
    pub fn packets(data: usize) -> Self {
        StreamSignals { has_packets: true, ..Self::messages(data) }
    }

    /// Adds `tready`.
    pub fn stallable(self) -> Self {
        StreamSignals { is_stallable: true, ..self }
    }

    /// Adds `tready`, if `is_stallable`.
    pub fn stallable_if(self, is_stallable: bool) -> Self {
        StreamSignals { is_stallable, ..self }
    }

    /// Adds a `tid` of `bits` bits.
    pub fn id(self, bits: usize) -> Self {
        StreamSignals { id: bits, ..self }
    }

    /// Adds a `tuser` of `bits` bits.
    pub fn user(self, bits: usize) -> Self {
        StreamSignals { user: bits, ..self }
    }
}

interface! {
    /// AXI4-Stream. The receiver cannot stall a stream without `tready`.
    pub struct AxiStream(signals: StreamSignals) {
        /// Beat valid.
        master tvalid;
        /// Beat accepted, if it is valid.
        slave tready if signals.is_stallable;
        /// Data; the first byte is in the least significant bits.
        master tdata[signals.data];
        /// Byte enables; valid with `tlast`.
        master tkeep[signals.data / 8] if signals.has_packets;
        /// Last beat of the packet.
        master tlast if signals.has_packets;
        /// Stream identifier; valid with `tvalid`.
        master tid[signals.id] if signals.id > 0;
        /// Flags; their meaning is described at the interface.
        master tuser[signals.user] if signals.user > 0;
    }
}
