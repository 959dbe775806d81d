//! Coverage of the stimulus.

use std::ops::ControlFlow;

use super::frames::FrameFifoStimulus;
use super::receive::MacReceiveStimulus;
use super::*;
use crate::harness::lockstep::model_alone;
use tailback_model::efl::mac::{FrameFifo, MacReceive};
use tailback_spec::efl::mac;

/// Runs a closure for so many cycles.
fn until(cycles: &mut u64, most: u64) -> ControlFlow<()> {
    *cycles += 1;
    if *cycles == most {
        ControlFlow::Break(())
    } else {
        ControlFlow::Continue(())
    }
}

#[test]
fn the_fifo_of_frames_is_full_and_drops_long_frames_and_sends_others() {
    for gap in [0, 1, 15] {
        let parameters = mac::FrameFifo::new(5, gap).unwrap();
        let mut stimulus = FrameFifoStimulus::new(&parameters, 1);
        let (mut full, mut dropped, mut sent, mut cycles) = (0, 0, 0, 0);
        model_alone(FrameFifo::new(&parameters), &mut stimulus, |step, outputs| {
            full += u32::from(!outputs.s.tready);
            dropped += u32::from(outputs.dropped);
            sent += u32::from(outputs.m.tvalid && step.inputs.m.tready && outputs.m.tlast);
            until(&mut cycles, 100_000)
        });
        assert!(full > 1000 && dropped > 50 && sent > 1000, "{full} {dropped} {sent}");
    }
}

#[test]
fn frames_are_cut_and_dropped_and_passed_by_the_receiver() {
    let mut stimulus = MacReceiveStimulus::new(1);
    let (mut dropped, mut cut, mut passed, mut cycles) = (0, 0, 0, 0);
    model_alone(MacReceive::new(), &mut stimulus, |step, outputs| {
        let m = &outputs.m;
        dropped += u32::from(outputs.dropped);
        cut += u32::from(m.tvalid && m.tlast && m.tdata == 0);
        passed += u32::from(m.tvalid && step.inputs.m.tready && m.tlast && m.tdata != 0);
        until(&mut cycles, 100_000)
    });
    assert!(dropped > 1000 && cut > 1000 && passed > 1000, "{dropped} {cut} {passed}");
}

#[test]
fn frames_pass_the_shim_in_both_directions_and_some_are_dropped() {
    let parameters = Parameters::default();
    let mut stimulus = MacShimStimulus::new(&parameters, 1);
    let mut checker = NoUnderrun::default();
    let (mut received, mut sent, mut rx_dropped, mut tx_dropped, mut steps) = (0, 0, 0, 0, 0);
    model_alone(MacShim::new(&parameters), &mut stimulus, |step, outputs| {
        checker.check(step, outputs).unwrap();
        let inputs = &step.inputs;
        received += u32::from(inputs.clock && outputs.m_axis.tvalid && outputs.m_axis.tlast);
        let beat = &outputs.m_axis_tx;
        sent += u32::from(inputs.tx_clock && beat.tvalid && inputs.m_axis_tx.tready && beat.tlast);
        rx_dropped += u32::from(inputs.rx_clock && outputs.rx_dropped);
        tx_dropped += u32::from(inputs.tx_clock && outputs.tx_dropped);
        until(&mut steps, 1_000_000)
    });
    assert!(received > 1000 && sent > 500, "{received} {sent}");
    assert!(rx_dropped > 100 && tx_dropped > 10, "{rx_dropped} {tx_dropped}");
}
