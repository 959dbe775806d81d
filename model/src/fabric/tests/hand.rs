//! Small fabrics whose times can be calculated by hand, with NICs that take no time.

use super::*;

/// Beats of a data packet of 2068 bytes and its VCRC.
const PACKET: u64 = 259;
/// Cycles through a switch.
const SWITCH: u64 = 11;
/// Beats of an ACK.
const ACK: u64 = 3;
/// Cycles from an ACK to the next start.
const GRANT: u64 = 2;

/// One switch, so many sources that start together, and a sink for each or one for all.
fn one_switch(sources: usize, to: &str, run: &str) -> Scenario {
    let source = format!(
        "name = \"hand\"\nswitches = [\"S\"]\nconfiguration.preset = \"santos-2003\"\n\
        [hosts.source]\nswitch = \"S\"\ncount = {sources}\n[hosts.one]\nswitch = \"S\"\n\
        [hosts.each]\nswitch = \"S\"\ncount = {sources}\n\
        [readings]\nnics = \"immediate\"\n[flows.all]\nfrom = \"source\"\nto = \"{to}\"\n\
        [run]\nduration_ms = 0.1\ncongestion_control = false\n{run}\n\
        [measure]\nfrom_ms = 0\nto_ms = 0.1\n"
    );
    Scenario::from_toml(&source, &[]).expect("valid")
}

/// First cycles and flows of the packets on a link.
fn on_link(scenario: &Scenario, link: &str) -> Vec<(u64, u16)> {
    let mut engine = Engine::new(scenario, Vec::<Record>::new());
    engine.run_until(scenario.duration);
    let log = engine.into_sink();
    let of_link = log.iter().filter(|record| scenario.link_name(record.link.into()) == link);
    of_link.map(|record| (record.cycle, record.flow)).collect()
}

#[test]
fn a_flow_without_a_window_goes_back_to_back() {
    let scenario = one_switch(1, "one", "window = 0");
    let out = on_link(&scenario, "S->one");
    let expected = (0..out.len() as u64).map(|n| (SWITCH + n * PACKET, 0));
    assert!(out.len() as u64 >= scenario.duration / PACKET - 1);
    assert_eq!(out, expected.collect::<Vec<_>>());
}

#[test]
fn a_flow_with_a_window_of_one_waits_for_each_ack() {
    let scenario = one_switch(1, "one", "window = 1");
    let cycle = SWITCH + PACKET + SWITCH + ACK - 1 + GRANT;
    let out = on_link(&scenario, "source-1->S");
    assert!(out.len() > 10);
    assert!(out.iter().enumerate().all(|(n, (time, _))| *time == n as u64 * cycle), "{out:?}");
}

#[test]
fn the_delay_of_a_link_counts_there_and_back() {
    let mut scenario = one_switch(1, "one", "window = 1");
    for host in &mut scenario.hosts {
        host.delay = 10;
    }
    let cycle = 4 * 10 + SWITCH + PACKET + SWITCH + ACK - 1 + GRANT;
    let out = on_link(&scenario, "source-1->S");
    assert!(out.iter().enumerate().all(|(n, (time, _))| *time == n as u64 * cycle), "{out:?}");
}

#[test]
fn two_flows_into_one_output_take_turns_without_a_gap() {
    let scenario = one_switch(2, "one", "window = 0");
    let out = on_link(&scenario, "S->one");
    let expected = (0..out.len() as u64).map(|n| (SWITCH + n * PACKET, (n % 2) as u16));
    assert_eq!(out, expected.collect::<Vec<_>>());
    // Each buffer fills up; from then on each source has the rate that is left to it.
    let up = on_link(&scenario, "source-1->S");
    assert_eq!(up[2].0, 2 * PACKET);
    let late = up.len() - 1;
    assert_eq!(up[late].0 - up[late - 1].0, 2 * PACKET);
}

#[test]
fn packets_for_different_outputs_that_come_together_are_chosen_together() {
    let scenario = one_switch(3, "each", "window = 1");
    let first = |link| on_link(&scenario, link)[0];
    assert_eq!(first("S->each-1"), (SWITCH, 0));
    assert_eq!(first("S->each-2"), (SWITCH, 1));
    assert_eq!(first("S->each-3"), (SWITCH, 2));
}

#[test]
fn a_fixed_rate_is_exact() {
    let mut scenario = one_switch(1, "one", "window = 1");
    scenario.flows[0].traffic = tailback_spec::scenario::Traffic::FixedRate { interval: 1000 };
    let out = on_link(&scenario, "source-1->S");
    assert!(out.iter().enumerate().all(|(n, (time, _))| *time == n as u64 * 1000), "{out:?}");
}

#[test]
fn packets_of_a_trace_go_as_they_come_or_as_soon_as_they_may() {
    let mut scenario = one_switch(1, "one", "window = 0");
    let times = [10, 10, 10 + PACKET, 5000];
    scenario.flows[0].traffic = tailback_spec::scenario::Traffic::Trace(times.into());
    let out = on_link(&scenario, "source-1->S");
    let expected = [10, 10 + PACKET, 10 + 2 * PACKET, 5000];
    assert_eq!(out.iter().map(|(time, _)| *time).collect::<Vec<_>>(), expected);
}

#[test]
fn poisson_packets_come_at_their_mean_rate_and_wait_for_each_other() {
    let mut scenario = one_switch(1, "one", "window = 0");
    scenario.duration = 4_000_000;
    let interval = 2.0 * PACKET as f64;
    scenario.flows[0].traffic = tailback_spec::scenario::Traffic::Poisson { interval };
    let out = on_link(&scenario, "source-1->S");
    let expected = scenario.duration as f64 / interval;
    let deviations = (out.len() as f64 - expected).abs() / expected.sqrt();
    assert!(deviations < 4.0, "{} packets, {expected} expected", out.len());
    // With a load of a half, this fraction waits for another packet (M/D/1).
    let next_to = out.windows(2).filter(|pair| pair[1].0 - pair[0].0 == PACKET).count();
    let part = next_to as f64 / out.len() as f64;
    assert!((0.45..0.55).contains(&part), "{part} go just behind another one");
}

/// A scenario with rates or limits for some hosts.
fn with(scenario: &str, keys: &[&str]) -> Scenario {
    let overrides: Vec<Override> = keys.iter().map(|key| key.parse().expect("override")).collect();
    Scenario::from_toml(scenario, &overrides).expect("valid")
}

const TWO_SINKS: &str =
    "name = \"hand\"\nswitches = [\"S\"]\nconfiguration.preset = \"santos-2003\"\n\
    [hosts.source]\nswitch = \"S\"\n[hosts.slow]\nswitch = \"S\"\n[hosts.fast]\nswitch = \"S\"\n\
    [flows.slow]\nfrom = \"source\"\nto = \"slow\"\n\
    [flows.fast]\nfrom = \"source\"\nto = \"fast\"\n\
    [run]\nduration_ms = 0.2\ncongestion_control = false\nwindow = 0\n\
    [measure]\nfrom_ms = 0\nto_ms = 0.2\n";

#[test]
fn a_packet_is_held_back_before_a_faster_link_until_it_can_go_without_a_gap() {
    let scenario = with(TWO_SINKS, &["hosts.source.rate_gbit_per_s=4", "flows.slow.start_us=100"]);
    let out = on_link(&scenario, "S->fast");
    // The last beat is transmitted as early as if the links were equally slow.
    let first = SWITCH + 2 * PACKET - PACKET;
    assert!(out.len() > 10);
    assert_eq!(out[0].0, first);
    assert_eq!(out[9].0, first + 9 * 2 * PACKET);
}

#[test]
fn a_slower_link_does_not_hold_up_what_goes_elsewhere() {
    let scenario = with(TWO_SINKS, &["hosts.slow.rate_gbit_per_s=4"]);
    let [slow, fast] = ["S->slow", "S->fast"].map(|link| on_link(&scenario, link));
    assert!(slow.len() > 20);
    assert_eq!(slow[20].0 - slow[19].0, 2 * PACKET);
    assert_eq!(fast[20].0 - fast[19].0, 2 * PACKET);
    let up = on_link(&scenario, "source->S");
    assert!(up.iter().enumerate().all(|(n, (time, _))| *time == n as u64 * PACKET));
}

#[test]
fn a_host_starts_and_takes_packets_no_faster_than_it_can() {
    // 2048 bytes at 4 Gbit/s and 125 MHz.
    const INTERVAL: u64 = 512;
    let limited = with(TWO_SINKS, &["hosts.source.host_gbit_per_s=4", "flows.slow.start_us=100"]);
    let up = on_link(&limited, "source->S");
    assert_eq!(up[10].0 - up[0].0, 10 * INTERVAL);
    let limited = with(TWO_SINKS, &["hosts.fast.host_gbit_per_s=4", "flows.slow.start_us=199"]);
    let out = on_link(&limited, "S->fast");
    let late = out.len() - 1;
    assert_eq!(out[1].0 - out[0].0, PACKET);
    assert_eq!(out[late].0 - out[late - 8].0, 8 * INTERVAL);
}
