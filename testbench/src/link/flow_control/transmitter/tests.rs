//! Coverage of the stimulus: all reasons to send, alone and together.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use tailback_model::link::flow_control::Packet;
use tailback_spec::link::flow_control::turn_cycles;

use super::*;
use crate::harness::lockstep::model_alone;

/// Cycles in which each corner must be reached.
const CYCLES: usize = 20_000;

#[test]
fn every_virtual_lane_sends_for_every_reason() {
    for (lanes, period) in [(1, 256), (4, 1024), (8, 16)] {
        let link = Link::new(lanes, 100, 33, period).unwrap();
        let lanes = link.virtual_lanes();
        let (mut ones, mut zeros) = (vec![0; lanes], vec![0; lanes]);
        let mut told = vec![None; lanes];
        let (mut reasons, mut successors) = (BTreeSet::new(), BTreeSet::new());
        let (mut last, mut waits, mut longest) = (None, 0, 0);
        let (mut quiet, mut whole_periods, mut resets, mut cycle) = (0, 0, 0, 0);
        let mut before = FlowControlTransmitterInputs::default();
        let mut stimulus = FlowControlTransmitterStimulus::new(&link, 1);
        model_alone(FlowControlTransmitter::new(&link), &mut stimulus, |step, outputs| {
            let inputs = &step.inputs;
            let is_quiet = (&inputs.fccl, inputs.active) == (&before.fccl, before.active);
            quiet = if is_quiet && !step.reset { quiet + 1 } else { 0 };
            whole_periods += usize::from(quiet == 2 * link.period_cycles());
            before.clone_from(inputs);
            waits = if outputs.valid && !inputs.ready { waits + 1 } else { 0 };
            longest = longest.max(waits);
            if outputs.valid && inputs.ready {
                let Packet { op, fctbs, vl, fccl } = Packet::decode(outputs.packet);
                let lane = vl as usize;
                ones[lane] |= fctbs << 12 | fccl;
                zeros[lane] |= !(fctbs << 12 | fccl);
                let reason = match told[lane] {
                    None => "first",
                    Some((_, told)) if told != op => "active",
                    Some((told, _)) if told != fccl => "limit",
                    Some(_) => "turn",
                };
                reasons.insert((vl, reason));
                told[lane] = Some((fccl, op));
                successors.insert((last, vl));
                last = Some(vl);
            }
            if step.reset {
                (told, last) = (vec![None; lanes], None);
                resets += 1;
            }
            cycle += 1;
            if cycle == CYCLES {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!(reasons.len(), 4 * lanes, "{reasons:?}");
        assert!(ones.iter().all(|bits| bits & 0xff_ffff == 0xff_ffff), "{ones:x?}");
        assert!(zeros.iter().all(|bits| bits & 0xff_ffff == 0xff_ffff), "{zeros:x?}");
        // Each VL follows each VL, including itself; after reset, VL0 is first.
        assert!(successors.len() > lanes * lanes, "{successors:?}");
        assert!(longest > 2 * turn_cycles(&link).min(30), "a packet that waits: {longest} cycles");
        assert!(whole_periods > 0 && resets > 10, "{whole_periods} {resets}");
    }
}
