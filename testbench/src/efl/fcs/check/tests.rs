//! Coverage of the stimulus: frames of all lengths, good and wrong.

use super::*;
use std::collections::BTreeSet;
use tailback_model::Golden;

/// Cycles in which each corner must be reached.
const CYCLES: usize = 100_000;

#[test]
fn frames_of_every_length_are_good_wrong_and_bad() {
    let (mut model, mut stimulus) = (EflFcsCheck::new(), EflFcsCheckStimulus::new(1));
    let (mut step, mut last) = (Step::default(), EflFcsCheckOutputs::default());
    let mut seen = BTreeSet::new();
    let (mut beats, mut before) = (0, EflFcsCheckInputs::default());
    for _ in 0..CYCLES {
        stimulus.drive(&last, &mut step);
        model.step(&step.inputs, &mut last);
        let inputs = &step.inputs;
        let again = inputs.rx_tvalid && before.rx_tvalid && before.rx_tlast;
        let last_beat = before.rx_tvalid && before.rx_tlast;
        for (name, is) in [
            ("a frame right after another one", again),
            ("a frame of one beat right after another one", again && inputs.rx_tlast),
            ("a gap within a frame", !inputs.rx_tvalid && before.rx_tvalid && !before.rx_tlast),
            ("a reset within a frame", step.reset && inputs.rx_tvalid && !inputs.rx_tlast),
            ("a reset behind a frame", step.reset && last_beat),
        ] {
            if is {
                seen.insert((name, 0, false, false));
            }
        }
        if last.m_tvalid {
            beats += 1;
        }
        if last.m_tlast {
            let bytes = last.m_tkeep.count_ones();
            let length = if beats > 2 { "long" } else { "short" };
            seen.insert((length, bytes, last.m_tuser, last.wrong));
            beats = 0;
        }
        before.clone_from(inputs);
        if step.reset {
            model.reset();
            beats = 0;
        }
    }
    // Of each length and of each number of bytes in the last beat: good, wrong, and only marked.
    assert_eq!(seen.len(), 5 + 2 * 8 * 3, "only {seen:?}");
}
