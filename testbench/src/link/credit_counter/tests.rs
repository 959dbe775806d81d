//! Coverage of the stimulus: legal and illegal events at every value of the counter.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::*;
use crate::harness::lockstep::model_alone;

/// Cycles in which each corner must be reached.
const CYCLES: u64 = 20_000;

#[test]
fn the_counter_takes_every_value_and_every_event_meets_both_ends() {
    for total in [1, 2, 64, 255] {
        let parameters = spec::CreditCounter::new(total).unwrap();
        let (mut values, mut corners, mut reset_at) =
            (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let mut stimulus = CreditCounterStimulus::new(&parameters, 1);
        let mut cycle = 0;
        model_alone(CreditCounter::new(&parameters), &mut stimulus, |step, outputs| {
            let CreditCounterInputs { take, give } = step.inputs;
            let end = (outputs.available, outputs.full);
            values.insert(outputs.credits);
            corners.insert((end, take, give));
            if step.reset {
                reset_at.insert(end);
            }
            cycle += 1;
            if cycle == CYCLES {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!(values, (0..=total.into()).collect());
        let ends = if total == 1 { 2 } else { 3 };
        assert_eq!(corners.len(), ends * 4, "events at both ends and between: {corners:?}");
        assert_eq!(reset_at.len(), ends, "resets at both ends and between");
    }
}
