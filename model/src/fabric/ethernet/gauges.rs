//! Queues, rates and round-trip times, window by window, and all transfers.

use super::super::log::{Record, Sink};
use super::watch::{Update, Watch};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use tailback_spec::{efl::BEAT_BYTES, scenario::Scenario};

/// Results of a run over Ethernet. Series have a value for each window of `measure.window_ms`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// Length of a window in ms.
    pub window_ms: f64,
    /// Links between switches, in both directions.
    pub queues: Vec<Queue>,
    /// Flows, if there are few enough.
    pub flows: Vec<Flow>,
    /// Transfers of groups that were completed: payload bytes, and microseconds from the first packet's
    /// first beat to the last packet's last beat.
    pub transfers: Vec<(u64, f64)>,
}

/// Queue of a link.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Queue {
    /// Name of the link.
    pub name: String,
    /// Mean queueing delay in the averaging time, in microseconds.
    pub mean_us: f64,
    /// Mean queueing delay of each window.
    pub means_us: Vec<f32>,
    /// Largest queueing delay of each window.
    pub most_us: Vec<f32>,
}

/// A flow.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Flow {
    /// Name of the flow.
    pub name: String,
    /// Rate of the sender at the end of each window, in Gbit/s; 0 while it is not known.
    pub gbit_per_s: Vec<f32>,
    /// RTT measured last.
    pub rtt_us: Vec<f32>,
    /// RTT predicted last.
    pub predicted_us: Vec<f32>,
    /// Packets delivered in each window.
    pub packets: Vec<u32>,
}

/// Queue of a link as of its last frame.
#[derive(Debug, Clone, Default)]
struct Level {
    cycle: u64,
    /// Cycles until it is empty.
    left: f64,
    /// Sum of the queueing delay over the cycles of this window, and of the averaging time.
    sum: f64,
    of_average: f64,
    most: f64,
    queue: Queue,
}

/// Values of a flow.
#[derive(Debug, Clone, Default)]
struct Now {
    gbit_per_s: f32,
    rtt_us: f32,
    predicted_us: f32,
    packets: u32,
    flow: Flow,
}

/// Collects [`Measured`].
#[derive(Debug)]
pub struct Gauges {
    window: u64,
    /// First cycle after the window.
    end: u64,
    average: Range<u64>,
    period_us: f64,
    payload_bytes: u64,
    /// First link between switches.
    first: usize,
    /// Cycles of a byte on these links.
    cycles_per_byte: Vec<f64>,
    levels: Vec<Level>,
    flows: Vec<Now>,
    transfers: Vec<(u64, f64)>,
}

/// Most flows with series of their own.
const MOST_FLOWS: usize = 64;

impl Gauges {
    /// Before the first cycle.
    pub fn new(scenario: &Scenario) -> Self {
        let first = 2 * scenario.hosts.len();
        let links = first..scenario.links();
        let level = |link| {
            let queue = Queue { name: scenario.link_name(link), ..Queue::default() };
            Level { queue, ..Level::default() }
        };
        let flow = |number| {
            let flow = Flow { name: scenario.flow_name(number), ..Flow::default() };
            Now { flow, ..Now::default() }
        };
        let few = scenario.flows.len() <= MOST_FLOWS;
        let shown = if few { scenario.flows.len() } else { 0 };
        let ratio = |link| scenario.link_cycles(link) as f64 / scenario.packet_beats() as f64;
        Gauges {
            window: scenario.rate_window,
            end: scenario.rate_window,
            average: scenario.average.clone(),
            period_us: scenario.nanoseconds(1) / 1e3,
            payload_bytes: scenario.payload_bytes as u64,
            first,
            cycles_per_byte: links.clone().map(|link| ratio(link) / BEAT_BYTES as f64).collect(),
            levels: links.map(level).collect(),
            flows: (0..shown).map(flow).collect(),
            transfers: Vec::new(),
        }
    }

    /// Ends all windows that end by this cycle.
    pub fn until(&mut self, cycle: u64) {
        while self.end <= cycle {
            let (end, scale) = (self.end, self.period_us);
            for level in &mut self.levels {
                level.drain(end, &self.average);
                level.queue.means_us.push((level.sum / self.window as f64 * scale) as f32);
                level.queue.most_us.push((level.most * scale) as f32);
                (level.sum, level.most) = (0.0, level.left);
            }
            for Now { gbit_per_s, rtt_us, predicted_us, packets, flow } in &mut self.flows {
                flow.gbit_per_s.push(*gbit_per_s);
                flow.rtt_us.push(*rtt_us);
                flow.predicted_us.push(*predicted_us);
                flow.packets.push(std::mem::take(packets));
            }
            self.end += self.window;
        }
    }

    /// Ends the run after so many cycles. An incomplete window is dropped.
    pub fn finish(mut self, scenario: &Scenario, cycles: u64) -> Measured {
        const NS_PER_MS: f64 = 1e6;
        self.until(cycles);
        let time = (self.average.end - self.average.start) as f64;
        let queue = |mut level: Level| {
            level.drain(cycles, &self.average);
            level.queue.mean_us = level.of_average / time * self.period_us;
            level.queue
        };
        Measured {
            window_ms: scenario.nanoseconds(self.window) / NS_PER_MS,
            queues: self.levels.into_iter().map(queue).collect(),
            flows: self.flows.into_iter().map(|now| now.flow).collect(),
            transfers: self.transfers,
        }
    }
}

impl Level {
    /// Advances to a cycle: the queue empties at the rate of the link.
    fn drain(&mut self, cycle: u64, average: &Range<u64>) {
        // Area below a line that falls by 1 in each cycle.
        let area = |level: f64, cycles: f64| {
            let falls = cycles.min(level);
            falls * (level - falls / 2.0)
        };
        let cycles = cycle.saturating_sub(self.cycle);
        self.sum += area(self.left, cycles as f64);
        let begins = self.cycle.clamp(average.start, average.end);
        let ends = cycle.clamp(average.start, average.end);
        let left = (self.left - (begins.saturating_sub(self.cycle)) as f64).max(0.0);
        self.of_average += area(left, ends.saturating_sub(begins) as f64);
        self.left = (self.left - cycles as f64).max(0.0);
        self.cycle = self.cycle.max(cycle);
    }
}

impl Sink for Gauges {
    fn record(&mut self, _: &Record) {}
}

impl Watch for Gauges {
    fn queue(&mut self, cycle: u64, link: usize, bytes: u64) {
        self.until(cycle);
        let Some(place) = link.checked_sub(self.first) else { return };
        let level = &mut self.levels[place];
        level.drain(cycle, &self.average);
        level.left = bytes as f64 * self.cycles_per_byte[place];
        level.most = level.most.max(level.left);
    }

    fn update(&mut self, update: &Update) {
        self.until(update.cycle);
        let Some(flow) = self.flows.get_mut(update.flow) else { return };
        flow.gbit_per_s = update.gbit_per_s.unwrap_or_default() as f32;
        flow.rtt_us = update.rtt_us as f32;
        flow.predicted_us = update.predicted_us as f32;
    }

    fn deliver(&mut self, cycle: u64, flow: usize, _: u64) {
        self.until(cycle);
        if let Some(flow) = self.flows.get_mut(flow) {
            flow.packets += 1;
        }
    }

    fn transfer(&mut self, _: usize, packets: u64, cycles: u64) {
        let microseconds = cycles as f64 * self.period_us;
        self.transfers.push((packets * self.payload_bytes, microseconds));
    }
}
