//! Throughput of each flow at its destination, window by window.

use super::log::{Record, Sink};
use std::ops::Range;
use tailback_spec::scenario::Scenario;

/// Packets of each flow at its destination in each window of `measure.window_ms`, within the
/// averaging time.
#[derive(Debug, Clone)]
pub struct Series {
    time: Range<u64>,
    window: u64,
    /// Last link of each flow.
    last: Vec<u16>,
    /// Packets by window, then by flow.
    packets: Vec<u32>,
}

/// Mean and spread of a series.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Statistics {
    /// Mean.
    pub mean: f64,
    /// Standard deviation.
    pub deviation: f64,
    /// Least value.
    pub least: f64,
    /// Greatest value.
    pub most: f64,
}

impl Series {
    /// A series before the first packet.
    pub fn new(scenario: &Scenario) -> Self {
        let last = scenario.flows.iter().map(|flow| scenario.downlink(flow.to) as u16);
        let last: Vec<u16> = last.collect();
        let (time, window) = (scenario.average.clone(), scenario.rate_window);
        // Incomplete windows are ignored.
        let windows = ((time.end - time.start) / window) as usize;
        Series { time, window, packets: vec![0; windows * last.len()], last }
    }

    /// Number of complete windows.
    pub fn windows(&self) -> usize {
        self.packets.len() / self.last.len().max(1)
    }

    /// Payload throughput of a flow in each window, in Gbit/s.
    pub fn gbit_per_s<'a>(
        &'a self,
        scenario: &'a Scenario,
        flow: usize,
    ) -> impl Iterator<Item = f64> + 'a {
        let windows = self.packets.chunks_exact(self.last.len().max(1));
        windows.map(move |flows| scenario.gbit_per_s(flows[flow].into(), self.window))
    }
}

impl Sink for Series {
    fn record(&mut self, record: &Record) {
        let flow = usize::from(record.flow);
        if self.last[flow] != record.link || !self.time.contains(&record.cycle) {
            return;
        }
        let window = ((record.cycle - self.time.start) / self.window) as usize;
        if let Some(packets) = self.packets.get_mut(window * self.last.len() + flow) {
            *packets += 1;
        }
    }
}

impl Statistics {
    /// Statistics of some values; 0 if there are none.
    pub fn of(values: impl Iterator<Item = f64> + Clone) -> Self {
        let count = values.clone().count() as f64;
        if count == 0.0 {
            return Statistics::default();
        }
        let mean = values.clone().sum::<f64>() / count;
        let square = values.clone().map(|value| (value - mean).powi(2)).sum::<f64>() / count;
        Statistics {
            mean,
            deviation: square.sqrt(),
            least: values.clone().fold(f64::INFINITY, f64::min),
            most: values.fold(f64::NEG_INFINITY, f64::max),
        }
    }
}
