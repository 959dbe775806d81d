//! Hot spots: uniform traffic, of which more goes to one host for an interval (Pfister'05 §V-B).
//!
//! The *severity* is the traffic offered to the hot host by hot and uniform traffic together, as a
//! multiple of its link's rate. With the uniform load *L* of each host, the share *u* of the hot host in
//! the traffic of each sender, and *d* hot sources, it determines the rate of a hot source to the hot
//! host:
//!
//! * `diverted`: each hot source diverts the fraction *f* of its load;
//!   *s* = *d* *f* *L* + *L* (Σ *u* - *f* Σ' *u*), with Σ over all senders, and Σ' over the hot ones;
//! * `added`: *s* = *d* *r* + *L* Σ *u*;
//! * `replaced`: *s* = *d* *r* + *L* (Σ *u* - Σ' *u*).

use super::{
    pairs::{senders, Pairs},
    section::HotMode,
    Pattern,
};
use crate::{
    config::Kind,
    random::Random,
    scenario::{
        builder::{Builder, US},
        flows::Times,
        network::{Scenario, Step, Traffic},
    },
};
use std::sync::Arc;

/// Purpose of the random numbers by which hot sources are chosen.
const HOT: u64 = 1;

/// Adds the groups NAME-hot, of the flows from hot sources to the hot host, and NAME-cold, of all other
/// flows. A pair of hosts has one flow, as it has one queue pair: a hot flow also carries the uniform
/// traffic to the hot host.
pub(super) fn add(build: &mut Builder, scenario: &mut Scenario, pattern: &Pattern) {
    let Some(hot) = pattern.to else { return };
    let Some(uniform) = pattern.pairs(build, scenario) else { return };
    let mut random = Random::of_name(scenario.seed, pattern.name, HOT);
    let sources = senders(pattern, &mut random);
    let Some(interval) = interval(build, scenario, pattern) else { return };
    let load = pattern.section.times.rate.unwrap_or_default();
    let rates = rates(pattern, &uniform, &sources, load);
    if !(0.0..=1.0).contains(&rates.limit) {
        refuse(build, pattern, &rates);
        return;
    }
    let is_hot = |host: usize| sources.binary_search(&host).is_ok();
    let (shared, cold): (Pairs, Pairs) =
        uniform.into_iter().partition(|(from, to)| *to == hot && is_hot(*from));
    let times =
        Times::new(build, pattern.path, &pattern.section.times, cold.len(), scenario.duration);
    let hosts: Vec<f64> = scenario.hosts.iter().map(|host| host.packet_cycles as f64).collect();
    let start = times.start_of(0);
    let of_pair = load / pattern.peers() as f64;
    let steps = |host: usize, before: f64, during: f64| {
        steps(hosts[host], start, &interval, before, during)
    };
    let to_hot = |source: usize| {
        let is_peer = shared.binary_search_by_key(&source, |(from, _)| *from).is_ok();
        let usual = if is_peer { of_pair } else { 0.0 };
        steps(source, usual, usual * rates.rest + rates.hot)
    };
    let to_others = |source: usize| match is_hot(source) && rates.rest < 1.0 {
        true => steps(source, of_pair, of_pair * rates.rest),
        false => Traffic::Poisson { interval: hosts[source] / of_pair },
    };
    let hot_pairs: Pairs = sources.iter().map(|source| (*source, hot)).collect();
    let groups: [(_, _, &dyn Fn(usize) -> Traffic); 2] =
        [("hot", &hot_pairs, &to_hot), ("cold", &cold, &to_others)];
    for (suffix, pairs, traffic) in groups {
        let name = format!("{}-{suffix}", pattern.name);
        pattern.add_flows(build, scenario, name, pairs, &times, |pair| traffic(pair.0));
    }
}

/// Cycles of the hot spot.
fn interval(
    build: &mut Builder,
    scenario: &Scenario,
    pattern: &Pattern,
) -> Option<std::ops::Range<u64>> {
    let section = pattern.section;
    let from = build.cycles(section.from_us.unwrap_or_default(), US);
    let until = section.until_us.map_or(u64::MAX, |time| build.cycles(time, US));
    let start = build.cycles(section.times.start_us.unwrap_or_default(), US);
    if from < start || from >= scenario.duration || until <= from {
        let keys = ["until_us", "from_us"].map(|key| format!("{}.{key}", pattern.path));
        let key = keys.iter().find(|key| build.document.entry(key).is_some());
        let key = key.map_or(pattern.path, String::as_str).to_owned();
        let message = format!("the hot spot of {} has no time", pattern.path);
        let help =
            "it lasts from `from_us`, after `start_us` and before the end of the run, to the \
                    later `until_us`";
        build.problem(Kind::OutOfOrder, &key, message, "out of order", help);
        return None;
    }
    Some(from..until)
}

/// Rates in the interval.
struct Rates {
    /// Rate of each hot source to the hot host, as a fraction of its link's.
    hot: f64,
    /// Factor of the uniform traffic of hot sources.
    rest: f64,
    /// Value that must be 0 to 1: the fraction that is diverted, or the rate.
    limit: f64,
    /// Range of possible severities.
    possible: [f64; 2],
}

fn rates(pattern: &Pattern, cold: &Pairs, sources: &[usize], load: f64) -> Rates {
    let severity = pattern.section.severity.unwrap_or(1.0);
    let share = 1.0 / pattern.peers() as f64;
    let to_hot = || cold.iter().filter(|(_, to)| Some(*to) == pattern.to);
    let hot_ones = to_hot().filter(|(from, _)| sources.binary_search(from).is_ok()).count() as f64;
    let (all, hot_ones) = (share * to_hot().count() as f64, share * hot_ones);
    let degree = sources.len() as f64;
    match pattern.section.mode.unwrap_or_default() {
        HotMode::Diverted => {
            // Load to the hot host beside the fraction, and the load that the fraction adds.
            let (least, most) = (load * all, load * (all + degree - hot_ones));
            let fraction = (severity - least) / (most - least).max(f64::MIN_POSITIVE);
            let rest = 1.0 - fraction;
            Rates { hot: fraction * load, rest, limit: fraction, possible: [least, most] }
        }
        HotMode::Added => {
            let least = load * all;
            let hot = (severity - least) / degree;
            Rates { hot, rest: 1.0, limit: hot, possible: [least, least + degree] }
        }
        HotMode::Replaced => {
            let least = load * (all - hot_ones);
            let hot = (severity - least) / degree;
            Rates { hot, rest: 0.0, limit: hot, possible: [least, least + degree] }
        }
    }
}

fn refuse(build: &mut Builder, pattern: &Pattern, rates: &Rates) {
    let key = format!("{}.severity", pattern.path);
    let severity = pattern.section.severity.unwrap_or_default();
    let [least, most] = rates.possible;
    let message = format!("{key} is {severity}, which these hosts cannot offer");
    let help = format!(
        "with this `rate`, `degree` and `mode`, the severity is {least:.3} to {most:.3}; with the mode \
         `added` or `replaced`, hosts may send more than `rate`"
    );
    build.problem(Kind::OutOfRange, &key, message, "not possible", &help);
}

/// Traffic of a host that has one rate in an interval, and another one before and after it.
fn steps(
    packet_cycles: f64,
    start: u64,
    interval: &std::ops::Range<u64>,
    usual: f64,
    during: f64,
) -> Traffic {
    let mean = |rate: f64| if rate > 0.0 { packet_cycles / rate } else { f64::INFINITY };
    let mut steps = vec![Step { from: 0, interval: mean(usual) }];
    if interval.start == start {
        steps.clear();
    }
    steps.push(Step { from: interval.start - start, interval: mean(during) });
    if interval.end < u64::MAX {
        steps.push(Step { from: interval.end - start, interval: mean(usual) });
    }
    Traffic::Steps(Arc::from(steps))
}
