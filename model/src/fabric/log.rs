//! The packet log: what goes over each link, and who wants to know.

use std::fmt;

/// A packet that begins to go over a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record {
    /// The cycle of its first beat.
    pub cycle: u64,
    /// The directed link.
    pub link: u16,
    /// Its flow.
    pub flow: u16,
    /// Its number among the packets of the flow, from 0.
    pub sequence: u32,
    /// Whether it is marked as it goes.
    pub marked: bool,
    /// The flow's inter-packet delay in packet times, in this cycle; with a congestion control table,
    /// its CCTI at its last start or BECN.
    pub ipd: u16,
}

impl Record {
    /// The columns of [`Record`] as its text has them.
    pub const COLUMNS: &'static str = "cycle,link,flow,sequence,marked,ipd";
}

/// A line of CSV.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Record { cycle, link, flow, sequence, marked, ipd } = self;
        write!(f, "{cycle},{link},{flow},{sequence},{},{ipd}", u8::from(*marked))
    }
}

/// Gets the packet log, in the order of time.
pub trait Sink {
    /// The next record.
    fn record(&mut self, record: &Record);

    /// An ACK begins to go over a link. Its flow and number are those of the packet that it answers; it is
    /// marked if it carries a BECN. ACKs are no part of the packet log.
    fn acknowledgement(&mut self, _: &Record) {}
}

/// Nobody wants to know.
impl Sink for () {
    fn record(&mut self, _: &Record) {}
}

/// Keeps all of it.
impl Sink for Vec<Record> {
    fn record(&mut self, record: &Record) {
        self.push(*record);
    }
}

/// Tells two.
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

/// Tells one that is kept elsewhere.
impl<S: Sink> Sink for &mut S {
    fn record(&mut self, record: &Record) {
        (**self).record(record);
    }

    fn acknowledgement(&mut self, record: &Record) {
        (**self).acknowledgement(record);
    }
}

/// Tells one, if there is one.
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
