//! Messages that wait for others.

use crate::fabric::{Engine, MessageTimes, Summary, Times, Totals};
use tailback_spec::{scenario::Scenario, switch::top::LATENCY_CYCLES};

/// Two hosts at each of two switches, links of 8 Gbit/s, and a delay of 10 cycles each.
fn scenario(traffic: &str, overrides: &[&str]) -> Scenario {
    let text = format!(
        "name = \"x\"\nconfiguration.preset = \"santos-2003\"\nswitches = [\"S\", \"T\"]\n\
         hosts.A = {{ switch = \"S\", delay_ns = 80 }}\nhosts.B = {{ switch = \"S\", delay_ns = 80 }}\n\
         hosts.C = {{ switch = \"T\", delay_ns = 80 }}\nhosts.D = {{ switch = \"T\", delay_ns = 80 }}\n\
         links.L = {{ from = \"S\", to = \"T\", delay_ns = 80 }}\n\
         run = {{ duration_ms = 1, window = 0, congestion_control = false }}\n\
         measure = {{ from_ms = 0, to_ms = 1 }}\n{traffic}\n"
    );
    let overrides: Vec<_> = overrides.iter().map(|set| set.parse().expect("set")).collect();
    Scenario::from_toml(&text, &overrides).expect("valid")
}

/// The engine at the end of a scenario.
fn run(scenario: &Scenario) -> Engine<(Totals, MessageTimes)> {
    let sinks = (Totals::new(scenario), MessageTimes::new(scenario));
    let mut engine = Engine::new(scenario, sinks);
    engine.run_until(scenario.duration);
    assert!(engine.stall().is_none());
    engine
}

fn times(engine: Engine<(Totals, MessageTimes)>, flow: usize) -> Times {
    *engine.into_sink().1.of(flow).expect("messages")
}

/// Header, payload and VCRC of eight bytes are four beats; three links have ten cycles each.
#[test]
fn a_short_message_alone_takes_the_time_of_software_and_of_an_empty_fabric() {
    let pattern = "patterns.P = { kind = \"ping-pong\", groups = [\"A\", \"C\"], \
        message_bytes = 8, overhead_us = 1 }";
    let scenario = scenario(pattern, &[]);
    let expected = 125 + 3 * 10 + 2 * LATENCY_CYCLES as u64 + 4;
    for flow in [0, 1] {
        let found = times(run(&scenario), flow);
        assert_eq!((found.least, found.most), (expected, expected), "flow {flow}");
        assert_eq!(found.interval(), Some(2.0 * expected as f64));
        let all = scenario.duration / (2 * expected);
        assert!((all - 1..=all).contains(&found.messages), "{} of {all}", found.messages);
    }
}

#[test]
fn a_link_is_full_with_several_long_messages_in_flight_and_not_with_one_short_one() {
    let flow = "flows.F = { from = \"A\", to = \"C\", traffic = \"messages\", \
        message_bytes = 20480, in_flight = 2 }";
    let used = |overrides: &[&str]| {
        let scenario = scenario(flow, overrides);
        let totals = run(&scenario).into_sink().0;
        let summary = Summary::new(&scenario, &totals);
        (summary.utilisation(scenario.uplink(0)), summary.flows[0].gbit_per_s)
    };
    let (full, payload) = used(&[]);
    assert!(full > 0.995, "{full}");
    // 2,048 of 2,072 bytes of a packet and its VCRC in whole beats.
    assert!((payload / (8.0 * full) - 2048.0 / 2072.0).abs() < 0.001, "{payload}");
    let (short, payload) = used(&["flows.F.message_bytes=1000", "flows.F.in_flight=1"]);
    assert!(short < 0.8, "{short}");
    // 1,000 of 1,024 bytes.
    assert!((payload / (8.0 * short) - 1000.0 / 1024.0).abs() < 0.01, "{payload} of {short}");
}

/// The ring is closed over both switches, so both directions of the trunk carry messages.
#[test]
fn no_process_of_a_ring_is_more_than_a_message_ahead_of_its_neighbours() {
    let pattern = "patterns.P = { kind = \"ring-exchange\", message_bytes = 5000 }";
    let scenario = scenario(pattern, &[]);
    let sink = run(&scenario).into_sink().1;
    let received: Vec<u64> = (0..8).map(|flow| sink.of(flow).expect("messages").messages).collect();
    let (least, most) = (received.iter().min(), received.iter().max());
    assert!(most.zip(least).is_some_and(|(most, least)| *least > 20 && most - least <= 2));
}

/// All lengths of the last packet, several messages in flight, all hosts to one: when the senders have
/// stopped, every packet has arrived, and no credit is missing.
#[test]
fn packets_of_all_lengths_arrive_and_return_their_credits() {
    for (number, bytes) in (1..2100).step_by(61).chain([2048, 4095, 4096]).enumerate() {
        let allocator = ["fifo", "round-robin"][number % 2];
        let pattern = format!(
            "patterns.P = {{ kind = \"incast\", to = \"A\", traffic = \"messages\", \
             message_bytes = {bytes}, in_flight = 5, stop_us = 900 }}\n\
             flows.Q = {{ from = \"D\", to = \"B\", stop_us = 900 }}"
        );
        let scenario = scenario(&pattern, &[&format!("configuration.allocator.kind={allocator}")]);
        let engine = run(&scenario);
        let counts = engine.counts();
        assert!(counts.sent > 300, "{bytes} bytes: {counts:?}");
        assert_eq!((counts.sent, engine.inside()), (counts.delivered, 0), "{bytes} bytes");
        assert_eq!(engine.unacknowledged(), 0, "{bytes} bytes");
    }
}
