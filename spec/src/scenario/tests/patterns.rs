//! The claims of patterns.

use super::{
    topology::{valid, DUMB_BELL},
    *,
};
use std::collections::BTreeSet;

#[test]
fn patterns_are_the_pairs_of_their_names() {
    let pairs = |pattern: &str| -> Vec<(usize, usize)> {
        let scenario = valid(DUMB_BELL, pattern, "");
        scenario.flows.iter().map(|flow| (flow.from, flow.to)).collect()
    };
    let permutation = pairs("kind = \"permutation\"");
    let receivers: BTreeSet<usize> = permutation.iter().map(|(_, to)| *to).collect();
    assert_eq!((permutation.len(), receivers.len()), (8, 8));
    assert!(permutation.iter().all(|(from, to)| from != to));
    let ring = pairs("kind = \"ring\", distance = 3");
    assert_eq!(ring[4..], [(4, 7), (5, 0), (6, 1), (7, 2)]);
    assert_eq!(pairs("kind = \"all-to-all\", hosts = \"left\"").len(), 12);
    assert_eq!(pairs("kind = \"incast\", to = \"host-2\"").len(), 7);
    let incast = pairs("kind = \"incast\", to = \"host-2\", degree = 3");
    assert!(incast.len() == 3 && incast.iter().all(|(from, to)| *from != 1 && *to == 1));
    let uniform = pairs("kind = \"uniform\", rate = 0.5, peers = 2");
    assert_eq!(uniform.iter().collect::<BTreeSet<_>>().len(), 16);
}

/// Mean rate of a flow at a time, as a fraction of its link's rate.
fn rate_at(scenario: &Scenario, flow: &Flow, cycle: u64) -> f64 {
    let packet = scenario.hosts[flow.from].packet_cycles as f64;
    match &flow.traffic {
        Traffic::Poisson { interval } => packet / interval,
        Traffic::Steps(steps) => {
            let step = steps.iter().rev().find(|step| step.from <= cycle).expect("a step");
            packet / step.interval
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_hot_spot_offers_its_severity_in_its_interval() {
    let topology = "kind = \"fat-tree\", radix = 8";
    let cases = [
        ("severity = 3, rate = 0.5", 0.5, 0.5),
        ("severity = 3, rate = 0.9, degree = 3, mode = \"added\"", 0.9, 1.61),
        ("severity = 3, rate = 0.9, degree = 3, mode = \"replaced\"", 0.9, 0.73),
        ("severity = 2.5, rate = 0.9, degree = 3", 0.9, 0.9),
        ("severity = 1.5, rate = 0.5, peers = 3", 0.5, 0.5),
    ];
    for (keys, usual, hot) in cases {
        let pattern =
            format!("kind = \"hot-spot\", to = \"host-32\", from_us = 200, until_us = 600, {keys}");
        let scenario = valid(topology, &pattern, "");
        assert_eq!(scenario.groups, ["p-hot", "p-cold"]);
        let severity: f64 =
            keys["severity = ".len()..].split(',').next().expect("number").parse().expect("number");
        // The period of a cycle is 8 ns.
        for (cycle, offered, of_source) in
            [(20_000, usual, usual), (50_000, severity, hot), (80_000, usual, usual)]
        {
            let sum = |ours: &dyn Fn(&Flow) -> bool| -> f64 {
                scenario
                    .flows
                    .iter()
                    .filter(|flow| ours(flow))
                    .map(|flow| rate_at(&scenario, flow, cycle))
                    .sum()
            };
            let to_hot = sum(&|flow| flow.to == 31);
            // With few peers each, hosts do not send to all others alike.
            if !keys.contains("peers") || cycle == 50_000 {
                assert!((to_hot - offered).abs() < 1e-6, "{keys} in cycle {cycle}: {to_hot}");
            }
            let source = scenario.flows[0].from;
            let from_source = sum(&|flow| flow.from == source);
            assert!(
                (from_source - of_source).abs() < 0.01,
                "{keys} in cycle {cycle}: {from_source}"
            );
        }
    }
}
