//! Coverage of the stimulus: every fault of a packet, and the extremes of all fields.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use tailback_model::link::flow_control::lpcrc;

use super::*;
use crate::harness::lockstep::model_alone;

/// Cycles in which each corner must be reached.
const CYCLES: u64 = 20_000;

#[test]
fn each_bit_is_wrong_alone_and_each_op_and_virtual_lane_comes_with_a_right_lpcrc() {
    for lanes in [1, 3, 8] {
        let link = Link::new(lanes, 100, 33, 1024).unwrap();
        let (mut flipped, mut right, mut verdicts) =
            (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let (mut good, mut cycle) = (0, 0);
        let mut stimulus = FlowControlCheckerStimulus::new(&link, 1);
        model_alone(FlowControlChecker::new(&link), &mut stimulus, |step, outputs| {
            let FlowControlCheckerInputs { valid, packet } = step.inputs;
            assert_eq!(packet >> PACKET_BITS, 0);
            let is_good = |packet: u64| lpcrc((packet >> 16) as u32) == packet as u16;
            let Packet { op, vl, .. } = Packet::decode(packet);
            if valid && is_good(packet) {
                right.insert((op, vl));
            } else if valid {
                flipped.extend((0..PACKET_BITS).filter(|bit| is_good(packet ^ 1 << bit)));
            }
            let FlowControlCheckerOutputs { bad_crc, bad_op, bad_vl, is_initial, .. } = *outputs;
            verdicts.insert((valid, outputs.update, is_initial, bad_crc, bad_op, bad_vl));
            good += u64::from(outputs.update);
            cycle += 1;
            if cycle == CYCLES {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!(flipped, (0..PACKET_BITS).collect(), "single wrong bits");
        assert_eq!(right.len(), 256, "Ops and VLs");
        assert_eq!(verdicts.len(), 6, "none, good, initial and the three faults: {verdicts:?}");
        assert!(good > CYCLES / 8, "{good}");
    }
}
