//! ACKs that wait: none is lost, however short credits are.

use super::*;
use crate::fabric::TwinRun;
use std::fmt::Write;
use tailback_spec::{fabric::Fabric, registers::nic::address};

/// Senders at switch S to one host, which sends over R to another one, like other hosts at R:
/// credits for the first host's uplink are short, and so are those for its ACKs.
fn starved(preset: &str, ports: usize, senders: usize, rivals: usize, stop: &str) -> Scenario {
    let mut text = format!(
        "name = \"starved\"\nswitches = [\"S\", \"R\"]\n[configuration]\npreset = \"{preset}\"\n\
        switch.ports = {ports}\nswitch.max_packet_bytes = 520\n\
        [hosts.sender]\nswitch = \"S\"\ncount = {senders}\n[hosts.h]\nswitch = \"S\"\n\
        [hosts.rival]\nswitch = \"R\"\ncount = {rivals}\n[hosts.x]\nswitch = \"R\"\n\
        [links.trunk]\nfrom = \"S\"\nto = \"R\"\n"
    );
    for (name, from, to) in [("many", "sender", "h"), ("one", "h", "x"), ("rivals", "rival", "x")] {
        let _ = writeln!(text, "[flows.{name}]\nfrom = \"{from}\"\nto = \"{to}\"\n{stop}");
    }
    let _ = write!(
        text,
        "[run]\nduration_ms = 2\nwindow = 16\npacket_bytes = 512\npayload_bytes = 400\n\
        congestion_control = false\n[measure]\nfrom_ms = 0\nto_ms = 2\n"
    );
    Scenario::from_toml(&text, &[]).unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn no_flow_dies_of_acks_that_wait() {
    let scenario = starved("santos-2003-36port", 36, 30, 20, "");
    let mut engine = Engine::new(&scenario, Vec::<Record>::new());
    assert!(engine.is_exact());
    engine.run_until(scenario.duration);
    let log = engine.into_sink();
    for flow in 0..scenario.flows.len() {
        let late = |record: &&Record| {
            usize::from(record.flow) == flow && record.cycle > scenario.duration * 3 / 4
        };
        assert!(log.iter().filter(late).count() > 1, "{}", scenario.flow_name(flow));
    }
}

#[test]
fn all_that_is_sent_is_delivered_and_acknowledged_though_acks_are_joined() {
    /// Registers of a NIC that count ACKs that acknowledge a packet, ACKs that are joined, and ACKs
    /// that are ignored.
    const ASKED: [u32; 3] =
        [address::TRAFFIC + 4 * 4, address::MARKS + 4 * 7, address::IGNORED + 4 * 3];
    let scenario = starved("santos-2003", 12, 2, 8, "stop_us = 200");
    let fabric = Fabric::new(&scenario).unwrap_or_else(|unfit| panic!("{unfit}"));
    let switches = scenario.switches.len();
    let asked = |component: usize| if component < switches { &ASKED[..0] } else { &ASKED };
    let asked = (0..fabric.components()).map(|component| asked(component).to_vec()).collect();
    let mut run = TwinRun::reading(&fabric, 60_000, asked);
    while !run.surroundings().is_done() {
        run.cycle();
    }
    let begun: u64 = run.surroundings().begun().iter().sum();
    let read = run.surroundings().read();
    let [acks, joined, ignored] = [0, 1, 2]
        .map(|place| read[switches..].iter().map(|read| u64::from(read[place])).sum::<u64>());
    assert!(joined > 50, "{joined} of {begun}");
    assert_eq!((acks + joined, ignored), (begun, 0));
}
