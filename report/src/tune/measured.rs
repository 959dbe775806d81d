//! Measurements of a run by which settings of congestion control are compared.

use std::collections::HashSet;

use serde::Serialize;
use tailback_model::fabric::Statistics;
use tailback_spec::scenario::Scenario;

use super::HotSpot;
use crate::{fairness::jain, outcome::Outcome};

const NS_PER_MS: f64 = 1e6;

/// A quantity that settings are to improve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Objective {
    /// Mean utilisation of the links to all other hosts; higher is better.
    Cold,
    /// Utilisation of the link to the hot host; higher is better.
    Hot,
    /// Jain's index of the rates of the flows that form the hot spot; higher is better.
    Fairness,
    /// Coefficient of variation of the rate of the link to the hot host; lower is better.
    Oscillation,
    /// Time from the end of the hot spot until the other hosts receive as much as before; lower is
    /// better.
    Recovery,
}

impl Objective {
    /// All objectives.
    pub const ALL: [Self; 5] = [
        Objective::Cold,
        Objective::Hot,
        Objective::Fairness,
        Objective::Oscillation,
        Objective::Recovery,
    ];

    /// Name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Objective::Cold => "cold",
            Objective::Hot => "hot",
            Objective::Fairness => "fairness",
            Objective::Oscillation => "oscillation",
            Objective::Recovery => "recovery",
        }
    }

    /// Whether higher values are better.
    pub fn rises(self) -> bool {
        matches!(self, Objective::Cold | Objective::Hot | Objective::Fairness)
    }
}

/// Measurements of a run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Measured {
    /// Mean utilisation of the links to other hosts than the hot one, in the hot spot.
    pub cold: f64,
    /// Utilisation of the link to the hot host, in the hot spot.
    pub hot: f64,
    /// Jain's index of the rates of the flows that form the hot spot.
    pub fairness: f64,
    /// Coefficient of variation of the rate of the link to the hot host.
    pub oscillation: f64,
    /// Milliseconds from the end of the hot spot until other hosts receive 95 % of what they received
    /// before it; none if the hot spot lasts from the start or to the end of the run. A run that ends
    /// before has the time to its end.
    pub recovery_ms: Option<f64>,
}

impl Measured {
    /// Measures a run with curves. The use of links is that in the windows within the hot spot, from its
    /// begin on: what a late part of it carries more than is offered was late before. Without a known
    /// time of the hot spot, and for fairness and oscillation, the interval is `[measure]`.
    pub fn of(scenario: &Scenario, spot: &HotSpot, outcome: &Outcome) -> Self {
        let name = |host: usize| scenario.link_name(scenario.downlink(host));
        let hot = name(spot.host);
        let others = (0..scenario.hosts.len()).filter(|host| *host != spot.host).map(name);
        let others: HashSet<String> = others.collect();
        let is_cold = |link: &str| others.contains(link);
        let milliseconds = |cycles| scenario.nanoseconds(cycles) / NS_PER_MS;
        let average = [scenario.average.start, scenario.average.end].map(milliseconds);
        let times = spot
            .cycles
            .as_ref()
            .map(|cycles| [cycles.start, cycles.end.min(scenario.duration)].map(milliseconds));
        let curves = outcome.curves.as_ref();
        let of_hot = curves.and_then(|curves| curves.utilisation(&hot)).unwrap_or_default();
        let of_cold = curves.map(|curves| curves.mean_utilisation(is_cold)).unwrap_or_default();
        let in_hot_spot = times.unwrap_or(average);
        let rates: Vec<f64> = spot.flows.iter().map(|flow| outcome.flows[*flow].rate).collect();
        let late = within(&of_hot, average);
        Measured {
            cold: within(&of_cold, in_hot_spot).mean,
            hot: within(&of_hot, in_hot_spot).mean,
            fairness: jain(&rates),
            oscillation: late.deviation / late.mean.max(f64::MIN_POSITIVE),
            recovery_ms: times.and_then(|times| recovery(&of_cold, times)),
        }
    }

    /// Value of an objective; none if the run does not have it.
    pub fn get(&self, objective: Objective) -> Option<f64> {
        match objective {
            Objective::Cold => Some(self.cold),
            Objective::Hot => Some(self.hot),
            Objective::Fairness => Some(self.fairness),
            Objective::Oscillation => Some(self.oscillation),
            Objective::Recovery => self.recovery_ms,
        }
    }

    /// Whether the run is at least as good as another one in all of some objectives.
    pub fn at_least(&self, other: &Self, objectives: &[Objective]) -> bool {
        objectives.iter().all(|objective| {
            let [own, its] = [self, other].map(|run| run.get(*objective).unwrap_or_default());
            if objective.rises() {
                own >= its
            } else {
                own <= its
            }
        })
    }
}

/// Statistics of the windows between two times.
fn within(curve: &[(f64, f64)], [from, to]: [f64; 2]) -> Statistics {
    let half = curve.first().map_or(0.0, |(step, _)| step / 2.0);
    let is_there = |(end, _): &&(f64, f64)| *end > from + half && *end < to + half;
    Statistics::of(curve.iter().filter(is_there).map(|(_, rate)| *rate))
}

/// Time from the end of a hot spot to the last window that is below 95 % of the mean before it.
fn recovery(curve: &[(f64, f64)], [begin, end]: [f64; 2]) -> Option<f64> {
    const RECOVERED: f64 = 0.95;
    let step = curve.first()?.0;
    // The first window has the start of all flows in it.
    let before = curve.iter().filter(|(time, _)| *time > 1.5 * step && *time <= begin);
    let before = Statistics::of(before.map(|(_, rate)| *rate));
    let is_low =
        |(time, rate): &&(f64, f64)| *time > end + step / 2.0 && *rate < RECOVERED * before.mean;
    let last = curve.last().filter(|(time, _)| *time > end)?;
    if before.mean <= 0.0 || last.0 <= end {
        return None;
    }
    Some(curve.iter().rev().find(is_low).map_or(0.0, |(time, _)| time - end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recovery_is_the_time_to_the_last_window_below_the_rate_before() {
        let rates = [0.1, 0.9, 0.9, 0.3, 0.3, 0.5, 0.7, 0.9, 0.89];
        let curve: Vec<_> = (1..).map(f64::from).zip(rates).collect();
        assert_eq!(recovery(&curve, [3.0, 5.0]), Some(2.0));
        assert_eq!(recovery(&curve[..7], [3.0, 5.0]), Some(2.0));
        assert_eq!(recovery(&curve[..5], [3.0, 5.0]), None, "the run ends with the hot spot");
        assert_eq!(recovery(&curve, [0.0, 5.0]), None, "there is nothing before the hot spot");
    }

    #[test]
    fn a_run_is_at_least_as_good_only_in_all_objectives() {
        let one =
            Measured { cold: 0.8, hot: 1.0, fairness: 0.9, oscillation: 0.1, recovery_ms: None };
        let two = Measured { cold: 0.9, oscillation: 0.2, ..one };
        assert!(two.at_least(&one, &[Objective::Cold, Objective::Hot, Objective::Recovery]));
        assert!(!one.at_least(&two, &[Objective::Cold, Objective::Hot]));
        assert!(!two.at_least(&one, &[Objective::Cold, Objective::Oscillation]));
    }
}
