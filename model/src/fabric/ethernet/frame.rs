//! Frames.

/// Kind of a frame, with its flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Data of EFL, with the flags PROBE and LAST.
    Data { probe: bool, last: bool },
    /// ACK of EFL, with the flags PROBE and GAP.
    Ack { probe: bool, gap: bool },
    /// Segment of TCP.
    Segment,
    /// ACK of TCP.
    SegmentAck,
}

impl Content {
    /// Whether the frame carries data, and is longer than an ACK.
    pub fn is_data(self) -> bool {
        matches!(self, Content::Data { .. } | Content::Segment)
    }
}

/// A frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// Flow, from its sender to its receiver; ACKs go the other way.
    pub flow: u16,
    pub content: Content,
    /// Number of the packet in its flow, from 0; in an ACK, of the packet expected next. The wire has 24
    /// bits of it.
    pub number: u64,
    /// Time stamp: ticks of EFL, or cycles of TCP.
    pub stamp: u64,
}
