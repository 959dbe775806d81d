//! Times of packets and messages.

use serde::{Deserialize, Serialize};
use tailback_model::fabric::{Latencies, Times};
use tailback_spec::scenario::{Scenario, Traffic};

const NS_PER_US: f64 = 1e3;

/// Delays of the packets of a group of flows that were received in the averaging window, in µs: from the
/// first beat on the link of their host to the last beat at their destination. None without packets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Delays {
    /// Group of flows.
    pub group: String,
    /// Least delay that half of the packets do not exceed.
    pub median_us: Option<f64>,
    /// Least delay that 99 % of the packets do not exceed.
    pub percentile_99_us: Option<f64>,
    /// Longest delay.
    pub most_us: Option<f64>,
}

/// Returns the delays of each group.
pub(super) fn delays(scenario: &Scenario, latencies: &Latencies) -> Vec<Delays> {
    let microseconds = |cycles| scenario.nanoseconds(cycles) / NS_PER_US;
    let groups = scenario.groups.iter().zip(latencies.groups());
    let groups = groups.map(|(group, latency)| {
        let at = |fraction| latency.percentile(fraction).map(microseconds);
        let (median_us, percentile_99_us, most_us) = (at(0.5), at(0.99), at(1.0));
        Delays { group: group.clone(), median_us, percentile_99_us, most_us }
    });
    groups.collect()
}

/// Messages that were received in the averaging window. A time is that from the moment in which a
/// message waits for software alone to its last beat received.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Exchanged {
    /// Payload bytes of each message.
    pub bytes: u64,
    /// Messages.
    pub received: u64,
    /// Mean time; none without messages.
    pub mean_us: Option<f64>,
    /// Mean time from one message received to the next; none with fewer than two.
    pub interval_us: Option<f64>,
}

impl Exchanged {
    pub(super) fn of(scenario: &Scenario, flow: usize, times: &Times) -> Self {
        let bytes = match &scenario.flows[flow].traffic {
            Traffic::Exchange(exchange) => exchange.bytes,
            _ => 0,
        };
        let microseconds = |cycles: f64| cycles * scenario.nanoseconds(1) / NS_PER_US;
        Exchanged {
            bytes,
            received: times.messages,
            mean_us: times.mean().map(microseconds),
            interval_us: times.interval().map(microseconds),
        }
    }
}

/// Returns the number of messages of all flows, their mean time in µs, and the mean payload of a flow in
/// 10^6 bytes per second, which are bytes per µs.
pub(super) fn together(flows: &[Exchanged]) -> (u64, Option<f64>, Option<f64>) {
    let messages: u64 = flows.iter().map(|flow| flow.received).sum();
    let sum: f64 = flows.iter().filter_map(|flow| Some(flow.received as f64 * flow.mean_us?)).sum();
    let rates = flows.iter().map(|flow| Some(flow.bytes as f64 / flow.interval_us?));
    let rates: Option<Vec<f64>> = rates.collect();
    let mean_us = (messages > 0).then(|| sum / messages as f64);
    (messages, mean_us, rates.map(|rates| rates.iter().sum::<f64>() / flows.len() as f64))
}
