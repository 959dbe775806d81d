//! Each payload is delivered once and in order, whatever links and buffers do to frames.

use super::*;

/// 1 % of the frames are lost, altered and doubled, on each link and in each direction.
const DAMAGE: &str = "lost_ppm = 10000\ncorrupted_ppm = 10000\nduplicated_ppm = 10000";

/// Groups that arrive in the first tenth of the run, which is long enough to complete them.
fn groups(duration_ms: u32) -> String {
    let stop = duration_ms * 100;
    format!("traffic = \"groups\"\ngroup_bytes = 20000\npareto_shape = 1.5\ninterval_us = 2000\nstop_us = {stop}")
}

/// Runs groups over damaged links with a transport, and asserts that all complete.
fn survives(transport: &str, duration_ms: u32) {
    let run_keys = format!("duration_ms = {duration_ms}\nseed = 3");
    let mut scenario = dumb_bell(3, "", DAMAGE, &groups(duration_ms), &run_keys);
    if transport == "tcp" {
        scenario.transport = tailback_spec::scenario::Transport::Tcp;
        scenario.tcp.rto_min = 156_250;
    }
    let (counts, checked) = run(&scenario, false);
    assert!(counts.lost > 100 && counts.corrupted > 100 && counts.sent_again > 100, "{counts:?}");
    assert_eq!(counts.unfinished, 0, "{counts:?}");
    assert!(checked.delivered.iter().all(|packets| *packets > 100), "{:?}", checked.delivered);
}

#[test]
fn efl_delivers_once_and_in_order_over_links_that_damage_frames() {
    survives("efl", 600);
}

#[test]
fn tcp_delivers_once_and_in_order_over_links_that_damage_frames() {
    survives("tcp", 2000);
}

/// A million packets with 1 % of losses, alterations and duplicates; without `TAILBACK_SOAK`, a
/// fiftieth of them.
#[test]
fn packets_of_busy_flows_arrive_once_and_in_order_over_links_that_damage_frames() {
    let share = if std::env::var_os("TAILBACK_SOAK").is_some() { 1 } else { 50 };
    let duration = format!("duration_ms = {}", 30_000 / share);
    let scenario = dumb_bell(4, "efl.window = 256", DAMAGE, "", &duration);
    let (counts, checked) = run(&scenario, false);
    let delivered: u64 = checked.delivered.iter().sum();
    assert!(delivered >= 1_000_000 / share, "{counts:?}");
    assert!(checked.delivered.iter().all(|packets| *packets > delivered / 8), "{counts:?}");
}

#[test]
fn a_buffer_that_drops_frames_delays_flows_and_loses_no_packet() {
    // Plain starts at 5 Gbit/s in each of four flows, and the buffer has ten frames.
    let keys =
        "efl.variant = \"plain\"\nefl.initial_mbps = 5000\nethernet_switch.buffer_bytes = 2048";
    let flows = "traffic = \"groups\"\ngroup_bytes = 100000\ninterval_us = 1000\nstop_us = 5000";
    let scenario = dumb_bell(4, keys, "", flows, "duration_ms = 200");
    let (counts, _) = run(&scenario, false);
    assert!(counts.dropped > 100 && counts.lost == 0, "{counts:?}");
    assert_eq!(counts.unfinished, 0, "{counts:?}");
}

#[test]
fn a_run_is_the_same_each_time_and_depends_on_the_seed() {
    let log = |seed: u64| {
        let mut scenario = dumb_bell(2, "", DAMAGE, &groups(50), "duration_ms = 50");
        scenario.seed = seed;
        run(&scenario, true).1.log
    };
    assert_eq!(log(1), log(1));
    assert!(log(1) != log(2));
}

#[test]
fn hosts_can_be_rotated() {
    // Without damage, the flow from each host gets what the first one got, whatever its port.
    let rates = |rotated: usize| {
        let mut scenario = dumb_bell(3, "", "", "every_us = 100", "duration_ms = 5");
        let starts: Vec<u64> = scenario.flows.iter().map(|flow| flow.start).collect();
        for (number, flow) in scenario.flows.iter_mut().enumerate() {
            flow.start = starts[(number + rotated) % 3];
        }
        let mut delivered = run(&scenario, false).1.delivered;
        delivered.rotate_right(rotated);
        delivered
    };
    let first = rates(0);
    for rotated in 1..3 {
        for (one, other) in first.iter().zip(rates(rotated)) {
            let apart = one.abs_diff(other);
            assert!(apart * 50 <= *one, "{one} and {other} packets");
        }
    }
}
