//! Results of a run as CSV, line by line, with names instead of numbers.

use crate::files::{FileError, Stream};
use std::path::Path;
use tailback_model::fabric::{Record, Sample, Sink};
use tailback_spec::scenario::Scenario;

/// Writer of the packet log.
pub struct PacketLog {
    file: Stream,
    links: Vec<String>,
    flows: Vec<String>,
}

impl PacketLog {
    /// Creates a packet log with its header.
    ///
    /// # Errors
    ///
    /// As [`Stream::new`].
    pub fn new(path: &Path, scenario: &Scenario) -> Result<Self, FileError> {
        let mut file = Stream::new(path)?;
        file.line(format_args!("{}", Record::COLUMNS));
        let links = (0..scenario.links()).map(|link| scenario.link_name(link)).collect();
        let flows = (0..scenario.flows.len()).map(|flow| scenario.flow_name(flow)).collect();
        Ok(PacketLog { file, links, flows })
    }

    /// Completes the log.
    ///
    /// # Errors
    ///
    /// As [`Stream::finish`].
    pub fn finish(self) -> Result<(), FileError> {
        self.file.finish()
    }
}

impl Sink for PacketLog {
    fn record(&mut self, record: &Record) {
        let link = &self.links[usize::from(record.link)];
        let flow = &self.flows[usize::from(record.flow)];
        let Record { cycle, sequence, ipd, .. } = record;
        let marked = u8::from(record.marked);
        self.file.line(format_args!("{cycle},{link},{flow},{sequence},{marked},{ipd}"));
    }
}

/// Creates the file of a timeline's samples.
///
/// # Errors
///
/// As [`Stream::new`].
pub fn trace(path: &Path) -> Result<Stream, FileError> {
    let mut file = Stream::new(path)?;
    file.line(format_args!("{}", Sample::COLUMNS));
    Ok(file)
}
