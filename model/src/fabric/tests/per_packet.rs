//! Switches that choose a port for each packet.

use crate::fabric::{
    check_passage, Engine, Latencies, MessageTimes, Messages, Of, Record, Sample, Series, Sink,
    Summary, Timeline, Totals,
};
use std::collections::BTreeSet;
use tailback_spec::scenario::{Scenario, Traffic};

/// A tree of 32 hosts at 8 leaves, with 4 spines, and this traffic.
fn tree(pattern: &str, run: &str, other: &str) -> Scenario {
    let text = format!(
        "name = \"t\"\nconfiguration.preset = \"santos-2003\"\nrouting.kind = \"random-per-packet\"\n\
         topology = {{ kind = \"fat-tree\", radix = 8, link_delay_ns = 80 }}\n\
         run = {{ duration_ms = 0.5, {run} }}\nmeasure = {{ from_ms = 0, to_ms = 0.5, window_ms = 0.05 }}\n\
         patterns.p = {{ {pattern} }}\n{other}"
    );
    Scenario::from_toml(&text, &[]).expect("valid")
}

fn log(scenario: &Scenario) -> (Engine<Vec<Record>>, Vec<Record>) {
    let mut engine = Engine::new(scenario, Vec::new());
    engine.run_until(scenario.duration);
    let log = engine.sink_mut().clone();
    (engine, log)
}

/// Whether a record is one of a packet on the link to its destination.
fn arrives(scenario: &Scenario, record: &Record) -> bool {
    let flow = &scenario.flows[usize::from(record.flow)];
    usize::from(record.link) == scenario.downlink(flow.to)
}

/// Most packets of a flow that its host had sent and its destination had not received, and the number of
/// packets that were overtaken.
fn order(scenario: &Scenario, log: &[Record]) -> (i64, u64) {
    let mut flows = vec![(0_i64, 0_u32); scenario.flows.len()];
    let (mut most, mut overtaken) = (0, 0);
    for record in log {
        let (inside, newest) = &mut flows[usize::from(record.flow)];
        if usize::from(record.link) < scenario.hosts.len() {
            *inside += 1;
            most = most.max(*inside);
        } else if arrives(scenario, record) {
            *inside -= 1;
            assert!(*inside >= 0, "{record:?}");
            overtaken += u64::from(record.sequence < *newest);
            *newest = record.sequence.max(*newest);
        }
    }
    (most, overtaken)
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(24))]
    #[test]
    fn each_packet_is_delivered_once_and_no_window_leaks(
        pattern in 0..5_usize,
        window in 0..6_u32,
        seed in 0..1000_u32,
        congestion_control in proptest::bool::ANY,
    ) {
        const STOP: &str = "stop_us = 250";
        let pattern = [
            "kind = \"permutation\"",
            "kind = \"all-to-all\"",
            "kind = \"incast\", to = \"host-5\", degree = 12",
            "kind = \"uniform\", rate = 0.8",
            "kind = \"hot-spot\", rate = 0.3, to = \"host-9\", severity = 3, from_us = 50, until_us = 150",
        ][pattern];
        let run = format!("window = {window}, seed = {seed}, congestion_control = {congestion_control}");
        let mut scenario = tree(&format!("{pattern}, {STOP}"), &run, "");
        // All packets have time to arrive.
        scenario.duration *= 40;
        let (engine, log) = log(&scenario);
        assert!(engine.stall().is_none(), "{:?}", engine.stall());
        let passage = check_passage(&scenario, &log).expect("lossless");
        let counts = engine.counts();
        assert_eq!((passage.sent, passage.delivered), (counts.sent, counts.delivered));
        assert!(counts.sent > 30 && counts.sent == counts.delivered, "{counts:?}");
        assert_eq!((engine.inside(), engine.unacknowledged()), (0, 0));
        assert!(engine.blocks_in_use().iter().flatten().all(|blocks| *blocks == 0));
        let (most, _) = order(&scenario, &log);
        assert!(window == 0 || most <= i64::from(window), "{most} in a window of {window}");
    }
}

#[test]
fn packets_of_a_flow_overtake_each_other_and_the_watchdog_stays_quiet() {
    // Packets of several flows meet at a spine by chance, and wait there.
    for window in [0, 4] {
        let run = format!("window = {window}, congestion_control = false");
        let mut scenario = tree("kind = \"permutation\"", &run, "");
        scenario.duration *= 10;
        let (engine, log) = log(&scenario);
        assert_eq!(engine.form(), "ideal");
        assert!(engine.why_not_exact().is_some_and(|why| why.contains("for each packet")));
        assert!(engine.stall().is_none(), "{:?}", engine.stall());
        let (most, overtaken) = order(&scenario, &log);
        assert!(overtaken > 50 && (window == 0 || most == window), "{overtaken}, {most}");
        let passage = check_passage(&scenario, &log).expect("lossless");
        assert_eq!(passage.sent - passage.delivered, engine.inside() as u64);
        // The watchdog does not take a packet that was overtaken for acknowledged.
        assert_eq!(engine.unacknowledged(), engine.inside() as u64);
    }
}

#[test]
fn upper_links_of_each_leaf_carry_even_shares() {
    let scenario = tree("kind = \"permutation\"", "window = 0, congestion_control = false", "");
    let (_, log) = log(&scenario);
    for leaf in 0..8 {
        let ups = (0..scenario.trunks.len()).filter_map(|trunk| {
            let end = scenario.trunks[trunk].ends.iter().position(|switch| *switch == leaf)?;
            Some(scenario.trunk_link(trunk, end))
        });
        let count = |link| log.iter().filter(|record| usize::from(record.link) == link).count();
        let counts: Vec<f64> = ups.map(|link| count(link) as f64).collect();
        let packets: f64 = counts.iter().sum();
        let deviation = (packets * 3.0 / 16.0).sqrt();
        assert!(counts.len() == 4 && packets > 300.0, "{counts:?}");
        let is_even = |count: &f64| (count - packets / 4.0).abs() < 4.5 * deviation;
        assert!(counts.iter().all(is_even), "{counts:?}");
    }
}

#[test]
fn one_seed_is_one_log_however_a_run_is_cut_up() {
    let scenario = |seed: u32| tree("kind = \"permutation\"", &format!("seed = {seed}"), "");
    let one = scenario(1);
    let (_, whole) = log(&one);
    let mut parts = Engine::new(&one, Vec::<Record>::new());
    (0..=one.duration).step_by(997).chain([one.duration]).for_each(|end| parts.run_until(end));
    assert!(parts.into_sink() == whole);
    assert!(log(&scenario(2)).1 != whole);
}

/// Throughput and use of links are those of the packet log; latencies and queues are counted, too.
#[test]
fn all_measurements_count_packets_that_overtake_each_other() {
    let mut scenario = tree("kind = \"all-to-all\"", "window = 0, congestion_control = false", "");
    scenario.average = 0..scenario.duration;
    let mut stored = 0;
    let timeline = Timeline::new(&scenario, |sample: &Sample| {
        if let Of::Flow(_) = sample.of {
            stored += sample.stored.unwrap_or_default();
        }
    });
    let sinks = (Latencies::new(&scenario), (Totals::new(&scenario), Series::new(&scenario)));
    let mut engine = Engine::new(&scenario, ((sinks, timeline), Vec::<Record>::new()));
    engine.run_until(scenario.duration);
    let (((latencies, (totals, _)), timeline), log) = engine.into_sink();
    timeline.finish(scenario.duration);
    let summary = Summary::new(&scenario, &totals);
    let received = log.iter().filter(|record| arrives(&scenario, record)).count() as u64;
    assert_eq!(summary.flows.iter().map(|flow| flow.packets).sum::<u64>(), received);
    for link in 0..scenario.links() {
        let of_link = log.iter().filter(|record| usize::from(record.link) == link);
        let end = scenario.duration;
        let cycles: u64 =
            of_link.map(|record| scenario.packet_beats().min(end - record.cycle)).sum();
        let used = cycles as f64 / scenario.duration as f64;
        assert!((summary.utilisation(link) - used).abs() < 1e-9, "{}", scenario.link_name(link));
    }
    assert!(latencies.groups()[0].percentile(0.5).is_some() && stored > 0);
}

#[test]
fn messages_are_complete_with_all_their_packets() {
    let pairs = [("leaf-1", "leaf-5"), ("leaf-2", "leaf-6"), ("leaf-3", "leaf-7")];
    let flows = pairs.map(|(from, to)| {
        format!(
            "[flows.{from}]\nfrom = \"{from}\"\nto = \"{to}\"\ntraffic = \"messages\"\n\
             message_bytes = 40000\nin_flight = 4\noverhead_us = 0\n"
        )
    });
    let run = "window = 0, congestion_control = false";
    let scenario = tree("kind = \"permutation\"", run, &flows.concat());
    let mut engine = Engine::new(&scenario, (MessageTimes::new(&scenario), Vec::<Record>::new()));
    engine.run_until(scenario.duration);
    assert!(engine.stall().is_none());
    let (times, log) = engine.into_sink();
    let (_, overtaken) = order(&scenario, &log);
    assert!(overtaken > 20, "{overtaken}");
    const PACKETS: u64 = 20;
    let mut all = 0;
    for flow in 0..scenario.flows.len() {
        let Some(messages) = times.of(flow).map(|times| times.messages) else { continue };
        all += messages;
        // Messages of which all packets, and all of those before, are received by a cycle.
        let complete = |by: u64| {
            let of_flow = log.iter().filter(|record| usize::from(record.flow) == flow);
            let received = of_flow.filter(|record| arrives(&scenario, record) && record.cycle < by);
            let received: BTreeSet<u32> = received.map(|record| record.sequence).collect();
            (0..).take_while(|sequence| received.contains(sequence)).count() as u64 / PACKETS
        };
        let host = &scenario.hosts[scenario.flows[flow].to];
        let end = scenario.duration;
        let possible = complete(end - host.delay - host.packet_cycles)..=complete(end);
        assert!(possible.contains(&messages), "{messages} of {possible:?}");
    }
    assert!(all > 20, "{all}");
}

#[test]
fn a_message_is_not_complete_before_a_packet_that_was_overtaken() {
    let incast = "kind = \"incast\", to = \"host-1\", degree = 3, stop_us = 1";
    let mut scenario = tree(incast, "window = 0", "");
    for flow in &mut scenario.flows {
        flow.traffic = Traffic::Message { packets: 3 };
        flow.stop = None;
    }
    let mut messages = Messages::new(&scenario);
    let record = |sequence, cycle| Record {
        cycle,
        link: scenario.downlink(0) as u16,
        flow: 0,
        sequence,
        marked: false,
        ipd: 0,
    };
    messages.record(&record(0, 1000));
    messages.record(&record(2, 2000));
    assert_eq!(messages.all().next().and_then(|message| message.taken), None);
    messages.record(&record(1, 3000));
    let host = &scenario.hosts[0];
    let taken = messages.all().next().and_then(|message| message.taken);
    assert_eq!(taken, Some(3000 + host.delay + host.packet_cycles - scenario.flows[0].start));
}
