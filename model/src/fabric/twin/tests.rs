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

/// Prints what happens at hosts and links: to find out what hardware does.
#[test]
#[ignore = "prints"]
fn trace() {
    let source = std::env::var("SCENARIO").map(|path| std::fs::read_to_string(path).expect("text"));
    let fabric = fabric(source.as_deref().unwrap_or(ONE_FLOW));
    let number = |name: &str, usually: u64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usually)
    };
    let (from, to) = (number("FROM", 0), number("TO", 1000));
    let mut run = TwinRun::new(&fabric, to);
    let set_up = fabric.set_up_cycles();
    let mut inside = vec![false; fabric.cables().len()];
    for cycle in 0..set_up + to {
        run.cycle();
        let (inputs, outputs) = run.last();
        let mut said = Vec::new();
        for host in 0..fabric.scenario().hosts.len() {
            let name = &fabric.scenario().hosts[host].name;
            if inputs.s_axis_doorbell_tvalid.is_set(host) {
                said.push(format!("{name} rings {}", inputs.s_axis_doorbell_tdata[host]));
            }
            if outputs.m_axis_grant_tvalid.is_set(host) {
                said.push(format!("{name} is granted {}", outputs.m_axis_grant_tdata[host]));
            }
            let valid = inputs.s_axis_host_tvalid.is_set(host);
            let taken = valid && outputs.s_axis_host_tready.is_set(host);
            if taken && inputs.s_axis_host_tlast.is_set(host) {
                said.push(format!("{name} last beat"));
            }
            if valid && inputs.s_axis_host_tuser.is_set(host) {
                said.push(format!("{name} first beat {}", if taken { "taken" } else { "waits" }));
            }
        }
        for (link, inside) in inside.iter_mut().enumerate() {
            if !outputs.link_tvalid.is_set(link) {
                continue;
            }
            let (name, last) = (fabric.link_name(link), outputs.link_tlast.is_set(link));
            let data = &outputs.link_tdata[link];
            if outputs.link_tuser[link] & 1 != 0 {
                let bytes = data[0].to_le_bytes();
                let fccl = u16::from_be_bytes([bytes[2], bytes[3]]) & 0xFFF;
                let fctbs = u16::from_be_bytes([bytes[0], bytes[1]]) & 0xFFF;
                said.push(format!("{name} FC fctbs {fctbs} fccl {fccl}"));
                continue;
            }
            let words = u16::from_be_bytes([data[0].to_le_bytes()[4], data[0].to_le_bytes()[5]]);
            if !*inside {
                said.push(format!("{name} first ({words})"));
            }
            if last {
                said.push(format!("{name} last"));
            }
            *inside = !last;
        }
        if cycle >= set_up + from && !said.is_empty() {
            println!("{:6} {}", cycle - set_up, said.join("; "));
        }
    }
}
