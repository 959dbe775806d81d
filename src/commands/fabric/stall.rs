//! Report of a stall.

use serde::Serialize;
use tailback_model::fabric::{Held, Holder, Needs, Stall, Waiting};
use tailback_spec::scenario::Scenario;

/// A stall.
#[derive(Debug, Clone, Serialize)]
pub struct StallRow {
    /// Cycle of the detection.
    cycle: u64,
    /// Violated rule.
    rule: &'static str,
    /// Packets in all buffers of switches.
    held_packets: usize,
    /// Waiting packets; in a ring, each waits for the next one, and the last for the first.
    waiting: Vec<WaitingRow>,
    /// Description in words.
    pub text: String,
}

/// A waiting packet.
#[derive(Debug, Clone, Serialize)]
struct WaitingRow {
    flow: String,
    sequence: u32,
    acknowledges: bool,
    /// Directed link behind which the packet is stored; none if it is at a host.
    buffer: Option<String>,
    host: Option<String>,
    /// Resource that the packet waits for: `credits` or `output` of a link, or `acknowledgement`.
    needs: &'static str,
    link: Option<String>,
    since_cycle: u64,
}

impl StallRow {
    /// Makes a row from a stall, with names instead of numbers.
    pub fn new(scenario: &Scenario, stall: &Stall) -> Self {
        let row = |waiting: &Waiting| {
            let Held { flow, sequence, acknowledges } = waiting.packet;
            let (buffer, host) = match waiting.holder {
                Holder::Buffer(link) => (Some(scenario.link_name(link)), None),
                Holder::Host(host) => (None, Some(scenario.hosts[host].name.clone())),
            };
            let (needs, link) = match waiting.needs {
                Needs::Credits(link) => ("credits", Some(scenario.link_name(link))),
                Needs::Output(link) => ("output", Some(scenario.link_name(link))),
                Needs::Acknowledgement => ("acknowledgement", None),
            };
            WaitingRow {
                flow: scenario.flow_name(flow),
                sequence,
                acknowledges,
                buffer,
                host,
                needs,
                link,
                since_cycle: waiting.since,
            }
        };
        StallRow {
            cycle: stall.cycle,
            rule: stall.rule.name(),
            held_packets: stall.held,
            waiting: stall.waiting.iter().map(row).collect(),
            text: stall.describe(scenario),
        }
    }
}
