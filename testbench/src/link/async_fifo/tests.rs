//! Coverage of the stimulus.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::skewed::{SkewedModel, SkewedStimulus};
use super::*;
use crate::harness::lockstep::model_alone;

const STEPS: u64 = 400_000;

#[test]
fn the_clocks_have_ratios_from_1_to_4_to_4_to_1_and_rise_together_and_in_each_order() {
    let mut random = Random::new(1);
    let mut clocks = Clocks::new(CLOCKS, &mut random);
    let (mut ratios, mut pairs) = (BTreeSet::new(), BTreeSet::new());
    let mut last = 0;
    for _ in 0..STEPS {
        let rises = clocks.next(&mut random);
        pairs.insert((last, rises));
        ratios.insert(clocks.ratio_percent());
        last = rises;
    }
    assert!(*ratios.first().unwrap() <= 27 && *ratios.last().unwrap() >= 370, "{ratios:?}");
    for pair in (1..4).flat_map(|one| (1..4).map(move |other| (one, other))) {
        assert!(pairs.contains(&pair), "{pair:?}");
    }
}

#[test]
fn the_fifo_is_full_and_empty_at_every_position_and_is_reset_while_it_holds_beats() {
    for address_bits in [2, 4, 8] {
        let parameters = spec::AsyncFifo::new(8, 2, address_bits).unwrap();
        let mut stimulus = AsyncFifoStimulus::new(&parameters, 1);
        let mut order = InOrder::default();
        let (mut full, mut empty, mut resets, mut beats, mut steps) = (0, 0, 0, 0, 0);
        model_alone(AsyncFifo::new(&parameters), &mut stimulus, |step, outputs| {
            order.observe(&step.inputs, outputs).unwrap();
            full += u64::from(step.inputs.write_clock && !outputs.s_axis.tready);
            empty += u64::from(step.inputs.read_clock && !outputs.m_axis.tvalid);
            resets += u64::from(step.inputs.write_reset && outputs.m_axis.tvalid);
            beats += u64::from(step.inputs.read_clock && outputs.m_axis.tvalid);
            steps += 1;
            if steps == STEPS {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert!(full > 1000 && empty > 1000 && resets > 10, "{full} {empty} {resets}");
        assert!(beats > STEPS / 10, "{beats}");
    }
}

#[test]
fn sixteen_entries_pass_a_beat_in_each_cycle_of_the_slower_clock() {
    for (write, read) in [(100, 100), (100, 101), (101, 100), (100, 400), (400, 100), (100, 137)] {
        let parameters =
            spec::AsyncFifo::new(8, 2, spec::AsyncFifo::FULL_RATE_ADDRESS_BITS).unwrap();
        let mut fifo = AsyncFifo::new(&parameters);
        let (mut outputs, mut beats) = (AsyncFifoOutputs::default(), 0);
        let time = 1_000_000;
        for now in 1..time {
            let (write_clock, read_clock) = (now % write == 0, now % read == 3);
            if !write_clock && !read_clock {
                continue;
            }
            let s_axis = PacketStream { tvalid: true, ..Default::default() };
            let m_axis = AxiStreamReady { tready: true };
            let inputs =
                AsyncFifoInputs { write_clock, read_clock, s_axis, m_axis, ..Default::default() };
            tailback_model::Golden::step(&mut fifo, &inputs, &mut outputs);
            beats += u64::from(read_clock && outputs.m_axis.tvalid);
        }
        let most = time / write.max(read);
        assert!(beats + 12 >= most, "{write}:{read}: {beats} of {most}");
    }
}

#[test]
fn bits_are_late_while_a_counter_changes() {
    let parameters = spec::AsyncFifo::new(8, 2, 3).unwrap();
    let mut stimulus = SkewedStimulus::new(&parameters, 1);
    let mut order = InOrder::default();
    let (mut late, mut steps) = (0, 0);
    model_alone(SkewedModel::new(&parameters), &mut stimulus, |step, outputs| {
        crate::harness::Checker::check(&mut order, step, outputs).unwrap();
        late += u64::from(step.inputs.read_clock && step.inputs.write_late != 0);
        steps += 1;
        if steps == STEPS {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert!(late > STEPS / 20, "{late}");
}
