//! The hot spot of a scenario.

use std::ops::Range;

use tailback_spec::scenario::{Scenario, Traffic};

/// Ending of the names of groups with the flows of a hot spot.
const HOT: &str = "-hot";

/// A host that is offered more than its link carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HotSpot {
    /// The host.
    pub host: usize,
    /// Flows that form the hot spot.
    pub flows: Vec<usize>,
    /// Cycles of the hot spot, if the scenario says when it ends.
    pub cycles: Option<Range<u64>>,
}

impl HotSpot {
    /// The hot spot of a pattern `hot-spot`; none if the scenario has no such pattern.
    pub fn of(scenario: &Scenario) -> Option<Self> {
        let is_hot = |flow: &usize| {
            let group = scenario.flows[*flow].group;
            scenario.groups[group].ends_with(HOT)
        };
        let first = (0..scenario.flows.len()).find(is_hot)?;
        let mut spot = Self::at(scenario, scenario.flows[first].to)?;
        spot.flows.retain(is_hot);
        let flow = &scenario.flows[first];
        if let Traffic::Steps(steps) = &flow.traffic {
            let highest = (0..steps.len())
                .min_by(|a, b| steps[*a].interval.total_cmp(&steps[*b].interval))?;
            let end = steps.get(highest + 1).map(|step| flow.start + step.from);
            spot.cycles = end.map(|end| flow.start + steps[highest].from..end);
        }
        Some(spot)
    }

    /// The hot spot that all flows to a host form; none if there are no such flows.
    pub fn at(scenario: &Scenario, host: usize) -> Option<Self> {
        let flows = 0..scenario.flows.len();
        let flows: Vec<usize> = flows.filter(|flow| scenario.flows[*flow].to == host).collect();
        (!flows.is_empty()).then_some(HotSpot { host, flows, cycles: None })
    }

    /// Number of hosts that send to the hot one.
    pub fn degree(&self, scenario: &Scenario) -> usize {
        let mut from: Vec<usize> =
            self.flows.iter().map(|flow| scenario.flows[*flow].from).collect();
        from.sort_unstable();
        from.dedup();
        from.len()
    }
}
