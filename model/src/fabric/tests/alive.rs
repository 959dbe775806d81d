//! Fabrics without a cycle deliver all packets: inputs share no resource on which one could hold up
//! another.

use super::equal::compare;
use crate::fabric::{check_passage, Engine, Record, TwinRun};
use std::fmt::Write;
use tailback_spec::{fabric::Fabric, scenario::Scenario};

/// Two switches with as many hosts each; each host sends to `peers` of the hosts at the other
/// switch. `lines` belong to `[configuration]`, and `run` to `[run]`. Traffic stops before the run
/// ends.
fn both_sides(hosts: usize, peers: usize, lines: &str, run: &str) -> Scenario {
    let mut text = "name = \"both-sides\"\nswitches = [\"A\", \"B\"]\n".to_owned();
    let _ = writeln!(text, "[configuration]\npreset = \"santos-2003\"\n{lines}");
    let _ = writeln!(text, "[links.between]\nfrom = \"A\"\nto = \"B\"");
    for host in 0..hosts {
        for switch in ["A", "B"] {
            let _ = writeln!(text, "[hosts.{switch}{host}]\nswitch = \"{switch}\"");
        }
    }
    for host in 0..hosts {
        for peer in (0..peers).map(|by| (host + by) % hosts) {
            for [from, to] in [["A", "B"], ["B", "A"]] {
                let _ = writeln!(text, "[flows.{from}{host}-{to}{peer}]\nfrom = \"{from}{host}\"");
                let _ = writeln!(text, "to = \"{to}{peer}\"\nstop_us = 50");
            }
        }
    }
    let _ = writeln!(text, "[run]\nduration_ms = 0.4\n{run}");
    let _ = writeln!(text, "[measure]\nfrom_ms = 0.0\nto_ms = 0.4");
    Scenario::from_toml(&text, &[]).unwrap_or_else(|what| panic!("{what}\n{text}"))
}

/// # Panics
/// If a packet is left in the fabric, or if the logs of engine and twin differ.
fn all_is_delivered(scenario: &Scenario, at_least: u64) {
    let cycles = scenario.duration;
    let mut engine = Engine::new(scenario, Vec::<Record>::new());
    engine.run_until(cycles);
    let counts = engine.counts();
    assert_eq!((counts.delivered, engine.inside()), (counts.sent, 0), "{}", scenario.name);
    assert!(counts.sent >= at_least, "{counts:?}");

    let log = engine.into_sink();
    let passage = check_passage(scenario, &log).unwrap_or_else(|what| panic!("{what}"));
    assert_eq!((passage.delivered, passage.sent), (counts.sent, counts.sent));
    compare(scenario, cycles).unwrap_or_else(|text| panic!("{text}"));
}

#[test]
fn four_hosts_on_either_side_that_send_to_each_other_do_not_lock_up_two_switches() {
    let run = "window = 8\ncongestion_control = false";
    all_is_delivered(&both_sides(4, 1, "switch.ports = 5", run), 58);
    let scenario = both_sides(4, 1, "switch.ports = 5\nallocator.bypasses = 0", run);
    all_is_delivered(&scenario, 58);
}

#[test]
fn all_hosts_of_the_preset_that_send_to_all_on_the_other_side_do_not_lock_up_two_switches() {
    all_is_delivered(&both_sides(11, 11, "nic.flows = 32", "window = 1"), 110);
}

/// Three switches in a ring; each host sends to one two switches further on, until all stop; then a
/// host sends over one of the links. `lines` belong to the file.
fn ring(lines: &str) -> Scenario {
    let mut text = "name = \"ring\"\nswitches = [\"S0\", \"S1\", \"S2\"]\n".to_owned();
    let _ = writeln!(text, "[configuration]\npreset = \"santos-2003\"\nswitch.ports = 8");
    let _ = writeln!(text, "switch.packets_per_input = 2\nswitch.max_packet_bytes = 516");
    for switch in 0..3 {
        let (next, last) = ((switch + 1) % 3, (switch + 2) % 3);
        let _ = writeln!(text, "[links.l{switch}]\nfrom = \"S{switch}\"\nto = \"S{next}\"");
        let _ = writeln!(text, "[hosts.h{switch}]\nswitch = \"S{switch}\"\ncount = 4");
        let _ = writeln!(text, "[hosts.x{switch}]\nswitch = \"S{switch}\"");
        let _ = writeln!(text, "[routes.r{switch}]\nat = \"S{switch}\"\nto = \"h{last}\"");
        let _ = writeln!(text, "via = \"S{next}\"\n[flows.f{switch}]\nfrom = \"h{switch}\"");
        let _ = writeln!(text, "to = \"h{last}\"\nstop_us = 50");
    }
    let _ = writeln!(text, "[flows.late]\nfrom = \"x0\"\nto = \"x1\"");
    let _ = writeln!(text, "start_us = 500\n{lines}");
    let _ = writeln!(text, "[run]\nduration_ms = 0.6\nwindow = 8\npacket_bytes = 516");
    let _ = writeln!(text, "payload_bytes = 100\ncongestion_control = false");
    let _ = writeln!(text, "allow_cycles = true");
    let _ = writeln!(text, "[measure]\nfrom_ms = 0.0\nto_ms = 0.6");
    Scenario::from_toml(&text, &[]).unwrap_or_else(|what| panic!("{what}\n{text}"))
}

/// Packets of the last flow that the twin delivers.
fn delivered_late(scenario: &Scenario) -> usize {
    let fabric = Fabric::new(scenario).unwrap_or_else(|unfit| panic!("{unfit}"));
    let mut run = TwinRun::new(&fabric, scenario.duration);
    (0..fabric.set_up_cycles() + scenario.duration).for_each(|_| run.cycle());
    let log = run.into_monitor().into_log();
    let (last, hosts) = (scenario.flows.len() - 1, scenario.hosts.len());
    let delivered = |record: &&Record| {
        usize::from(record.flow) == last && (hosts..2 * hosts).contains(&usize::from(record.link))
    };
    log.iter().filter(delivered).count()
}

#[test]
fn a_ring_that_has_locked_up_goes_on_when_packets_wait_no_longer_than_a_limit() {
    assert_eq!(delivered_late(&ring("")), 0, "nothing moves");
    let delivered = delivered_late(&ring("[registers]\nhoq_life = 0"));
    assert!(delivered > 50, "{delivered}");
}
