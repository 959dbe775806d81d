//! The packet log: every packet on every link, and the sinks that receive it.

use std::fmt;

/// A packet whose transmission over a link begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record {
    /// Cycle of its first beat.
    pub cycle: u64,
    /// Index of the directed link.
    pub link: u16,
    /// Flow of the packet.
    pub flow: u16,
    /// Sequence number among the packets of the flow, from 0.
    pub sequence: u32,
    /// Whether the packet is marked on this link.
    pub marked: bool,
    /// Inter-packet delay of the flow in packet times, in this cycle; with a congestion control
    /// table, the flow's CCTI at its last start or BECN.
    pub ipd: u16,
}

impl Record {
    /// Columns of the CSV form of [`Record`].
    pub const COLUMNS: &'static str = "cycle,link,flow,sequence,marked,ipd";
}

/// A line of CSV.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Record { cycle, link, flow, sequence, marked, ipd } = self;
        write!(f, "{cycle},{link},{flow},{sequence},{},{ipd}", u8::from(*marked))
    }
}

/// Receives the packet log, in the order of time.
pub trait Sink {
    /// Receives the next record.
    fn record(&mut self, record: &Record);

    /// Receives an ACK whose transmission over a link begins. Flow and sequence are those of the
    /// packet that it acknowledges; it is marked if it carries a BECN. ACKs are no part of the
    /// packet log.
    fn acknowledgement(&mut self, _: &Record) {}
}

/// Discards the log.
impl Sink for () {
    fn record(&mut self, _: &Record) {}
}

/// Keeps the whole log.
impl Sink for Vec<Record> {
    fn record(&mut self, record: &Record) {
        self.push(*record);
    }
}

/// Passes records to two sinks.
impl<A: Sink, B: Sink> Sink for (A, B) {
    fn record(&mut self, record: &Record) {
        self.0.record(record);
        self.1.record(record);
    }

    fn acknowledgement(&mut self, record: &Record) {
        self.0.acknowledgement(record);
        self.1.acknowledgement(record);
    }
}

/// Passes records to a borrowed sink.
impl<S: Sink> Sink for &mut S {
    fn record(&mut self, record: &Record) {
        (**self).record(record);
    }

    fn acknowledgement(&mut self, record: &Record) {
        (**self).acknowledgement(record);
    }
}

/// Passes records to a sink, if there is one.
impl<S: Sink> Sink for Option<S> {
    fn record(&mut self, record: &Record) {
        if let Some(sink) = self {
            sink.record(record);
        }
    }

    fn acknowledgement(&mut self, record: &Record) {
        if let Some(sink) = self {
            sink.acknowledgement(record);
        }
    }
}
