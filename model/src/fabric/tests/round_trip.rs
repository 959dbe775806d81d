//! A link reaches the rate that `check` reports.

use super::*;
use crate::fabric::Totals;
use tailback_spec::link::{blocks, round_trip::RoundTrip, VCRC_BYTES};

/// Two switches; four hosts of one send to a host each of the other.
fn scenario(packets: u32, delay_ns: u32, packet_bytes: u32) -> Scenario {
    let source = format!(
        "name = \"hand\"\nswitches = [\"A\", \"B\"]\n[configuration]\npreset = \"santos-2003\"\n\
        switch.ports = 5\nswitch.packets_per_input = {packets}\n\
        [hosts.a]\nswitch = \"A\"\ncount = 4\n[hosts.b]\nswitch = \"B\"\ncount = 4\n\
        [links.ab]\nfrom = \"A\"\nto = \"B\"\ndelay_ns = {delay_ns}\n\
        [flows.all]\nfrom = \"a\"\nto = \"b\"\n\
        [run]\nduration_ms = 1\ncongestion_control = false\nwindow = 16\n\
        packet_bytes = {packet_bytes}\n[measure]\nfrom_ms = 0.5\nto_ms = 1\n"
    );
    Scenario::from_toml(&source, &[]).expect("valid")
}

#[test]
fn a_link_reaches_the_rate_that_its_buffer_and_delay_allow() {
    for (packets, delay_ns) in
        [(1, 0), (1, 400), (1, 2000), (2, 2000), (2, 4000), (3, 0), (4, 3000)]
    {
        for packet_bytes in [2068, 1000] {
            let scenario = scenario(packets, delay_ns, packet_bytes);
            let mut engine = Engine::new(&scenario, Totals::new(&scenario));
            engine.run_until(scenario.duration);
            assert_eq!((engine.form(), engine.stall()), ("exact", None));
            let summary = Summary::new(&scenario, &engine.into_sink());
            let used = summary.utilisation(scenario.trunk_link(0, 0));
            let link = scenario.config.link();
            let blocks = blocks(scenario.packet_bytes + VCRC_BYTES);
            let trip = RoundTrip::new(&link, blocks, scenario.packet_beats());
            let expected = trip.reached(scenario.trunks[0].delay);
            assert!(
                (used - expected).abs() < 0.02,
                "{packets} packets, {delay_ns} ns, {packet_bytes} bytes: {used:.4}, not {expected:.4}"
            );
        }
    }
}
