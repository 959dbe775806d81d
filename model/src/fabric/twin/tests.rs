//! Requirements on the twin, independent of the behaviour of its modules.

use super::*;
use crate::fabric::{check_passage, Record, TwinRun};
use std::collections::BTreeMap;
use tailback_spec::{
    fabric::time, scenario::Scenario, switch::top::LATENCY_CYCLES, wire::flow_control,
};

const ONE_FLOW: &str = include_str!("../../../../examples/fabrics/one-flow.toml");
const TWO_SWITCHES: &str = include_str!("../../../../examples/fabrics/two-switches.toml");
const TABLE: &str = include_str!("../../../../examples/fabrics/table.toml");

fn fabric(source: &str) -> Fabric {
    Fabric::new(&Scenario::from_toml(source, &[]).expect("valid")).expect("possible")
}

fn log(fabric: &Fabric, cycles: u64) -> Vec<Record> {
    let mut run = TwinRun::new(fabric, cycles);
    (0..fabric.set_up_cycles() + cycles).for_each(|_| run.cycle());
    run.into_monitor().into_log()
}

#[test]
fn every_packet_is_delivered_once_and_in_order() {
    for source in [ONE_FLOW, TWO_SWITCHES, TABLE] {
        let fabric = fabric(source);
        let scenario = fabric.scenario();
        let log = log(&fabric, 10_000);
        let passage = check_passage(scenario, &log).unwrap_or_else(|what| panic!("{what}"));
        assert!(passage.delivered > 10, "{passage:?}");
        let inside = passage.sent - passage.delivered;
        assert!(inside <= 4 * 8, "{passage:?}");
        for flow in 0..scenario.flows.len() {
            assert!(log.iter().any(|record| usize::from(record.flow) == flow), "{flow} is idle");
        }
    }
}

/// Cycles between two starts of a flow alone that waits for the ACK of each packet.
fn period(fabric: &Fabric) -> u64 {
    const ACK_BEATS: u64 = 4;
    let scenario = fabric.scenario();
    let way: u64 = [0, 1].map(|host| fabric.link_delays()[host].delay() as u64).iter().sum();
    let there = way + LATENCY_CYCLES as u64 + scenario.packet_beats() - 1;
    let back = way + LATENCY_CYCLES as u64 + ACK_BEATS - 1;
    // A start enters the link so many cycles after a grant, which is offered in phase 0.
    let first = 1 + time::HOST_TO_LINK;
    let event = first + there + time::LAST_TO_ACK + back + time::ACK_TO_LIMITER;
    time::grant(event)
}

#[test]
fn a_flow_alone_starts_a_packet_when_the_ack_of_the_one_before_has_made_its_way() {
    for bytes in [2068, 2060, 2052, 2044] {
        for delay in [0, 16, 80] {
            let overrides =
                [format!("run.packet_bytes={bytes}"), format!("hosts.source.delay_ns={delay}")];
            let overrides = overrides.map(|text| text.parse().expect("override"));
            let scenario = Scenario::from_toml(ONE_FLOW, &overrides).expect("valid");
            let fabric = Fabric::new(&scenario).expect("possible");
            let log = log(&fabric, 5000);
            let starts = log.iter().filter(|record| record.link == 0).map(|record| record.cycle);
            let starts: Vec<u64> = starts.collect();
            assert_eq!(starts[0], time::grant(1) + 1 + time::HOST_TO_LINK);
            let periods: Vec<u64> = starts.windows(2).map(|pair| pair[1] - pair[0]).collect();
            assert!(periods.len() > 10);
            let expected = period(&fabric);
            assert!(periods.iter().all(|period| *period == expected), "{expected}: {periods:?}");
        }
    }
}

#[test]
fn a_host_that_never_waits_loses_a_beat_in_each_packet_to_flow_control() {
    let overrides = ["run.window=16".parse().expect("override")];
    let scenario = Scenario::from_toml(ONE_FLOW, &overrides).expect("valid");
    let fabric = Fabric::new(&scenario).expect("possible");
    let log = log(&fabric, 5000);
    let starts = log.iter().filter(|record| record.link == 0).map(|record| record.cycle);
    let starts: Vec<u64> = starts.collect();
    let beats = scenario.packet_beats();
    assert!(starts.windows(2).all(|pair| pair[1] - pair[0] == beats + 1), "{starts:?}");
}

/// Flow-control packets that have reached the end of their link before the scenario begins.
fn told_before_it_begins(fabric: &Fabric) -> BTreeMap<(usize, u32), Vec<(u64, u32)>> {
    let (mut run, set_up) = (TwinRun::new(fabric, 1), fabric.set_up_cycles());
    let mut told: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for cycle in 0..set_up {
        run.cycle();
        let outputs = run.last().1;
        for (link, link_delay) in fabric.link_delays().iter().enumerate() {
            if !outputs.link.tvalid.is_set(link) || outputs.link.tuser[link] & 1 == 0 {
                continue;
            }
            let bytes: Vec<u8> =
                outputs.link.tdata[link].iter().flat_map(|word| word.to_le_bytes()).collect();
            let packet = flow_control::Packet::new_checked(&bytes[..]).expect("a packet");
            let comes = cycle + link_delay.delay() as u64;
            let limit = packet.fccl().get();
            told.entry((link, packet.virtual_lane())).or_default().push((comes, limit));
        }
    }
    told
}

#[test]
fn each_sender_has_all_credits_when_the_scenario_begins() {
    /// Least cycles from the arrival of a flow-control packet to credits that count.
    const COUNTED: u64 = 5;
    for lanes in [1, 2, 8] {
        for (width, delay_ns) in [(64, 0), (512, 0), (64, 3200), (256, 40_000)] {
            let overrides = [
                format!("configuration.switch.virtual_lanes={lanes}"),
                format!("configuration.datapath.width_bits={width}"),
                "configuration.nic.flows=64".into(),
                format!("links.inter-switch.delay_ns={delay_ns}"),
            ];
            let parsed = overrides.each_ref().map(|text| text.parse().expect("override"));
            let scenario = Scenario::from_toml(TWO_SWITCHES, &parsed).expect("valid");
            let fabric = Fabric::new(&scenario).expect("possible");
            let told = told_before_it_begins(&fabric);
            assert_eq!(told.len(), scenario.links() * lanes, "{overrides:?}");
            for ((link, lane), packets) in told {
                let last = packets.last().expect("one at least").1;
                let first = packets.iter().find(|(_, limit)| *limit == last).expect("it").0;
                let set_up = fabric.set_up_cycles();
                assert!(first + COUNTED <= set_up, "{link}, {lane}: {first}, {set_up}");
            }
        }
    }
}

#[test]
fn what_the_scenario_sets_in_registers_marks_packets_and_slows_flows_down() {
    let set_up = fabric(TABLE);
    let marked = log(&set_up, 20_000);
    assert!(marked.iter().any(|record| record.marked));
    let overrides = ["registers.threshold=0".parse().expect("override")];
    let scenario = Scenario::from_toml(TABLE, &overrides).expect("valid");
    let unmarked = log(&Fabric::new(&scenario).expect("possible"), 20_000);
    assert!(!unmarked.iter().any(|record| record.marked));
    let from = |log: &[Record], flow: u16| log.iter().filter(|record| record.flow == flow).count();
    assert!(from(&marked, 0) < from(&unmarked, 0));
}

#[test]
fn marks_slow_flows_down_where_they_share_a_link() {
    let fabric = fabric(TWO_SWITCHES);
    let log = log(&fabric, 20_000);
    assert!(log.iter().any(|record| record.marked));
    let victim = |record: &&Record| record.flow == 3;
    assert!(log.iter().filter(victim).count() > 0);
}

#[test]
fn a_host_gives_up_packets_for_which_no_ack_comes_in_time() {
    let set = ["hosts.source.delay_ns=4000", "run.window=1", "run.release_us=3"];
    let with = |set: &[&str]| {
        let set: Vec<_> = set.iter().map(|text| text.parse().expect("override")).collect();
        Fabric::new(&Scenario::from_toml(ONE_FLOW, &set).expect("valid")).expect("possible")
    };
    let sent = |fabric: &Fabric| {
        let mut run = TwinRun::new(fabric, 20_000);
        (0..fabric.set_up_cycles() + 20_000).for_each(|_| run.cycle());
        (run.surroundings().begun()[0], run.surroundings().released())
    };
    // A round trip takes more than a thousand cycles, and the host releases packets after 375.
    let (patient, none) = sent(&with(&set[..2]));
    let (hasty, released) = sent(&with(&set));
    assert_eq!(none, 0);
    assert!(released > 10 && hasty > 2 * patient, "{released} given up, {hasty} sent, {patient}");
    // No host releases a packet if the ACK arrives in time.
    let set = ["hosts.source.delay_ns=4000", "run.window=1", "run.release_us=30"];
    assert_eq!(sent(&with(&set)), (patient, 0));
}
