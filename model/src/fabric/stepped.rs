//! The engine of hardware that the form `exact` does not support: it steps the [`Twin`] and its
//! surroundings, and is a thousand times slower.

use super::{
    counts::Counts,
    log::{Record, Sink},
    monitor::Seen,
    twin_run::TwinRun,
};
use std::collections::VecDeque;
use tailback_spec::fabric::{packet::TAG_BYTES, Fabric};

/// A fabric that runs; packets on its links are reported to a [`Sink`]. No link carries IPDs, so they are
/// 0.
pub(super) struct Engine<S> {
    sink: S,
    run: TwinRun,
    set_up: u64,
    /// Next cycle of the twin, counted from reset.
    now: u64,
    /// Cycles in which the monitor has identified a packet that has begun.
    identified: u64,
    /// Packets that have begun and have not been reported.
    seen: Vec<Seen>,
    /// Blocks in use of the buffer at the end of each link, as each of the last `identified` cycles began,
    /// the oldest first.
    blocks: VecDeque<Vec<Option<u64>>>,
    hosts: usize,
    counts: Counts,
}

impl<S: Sink> Engine<S> {
    /// A fabric before the first cycle of its scenario.
    pub fn new(fabric: &Fabric, sink: S) -> Self {
        let width = fabric.scenario().config.port().width_bytes();
        let (run, identified) = (TwinRun::new(fabric, u64::MAX), TAG_BYTES.div_ceil(width));
        Engine {
            sink,
            blocks: vec![run.blocks_in_use().collect(); identified].into(),
            run,
            set_up: fabric.set_up_cycles(),
            now: 0,
            identified: identified as u64,
            seen: Vec::new(),
            hosts: fabric.scenario().hosts.len(),
            counts: Counts::default(),
        }
    }

    /// Runs until just before a cycle.
    pub fn run_until(&mut self, end: u64) {
        while self.now < self.set_up + end + self.identified {
            if let Some(mut blocks) = self.blocks.pop_front() {
                blocks.clear();
                blocks.extend(self.run.blocks_in_use());
                self.blocks.push_back(blocks);
            }
            self.run.cycle();
            self.counts.full += self.run.became_full();
            self.counts.events += 1;
            self.now += 1;
        }
        self.seen.extend(self.run.take_seen());
        self.seen.sort_unstable_by_key(|Seen { record, .. }| (record.cycle, record.link));
        let known = self.seen.partition_point(|Seen { record, .. }| record.cycle < end);
        for Seen { record, acknowledges } in self.seen.drain(..known) {
            if acknowledges {
                self.sink.acknowledgement(&record);
            } else {
                self.counts.add(&record, self.hosts);
                self.sink.record(&record);
            }
        }
    }

    /// Totals since the first cycle; packets in full buffers and output triggers are not counted.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Blocks in use of the input buffer at the end of each link, as the cycle begins until which the engine
    /// has run.
    pub fn blocks_in_use(&self) -> Vec<Option<u64>> {
        self.blocks.front().cloned().unwrap_or_default()
    }

    /// Data packets between a host and the last link of their path.
    pub fn inside(&self) -> usize {
        (self.counts.sent - self.counts.delivered) as usize
    }

    /// The log sink.
    pub fn sink(&self) -> &S {
        &self.sink
    }

    /// The log sink, mutable.
    pub fn sink_mut(&mut self) -> &mut S {
        &mut self.sink
    }

    /// Consumes the engine and returns its log sink.
    pub fn into_sink(self) -> S {
        self.sink
    }
}

impl Counts {
    /// Counts a packet that begins on a link of a fabric with so many hosts, and the switch to which it
    /// leads.
    fn add(&mut self, record: &Record, hosts: usize) {
        let link = usize::from(record.link);
        let (sent, delivered) = (link < hosts, (hosts..2 * hosts).contains(&link));
        self.sent += u64::from(sent);
        self.delivered += u64::from(delivered);
        self.hops += if delivered { 1 } else { 2 };
    }
}
