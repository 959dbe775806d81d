//! Coverage of the stimulus: frames of all lengths, with and without gaps.

use super::*;
use std::collections::BTreeSet;
use tailback_model::Golden;
use tailback_spec::wire::efl::fcs::has_good_fcs;

/// Cycles in which each corner must be reached.
const CYCLES: usize = 100_000;

#[test]
fn frames_of_every_length_get_a_good_fcs_at_any_pace() {
    let (mut model, mut stimulus) = (EflFcsAppend::new(), EflFcsAppendStimulus::new(1));
    let (mut step, mut last) = (Step::default(), EflFcsAppendOutputs::default());
    let (mut seen, mut frame) = (BTreeSet::new(), Vec::new());
    let mut before = EflFcsAppendOutputs::default();
    for _ in 0..CYCLES {
        stimulus.drive(&last, &mut step);
        model.step(&step.inputs, &mut last);
        let inputs = &step.inputs;
        let moves = last.m_tvalid && inputs.m_tready;
        for (name, is) in [
            ("a frame right after another one", before.m_tlast && before.m_tvalid && moves),
            ("a host that waits for an FCS", moves && inputs.s_tvalid && !last.s_tready),
            ("a MAC that is not ready", last.m_tvalid && !inputs.m_tready && !last.s_tready),
            ("a beat into an empty stage", !inputs.m_tready && last.m_tvalid && last.s_tready),
            ("a gap within a frame", !last.m_tvalid && before.m_tvalid && !before.m_tlast),
            ("a reset within a frame", step.reset && last.m_tvalid && !last.m_tlast),
        ] {
            if is {
                seen.insert((name, 0));
            }
        }
        if moves {
            let bytes = last.m_tkeep.count_ones() as usize;
            frame.extend(&last.m_tdata.to_le_bytes()[..bytes]);
            if last.m_tlast {
                assert!(has_good_fcs(&frame), "a wrong FCS");
                let length = if frame.len() > 16 { "long" } else { "short" };
                seen.insert((length, bytes));
                frame.clear();
            }
        }
        before.clone_from(&last);
        if step.reset {
            model.reset();
            frame.clear();
        }
    }
    assert_eq!(seen.len(), 6 + 2 * 8, "only {seen:?}");
}
