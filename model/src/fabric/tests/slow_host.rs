//! A host that is slower than its link, with hardware: its NIC has a receive buffer.

use crate::fabric::{Engine, Record, TwinRun};
use tailback_spec::{
    config::Override, fabric::Fabric, registers::nic::address, scenario::Scenario,
};

/// Hosts of the example.
const SENDER: usize = 0;
const SLOW: usize = 1;
const VICTIM: usize = 2;

fn example(overrides: &[&str]) -> Scenario {
    let source = include_str!("../../../../examples/fabrics/slow-host.toml");
    let overrides: Vec<Override> =
        overrides.iter().map(|text| text.parse().expect("override")).collect();
    Scenario::from_toml(source, &overrides).expect("the example")
}

/// Data packets on the links to the slow host and to the victim after the beginning, and the cycles
/// in which they were counted.
fn packets(scenario: &Scenario) -> ([u64; 2], u64) {
    let first = scenario.duration / 4;
    let mut engine = Engine::new(scenario, Vec::<Record>::new());
    engine.run_until(scenario.duration);
    assert_eq!((engine.form(), engine.stall()), ("stepped", None));
    let log = engine.into_sink();
    let count = |host: usize| {
        let link = scenario.downlink(host);
        let on_link = |record: &&Record| usize::from(record.link) == link && record.cycle >= first;
        log.iter().filter(on_link).count() as u64
    };
    ([SLOW, VICTIM].map(count), scenario.duration - first)
}

#[test]
fn a_slow_host_receives_at_its_rate_and_the_other_flow_is_its_victim() {
    let scenario = example(&[]);
    let ([slow, victim], cycles) = packets(&scenario);
    let at_its_rate = cycles / scenario.hosts[SLOW].host_cycles;
    assert!(slow.abs_diff(at_its_rate) <= 2, "{slow} packets, not {at_its_rate}");
    assert!(victim.abs_diff(slow) <= 8, "{victim} and {slow} packets");
    // With a host as fast as its link, the sender's link is the limit.
    let ([fast, other], cycles) = packets(&example(&["hosts.slow.host_gbit_per_s=8"]));
    let at_line_rate = cycles / scenario.packet_beats();
    assert!((fast + other) * 20 > at_line_rate * 18, "{fast} and {other} of {at_line_rate}");
}

#[test]
fn a_slow_host_does_not_send_faster_than_its_rate() {
    let scenario = example(&["hosts.sender.host_gbit_per_s=1", "hosts.slow.host_gbit_per_s=8"]);
    let mut engine = Engine::new(&scenario, Vec::<Record>::new());
    engine.run_until(scenario.duration);
    let uplink = scenario.uplink(SENDER);
    let log = engine.into_sink();
    let sent: Vec<u64> = log
        .iter()
        .filter(|record| usize::from(record.link) == uplink)
        .map(|record| record.cycle)
        .collect();
    let least = scenario.hosts[SENDER].host_cycles;
    assert!(sent.len() as u64 + 2 > scenario.duration / least, "{} packets", sent.len());
    // Flow control may delay a packet by a few cycles, and not the next one.
    assert!(sent.windows(2).all(|two| two[1] - two[0] + 8 >= least));
}

#[test]
fn the_sender_lacks_credits() {
    let fabric = Fabric::new(&example(&[])).expect("hardware");
    let cycles = 12_500;
    let sender = fabric.component_of(SENDER);
    let mut asked = vec![Vec::new(); fabric.components()];
    asked[sender].push(address::TRAFFIC + 4 * 2);
    let mut twin = TwinRun::reading(&fabric, cycles, asked);
    while !twin.surroundings().is_done() {
        twin.cycle();
    }
    let stalls = u64::from(twin.surroundings().read()[sender][0]);
    assert!(stalls > cycles / 4 && !twin.is_stalled(), "{stalls}");
}
