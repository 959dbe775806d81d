//! A stall in a report.

use serde::Serialize;
use tailback_model::fabric::{Held, Holder, Needs, Stall, Waiting};
use tailback_spec::scenario::Scenario;

/// What is stuck, and since when.
#[derive(Debug, Clone, Serialize)]
pub struct StallRow {
    /// The cycle in which it was found.
    cycle: u64,
    /// The rule that is broken.
    rule: &'static str,
    /// Packets in all buffers of switches.
    held_packets: usize,
    /// With a ring, each waits for the next one, and the last one for the first.
    waiting: Vec<WaitingRow>,
    /// The same in words.
    pub text: String,
}

/// A packet that waits.
#[derive(Debug, Clone, Serialize)]
struct WaitingRow {
    flow: String,
    sequence: u32,
    acknowledges: bool,
    /// The directed link behind which it is stored; none if it is at a host.
    buffer: Option<String>,
    host: Option<String>,
    /// What it waits for: `credits` or `output` of a link, or `acknowledgement`.
    needs: &'static str,
    link: Option<String>,
    since_cycle: u64,
}

impl StallRow {
    /// A stall with names instead of numbers.
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
