//! What the twin must do, whatever its blocks do.

use super::*;
use crate::fabric::{check_passage, Record};
use tailback_spec::scenario::Scenario;

const ONE_FLOW: &str = include_str!("../../../../examples/fabrics/one-flow.toml");
const TWO_SWITCHES: &str = include_str!("../../../../examples/fabrics/two-switches.toml");

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
    for source in [ONE_FLOW, TWO_SWITCHES] {
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

#[test]
fn a_flow_alone_takes_the_whole_link_as_far_as_its_window_lets_it() {
    let fabric = fabric(ONE_FLOW);
    let log = log(&fabric, 20_000);
    let starts: Vec<u64> =
        log.iter().filter(|record| record.link == 0).map(|record| record.cycle).collect();
    for record in log.iter().take(8) {
        println!("{record}");
    }
    let periods: Vec<u64> = starts.windows(2).map(|pair| pair[1] - pair[0]).collect();
    println!("{periods:?}");
    let beats = fabric.scenario().packet_beats();
    assert!(periods.iter().all(|period| *period >= beats));
}

#[test]
fn marks_slow_flows_down_where_they_share_a_link() {
    let fabric = fabric(TWO_SWITCHES);
    let log = log(&fabric, 20_000);
    assert!(log.iter().any(|record| record.marked));
    let victim = |record: &&Record| record.flow == 3;
    assert!(log.iter().filter(victim).count() > 0);
}
