//! Small fabrics whose times can be worked out by hand.

use super::*;

/// Beats of a data packet of 2068 bytes and its VCRC.
const PACKET: u64 = 259;
/// Cycles through a switch.
const SWITCH: u64 = 5;
/// Beats of an ACK.
const ACK: u64 = 3;
/// From an ACK to the next start.
const GRANT: u64 = 2;

/// One switch, so many sources that start together, a sink each or one for all.
fn one_switch(sources: usize, to: &str, run: &str) -> Scenario {
    let source = format!(
        "name = \"hand\"\nswitches = [\"S\"]\nconfiguration.preset = \"santos-2003\"\n\
        [hosts.source]\nswitch = \"S\"\ncount = {sources}\n[hosts.one]\nswitch = \"S\"\n\
        [hosts.each]\nswitch = \"S\"\ncount = {sources}\n\
        [flows.all]\nfrom = \"source\"\nto = \"{to}\"\n\
        [run]\nduration_ms = 0.1\ncongestion_control = false\n{run}\n\
        [measure]\nfrom_ms = 0\nto_ms = 0.1\n"
    );
    Scenario::from_toml(&source, &[]).expect("valid")
}

/// The first cycles of the packets on a link.
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
fn packets_that_come_together_are_chosen_one_in_two_cycles() {
    let scenario = one_switch(3, "each", "window = 1");
    let first = |link| on_link(&scenario, link)[0];
    assert_eq!(first("S->each-1"), (SWITCH, 0));
    assert_eq!(first("S->each-2"), (SWITCH + 2, 1));
    assert_eq!(first("S->each-3"), (SWITCH + 4, 2));
}

#[test]
fn a_fixed_rate_is_exact() {
    let mut scenario = one_switch(1, "one", "window = 1");
    scenario.flows[0].traffic = tailback_spec::scenario::Traffic::FixedRate { interval: 1000 };
    let out = on_link(&scenario, "source-1->S");
    assert!(out.iter().enumerate().all(|(n, (time, _))| *time == n as u64 * 1000), "{out:?}");
}
