//! The claims of routing.

use super::{
    topology::{refused, tree, valid, RUN},
    *,
};
use std::collections::{BTreeMap, BTreeSet};

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
    for routing in ["shortest", "d-mod-k", "s-mod-k", "random", "random-per-packet", "up-down"] {
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

const PER_PACKET: &str = "routing.kind = \"random-per-packet\"\n";

#[test]
fn with_a_choice_per_packet_paths_are_shortest_seeded_and_even() {
    let of_seed = |seed: u32| {
        let other = format!("{PER_PACKET}run.seed = {seed}\n");
        valid("kind = \"fat-tree\", radix = 8, levels = 3", "kind = \"permutation\"", &other)
    };
    let (one, again, other) = (of_seed(1), of_seed(1), of_seed(2));
    assert_eq!(one, again);
    let paths = one.paths();
    // Packets by switch, and by its link on the way up, with the number of its links.
    let mut spread =
        std::collections::BTreeMap::<usize, std::collections::BTreeMap<usize, f64>>::new();
    let mut differ = 0;
    for (number, flow) in one.flows.iter().enumerate() {
        let (length, all) = (paths.of_packets(flow).len(), paths.all_of_packets(flow));
        let links = [(2, 2), (4, 2 + 4 + 4), (6, 2 + 4 + 16 + 16 + 4)];
        assert!(links.contains(&(length, all.len())), "{length}: {all:?}");
        for sequence in 0..100 {
            let path = paths.of_packet(number, sequence);
            assert_eq!(path.len(), length);
            assert_eq!(path.last(), Some(&one.downlink(flow.to)));
            assert!(path.iter().all(|link| all.contains(link)));
            differ += u32::from(path != other.paths().of_packet(number, sequence));
            for link in &path[1..length / 2] {
                let trunk = link - 2 * one.hosts.len();
                let from = one.trunks[trunk / 2].ends[trunk % 2];
                *spread.entry(from).or_default().entry(*link).or_default() += 1.0;
            }
        }
    }
    assert!(differ > 6000, "{differ}");
    // Leaves and the switches in the middle.
    assert_eq!(spread.len(), 64);
    for (switch, links) in &spread {
        let packets: f64 = links.values().sum();
        let (mean, deviation) = (packets / 4.0, (packets * 3.0 / 16.0).sqrt());
        assert!(links.len() == 4 && packets > 100.0, "{switch}: {links:?}");
        let is_even = |count: &f64| (count - mean).abs() < 4.5 * deviation;
        assert!(links.values().all(is_even), "{switch}: {links:?}");
    }
}

#[test]
fn all_possible_next_links_of_a_packet_count_in_the_search_for_cycles() {
    // With one port for each destination a torus can be free of cycles; with all shortest ports it is not.
    let problems =
        refused("kind = \"torus\", dimensions = [4, 4]", "kind = \"all-to-all\"", PER_PACKET);
    assert!(problems[0].1.starts_with("the routes close a cycle"), "{problems:?}");
    // The flow 1 -> 4 of a 2 x 2 grid may go via 2 and via 3, and 4 -> 1, 2 -> 3 and 3 -> 2 likewise.
    let grid = "kind = \"torus\", dimensions = [2, 2]";
    for (routing, is_refused) in [("d-mod-k", false), ("random-per-packet", true)] {
        let flows = "flows.a = { from = \"host-1\", to = \"host-4\" }\n\
            flows.b = { from = \"host-4\", to = \"host-1\" }\n\
            flows.c = { from = \"host-2\", to = \"host-3\" }\n\
            flows.d = { from = \"host-3\", to = \"host-2\" }\n";
        let text = format!("{RUN}topology = {{ {grid} }}\nrouting.kind = \"{routing}\"\n{flows}");
        let read = Scenario::from_toml(&text, &[]);
        match read {
            Ok(scenario) => {
                assert!(!is_refused, "{routing}");
                assert!(scenario.channel_cycle().is_empty());
            }
            Err(problems) => assert!(is_refused, "{routing}: {problems:?}"),
        }
    }
    assert!(valid("kind = \"fat-tree\", radix = 8", "kind = \"all-to-all\"", PER_PACKET)
        .channel_cycle()
        .is_empty());
}

#[test]
fn a_choice_per_packet_is_refused_where_packets_could_go_round_and_in_hardware() {
    let route = "routes.r = { at = \"spine-1\", to = \"leaf-8\", via = \"leaf-2\" }\nrun.allow_cycles = true\n";
    let other = format!("{PER_PACKET}{route}");
    let problems = refused("kind = \"fat-tree\", radix = 8", "kind = \"all-to-all\"", &other);
    assert!(problems.iter().any(|problem| problem.1.contains("is a loop")), "{problems:?}");
    let scenario = valid("kind = \"fat-tree\", radix = 8", "kind = \"permutation\"", PER_PACKET);
    let unfit = crate::fabric::Fabric::new(&scenario).expect_err("no hardware");
    assert_eq!(unfit.key, "routing.kind");
    assert!(unfit.message.contains("anew for each packet"), "{unfit}");
}

#[test]
fn a_given_route_leaves_packets_no_choice() {
    let other = format!(
        "{PER_PACKET}routes.r = {{ at = \"leaf-1\", to = \"leaf-8\", via = \"spine-2\" }}\n"
    );
    let scenario = valid("kind = \"fat-tree\", radix = 8", "kind = \"all-to-all\"", &other);
    let paths = scenario.paths();
    for (number, flow) in scenario.flows.iter().enumerate() {
        let up: std::collections::BTreeSet<usize> =
            (0..64).map(|sequence| paths.of_packet(number, sequence)[1]).collect();
        let is_local = scenario.hosts[flow.from].switch == scenario.hosts[flow.to].switch;
        let choices = if is_local || flow.from < 4 && flow.to >= 28 { 1 } else { 4 };
        assert_eq!(up.len(), choices, "{flow:?}");
    }
}
