//! Tests of the checker: each planted fault of a switch is found, and the golden switch passes.

use super::switch::SwitchChecker;
use crate::harness::{Checker, Violation};
use crate::harness::{Step, Stimulus};
use crate::switch::top::{Faults, Scenario, SwitchTopStimulus};
use tailback_model::link::flow_control::Packet;
use tailback_model::switch::top::{
    SwitchTop, SwitchTopInputs, SwitchTopOutputs, BAD, FLOW_CONTROL,
};
use tailback_model::Golden;
use tailback_spec::config::Override;
use tailback_spec::{presets, Config};

type Inputs = Step<SwitchTopInputs>;
type Outputs = SwitchTopOutputs;

const CYCLES: u64 = 60_000;
/// Port with the fault.
const PORT: usize = 1;
/// First cycle of the fault.
const FROM: u64 = 5_000;

/// Verdict of the checker on a switch whose outputs `spoil` changes before stimulus and checker see
/// them, with the cycle of a violation.
fn judge(spoil: impl FnMut(u64, &Inputs, &mut Outputs)) -> Result<(), (u64, Violation)> {
    let checker = judge_among(|_, _| {}, spoil)?;
    assert!(checker.passed() > 1000 && checker.is_empty());
    Ok(())
}

/// Verdict of the checker if `change` also modifies the inputs before the switch sees them.
fn judge_among(
    mut change: impl FnMut(u64, &mut Inputs),
    mut spoil: impl FnMut(u64, &Inputs, &mut Outputs),
) -> Result<SwitchChecker, (u64, Violation)> {
    let changes = [
        "switch.ports=4",
        "switch.max_packet_bytes=300",
        "switch.packets_per_input=2",
        "switch.forwarding_entries=64",
        "flow_control.period_cycles=256",
    ];
    let changes: Vec<Override> = changes.iter().map(|text| text.parse().unwrap()).collect();
    let config = Config::from_toml_with(presets::ALL[0].toml, &changes).unwrap();
    let switch = config.lossless_switch();
    let mut model = SwitchTop::new(&switch);
    let scenario = Scenario::Overload(Faults::default());
    let mut stimulus = SwitchTopStimulus::new(&switch, scenario, 1);
    let mut checker = SwitchChecker::new(&switch);
    let (mut step, mut outputs) = (Step::default(), Outputs::default());
    model.reset();
    for cycle in 0..CYCLES {
        if cycle == CYCLES - 2 * stimulus.drain_cycles() {
            stimulus.drain(CYCLES);
        }
        stimulus.drive(&outputs, &mut step);
        change(cycle, &mut step);
        model.step(&step.inputs, &mut outputs);
        spoil(cycle, &step, &mut outputs);
        checker.check(&step, &outputs).map_err(|violation| (cycle, violation))?;
    }
    Ok(checker)
}

/// Whether a beat of a packet is transmitted on the port, once the fault is active.
fn data_goes(cycle: u64, step: &Inputs, outputs: &Outputs) -> bool {
    let goes = outputs.m_axis.tvalid & step.inputs.m_axis.tready;
    cycle >= FROM && goes >> PORT & 1 != 0 && outputs.m_axis.tuser[PORT] & FLOW_CONTROL == 0
}

fn said(judged: Result<(), (u64, Violation)>) -> String {
    let (cycle, violation) = judged.expect_err("found out");
    assert!(cycle >= FROM);
    violation.to_string()
}

#[test]
fn nothing_is_wrong_with_the_golden_switch() {
    judge(|_, _, _| {}).unwrap();
}

#[test]
fn a_bit_that_changes_is_found() {
    let mut done = false;
    let judged = judge(|cycle, step, outputs| {
        if !done && data_goes(cycle, step, outputs) {
            outputs.m_axis.tdata[PORT][0] ^= 1 << 50;
            done = true;
        }
    });
    assert!(done && !said(judged).is_empty());
}

#[test]
fn a_packet_that_does_not_go_is_missed() {
    // VL15 may lose packets.
    let is_data = |outputs: &Outputs| outputs.m_axis.tdata[PORT][0] & 0xF0 == 0;
    let (mut first, mut missing, mut beats) = (false, false, 0);
    let said = said(judge(|cycle, step, outputs| {
        if !data_goes(cycle, step, outputs) {
            return;
        }
        missing |= first && beats == 0 && is_data(outputs);
        first = outputs.m_axis.tlast >> PORT & 1 != 0;
        if missing {
            outputs.m_axis.tvalid &= !(1 << PORT);
            beats += 1;
            missing = !first;
        }
    }));
    assert!(beats > 1 && said.contains("blocks of VL 0 left"), "{said}");
}

#[test]
fn a_good_packet_that_is_called_bad_is_found() {
    let judged = judge(|cycle, step, outputs| {
        if data_goes(cycle, step, outputs) && outputs.m_axis.tlast >> PORT & 1 != 0 {
            outputs.m_axis.tuser[PORT] ^= BAD;
        }
    });
    assert!(said(judged).contains("as bad is none of those"));
}

#[test]
fn a_port_that_falls_silent_is_found() {
    let judged = judge(|cycle, _, outputs| {
        if cycle >= FROM {
            // `FROM` is a cycle without a held beat, whose disappearance would be reported at once.
            outputs.m_axis.tvalid &= !(1 << PORT);
        }
    });
    assert!(said(judged).contains("waits since"));
}

/// Changes the flow-control packets of the port.
fn tell(change: impl Fn(&mut Packet)) -> String {
    said(judge(|cycle, step, outputs| {
        let goes = outputs.m_axis.tvalid & step.inputs.m_axis.tready;
        let user = outputs.m_axis.tuser[PORT];
        if cycle < FROM || goes >> PORT & 1 == 0 || user & FLOW_CONTROL == 0 {
            return;
        }
        let data = &mut outputs.m_axis.tdata[PORT][0];
        let shift = u64::BITS - 48;
        let mut packet = Packet::decode(data.swap_bytes() >> shift);
        change(&mut packet);
        *data = (packet.encode() << shift).swap_bytes();
    }))
}

#[test]
fn credits_that_are_not_there_are_found() {
    let said = tell(|packet| packet.fccl = (packet.fccl + 11) % 4096);
    assert!(said.contains("lets VL 0 come up to"), "{said}");
}

#[test]
fn a_wrong_count_of_what_left_is_found() {
    let said = tell(|packet| packet.fctbs = (packet.fctbs + 1) % 4096);
    assert!(said.contains("blocks of VL 0 left"), "{said}");
}

#[test]
fn credits_that_do_not_come_back_are_found() {
    let said = tell(|packet| packet.fccl = (packet.fccl + 4095) % 4096);
    assert!(said.contains("the neighbour has") || said.contains("lets VL 0"), "{said}");
}

/// Removes all flow-control packets received on a port, so that it runs out of credits.
fn without_credits(port: usize) -> impl FnMut(u64, &mut Inputs) {
    move |cycle, step| {
        let user = step.inputs.s_axis.tuser.get(port).copied().unwrap_or(0);
        if cycle >= FROM && user & FLOW_CONTROL != 0 {
            step.inputs.s_axis.tvalid &= !(1 << port);
        }
    }
}

#[test]
fn a_port_without_credits_holds_up_nobody_who_waits_for_another_one() {
    let judged = judge_among(without_credits(PORT), |_, _, _| {});
    let checker = judged.map_err(|(_, what)| what).unwrap();
    assert!(checker.passed() > 100 && !checker.is_empty());
}

#[test]
fn a_port_that_falls_silent_is_found_even_if_another_one_has_no_credits() {
    const OTHER: usize = PORT + 1;
    let judged = judge_among(without_credits(OTHER), |cycle, _, outputs| {
        if cycle >= FROM {
            outputs.m_axis.tvalid &= !(1 << PORT);
        }
    });
    let said = said(judged.map(drop));
    // The other port may still have credits when the silence is found.
    let named = ["in lane", "waits since"].map(|rest| format!("for port {PORT} {rest}"));
    assert!(named.iter().any(|named| said.contains(named)), "{said}");
}
