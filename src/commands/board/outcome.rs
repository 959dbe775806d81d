//! Result of a run on a board.

use crate::{board::Comparison, commands::fabric::table, output::Report};
use serde::Serialize;
use tailback_spec::board::Board;
use tailback_testbench::board::twin::Counts;

/// Result of `tailback board`.
#[derive(Debug, Serialize)]
pub struct Outcome {
    scenario: String,
    /// Serial line; none for a simulated board.
    port: Option<String>,
    /// Cycle since reset in which the scenario began.
    first_cycle: u64,
    cycles: u64,
    milliseconds: f64,
    flows: Vec<FlowRow>,
    hosts: Vec<HostRow>,
    /// All counts beside those of the twin; none if they were not compared.
    comparison: Option<Comparison>,
    /// Number of counts that had to be equal, and of those that are not.
    compared: usize,
    different: usize,
}

/// A flow.
#[derive(Debug, Serialize)]
struct FlowRow {
    name: String,
    packets: u64,
    /// Mean rate from its start to its stop.
    megabytes_per_second: f64,
}

/// A host.
#[derive(Debug, Serialize)]
struct HostRow {
    name: String,
    /// Packets received, ACKs among them.
    received: u64,
    bad: u64,
}

impl Outcome {
    /// Result of a run of a scenario whose cycle 0 was cycle `first` since reset, for `cycles` cycles.
    pub fn new(
        board: &Board,
        port: Option<&str>,
        (first, cycles): (u64, u64),
        found: &Counts,
        comparison: Option<Comparison>,
    ) -> Self {
        /// Nanoseconds per millisecond, and bytes per microsecond of a rate of 1 MB/s.
        const MS: f64 = 1e6;
        const BYTES_PER_NS: f64 = 1e3;
        let scenario = board.fabric().scenario();
        let bytes = board.host().packet_bytes() as f64;
        let flows =
            found.sent.iter().zip(&scenario.flows).enumerate().map(|(number, (packets, flow))| {
                let active = flow.stop.unwrap_or(cycles).saturating_sub(flow.start);
                let rate =
                    *packets as f64 * bytes / scenario.nanoseconds(active.max(1)) * BYTES_PER_NS;
                FlowRow {
                    name: scenario.flow_name(number),
                    packets: *packets,
                    megabytes_per_second: rate,
                }
            });
        let hosts = found.received.iter().zip(&scenario.hosts).map(|(received, host)| HostRow {
            name: host.name.clone(),
            received: received.packets,
            bad: received.bad,
        });
        Outcome {
            scenario: scenario.name.clone(),
            port: port.map(str::to_owned),
            first_cycle: first,
            cycles,
            milliseconds: scenario.nanoseconds(cycles) / MS,
            flows: flows.collect(),
            hosts: hosts.collect(),
            compared: comparison.as_ref().map_or(0, Comparison::compared),
            different: comparison.as_ref().map_or(0, |comparison| comparison.different().count()),
            comparison,
        }
    }

    /// Whether no count differs.
    pub fn is_equal(&self) -> bool {
        self.different == 0
    }

    /// Counts of marked packets, and those that differ.
    fn compared(&self, comparison: &Comparison) -> String {
        let mut rows = table(["counter", "board", "twin", ""]);
        let is_mark = |name: &str| name.ends_with(".marked") || name.contains(".marks.");
        let mut listed = 0;
        for row in &comparison.0 {
            if row.differs() || is_mark(&row.name) && row.board > 0 {
                let note = if row.differs() { "differs" } else { "" };
                rows.add_row([&row.name, &row.board.to_string(), &row.twin.to_string(), note]);
                listed += 1;
            }
        }
        let rows = if listed > 0 { format!("{}\n\n", rows.trim_fmt()) } else { String::new() };
        let verdict = match self.different {
            0 => "all equal".into(),
            different => format!("{different} different"),
        };
        format!("\n{rows}{} counts compared with the twin: {verdict}\n", self.compared)
    }
}

impl Report for Outcome {
    fn human(&self) -> String {
        let on = self
            .port
            .as_ref()
            .map_or("a simulated board".into(), |port| format!("the board at {port}"));
        let mut flows = table(["flow", "packets", "MB/s"]);
        for flow in &self.flows {
            let rate = format!("{:.1}", flow.megabytes_per_second);
            flows.add_row([flow.name.clone(), flow.packets.to_string(), rate]);
        }
        let mut hosts = table(["host", "received", "bad"]);
        for host in &self.hosts {
            hosts.add_row([host.name.clone(), host.received.to_string(), host.bad.to_string()]);
        }
        let compared = self.comparison.as_ref().map(|comparison| self.compared(comparison));
        format!(
            "{} on {on}: {} ms, {} cycles from cycle {} since reset on\n\n{}\n\n{}\n{}",
            self.scenario,
            self.milliseconds,
            self.cycles,
            self.first_cycle,
            flows.trim_fmt(),
            hosts.trim_fmt(),
            compared.unwrap_or_default(),
        )
    }
}

#[cfg(test)]
mod tests;
