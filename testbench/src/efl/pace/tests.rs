//! Coverage of the stimulus: all states, limits of an interval, and events that meet.

use super::*;
use crate::efl::examples::efl;
use std::collections::BTreeSet;
use tailback_model::Golden;

/// Cycles in which each corner must be reached.
const CYCLES: usize = 200_000;

#[test]
fn every_corner_is_reached_with_any_number_of_flows() {
    for flows in [1, 2, 5, 64] {
        let efl = efl(flows);
        let mut model = EflPace::new(&efl);
        let mut stimulus = EflPaceStimulus::new(&efl, 1);
        let (mut step, mut last) = (Step::default(), EflPaceOutputs::default());
        let mut seen = BTreeSet::new();
        let mut before = vec![EflPaceInputs::default(); 4];
        let mut requested = false;
        for _ in 0..CYCLES {
            stimulus.drive(&last, &mut step);
            model.step(&step.inputs, &mut last);
            let inputs = &step.inputs;
            assert!(!inputs.request || !last.sweeping);
            assert!(!inputs.request || before[1..].iter().all(|other| !other.request));
            assert!(inputs.request_flow < u64::from(flows) && inputs.paced_flow < u64::from(flows));
            let paces = |other: &EflPaceInputs| other.paced_flow == inputs.request_flow;
            let again = before.iter().rev().find(|other| other.request);
            let corners = [
                ("an interval of a cycle", requested && last.words == 1),
                ("a longest interval", last.words == 4095 && last.ipd == 255),
                ("an interval of several words", last.words > 1 && last.ipd == 7),
                ("probe", last.state == 1),
                ("wait", last.state == 2),
                ("avoid", last.state == 3),
                ("a delay probe", last.probe),
                ("wait without delay probing", last.state == 2 && !last.probe),
                (
                    "a pace in the cycle before",
                    inputs.request && before[3].paced && paces(&before[3]),
                ),
                (
                    "a pace two cycles before",
                    inputs.request && before[2].paced && paces(&before[2]),
                ),
                (
                    "a pace in the cycle of a request",
                    inputs.request && inputs.paced && paces(inputs),
                ),
                ("requests without a pause", inputs.request && before[0].request),
                (
                    "requests of a flow without a pause",
                    again.is_some_and(|other| {
                        inputs.request && other.request_flow == inputs.request_flow
                    }),
                ),
                ("a pace while memories are cleared", inputs.paced && last.sweeping),
                ("a reset with a result", step.reset && last.words > 0),
            ];
            seen.extend(corners.iter().filter(|(_, is)| *is).map(|(name, _)| *name));
            before.rotate_left(1);
            before[3].clone_from(inputs);
            requested |= inputs.request;
            if step.reset {
                model.reset();
                requested = false;
                before.fill(EflPaceInputs::default());
            }
        }
        assert_eq!(seen.len(), 15, "{flows} flows: only {seen:?}");
    }
}
