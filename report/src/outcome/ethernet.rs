//! Outcomes of runs over Ethernet.

use super::{Flow, Happened, Link, Outcome, PARTS};
use serde::{Deserialize, Serialize};
use tailback_model::fabric::{
    ethernet::{Counts, Engine, Gauges, Measured},
    Messages, Summary, Totals,
};
use tailback_spec::scenario::Scenario;

/// What a run over Ethernet has beyond rates and utilisation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OverEthernet {
    /// Queues, rates, round-trip times and transfers.
    pub measured: Measured,
    /// Totals of the whole run.
    pub counts: Counts,
}

/// Runs a scenario over Ethernet, as [`Outcome::of`].
pub fn of(scenario: &Scenario, progress: impl Fn(u64) -> bool) -> Option<Outcome> {
    let watches = (Totals::new(scenario), (Gauges::new(scenario), Messages::new(scenario)));
    let mut engine = Engine::new(scenario, watches);
    let mut now = 0;
    for part in 1..=PARTS {
        let end = (u128::from(scenario.duration) * u128::from(part) / u128::from(PARTS)) as u64;
        engine.run_until(end);
        if !progress(end - now) {
            return None;
        }
        now = end;
    }
    let counts = engine.counts();
    let form = Engine::<()>::form(scenario).to_owned();
    let (totals, (gauges, messages)) = engine.into_watch();
    let summary = Summary::new(scenario, &totals);
    let link = |(link, utilisation): &(usize, f64)| Link {
        name: scenario.link_name(*link),
        utilisation: *utilisation,
    };
    let flows = scenario.flows.iter().zip(&summary.flows).map(|(flow, got)| Flow {
        group: scenario.groups[flow.group].clone(),
        rate: got.rate,
        gbit_per_s: got.gbit_per_s,
        packets: got.packets,
        marked: 0,
        in_full_buffers: 0,
        messages: None,
    });
    Some(Outcome {
        links: summary.links.iter().map(link).collect(),
        flows: flows.collect(),
        delays: Vec::new(),
        messages: messages.by_size(scenario),
        counts: Happened { sent: counts.sent, delivered: counts.delivered, ..Happened::default() },
        curves: None,
        engine: form,
        stall: None,
        ethernet: Some(OverEthernet {
            measured: gauges.finish(scenario, scenario.duration),
            counts,
        }),
    })
}
