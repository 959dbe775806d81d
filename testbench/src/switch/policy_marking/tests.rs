//! Coverage of the stimulus: buffers fill up and drain, packets arrive together, and packets of all
//! ports and VLs are marked.

use std::collections::BTreeSet;

use tailback_model::Golden;
use tailback_spec::switch::marking::{OutputTrigger, Policy};

use super::*;
use crate::switch::examples::port;
use crate::switch::port::each;

/// Cycles in which each corner must be reached.
const CYCLES: u64 = 20_000;
const PORTS: usize = 4;
const LANES: usize = 3;
const LANE_BLOCKS: usize = 12;

fn parameters(policy: Policy) -> Parameters {
    Parameters { port: port(PORTS as u32, 2, LANE_BLOCKS as u32, 6), policy }
}

#[test]
fn packets_leave_that_have_come_and_no_more_come_than_fit() {
    let mut shadow = Shadow::new(&parameters(Policy::InputTriggered), 1);
    let mut held = [[0usize; PORTS * LANES]; PORTS];
    let (mut full, mut empty, mut at_once, mut resets) = (0, 0, 0, 0);
    let (mut places, mut triggered) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..CYCLES {
        let told = shadow.next();
        let mut outputs = 0;
        for (input, held) in held.iter().enumerate() {
            for queue in each(told.trigger[input][0]) {
                assert!(held[queue] > 0, "what triggers counts");
                triggered.insert((input, queue));
            }
        }
        for input in each(told.dequeue) {
            let queue = told.dequeue_queue[input] as usize;
            assert!(held[input][queue] > 0, "what is started counts");
            assert_eq!(outputs >> (queue / LANES) & 1, 0, "an output starts one packet");
            outputs |= 1 << (queue / LANES);
            held[input][queue] -= 1;
            places.insert((input, queue));
        }
        for input in each(told.enqueue) {
            held[input][told.enqueue_queue[input] as usize] += 1;
        }
        let of_lane = |input: usize, lane: usize| -> usize {
            (0..PORTS).map(|output| held[input][output * LANES + lane]).sum()
        };
        assert!((0..PORTS).all(|input| of_lane(input, 0) <= LANE_BLOCKS));
        full += u64::from((0..PORTS).all(|input| of_lane(input, 0) == LANE_BLOCKS));
        empty += u64::from(held.iter().flatten().all(|held| *held == 0));
        let same: BTreeSet<_> = told.enqueue_queue.iter().collect();
        at_once += u64::from(told.enqueue == 0b1111 && same.len() == 1);
        if told.reset {
            held = Default::default();
            resets += 1;
        }
        for (input, queues) in held.iter().enumerate() {
            assert!(queues
                .iter()
                .enumerate()
                .all(|(queue, held)| shadow.held(input, queue) == *held));
        }
    }
    assert_eq!((places.len(), triggered.len()), (PORTS * PORTS * LANES, PORTS * PORTS * LANES));
    let counts = [full, empty, at_once, resets];
    assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
}

#[test]
fn packets_of_all_ports_and_data_vls_are_marked_and_left_unmarked() {
    let above =
        |output_trigger| Policy::InputOutputTriggered { output_threshold: 9, output_trigger };
    let (above, crossing) = (above(OutputTrigger::Above), above(OutputTrigger::Crossing));
    for policy in [Policy::InputTriggered, above, crossing] {
        let parameters = parameters(policy);
        let mut model = PolicyMarking::new(&parameters);
        let mut stimulus = PolicyMarkingStimulus::new(&parameters, 1);
        let (mut step, mut outputs) = (Step::default(), PolicyMarkingOutputs::default());
        let mut seen = BTreeSet::new();
        for _ in 0..CYCLES {
            stimulus.drive(&outputs, &mut step);
            model.step(&step.inputs, &mut outputs);
            for output in each(step.inputs.transmit) {
                let vl = step.inputs.transmit_vl[output];
                seen.insert((output, vl, outputs.mark >> output & 1 != 0));
            }
            if step.reset {
                model.reset();
            }
        }
        // The two data VLs are seen marked and unmarked, the fourteen others only unmarked.
        assert_eq!(seen.len(), PORTS * (2 * 2 + 14));
    }
}

#[test]
fn packets_of_all_inputs_are_marked_by_the_naive_policy() {
    let parameters = parameters(Policy::Naive);
    let mut model = NaivePolicyMarking::new(&parameters);
    let mut stimulus = NaivePolicyMarkingStimulus::new(&parameters, 1);
    let (mut step, mut outputs) = (Step::default(), PolicyMarkingOutputs::default());
    let mut seen = BTreeSet::new();
    for _ in 0..CYCLES {
        stimulus.drive(&outputs, &mut step);
        model.step(&step.inputs, &mut outputs);
        for output in each(step.inputs.transmit).filter(|output| outputs.mark >> output & 1 != 0) {
            seen.insert((step.inputs.source[output], output, step.inputs.transmit_vl[output]));
        }
        if step.reset {
            model.reset();
        }
    }
    assert_eq!(seen.len(), PORTS * PORTS * 2, "each input, output and data VL");
}
