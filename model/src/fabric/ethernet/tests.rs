//! Claims about fabrics over Ethernet.

mod delivery;
mod hand;
mod twin;

use super::*;
use crate::fabric::log::{Record, Sink};
use tailback_spec::scenario::Scenario;

/// Two switches, with hosts at each; `keys` end the table `[configuration]`.
fn dumb_bell(hosts: usize, keys: &str, link: &str, flows: &str, run: &str) -> Scenario {
    let source = format!(
        "name = \"test\"\nswitches = [\"A\", \"B\"]\n[configuration]\npreset = \"shimonishi-2007\"\n\
        efl.rtt_min_ns = 100000\nefl.minimum_mbps = 100\n{keys}\n\
        [hosts.source]\nswitch = \"A\"\ncount = {hosts}\ndelay_ns = 1000\n{link}\n\
        [hosts.sink]\nswitch = \"B\"\ncount = {hosts}\ndelay_ns = 1000\n{link}\n\
        [links.trunk]\nfrom = \"A\"\nto = \"B\"\ndelay_ns = 47500\n{link}\n\
        [flows.all]\nfrom = \"source\"\nto = \"sink\"\n{flows}\n\
        [run]\ntransport = \"efl\"\n{run}\n[measure]\nfrom_ms = 0\nto_ms = 1\nwindow_ms = 0.1\n"
    );
    Scenario::from_toml(&source, &[]).unwrap_or_else(|problems| panic!("{problems}"))
}

/// Checks that each flow's packets are delivered once and in order, and keeps the log.
#[derive(Debug, Default)]
struct Checked {
    delivered: Vec<u64>,
    log: Vec<Record>,
    keeps_log: bool,
}

impl Checked {
    fn new(scenario: &Scenario, keeps_log: bool) -> Self {
        Checked { delivered: vec![0; scenario.flows.len()], log: Vec::new(), keeps_log }
    }
}

impl Sink for Checked {
    fn record(&mut self, record: &Record) {
        if self.keeps_log {
            self.log.push(*record);
        }
    }
}

impl Watch for Checked {
    fn deliver(&mut self, _: u64, flow: usize, number: u64) {
        assert_eq!(number, self.delivered[flow], "flow {flow}: out of order, or twice");
        self.delivered[flow] += 1;
    }
}

/// Runs a scenario to its end.
fn run(scenario: &Scenario, keeps_log: bool) -> (Counts, Checked) {
    let mut engine = Engine::new(scenario, Checked::new(scenario, keeps_log));
    engine.run_until(scenario.duration);
    (engine.counts(), engine.into_watch())
}
