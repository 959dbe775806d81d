//! Coverage of the stimulus: packets of all lengths, and all conditions near the end of a packet.

use std::collections::BTreeSet;

use tailback_model::Golden;

use super::*;
use crate::switch::examples::port;

/// Cycles in which each corner must be reached.
const CYCLES: u64 = 40_000;

#[test]
fn packets_of_all_lengths_come_and_each_reason_against_an_early_choice_stands_alone() {
    let port = port(2, 1, 20, 0);
    let (mut model, mut stimulus) =
        (PacketProgress::new(&port), PacketProgressStimulus::new(&port, 1));
    let (mut step, mut outputs) = (Step::default(), PacketProgressOutputs::default());
    let (mut lengths, mut left_then) = (BTreeSet::new(), BTreeSet::new());
    let (mut without_gap, mut near, mut resets, mut lawless) = (0, 0, 0, 0);
    let mut ended = false;
    for _ in 0..CYCLES {
        let left = stimulus.packet.map(|packet| packet.left);
        stimulus.drive(&outputs, &mut step);
        let inputs = &step.inputs;
        model.step(inputs, &mut outputs);
        if stimulus.phase.lawless {
            lawless += 1;
        } else {
            if inputs.header {
                lengths.insert(beats(inputs.words as usize, port.width_bytes()));
            }
            assert!(inputs.issue || !inputs.ends);
            without_gap += u64::from(ended && inputs.start);
            if let (Some(left), false) = (left, step.reset) {
                left_then.insert((left.min(5), inputs.complete, inputs.roomy, outputs.near_end));
                near += u64::from(outputs.near_end);
                assert!(!outputs.near_end || left <= 3);
            }
        }
        ended = inputs.ends;
        if step.reset {
            model.reset();
            resets += 1;
        }
    }
    let longest = beats(port.longest_words(0), port.width_bytes());
    assert_eq!(lengths, (1..=longest).collect(), "beats");
    for left in 1..=5 {
        for (complete, roomy) in [(false, false), (false, true), (true, false), (true, true)] {
            let is_near = complete && roomy && left <= 3;
            assert!(
                left_then.contains(&(left, complete, roomy, is_near)),
                "{left} {complete} {roomy}"
            );
        }
    }
    let counts = [without_gap, near, resets, lawless];
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}
