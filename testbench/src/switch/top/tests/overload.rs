//! Packets under overload, with loss of flow-control packets.

use std::time::Instant;

use super::*;
use crate::harness::check::Checker;
use tailback_model::Golden;

/// One in a hundred flow-control packets is lost, and one in a hundred corrupted.
const FAULTS: Faults = Faults { lost: 10, corrupted: 10 };

/// Statistics of a run.
#[derive(Debug)]
struct Outcome {
    sent: u64,
    passed: u64,
    marked: u64,
    cycles: u64,
}

/// Sends at least `packets` packets, and lets all of them leave; panics if a packet is lost.
fn overload(switch: &Parameters, packets: u64, seed: u64) -> Outcome {
    let mut stimulus = SwitchTopStimulus::new(switch, Scenario::Overload(FAULTS), seed);
    let mut checker = SwitchChecker::new(switch);
    let mut model = SwitchTop::new(switch);
    let (mut step, mut outputs) = (Step::default(), SwitchTopOutputs::default());
    let (mut cycles, mut left) = (0, None);
    model.reset();
    while left != Some(0) {
        stimulus.drive(&outputs, &mut step);
        model.step(&step.inputs, &mut outputs);
        if let Err(violation) = checker.check(&step, &outputs) {
            panic!("seed {seed}, cycle {cycles}: {violation}");
        }
        cycles += 1;
        left = left.map(|left: u64| left - 1);
        if left.is_none() && stimulus.packets() >= packets {
            let drain = 2 * stimulus.drain_cycles();
            stimulus.drain(drain + 2);
            left = Some(drain);
        }
    }
    assert!(checker.is_empty() && stimulus.is_idle());
    Outcome { sent: stimulus.packets(), passed: checker.passed(), marked: checker.marked(), cycles }
}

#[test]
fn a_hundred_thousand_packets_under_overload_all_arrive() {
    let eight: &[&str] =
        &["switch.ports=8", "switch.max_packet_bytes=300", "flow_control.period_cycles=1024"];
    let outcome = overload(&config(&[eight]).lossless_switch(), 100_000, 1);
    println!("{outcome:?}");
    assert!(
        outcome.cycles > 0 && outcome.sent >= 100_000 && outcome.passed > outcome.sent / 2,
        "{outcome:?}"
    );
    assert!(outcome.marked > 100, "{outcome:?}");
}

/// Share of cycles in which an uncongested port transmits a beat of a packet.
fn line_rate(switch: &Parameters, faults: Faults) -> f64 {
    const CYCLES: u64 = 200_000;
    const START: u64 = CYCLES / 10;
    let mut stimulus = SwitchTopStimulus::new(switch, Scenario::Line(faults), 1);
    let (mut beats, mut cycles) = (0, 0);
    model_alone(SwitchTop::new(switch), &mut stimulus, |step, outputs| {
        cycles += 1;
        if cycles > START {
            let goes = outputs.m_axis.tvalid & step.inputs.m_axis.tready & 1;
            beats += goes & u64::from(outputs.m_axis.tuser[0] & FLOW_CONTROL == 0);
        }
        match cycles < CYCLES {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    beats as f64 / (CYCLES - START) as f64
}

#[test]
fn an_uncongested_port_loses_little_to_lost_flow_control() {
    let switch = config(&[&["switch.ports=2"]]).lossless_switch();
    let [without, with] = [Faults::default(), FAULTS].map(|faults| line_rate(&switch, faults));
    println!("beats of an uncongested port per cycle: {without:.4}, with faults {with:.4}");
    assert!(without > 0.9 && with > 0.99 * without, "{without} {with}");
}

/// Ten million packets through eight ports with `TAILBACK_SOAK`; otherwise, a thousandth of them.
#[test]
fn packets_under_overload_all_arrive_with_each_kind_of_switch() {
    const RUNS: u64 = 10;
    let packets = if std::env::var_os("TAILBACK_SOAK").is_some() { 1_000_000 } else { 1000 };
    for seed in 0..RUNS {
        let kind = KINDS[seed as usize % KINDS.len()];
        let eight: &[&str] = &["switch.max_packet_bytes=300", "flow_control.period_cycles=1024"];
        let switch = config(&[eight, kind, &["switch.ports=8"]]).lossless_switch();
        let begin = Instant::now();
        let outcome = overload(&switch, packets, seed);
        println!("{}: {outcome:?} in {:?}", variant(&switch), begin.elapsed());
    }
}
