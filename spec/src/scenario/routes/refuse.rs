//! Routes on which a lossless fabric can lock up.

use super::ROUTING;
use crate::{
    config::{relate::value, Kind},
    scenario::{
        builder::{Builder, Group},
        cycles::Dependency,
        network::Scenario,
        raw::{LinkSection, RouteSection},
        topology::TOPOLOGY,
    },
};

/// Key that allows a fabric whose routes can lock up.
const ALLOW_CYCLES: &str = "run.allow_cycles";

/// Most dependencies of a cycle that the message lists.
const MOST_LISTED: usize = 16;

/// Reports a cycle of channel dependencies, unless the scenario allows it.
pub(super) fn cycles(build: &mut Builder, scenario: &Scenario, groups: &[Group]) {
    // A switch that drops frames waits for nothing.
    let can_lock_up = !scenario.transport.is_ethernet();
    let allowed = value(build.document, ALLOW_CYCLES).unwrap_or(false);
    if build.problems.is_empty() && can_lock_up && !allowed {
        let cycle = scenario.channel_cycle();
        if !cycle.is_empty() {
            report(build, scenario, groups, &cycle);
        }
    }
}

/// Reports a cycle at a route that closes it or else at one of its links.
fn report(build: &mut Builder, scenario: &Scenario, groups: &[Group], cycle: &[Dependency]) {
    let steps = cycle.iter().take(MOST_LISTED).map(|step| {
        let packets = if step.acknowledges { "ACKs" } else { "packets" };
        let [link, next] = [step.link, step.next].map(|link| scenario.link_name(link));
        format!("{packets} of {:?} from {link} to {next}", scenario.flow_name(step.flow))
    });
    let mut steps = steps.collect::<Vec<_>>().join("; ");
    if cycle.len() > MOST_LISTED {
        steps += &format!("; and {} more", cycle.len() - MOST_LISTED);
    }
    let message = format!(
        "the routes close a cycle, in which packets can wait for each other for ever: {steps}"
    );
    let key = cycle.iter().find_map(|step| chosen_by(build, scenario, groups, step));
    let is_laid_out = build.document.entry(TOPOLOGY).is_some();
    let help = match (&key, is_laid_out) {
        (None, true) => {
            "set `kind = \"up-down\"` in [routing] to remove the cycle, or allow cycles with \
             `allow_cycles = true` in [run]"
        }
        _ => {
            "change [routes] or [links] to remove the cycle, or allow cycles with \
             `allow_cycles = true` in [run]"
        }
    };
    let key = key.unwrap_or_else(|| {
        if is_laid_out {
            let is_set = build.document.entry(ROUTING).is_some();
            return if is_set { ROUTING } else { TOPOLOGY }.to_owned();
        }
        let names = build.sections::<LinkSection>("links");
        let trunk = (cycle[0].link - 2 * scenario.hosts.len()) / 2;
        names.get(trunk).map_or("links".into(), |(name, _)| format!("links.{name}"))
    });
    build.problem(Kind::ChannelCycle, &key, message, "part of the cycle", help);
}

/// Key of the route in `[routes]`, if there is one, that leads to the second link of a dependency.
fn chosen_by(
    build: &Builder,
    scenario: &Scenario,
    groups: &[Group],
    step: &Dependency,
) -> Option<String> {
    let trunk = step.next.checked_sub(2 * scenario.hosts.len())?;
    let ends = scenario.trunks[trunk / 2].ends;
    let (at, via) = (ends[trunk % 2], ends[1 - trunk % 2]);
    let flow = &scenario.flows[step.flow];
    let to = if step.acknowledges { flow.from } else { flow.to };
    let sections = build.sections::<RouteSection>("routes");
    let closes = |section: &RouteSection| {
        let hosts = groups.iter().find(|group| group.name == section.to);
        scenario.switches[at] == section.at
            && scenario.switches[via] == section.via
            && hosts.is_some_and(|group| group.hosts.contains(&to))
    };
    let (name, _) = sections.into_iter().find(|(_, section)| closes(section))?;
    Some(format!("routes.{name}.via"))
}
