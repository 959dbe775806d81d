//! Tests of messages.

use super::*;
use crate::fabric::{ethernet, Engine};

const TREE: &str = "name = \"t\"\nconfiguration.preset = \"santos-2003\"\n\
    topology = { kind = \"fat-tree\", radix = 4, link_delay_ns = 80 }\n\
    run = { duration_ms = 1, window = 0, congestion_control = false }\n\
    measure = { from_ms = 0, to_ms = 1 }\n\
    patterns.p = { kind = \"htsim-matrix\", file = \"m\" }\n";

fn run(matrix: &str, other: &[&str]) -> (Scenario, Messages) {
    let overrides: Vec<_> = other.iter().map(|set| set.parse().expect("set")).collect();
    let file = |_: &str| Ok(matrix.to_owned());
    let scenario = Scenario::from_toml_with(TREE, &overrides, file).expect("valid");
    let mut engine = Engine::new(&scenario, Messages::new(&scenario));
    engine.run_until(scenario.duration);
    (scenario, engine.into_sink())
}

#[test]
fn a_message_alone_takes_the_time_of_an_empty_fabric() {
    let matrix = "Nodes 8\nConnections 3\n0->1 start 0 size 2048\n\
        2->5 start 100000000 size 20480\n4->7 start 200000000 size 204800\n";
    for nics in ["immediate", "hardware"] {
        let (_, messages) = run(matrix, &[&format!("readings.nics={nics}")]);
        for (message, packets) in messages.all().zip([1, 10, 100]) {
            assert_eq!(message.packets, packets);
            let slowdown = message.slowdown().expect("complete");
            // The latency of a NIC counts for a short message.
            assert!((1.0..1.15).contains(&slowdown), "{nics}: {message:?} {slowdown}");
        }
    }
}

#[test]
fn two_messages_to_one_host_take_twice_as_long_and_slowdowns_are_divided_by_size() {
    let matrix = "Nodes 8\nConnections 4\n0->6 start 0 size 204800\n2->6 start 0 size 204800\n\
        1->3 start 0 size 2048\n5->4 start 999000000 size 204800\n";
    let (scenario, messages) = run(matrix, &[]);
    let classes = messages.by_size(&scenario);
    let counts = |class: &SizeClass| (class.up_to_bytes, class.messages, class.complete);
    let found: Vec<_> = classes.iter().map(counts).collect();
    assert_eq!(found, [(Some(10_000), 1, 1), (Some(1_000_000), 3, 2), (None, 4, 3)]);
    let names: Vec<&str> = classes.iter().map(|class| class.name.as_str()).collect();
    assert_eq!(names, ["up-to-10000-bytes", "up-to-1000000-bytes", "all"]);
    let Spread { mean, median, percentile_99, most, .. } = classes[1].slowdown;
    assert!((1.9..2.1).contains(&most.expect("complete")), "{most:?}");
    assert_eq!(percentile_99, most);
    assert!(median <= mean && mean <= most, "{median:?} {mean:?}");
    // 100 packets of 2.07 us, twice.
    let us = classes[1].us.most.expect("complete");
    assert!((410.0..440.0).contains(&us), "{us}");
    assert_eq!(classes[2].slowdown.most, most);
}

/// A tree over Ethernet; `other` has the traffic.
fn over_ethernet(transport: &str, other: &str, matrix: &str) -> (Scenario, Messages) {
    let text = format!(
        "name = \"t\"\nconfiguration.preset = \"shimonishi-2007\"\n\
         topology = {{ kind = \"dumb-bell\", hosts_per_switch = 2, link_delay_ns = 800 }}\n\
         run = {{ duration_ms = 4, transport = \"{transport}\" }}\n\
         measure = {{ from_ms = 0, to_ms = 4 }}\n{other}"
    );
    let file = |_: &str| Ok(matrix.to_owned());
    let scenario = Scenario::from_toml_with(&text, &[], file).expect("valid");
    let mut engine = ethernet::Engine::new(&scenario, Messages::new(&scenario));
    engine.run_until(scenario.duration);
    (scenario, engine.into_watch())
}

#[test]
fn messages_over_ethernet_are_complete_with_their_last_packet_in_order() {
    let matrix = "Nodes 4\nConnections 2\n0->2 start 0 size 100000\n1->3 start 0 size 1000000\n";
    for transport in ["efl", "tcp"] {
        let other = "patterns.p = { kind = \"htsim-matrix\", file = \"m\" }\n";
        let (scenario, messages) = over_ethernet(transport, other, matrix);
        let classes = messages.by_size(&scenario);
        let last = classes.last().expect("all");
        assert_eq!((last.messages, last.complete), (2, 2), "{transport}");
        for message in messages.all() {
            let slowdown = message.slowdown().expect("complete");
            assert!((1.0..12.0).contains(&slowdown), "{transport}: {message:?} {slowdown}");
        }
        // Both use the link between the switches for as long as the shorter one takes.
        let longer = messages.all().last().and_then(Message::slowdown).expect("complete");
        assert!(longer > 1.05, "{transport}: {longer}");
    }
}

#[test]
fn groups_of_packets_over_ethernet_have_a_slowdown() {
    let other = "[flows.f]\nfrom = \"host-1\"\nto = \"host-3\"\ntraffic = \"groups\"\n\
        group_bytes = 30000\ninterval_us = 200\n";
    let (scenario, messages) = over_ethernet("efl", other, "");
    let classes = messages.by_size(&scenario);
    let names: Vec<_> = classes.iter().map(|class| class.name.as_str()).collect();
    assert_eq!(names, ["up-to-100000-bytes", "all"]);
    assert!(classes[0].complete > 8, "{classes:?}");
    let median = classes[0].slowdown.median.expect("complete");
    assert!((1.0..3.0).contains(&median), "{median}");
}
