//! The packet log in the order of time.
//!
//! The engine decides when a frame enters a link as the frame is moved to the buffer before it, so
//! records of different links come out of order, though never before the present cycle.

use super::super::log::{Record, Sink};
use super::watch::{Update, Watch};
use std::{cmp::Reverse, collections::BinaryHeap};

/// Passes records on in the order of their cycles, and of links within a cycle.
#[derive(Debug)]
pub struct Ordered<S> {
    sink: S,
    waiting: BinaryHeap<Reverse<(u64, u16, u16, u32)>>,
}

impl<S: Sink> Ordered<S> {
    /// Before the first record.
    pub fn new(sink: S) -> Self {
        Ordered { sink, waiting: BinaryHeap::new() }
    }

    /// Passes all records on that are before a cycle.
    fn until(&mut self, cycle: u64) {
        while let Some(Reverse((at, link, flow, sequence))) = self.waiting.peek().copied() {
            if at >= cycle {
                break;
            }
            self.waiting.pop();
            self.sink.record(&Record { cycle: at, link, flow, sequence, marked: false, ipd: 0 });
        }
    }

    /// Passes the last records on, and returns the sink.
    pub fn finish(mut self) -> S {
        self.until(u64::MAX);
        self.sink
    }
}

impl<S: Sink> Sink for Ordered<S> {
    fn record(&mut self, record: &Record) {
        let Record { cycle, link, flow, sequence, .. } = *record;
        self.waiting.push(Reverse((cycle, link, flow, sequence)));
    }
}

impl<S: Sink> Watch for Ordered<S> {
    fn queue(&mut self, cycle: u64, _: usize, _: u64) {
        self.until(cycle);
    }

    fn update(&mut self, update: &Update) {
        self.until(update.cycle);
    }

    fn deliver(&mut self, cycle: u64, _: usize, _: u64) {
        self.until(cycle);
    }
}
