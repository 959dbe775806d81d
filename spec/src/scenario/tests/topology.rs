//! The claims of topologies, routing and patterns.

use super::*;
use std::collections::{BTreeMap, BTreeSet};

const RUN: &str = "name = \"t\"\nconfiguration.preset = \"santos-2003\"\nrun.duration_ms = 1\n\
    measure = { from_ms = 0, to_ms = 1 }\n";

/// A scenario with a topology and a pattern, both written as inline tables.
fn scenario(topology: &str, pattern: &str, other: &str) -> Result<Scenario, Problems> {
    let text = format!("{RUN}topology = {{ {topology} }}\npatterns.p = {{ {pattern} }}\n{other}");
    Scenario::from_toml(&text, &[])
}

fn valid(topology: &str, pattern: &str, other: &str) -> Scenario {
    scenario(topology, pattern, other).unwrap_or_else(|error| panic!("{topology}: {error}"))
}

fn tree(topology: &str, routing: &str) -> Scenario {
    let topology = format!("kind = \"fat-tree\", {topology}");
    valid(&topology, "kind = \"all-to-all\"", &format!("routing.kind = \"{routing}\"\n"))
}

/// Problems as key and message.
fn refused(topology: &str, pattern: &str, other: &str) -> Vec<(String, String)> {
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

/// Flows on each link, of those that have any.
fn loads(scenario: &Scenario) -> BTreeMap<usize, usize> {
    let (paths, mut loads) = (scenario.paths(), BTreeMap::new());
    let links = scenario.flows.iter().flat_map(|flow| paths.of_packets(flow));
    links.for_each(|link| *loads.entry(link).or_default() += 1);
    loads
}

#[test]
fn d_mod_k_and_s_mod_k_load_all_links_of_a_level_alike() {
    // Of a three-level tree with fewer pods, links to a spine are parallel.
    for keys in [
        "radix = 8",
        "radix = 8, pods = 4",
        "levels = 3, radix = 4",
        "levels = 3, radix = 8, pods = 2",
    ] {
        for routing in ["d-mod-k", "s-mod-k"] {
            let scenario = tree(keys, routing);
            let trunks = loads(&scenario).split_off(&(2 * scenario.hosts.len()));
            assert_eq!(trunks.len(), 2 * scenario.trunks.len(), "{keys} {routing}");
            let level = |link: usize| {
                let name = scenario.link_name(link);
                name.chars().filter(|c| c.is_ascii_alphabetic()).collect::<String>()
            };
            let mut levels: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
            trunks.into_iter().for_each(|(link, load)| {
                levels.entry(level(link)).or_default().insert(load);
            });
            assert!(levels.values().all(|loads| loads.len() == 1), "{keys} {routing}: {levels:?}");
        }
    }
}

#[test]
fn a_path_in_a_tree_is_shortest_with_each_routing() {
    for routing in ["shortest", "d-mod-k", "s-mod-k", "random", "up-down"] {
        let scenario = tree("levels = 3, radix = 8", routing);
        assert!(scenario.channel_cycle().is_empty());
        let paths = scenario.paths();
        for flow in &scenario.flows {
            let leaf = |host: usize| scenario.hosts[host].switch;
            let (from, to) = (leaf(flow.from), leaf(flow.to));
            let switches = match (from == to, from / 4 == to / 4) {
                (true, _) => 1,
                (_, true) => 3,
                _ => 5,
            };
            assert_eq!(paths.switches(flow).len(), switches);
            let back = paths.of_acknowledgements(flow);
            assert_eq!((back[0], back.len()), (scenario.uplink(flow.to), switches + 1));
            assert_eq!(back.last(), Some(&scenario.downlink(flow.from)));
        }
    }
}

/// Index of the host that follows by a leaf, and of the switch: spines stay.
fn rotated(scenario: &Scenario, link: usize, hosts: usize, leaves: usize) -> usize {
    let (all, pods) = (scenario.hosts.len(), scenario.hosts.len() / hosts);
    let host = |host: usize| (host + hosts) % all;
    match link {
        up if up < all => host(up),
        down if down < 2 * all => all + host(down - all),
        trunk => {
            let (number, end) = ((trunk - 2 * all) / 2, trunk % 2);
            let of_leaf = scenario.trunks.len() / pods;
            assert_eq!(leaves, pods);
            scenario.trunk_link((number + of_leaf) % scenario.trunks.len(), end)
        }
    }
}

#[test]
fn flows_between_rotated_hosts_use_the_rotated_links() {
    for routing in ["d-mod-k", "s-mod-k"] {
        let scenario = tree("radix = 8", routing);
        let paths = scenario.paths();
        let path: BTreeMap<(usize, usize), Vec<usize>> = scenario
            .flows
            .iter()
            .map(|flow| ((flow.from, flow.to), paths.of_packets(flow)))
            .collect();
        for ((from, to), links) in &path {
            let ends = ((from + 4) % 32, (to + 4) % 32);
            let expected: Vec<usize> =
                links.iter().map(|link| rotated(&scenario, *link, 4, 8)).collect();
            assert_eq!(path[&ends], expected, "{routing}: {from} to {to}");
        }
    }
}

#[test]
fn random_routes_are_seeded_and_use_each_spine_as_often_as_the_others() {
    let topology = "kind = \"fat-tree\", radix = 8";
    let of_seed = |seed: u32| {
        let other = format!("routing.kind = \"random\"\nrun.seed = {seed}\n");
        valid(topology, "kind = \"all-to-all\"", &other)
    };
    let (one, again, other) = (of_seed(1), of_seed(1), of_seed(2));
    assert_eq!(one, again);
    let routes = |scenario: &Scenario| {
        scenario.flows.iter().map(|flow| flow.route.clone()).collect::<Vec<_>>()
    };
    assert_ne!(routes(&one), routes(&other));
    let mut spines = [0; 4];
    for flow in one.flows.iter().filter(|flow| flow.route.len() == 3) {
        let ports = one.ports(one.hosts[flow.from].switch);
        let spine = one.behind(ports[flow.route[0]]).expect("a spine");
        spines[spine - 8] += 1;
    }
    // 896 flows; the standard deviation is 13.
    assert!(spines.iter().all(|count| (184..264).contains(count)), "{spines:?}");
}

#[test]
fn up_and_down_from_any_root_a_torus_has_no_cycle_but_shortest_paths_have_one() {
    let topology = "kind = \"torus\", dimensions = [5, 5]";
    let pattern = "kind = \"all-to-all\"";
    for root in ["", "routing.root = \"switch-6\"\n"] {
        let scenario = valid(topology, pattern, &format!("routing.kind = \"up-down\"\n{root}"));
        assert!(scenario.channel_cycle().is_empty());
    }
    let problems = refused(topology, pattern, "routing.kind = \"shortest\"\n");
    assert_eq!(problems[0].0, "routing.kind");
    assert!(problems[0].1.starts_with("the routes close a cycle"), "{problems:?}");
}

#[test]
fn a_given_route_overrides_each_routing() {
    for routing in ["d-mod-k", "random"] {
        let other = format!(
            "routing.kind = \"{routing}\"\n\
             routes.r = {{ at = \"leaf-1\", to = \"leaf-8\", via = \"spine-2\" }}\n"
        );
        let scenario = valid("kind = \"fat-tree\", radix = 8", "kind = \"all-to-all\"", &other);
        let paths = scenario.paths();
        let ours = |flow: &&Flow| flow.from < 4 && flow.to >= 28;
        let flows: Vec<&Flow> = scenario.flows.iter().filter(ours).collect();
        assert_eq!(flows.len(), 16);
        assert!(flows.iter().all(|flow| paths.switches(flow)[1].0 == 9));
    }
}

#[test]
fn flows_name_all_hosts_those_of_a_switch_or_one() {
    let flows = "flows.f = { from = \"left\", to = \"right\" }\n\
        flows.g = { from = \"host-1\", to = \"host-6\" }\n";
    let text = format!(
        "{RUN}topology = {{ kind = \"dumb-bell\", hosts_per_switch = 3, parallel_links = 2 }}\n{flows}"
    );
    let scenario = Scenario::from_toml(&text, &[]).expect("valid");
    let ends: Vec<_> = scenario.flows.iter().map(|flow| (flow.from, flow.to)).collect();
    assert_eq!(ends, [(0, 3), (1, 4), (2, 5), (0, 5)]);
    // Destinations are spread over parallel links.
    let used = loads(&scenario).into_keys().filter(|link| *link >= 12).count();
    assert_eq!(used, 2);
}

const DUMB_BELL: &str = "kind = \"dumb-bell\", hosts_per_switch = 4";

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
        pattern in "permutation|incast|all-to-all|ring|uniform|hot-spot",
        options in proptest::collection::vec(("degree|distance|peers|severity|rate|from_us|until_us", 0..40_u32), 0..4),
        routing in "shortest|d-mod-k|s-mod-k|random|up-down",
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
