//! The claims of the engine about topologies, routing and patterns.

use super::{equal::compare, run};
use crate::fabric::{check_passage, Engine, Record};
use tailback_spec::{
    config::Override,
    scenario::{Scenario, Sweep},
};

/// A scenario without congestion control whose NICs take no time.
fn ideal(topology: &str, pattern: &str, other: &[&str]) -> Scenario {
    let text = format!(
        "name = \"t\"\nconfiguration.preset = \"santos-2003\"\nreadings.nics = \"immediate\"\n\
         topology = {{ {topology} }}\npatterns.p = {{ {pattern} }}\n\
         run = {{ duration_ms = 1, window = 0, congestion_control = false }}\n\
         measure = {{ from_ms = 0.2, to_ms = 1 }}\n"
    );
    let overrides: Vec<Override> = other.iter().map(|set| set.parse().expect("set")).collect();
    Scenario::from_toml(&text, &overrides).unwrap_or_else(|error| panic!("{error}"))
}

/// Rates of the flows as fractions of their links' rates.
fn rates(scenario: &Scenario) -> Vec<f64> {
    run(scenario).0.flows.iter().map(|flow| flow.rate).collect()
}

#[test]
fn a_shift_runs_at_full_rate_with_d_mod_k_and_shares_one_spine_with_shortest_paths() {
    for keys in ["radix = 8", "levels = 3, radix = 8, pods = 4"] {
        let topology = format!("kind = \"fat-tree\", {keys}");
        for distance in [4, 7, 16, 29] {
            let pattern = format!("kind = \"ring\", distance = {distance}");
            let full = rates(&ideal(&topology, &pattern, &[]));
            assert!(full.iter().all(|rate| *rate > 0.98), "{keys} {distance}: {full:?}");
        }
    }
    let shared = ideal(
        "kind = \"fat-tree\", radix = 8",
        "kind = \"ring\", distance = 4",
        &["routing.kind=shortest"],
    );
    let shared = rates(&shared);
    assert!(shared.iter().all(|rate| (0.2..0.27).contains(rate)), "{shared:?}");
}

/// Each leaf has the same traffic, moved by a leaf; only ties in the first cycles differ.
#[test]
fn rotated_hosts_have_the_same_rates() {
    const OF_LEAF: usize = 4;
    for routing in ["d-mod-k", "s-mod-k"] {
        for distance in [5, 6] {
            let kind = format!("routing.kind={routing}");
            let pattern = format!("kind = \"ring\", distance = {distance}, hosts = \"all\"");
            let topology = "kind = \"fat-tree\", radix = 8, pods = 6, parallel_links = 1";
            let rates = rates(&ideal(topology, &pattern, &[&kind]));
            for (host, rate) in rates.iter().enumerate() {
                let other = rates[(host + OF_LEAF) % rates.len()];
                assert!((rate - other).abs() < 0.02, "{routing} {distance}: {rates:?}");
            }
        }
    }
}

#[test]
fn packets_take_the_route_of_their_flow() {
    for routing in ["s-mod-k", "random"] {
        let kind = format!("routing.kind={routing}");
        let pattern = "kind = \"uniform\", rate = 0.5, peers = 5";
        let scenario = ideal("kind = \"fat-tree\", radix = 4, levels = 3", pattern, &[&kind]);
        let mut engine = Engine::new(&scenario, Vec::<Record>::new());
        assert_eq!(engine.form(), "ideal");
        engine.run_until(scenario.duration);
        let log = engine.into_sink();
        assert!(log.len() > 1000);
        assert!(check_passage(&scenario, &log).is_ok(), "{routing}");
    }
}

#[test]
fn a_hot_spot_fills_the_link_of_its_host_and_holds_up_the_others() {
    let pattern = "kind = \"hot-spot\", to = \"host-8\", rate = 0.6, severity = 3";
    let scenario = ideal("kind = \"fat-tree\", radix = 4", pattern, &[]);
    let (summary, _) = run(&scenario);
    assert!(summary.utilisation(scenario.downlink(7)) > 0.99);
    let others = (0..7).map(|host| summary.utilisation(scenario.downlink(host))).sum::<f64>() / 7.0;
    assert!(others < 0.4, "{others}");
}

/// The smallest tree: two leaves and two spines of four ports.
#[test]
fn of_a_tree_the_log_is_that_of_the_twin() {
    const TREE: &str = "name = \"tree\"\nconfiguration.preset = \"santos-2003\"\n\
        topology = { kind = \"fat-tree\", radix = 4, pods = 2, parallel_links = 1, link_delay_ns = 80 }\n\
        run = { duration_ms = 1, window = 4 }\nmeasure = { from_ms = 0, to_ms = 1 }\n";
    for (pattern, other) in [
        ("kind = \"permutation\"", ""),
        ("kind = \"incast\", to = \"host-1\"", ""),
        ("kind = \"uniform\", rate = 0.5", "routing.kind = \"up-down\"\n"),
        ("kind = \"all-to-all\"", "routing.kind = \"s-mod-k\"\n"),
        ("kind = \"uniform\", rate = 0.9", "routing.kind = \"random\"\n"),
        ("kind = \"hot-spot\", to = \"host-4\", rate = 0.6, severity = 1.5, from_us = 50, until_us = 150", ""),
    ] {
        let text = format!("{TREE}{other}patterns.p = {{ {pattern} }}\n");
        let scenario = Scenario::from_toml(&text, &[]).unwrap_or_else(|error| panic!("{error}"));
        let records = compare(&scenario, 30_000).unwrap_or_else(|text| panic!("{pattern}: {text}"));
        assert!(records > 100, "{records} records");
    }
}

#[test]
fn of_a_tree_with_congestion_control_the_log_is_that_of_the_twin() {
    const TREE: &str = include_str!("../../../../examples/fabrics/tree.toml");
    const CYCLES: u64 = 37_500;
    let scenario = Scenario::from_toml(TREE, &[]).unwrap_or_else(|error| panic!("{error}"));
    let records = compare(&scenario, CYCLES).unwrap_or_else(|text| panic!("{text}"));
    assert!(records > 9_000, "{records} records");
}

/// Case 4 of Pfister'05 with 32 hosts, and 0.2 ms of congestion. With this seed, a pair of ports becomes
/// urgent in a switch in the cycle of a grant.
#[test]
fn of_a_hot_spot_among_32_hosts_the_log_is_that_of_the_twin() {
    const FIG_3: &str = include_str!("../../../../examples/scenarios/pfister05-fig3.toml");
    const SETS: [&str; 10] = [
        "readings.sources=round-robin",
        "readings.nics=hardware",
        "registers.threshold=2",
        "patterns.traffic.from_us=50",
        "patterns.traffic.until_us=250",
        "run.congestion_control=true",
        "run.duration_ms=0.4",
        "measure.from_ms=0",
        "measure.to_ms=0.4",
        "measure.window_ms=0.1",
    ];
    const CYCLES: u64 = 80_000;
    let sets = SETS.map(|set| set.parse::<Override>().expect("set"));
    let sweep = Sweep::without(FIG_3, &sets, |_| Err("no file".into()));
    let scenario = sweep.unwrap_or_else(|error| panic!("{error}")).points.remove(0).scenario;
    let records = compare(&scenario, CYCLES).unwrap_or_else(|text| panic!("{text}"));
    assert!(records > 50_000, "{records} records");
}

#[test]
fn of_messages_the_log_is_that_of_the_twin() {
    const TREE: &str = "name = \"tree\"\nconfiguration.preset = \"santos-2003\"\n\
        topology = { kind = \"dumb-bell\", hosts_per_switch = 2 }\n\
        patterns.p = { kind = \"messages\", rate = 0.7, sizes = \"sizes\" }\n\
        run = { duration_ms = 0.3, window = 4 }\nmeasure = { from_ms = 0, to_ms = 0.3 }\n";
    let file = |_: &str| Ok("100 0\n20000 100\n".to_owned());
    let scenario = Scenario::from_toml_with(TREE, &[], file).expect("valid");
    let records = compare(&scenario, 37_500).unwrap_or_else(|text| panic!("{text}"));
    assert!(records > 100, "{records} records");
}
