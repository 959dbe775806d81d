//! The claims of topologies, and what is refused of topologies, routing and patterns.

use super::*;
use std::collections::{BTreeMap, BTreeSet};

pub(super) const RUN: &str =
    "name = \"t\"\nconfiguration.preset = \"santos-2003\"\nrun.duration_ms = 1\n\
    measure = { from_ms = 0, to_ms = 1 }\n";

/// A scenario with a topology and a pattern, both written as inline tables.
fn scenario(topology: &str, pattern: &str, other: &str) -> Result<Scenario, Problems> {
    let text = format!("{RUN}topology = {{ {topology} }}\npatterns.p = {{ {pattern} }}\n{other}");
    Scenario::from_toml(&text, &[])
}

pub(super) fn valid(topology: &str, pattern: &str, other: &str) -> Scenario {
    scenario(topology, pattern, other).unwrap_or_else(|error| panic!("{topology}: {error}"))
}

pub(super) fn tree(topology: &str, routing: &str) -> Scenario {
    let topology = format!("kind = \"fat-tree\", {topology}");
    valid(&topology, "kind = \"all-to-all\"", &format!("routing.kind = \"{routing}\"\n"))
}

/// Problems as key and message.
pub(super) fn refused(topology: &str, pattern: &str, other: &str) -> Vec<(String, String)> {
    let Err(Problems(problems)) = scenario(topology, pattern, other) else {
        panic!("{topology} {pattern} {other} is valid");
    };
    for problem in &problems {
        assert_ne!(problem.location, Location::Nowhere, "{}", problem.message);
        assert!(problem.help.is_some(), "{}", problem.message);
    }
    problems.into_iter().map(|problem| (problem.key, problem.message)).collect()
}

#[test]
fn fat_trees_have_the_sizes_of_the_papers() {
    let permutation = "kind = \"permutation\"";
    // Keys, hosts, switches, links between switches, and most ports of a switch.
    let cases = [
        ("radix = 4, pods = 2, parallel_links = 1", 4, 4, 4, 4),
        ("radix = 8", 32, 12, 32, 8),
        ("radix = 16", 128, 24, 128, 16),
        ("radix = 36", 648, 54, 648, 36),
        ("levels = 3, radix = 8", 128, 80, 256, 8),
        ("levels = 3, radix = 12", 432, 180, 864, 12),
        ("levels = 3, radix = 36, pods = 6", 1944, 270, 3888, 36),
        ("radix = 36, hosts_per_leaf = 24", 864, 48, 432, 36),
        ("radix = 8, pods = 2", 8, 3, 8, 8),
        ("radix = 8, hosts_per_leaf = 1", 8, 12, 32, 8),
    ];
    for (keys, hosts, switches, trunks, most) in cases {
        let scenario = valid(&format!("kind = \"fat-tree\", {keys}"), permutation, "");
        let ports = (0..switches).map(|switch| scenario.ports(switch).len()).max();
        let found = (scenario.hosts.len(), scenario.switches.len(), scenario.trunks.len());
        assert_eq!(found, (hosts, switches, trunks), "{keys}");
        assert_eq!(ports, Some(most), "{keys}");
        assert_eq!(scenario.config.switch().ports(), most, "{keys}");
    }
}

#[test]
fn names_of_a_tree_are_its_levels_with_numbers() {
    let scenario = tree("levels = 3, radix = 4", "d-mod-k");
    assert_eq!(scenario.switches[0], "leaf-1");
    assert_eq!(scenario.switches[8], "mid-1");
    assert_eq!(scenario.switches[19], "spine-4");
    assert_eq!(scenario.hosts[15].name, "host-16");
    assert_eq!(scenario.hosts[15].switch, 7);
    assert_eq!(scenario.link_name(scenario.trunk_link(0, 0)), "leaf-1->mid-1");
}

#[test]
fn a_ring_and_a_torus_join_neighbours_and_two_switches_have_one_link() {
    let names = |topology: &str| {
        let scenario = valid(topology, "kind = \"ring\"", "");
        scenario.trunks.iter().map(|trunk| trunk.ends).collect::<BTreeSet<_>>()
    };
    let ring = names("kind = \"ring\", switches = 4");
    assert_eq!(ring, BTreeSet::from([[0, 1], [1, 2], [2, 3], [3, 0]]));
    let torus = names("kind = \"torus\", dimensions = [2, 3]");
    let expected = [[0, 3], [1, 4], [2, 5], [0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]];
    assert_eq!(torus, BTreeSet::from(expected));
}

pub(super) const DUMB_BELL: &str = "kind = \"dumb-bell\", hosts_per_switch = 4";

#[test]
fn what_does_not_fit_is_refused_with_its_key() {
    let (tree, any) = ("kind = \"fat-tree\"", "kind = \"permutation\"");
    let cases = [
        ("link_delay_ns = 1", any, "", "topology", "the topology has neither `kind` nor `file`"),
        (tree, any, "", "topology.kind", "the key `topology.radix` is missing"),
        (
            "kind = \"fat-tree\", radix = 7",
            any,
            "",
            "topology.radix",
            "topology.radix is 7, but must be 2 to 36 ports, a multiple of 2",
        ),
        (
            "kind = \"fat-tree\", radix = 38",
            any,
            "",
            "topology.radix",
            "topology.radix is 38, but must be 2 to 36 ports, a multiple of 2",
        ),
        (
            "kind = \"fat-tree\", radix = 8, hosts_per_leaf = 8",
            any,
            "",
            "topology.hosts_per_leaf",
            "topology.hosts_per_leaf is 8, but a leaf has 8 ports",
        ),
        (
            "kind = \"fat-tree\", radix = 8, pods = 9",
            any,
            "",
            "topology.pods",
            "topology.pods is 9, but a spine has 8 ports",
        ),
        (
            "kind = \"fat-tree\", radix = 8, parallel_links = 2",
            any,
            "",
            "topology.parallel_links",
            "topology.parallel_links is 2",
        ),
        (
            "kind = \"fat-tree\", radix = 36, levels = 3",
            any,
            "",
            "topology",
            "the fabric has 69984 directed links",
        ),
        (
            "kind = \"ring\", switches = 3, radix = 8",
            any,
            "",
            "topology.radix",
            "topology.radix is not allowed with this topology",
        ),
        (
            "kind = \"ring\", switches = 3, hosts_per_switch = 35",
            any,
            "",
            "topology",
            "switch \"switch-3\" has 37 links",
        ),
        (
            "kind = \"torus\", dimensions = []",
            any,
            "",
            "topology.dimensions",
            "topology.dimensions is empty",
        ),
        (
            "kind = \"torus\", dimensions = [200, 200]",
            any,
            "",
            "topology.dimensions",
            "topology.dimensions are those of 40000 switches",
        ),
        ("file = \"fabric\"", any, "", "topology.file", "the key `topology.format` is missing"),
        (
            "file = \"fabric\", format = \"hpcc\"",
            any,
            "",
            "topology.file",
            "topology.file cannot be read: no files are available",
        ),
        (
            DUMB_BELL,
            any,
            "switches = [\"A\"]\n",
            "switches",
            "the scenario has both `switches` and a topology",
        ),
        (
            DUMB_BELL,
            any,
            "configuration.switch.ports = 4\n",
            "configuration.switch.ports",
            "switch \"left\" has 5 links, but only 4 ports",
        ),
        (
            DUMB_BELL,
            any,
            "routing.root = \"left\"\n",
            "routing.root",
            "routing.root is not allowed with this routing",
        ),
        (
            "kind = \"dumb-bell\", link_rate_gbit_per_s = 9",
            any,
            "",
            "topology.link_rate_gbit_per_s",
            "topology.link_rate_gbit_per_s is 9, but no link is faster than the datapath",
        ),
        (
            DUMB_BELL,
            "kind = \"incast\"",
            "",
            "patterns.p.kind",
            "the key `patterns.p.to` is missing",
        ),
        (
            DUMB_BELL,
            "kind = \"incast\", to = \"left\"",
            "",
            "patterns.p.to",
            "patterns.p.to has 4 hosts",
        ),
        (
            DUMB_BELL,
            "kind = \"ring\", hosts = \"host-1\"",
            "",
            "patterns.p",
            "patterns.p has 1 hosts",
        ),
        (
            DUMB_BELL,
            "kind = \"ring\", peers = 2",
            "",
            "patterns.p.peers",
            "patterns.p.peers is not allowed with this pattern",
        ),
        (
            DUMB_BELL,
            "kind = \"uniform\"",
            "",
            "patterns.p.kind",
            "the key `patterns.p.rate` is missing",
        ),
        (
            DUMB_BELL,
            "kind = \"hot-spot\", to = \"host-1\", rate = 0.5, severity = 9",
            "",
            "patterns.p.severity",
            "patterns.p.severity is 9, which these hosts cannot offer",
        ),
        (
            DUMB_BELL,
            "kind = \"hot-spot\", to = \"host-1\", rate = 0.5, severity = 2, from_us = 1000",
            "",
            "patterns.p.from_us",
            "the hot spot of patterns.p has no time",
        ),
        (
            "kind = \"fat-tree\", radix = 36",
            "kind = \"all-to-all\"",
            "",
            "patterns.p",
            "patterns.p has 419256 flows",
        ),
    ];
    let mut wrong = Vec::new();
    for (topology, pattern, other, key, message) in cases {
        let problems = refused(topology, pattern, other);
        let expected = (key.to_owned(), message.to_owned());
        if !problems.contains(&expected) {
            wrong.push((expected, problems));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn each_topology_of_the_examples_is_possible_and_named_like_its_file() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/topologies");
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(directory).expect("examples") {
        let path = entry.expect("entry").path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let source = fs::read_to_string(&path).expect("text");
        let file = |name: &str| {
            fs::read_to_string(path.with_file_name(name)).map_err(|error| error.to_string())
        };
        let sweep = Sweep::from_toml_with(&source, &[], file);
        let sweep = sweep.unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let scenario = &sweep.points[0].scenario;
        assert_eq!(Some(scenario.name.as_str()), path.file_stem().and_then(|name| name.to_str()));
        names.insert(scenario.name.clone());
    }
    assert!(names.contains("sun-648") && names.contains("fat-tree-1944"), "{names:?}");
}

proptest::proptest! {
    #[test]
    fn arbitrary_topologies_and_patterns_never_panic(
        kind in "fat-tree|dumb-bell|ring|torus",
        keys in proptest::collection::vec(("levels|radix|hosts_per_leaf|pods|parallel_links|switches|hosts_per_switch", 0..40_u32), 0..4),
        sizes in proptest::collection::vec(0..6_u32, 0..4),
        pattern in "permutation|incast|all-to-all|ring|uniform|hot-spot|ping-pong|ring-exchange",
        options in proptest::collection::vec(("degree|distance|peers|severity|rate|from_us|until_us|message_bytes|processes|overhead_us", 0..40_u32), 0..4),
        routing in "shortest|d-mod-k|s-mod-k|random|random-per-packet|up-down",
    ) {
        let mut topology = BTreeMap::from([("kind".to_owned(), format!("{kind:?}"))]);
        topology.extend(keys.into_iter().map(|(key, value)| (key, value.to_string())));
        if kind == "torus" {
            topology.insert("dimensions".into(), format!("{sizes:?}"));
        }
        let mut traffic = BTreeMap::from([("kind".to_owned(), format!("{pattern:?}"))]);
        traffic.extend(options.into_iter().map(|(key, value)| (key, value.to_string())));
        if ["incast", "hot-spot"].contains(&pattern.as_str()) {
            traffic.insert("to".into(), "\"host-1\"".into());
        }
        if ["ping-pong", "ring-exchange"].contains(&pattern.as_str()) {
            traffic.entry("message_bytes".into()).or_insert("8".into());
        }
        let inline = |table: BTreeMap<String, String>| {
            table.into_iter().map(|(key, value)| format!("{key} = {value}")).collect::<Vec<_>>().join(", ")
        };
        let other = format!("routing.kind = \"{routing}\"\n");
        if let Ok(scenario) = scenario(&inline(topology), &inline(traffic), &other) {
            // Whatever is valid reaches its destinations without a cycle.
            assert!(scenario.channel_cycle().is_empty());
            let paths = scenario.paths();
            for flow in &scenario.flows {
                assert_eq!(paths.of_packets(flow).last(), Some(&scenario.downlink(flow.to)));
            }
        }
    }
}
