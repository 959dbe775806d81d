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
