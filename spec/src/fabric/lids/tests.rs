//! Packets and ACKs take the routes of their flows, switch by switch.

use crate::{
    fabric::{ends, End, Fabric, Unfit},
    scenario::Scenario,
};
use std::collections::BTreeSet;

fn fabric(topology: &str, pattern: &str, rest: &str) -> Result<Fabric, Unfit> {
    let text = format!(
        "name = \"lids\"\nconfiguration = {{ preset = \"santos-2003-8port\", nic.flows = 64 }}\n\
        topology = {{ {topology} }}\npatterns.all = {{ {pattern} }}\n{rest}\n\
        run = {{ duration_ms = 1 }}\nmeasure = {{ from_ms = 0, to_ms = 1 }}\n"
    );
    Fabric::new(&Scenario::from_toml(&text, &[]).expect("valid"))
}

/// Links of a packet with a DLID from a host on, by the forwarding entries.
fn way(fabric: &Fabric, from: usize, lid: u16) -> Vec<usize> {
    let scenario = fabric.scenario();
    let mut links = vec![scenario.uplink(from)];
    while let End::Switch { switch, .. } = ends::ends(scenario, links[links.len() - 1])[1] {
        let entries = fabric.forwarding(switch);
        let entry = entries.iter().find(|(other, _)| *other == lid).expect("an entry");
        let out = End::Switch { switch, port: entry.1 };
        let next = (0..scenario.links()).find(|link| ends::ends(scenario, *link)[0] == out);
        links.push(next.expect("a link at each port in use"));
        assert!(links.len() < 20, "a loop");
    }
    links
}

fn takes_its_routes(fabric: &Fabric) {
    let (scenario, paths) = (fabric.scenario(), fabric.scenario().paths());
    for (number, flow) in scenario.flows.iter().enumerate() {
        let [source, destination] = fabric.lids(number);
        for (lid, host) in [(source, flow.from), (destination, flow.to)] {
            assert!(lid >= fabric.lid(host) && lid < fabric.lid(host + 1));
        }
        assert_eq!(way(fabric, flow.from, destination), paths.of_packets(flow));
        assert_eq!(way(fabric, flow.to, source), paths.of_acknowledgements(flow));
    }
    for switch in 0..scenario.switches.len() {
        let lids: Vec<u16> = fabric.forwarding(switch).iter().map(|(lid, _)| *lid).collect();
        let distinct: BTreeSet<u16> = lids.iter().copied().collect();
        assert!(lids.is_sorted() && distinct.len() == lids.len() && !distinct.contains(&0));
    }
}

#[test]
fn packets_and_acks_take_the_routes_of_their_flows() {
    let trees = ["kind = \"fat-tree\", radix = 4", "kind = \"fat-tree\", radix = 8, pods = 4"];
    let patterns = ["kind = \"all-to-all\"", "kind = \"permutation\""];
    for topology in trees {
        for pattern in patterns {
            for (routing, several) in [("d-mod-k", false), ("s-mod-k", true), ("random", true)] {
                let rest = format!("routing.kind = \"{routing}\"");
                let fabric = fabric(topology, pattern, &rest).expect("possible");
                takes_its_routes(&fabric);
                let all = pattern.contains("all");
                assert!(fabric.lmc() > 0 || !several || !all, "{topology} {routing}");
                assert!(several || fabric.lmc() == 0, "{topology} {routing}");
            }
        }
    }
}

/// With four spines, the source selects one of four ways to each host.
#[test]
fn s_mod_k_takes_as_many_lids_as_there_are_ways() {
    let topology = "kind = \"fat-tree\", radix = 8, pods = 4, parallel_links = 1";
    let fabric = fabric(topology, "kind = \"all-to-all\"", "routing.kind = \"s-mod-k\"");
    assert_eq!(fabric.expect("possible").lmc(), 2);
}

#[test]
fn a_table_that_is_too_small_for_all_lids_is_named() {
    let rest = "configuration.switch.forwarding_entries = 64\nrouting.kind = \"random\"";
    let text = "kind = \"fat-tree\", radix = 8, pods = 4";
    let tables = fabric(text, "kind = \"all-to-all\"", "routing.kind = \"random\"");
    assert!(tables.is_ok());
    let source = format!(
        "name = \"lids\"\ntopology = {{ {text} }}\npatterns.all.kind = \"all-to-all\"\n\
        run = {{ duration_ms = 1 }}\nmeasure = {{ from_ms = 0, to_ms = 1 }}\n\
        configuration.preset = \"santos-2003-8port\"\nconfiguration.nic.flows = 64\n{rest}\n"
    );
    let unfit = Fabric::new(&Scenario::from_toml(&source, &[]).expect("valid"));
    let unfit = unfit.expect_err("64 entries");
    assert_eq!(unfit.key, "configuration.switch.forwarding_entries");
    assert!(unfit.message.contains("LIDs each"), "{unfit}");
}
