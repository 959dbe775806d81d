//! Coverage of the stimulus: legal, and all cases of a port's egress.

use super::*;
use crate::switch::ingress::tests::port;
use std::collections::BTreeSet;
use tailback_model::Golden;
use tailback_spec::switch::egress::{FULL, ROOMY};

/// Cycles in which each corner case must be reached: a mark in the last word needs a packet of two
/// words.
const CYCLES: usize = 2_000_000;

/// Signals to the link.
fn on_the_link(outputs: &EgressOutputs) -> impl PartialEq + std::fmt::Debug {
    let EgressOutputs { tx_valid, tx_last, tx_flow_control, tx_bad, .. } = *outputs;
    (outputs.tx_data.clone(), outputs.tx_keep, tx_valid, tx_last, tx_flow_control, tx_bad)
}

fn reaches_every_corner(width: u32) {
    let parameters = port(width, 7);
    let mut model = Egress::new(&parameters);
    let mut stimulus = EgressStimulus::new(&parameters, 1);
    let (mut step, mut last) = (Step::default(), EgressOutputs::default());
    let (mut seen, mut inside, mut highest) = (BTreeSet::new(), false, 0);
    let (mut resets, mut was_held) = (false, false);
    for _ in 0..CYCLES {
        stimulus.drive(&last, &mut step);
        let (before, was_reset) = (last.clone(), resets);
        resets = step.reset;
        model.step(&step.inputs, &mut last);
        let inputs = &step.inputs;
        if was_held && !was_reset {
            assert_eq!(on_the_link(&before), on_the_link(&last), "a beat waits, and changes");
        }
        let level = stimulus.level;
        assert_eq!((last.full, last.roomy), (level >= FULL, level <= ROOMY), "{level} words");
        assert!(!inputs.word_valid || level < DEPTH, "a word without room");
        if inputs.word_valid {
            assert_eq!(inputs.word_first, !inside, "packets mix");
            inside = !inputs.word_last;
        }
        highest = highest.max(level);
        let held = last.tx_valid && !inputs.tx_ready;
        let word = inputs.word_valid;
        let came_around = before.sent.iter().zip(&last.sent).any(|(before, now)| now < before);
        let corners = [
            ("a word without delay", word && level == 0 && !held && !last.flow_control_ready),
            ("a word before flow control", word && last.flow_control_ready),
            (
                "flow control waits for a packet",
                inputs.flow_control_valid && !held && !last.flow_control_ready,
            ),
            ("flow control waits for the link", inputs.flow_control_valid && held),
            (
                "flow control after flow control",
                before.flow_control_ready && last.flow_control_ready,
            ),
            ("words wait behind flow control", held && last.tx_flow_control && level > 0),
            ("a mark in the last word", last.marked && inputs.word_last),
            ("nothing to mark", word && inputs.word_first && inputs.mark && !last.marked),
            ("a bad packet", last.tx_valid && last.tx_bad),
            ("no byte in a last word", word && inputs.word_last && inputs.word.last() == Some(&0)),
            ("the link runs dry within a packet", before.tx_valid && !last.tx_valid && inside),
            ("VL15", last.transmit && last.transmit_vl == 15),
            ("a longest packet", last.transmit && last.transmit_blocks == 5),
            ("sent comes around", !was_reset && came_around),
            ("a reset within a packet", step.reset && inside),
        ];
        seen.extend(corners.iter().filter(|(_, is)| *is).map(|(name, _)| *name));
        was_held = held;
        if step.reset {
            model.reset();
            inside = false;
        }
        assert_eq!(corners.len(), 15);
    }
    assert_eq!(seen.len(), 15, "{width} bytes: only {seen:?}");
    assert_eq!(highest, DEPTH);
}

#[test]
fn words_reach_every_corner_at_every_width() {
    for width in [8, 16, 32, 64] {
        reaches_every_corner(width);
    }
}
