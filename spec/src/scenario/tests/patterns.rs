//! The claims of patterns.

use super::{
    topology::{refused, valid, DUMB_BELL},
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

#[test]
fn hosts_that_answer_each_other_are_pairs_or_a_ring() {
    let pairs = |pattern: &str| -> Vec<(usize, usize)> {
        let pattern = format!("{pattern}, message_bytes = 8");
        let scenario = valid(DUMB_BELL, &pattern, "");
        scenario.flows.iter().map(|flow| (flow.from, flow.to)).collect()
    };
    let answers = pairs("kind = \"ping-pong\", hosts = \"left\"");
    assert_eq!(answers, [(0, 1), (1, 0), (2, 3), (3, 2)]);
    let ring = pairs("kind = \"ring-exchange\", groups = [\"right\", \"left\"]");
    assert_eq!(ring[..4], [(4, 5), (4, 3), (5, 6), (5, 4)]);
    assert_eq!(ring.len(), 16);
    // With three processes of a host in a row, only the outer ones send messages to other hosts.
    assert_eq!(pairs("kind = \"ring-exchange\", processes = 3").len(), 16);
    let spread = pairs("kind = \"ring-exchange\", processes = 3, order = \"spread\"");
    assert_eq!(spread.len(), 48);
}

#[test]
fn exchanges_that_cannot_be_are_refused() {
    let refuses = |pattern: &str, other: &str, key: &str| {
        let found = refused(DUMB_BELL, pattern, other);
        assert!(found.iter().any(|(at, _)| at == key), "{pattern}: {found:?}");
    };
    let ping = "kind = \"ping-pong\"";
    refuses(ping, "", "patterns.p.kind");
    refuses(&format!("{ping}, message_bytes = 0"), "", "patterns.p.message_bytes");
    refuses(&format!("{ping}, message_bytes = 8, in_flight = 2"), "", "patterns.p.in_flight");
    refuses(&format!("{ping}, message_bytes = 8, rate = 0.5"), "", "patterns.p.rate");
    refuses(&format!("{ping}, message_bytes = 8, processes = 2"), "", "patterns.p.processes");
    refuses(&format!("{ping}, message_bytes = 8, groups = [\"none\"]"), "", "patterns.p.groups");
    let twice = "groups = [\"left\", \"left\"]";
    refuses(&format!("{ping}, message_bytes = 8, {twice}"), "", "patterns.p.groups");
    let both = "hosts = \"left\", groups = [\"right\"]";
    refuses(&format!("{ping}, message_bytes = 8, {both}"), "", "patterns.p.groups");
    refuses("kind = \"uniform\", rate = 0.5, message_bytes = 8", "", "patterns.p.message_bytes");
    refuses("kind = \"permutation\", traffic = \"messages\"", "", "patterns.p.traffic");
    let transport = "run.transport = \"efl\"\n";
    let ethernet = format!("{ping}, message_bytes = 8");
    refuses(&ethernet, transport, "run.transport");
    let odd = format!("{ping}, message_bytes = 8, hosts = \"left\"");
    let odd = refused("kind = \"dumb-bell\", hosts_per_switch = 3", &odd, "");
    assert_eq!(odd[0].0, "patterns.p", "{odd:?}");
}
