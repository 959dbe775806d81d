//! Packets that obey never exceed a limit, and the stimulus reaches every case of the arithmetic.

use std::collections::BTreeSet;

use tailback_model::Golden;

use super::*;
use crate::switch::examples::port;

/// Cycles in which each corner must be reached.
const CYCLES: u64 = 60_000;

/// Drives a model; calls `each` with the stimulus, the inputs and the outputs of each cycle.
fn drive(
    port: &Port,
    mut each: impl FnMut(&OutputCreditsStimulus, &Step<OutputCreditsInputs>, &OutputCreditsOutputs),
) {
    let mut model = OutputCredits::new(port);
    let mut stimulus = OutputCreditsStimulus::new(port, 1);
    let (mut step, mut outputs) = (Step::default(), OutputCreditsOutputs::default());
    for _ in 0..CYCLES {
        stimulus.drive(&outputs, &mut step);
        model.step(&step.inputs, &mut outputs);
        each(&stimulus, &step, &outputs);
        if step.reset {
            model.reset();
        }
    }
}

#[test]
fn packets_that_obey_stay_within_the_limits() {
    for port in [port(2, 1, 20, 0), port(4, 2, 12, 6)] {
        let (mut claims, mut waives, mut last) = (0, 0, BTreeSet::new());
        drive(&port, |stimulus, step, _| {
            let inputs = &step.inputs;
            if !stimulus.obeys() || step.reset {
                return;
            }
            waives += u64::from(inputs.waive);
            let lane = inputs.claim_lane as usize;
            if inputs.claim && lane < port.virtual_lanes() {
                // The counters are those after the cycle.
                let rest = stimulus.rest(lane).unwrap();
                assert!(rest >= 0, "{inputs:?}: {rest} blocks are left");
                claims += 1;
                last.insert(rest.min(1));
            }
        });
        assert!(claims > 1000 && waives > 100, "{claims} {waives}");
        assert_eq!(last.len(), 2, "all credits are used, and some are left");
    }
}

#[test]
fn every_number_of_credits_is_shown_with_and_without_a_reserve() {
    for port in [port(2, 1, 20, 0), port(4, 2, 12, 6), port(3, 8, 9, 0)] {
        let (lanes, longest) = (port.virtual_lanes(), port.buffer().packet_blocks() as i32);
        let (mut shown, mut rests) = (BTreeSet::new(), BTreeSet::new());
        let (mut ones, mut zeros) = (vec![0; lanes], vec![0; lanes]);
        let (mut coinciding, mut vls) = (BTreeSet::new(), BTreeSet::new());
        let (mut management, mut silent, mut resets) = (0, 0, 0);
        let mut before = vec![None; lanes];
        drive(&port, |stimulus, step, outputs| {
            let inputs = &step.inputs;
            assert_eq!(outputs.available.len(), lanes);
            for lane in 0..lanes {
                shown.insert(outputs.available[lane]);
                ones[lane] |= stimulus.claimed[lane];
                zeros[lane] |= !stimulus.claimed[lane];
                // The credits of this cycle, by the counters before it.
                match before[lane] {
                    Some(rest) => {
                        rests.insert((rest, inputs.begins || inputs.claim));
                    }
                    None => {
                        // The counters alone would show credits.
                        let ahead = (MODULUS - stimulus.claimed[lane]) % MODULUS;
                        silent += u64::from((1..=MOST_OFFERED).contains(&ahead));
                    }
                }
                before[lane] = stimulus.rest(lane);
            }
            let lanes_of = [inputs.update_vl, inputs.claim_lane, inputs.waive_lane];
            let same = lanes_of.iter().all(|lane| *lane == lanes_of[0]);
            coinciding.insert((inputs.update, inputs.claim, inputs.waive, same));
            vls.insert(inputs.update_vl);
            management += u64::from(inputs.claim && inputs.claim_lane as usize == lanes);
            resets += u64::from(step.reset);
        });
        assert_eq!(shown, (0..=longest as u32).collect());
        for rest in (-1..=2 * longest + 1).chain([MOST_OFFERED as i32 - 1, MOST_OFFERED as i32]) {
            for reserve in [false, true] {
                assert!(rests.contains(&(rest, reserve)), "{rest} blocks, reserve: {reserve}");
            }
        }
        assert!(ones.iter().all(|bits| bits & 0xfff == 0xfff), "{ones:x?}");
        assert!(zeros.iter().all(|bits| bits & 0xfff == 0xfff), "{zeros:x?}");
        assert_eq!(coinciding.len(), 16, "events of one VL and of several");
        assert_eq!(vls, (0..16).collect(), "VL numbers");
        assert!(management > 20 || port.lanes() == lanes, "{management} packets of VL15");
        assert!(silent > 3 && resets > 10, "{silent} {resets}");
    }
}
