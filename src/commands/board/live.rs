//! Display of a run while it goes on.

use crate::{board::Snapshot, commands::fabric::table, output::Output, progress};
use indicatif::ProgressBar;
use tailback_spec::board::Board;
use tailback_testbench::fabric::Counter;

/// Counts of a run, drawn again with each snapshot, if standard error is a terminal.
pub struct Live<'a> {
    board: &'a Board,
    marked: Vec<String>,
    cycles: u64,
    display: ProgressBar,
    last: Option<Snapshot>,
}

/// Milliseconds per second.
const MS_PER_S: f64 = 1e3;
/// Bytes of a megabyte.
const MEGABYTE: f64 = 1e6;

impl<'a> Live<'a> {
    /// A display for a run of so many cycles, with counters of marked packets.
    pub fn new(board: &'a Board, marked: &[Counter], cycles: u64, output: &Output) -> Self {
        let marked = marked.iter().map(|counter| counter.name.clone()).collect();
        Live { board, marked, cycles, display: progress::spinner(output), last: None }
    }

    /// Draws a snapshot.
    pub fn show(&mut self, now: &Snapshot) {
        if !self.display.is_hidden() {
            self.display.set_message(self.text(now));
        }
        self.last = Some(now.clone());
    }

    /// Removes the display.
    pub fn end(self) {
        self.display.finish_and_clear();
    }

    fn text(&self, now: &Snapshot) -> String {
        let scenario = self.board.fabric().scenario();
        let hz = f64::from(self.board.bridge().clock_hz());
        let before = self.last.as_ref().unwrap_or(now);
        let seconds = (now.cycle - before.cycle) as f64 / hz;
        let bytes = self.board.host().packet_bytes() as f64;
        let rate = |now: u32, before: u32| match seconds > 0.0 {
            true => {
                format!("{:.1}", f64::from(now.wrapping_sub(before)) * bytes / seconds / MEGABYTE)
            }
            false => "-".into(),
        };
        let mut rows = table(["", "packets", "MB/s"]);
        for (flow, (now, before)) in now.sent.iter().zip(&before.sent).enumerate() {
            let name = format!("flow {}", scenario.flow_name(flow));
            rows.add_row([name, now.to_string(), rate(*now, *before)]);
        }
        for (host, (now, _)) in scenario.hosts.iter().zip(now.received.iter().zip(&before.received))
        {
            rows.add_row([format!("received by {}", host.name), now.to_string(), String::new()]);
        }
        for (name, count) in self.marked.iter().zip(&now.marked).filter(|(_, count)| **count > 0) {
            rows.add_row([name.clone(), count.to_string(), String::new()]);
        }
        let time = |cycles: f64| cycles / hz * MS_PER_S;
        let end = time(self.cycles as f64);
        format!(
            "{:.3} of {end} ms\n\n{}\n",
            time(now.cycle as f64).clamp(0.0, end),
            rows.trim_fmt()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tailback_spec::{fabric::Fabric, scenario::Scenario};
    use tailback_testbench::fabric::counters;

    const SCENARIO: &str = include_str!("../../../examples/boards/incast.toml");

    #[test]
    fn rates_are_those_between_two_snapshots() {
        let scenario = Scenario::from_toml(SCENARIO, &[]).expect("valid");
        let board = Board::new(&Fabric::new(&scenario).expect("possible"), 1_000_000);
        let board = board.expect("possible");
        let mut marked = counters(board.fabric());
        marked.retain(|counter| counter.name.ends_with(".marked"));
        let mut live = Live::new(&board, &marked, 50_000, &Output::new(true));
        let snapshot = |cycle, packets: u32| Snapshot {
            cycle,
            sent: vec![packets, packets / 2],
            received: vec![0, 0, packets],
            marked: vec![0, 0, packets / 10],
        };
        live.show(&snapshot(-5000, 0));
        live.show(&snapshot(5000, 100));
        let lines = live.text(&snapshot(10_000, 300));
        let lines: Vec<&str> = lines.lines().map(str::trim_end).collect();
        insta::assert_snapshot!(lines.join("\n"), @r"
        0.200 of 1 ms

                                            packets   MB/s
         flow first                             300  516.0
         flow second                            150  258.0
         received by first                        0
         received by second                       0
         received by sink                       300
         switch_a.ports[2].lanes[0].marked       30
        ");
    }
}
