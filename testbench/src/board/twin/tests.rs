//! Tests of the twin of a board.

use super::*;
use std::ops::ControlFlow;
use tailback_spec::scenario::Scenario;

const SCENARIO: &str = include_str!("../../../../examples/boards/fig2.toml");

/// Cycles of the scenario that are run.
const CYCLES: u64 = 6000;

/// Returns the fabric of the example with other values, whose flows send from the first cycle on and then stop.
fn fabric(changes: &[&str]) -> Fabric {
    let changes: Vec<_> = changes.iter().map(|change| change.parse().expect("change")).collect();
    let mut scenario = Scenario::from_toml(SCENARIO, &changes).expect("valid");
    for flow in &mut scenario.flows {
        (flow.start, flow.stop) = (0, Some(CYCLES));
    }
    Fabric::new(&scenario).expect("possible")
}

fn ran(fabric: &Fabric, first: u64) -> Ran {
    run(fabric, first, CYCLES, &mut |_| ControlFlow::Continue(())).expect("delivered")
}

/// Counts without those of flow control, which goes on while a fabric is idle.
fn of_packets(fabric: &Fabric, ran: &Ran) -> (Vec<u64>, Vec<Received>, Vec<(String, u32)>) {
    let Counts { sent, received, counters: values } = ran.counts.clone();
    let counters = counters(fabric).into_iter().zip(values);
    let named = counters.filter(|(counter, _)| !goes_on(counter));
    (sent, received, named.map(|(counter, value)| (counter.name, value)).collect())
}

#[test]
fn a_fabric_that_has_idled_for_whole_periods_counts_the_same() {
    for changes in
        [&[][..], &["run.congestion_control=false"], &["configuration.nic.response=\"fimd\""]]
    {
        let fabric = fabric(changes);
        let period = idle_period(&fabric).expect("a period");
        assert!(period < 100_000, "{period} cycles");
        let least = fabric.set_up_cycles();
        let early = ran(&fabric, least + 64);
        assert!(early.counts.sent.iter().all(|packets| *packets > 0), "{early:?}");
        let late = least + 64 + 3 * period;
        assert_eq!(equivalent_beginning(&fabric, late), least + 64);
        assert_eq!(of_packets(&fabric, &early), of_packets(&fabric, &ran(&fabric, late)));
    }
}

#[test]
fn nothing_is_left_in_the_fabric() {
    let fabric = fabric(&[]);
    let ran = ran(&fabric, fabric.set_up_cycles());
    let delivered: u64 = ran.counts.received.iter().map(|received| received.packets).sum();
    let sent: u64 = ran.counts.sent.iter().sum();
    // Each packet is received, and so is its ACK.
    assert_eq!(delivered, 2 * sent);
    assert!(ran.settled > CYCLES && ran.settled < 10 * CYCLES, "{}", ran.settled);
}
