//! Coverage of the stimulus.

use std::ops::ControlFlow;

use super::receiver::SlowLinkReceiverStimulus;
use super::*;
use crate::harness::lockstep::model_alone;
use crate::harness::Checker;
use tailback_model::link::slow_link::receiver::SlowLinkReceiver;

const CYCLES: u64 = 400_000;

#[test]
fn a_slow_link_is_full_and_idle_and_is_reset_while_it_holds_beats() {
    for [width, longest, delay] in [[8, 259, 5], [64, 2, 1], [16, 40, 30]] {
        let end = spec::SlowLinkEnd::new(width, longest).unwrap();
        let parameters = spec::SlowLink::new(end, delay).unwrap();
        let mut stimulus = SlowLinkStimulus::new(&parameters, 1);
        let mut order = InOrder::default();
        let (mut full, mut beats, mut resets, mut cycles) = (0, 0, 0, 0);
        model_alone(SlowLink::new(&parameters), &mut stimulus, |step, outputs| {
            order.check(step, outputs).unwrap();
            full += u64::from(step.inputs.s_axis.tvalid && !outputs.s_axis.tready);
            beats += u64::from(outputs.m_axis.tvalid);
            resets += u64::from(step.reset && outputs.m_axis.tvalid);
            cycles += 1;
            if cycles == CYCLES {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert!(full > CYCLES / 20 && beats > CYCLES / 10 && resets > 3, "{full} {beats} {resets}");
    }
}

#[test]
fn a_receiver_starts_packets_that_are_complete_and_ones_that_are_not() {
    let parameters = spec::SlowLinkEnd::new(8, 60).unwrap();
    let mut stimulus = SlowLinkReceiverStimulus::new(&parameters, 1);
    let mut order = InOrder::default();
    let (mut early, mut late, mut gaps, mut cycles) = (0, 0, 0, 0);
    let (mut arriving, mut leaving) = (false, false);
    model_alone(SlowLinkReceiver::new(&parameters), &mut stimulus, |step, outputs| {
        order.check(step, outputs).unwrap();
        let (beat, left) = (&step.inputs.s_axis, &outputs.m_axis);
        if left.tvalid && !leaving {
            early += u64::from(arriving && !left.tlast);
            late += u64::from(!arriving);
        }
        gaps += u64::from(leaving && !left.tvalid);
        if left.tvalid {
            leaving = !left.tlast;
        }
        if beat.tvalid {
            arriving = !beat.tlast;
        }
        if step.reset {
            (arriving, leaving) = (false, false);
        }
        cycles += 1;
        if cycles == CYCLES {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert!(early > 500 && late > 500 && gaps > 500, "{early} {late} {gaps}");
}
