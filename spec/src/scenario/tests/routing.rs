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
