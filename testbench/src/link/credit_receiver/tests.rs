//! Coverage of the stimulus: every corner case of the arithmetic.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::*;
use crate::harness::lockstep::model_alone;

/// Cycles in which each corner must be reached.
const CYCLES: u64 = 20_000;

#[test]
fn every_bit_toggles_and_every_carry_and_edge_of_the_room_is_met() {
    for (lanes, blocks) in [(1, 65_535), (4, 2048), (8, 72)] {
        let link = Link::new(lanes, blocks, 33, 1024).unwrap();
        let lanes = link.virtual_lanes();
        let (mut ones, mut zeros, mut room) = (vec![0; lanes], vec![0; lanes], vec![0; lanes]);
        let (mut carries, mut rooms) = (BTreeSet::new(), BTreeSet::new());
        let (mut numbers, mut coinciding) = (BTreeSet::new(), BTreeSet::new());
        let (mut resets, mut cycle) = (0, 0);
        let mut stimulus = CreditReceiverStimulus::new(&link, 1);
        model_alone(CreditReceiver::new(&link), &mut stimulus, |step, outputs| {
            let inputs = &step.inputs;
            for vl in 0..lanes {
                ones[vl] |= outputs.abr[vl];
                zeros[vl] |= !outputs.abr[vl];
                room[vl] |= inputs.free[vl];
                rooms.insert(inputs.free[vl]);
                assert!(inputs.free[vl] >> free_bits(&link) == 0);
            }
            if inputs.received && inputs.received_vl < lanes as u64 {
                let abr = outputs.abr[inputs.received_vl as usize];
                carries.insert((inputs.received_vl, abr.trailing_ones()));
            }
            numbers.extend([inputs.update_vl, inputs.received_vl]);
            coinciding.insert((
                inputs.update,
                inputs.received,
                inputs.update_vl == inputs.received_vl,
            ));
            resets += u64::from(step.reset);
            cycle += 1;
            if cycle == CYCLES {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        let highest = u32::MAX >> (u32::BITS as usize - free_bits(&link));
        assert!(ones.iter().all(|bits| bits & 0xfff == 0xfff), "{ones:x?}");
        assert!(zeros.iter().all(|bits| bits & 0xfff == 0xfff), "{zeros:x?}");
        assert!(room.iter().all(|bits| *bits == highest), "{room:x?}");
        assert_eq!(carries.len(), lanes * (COUNTER_BITS + 1), "{carries:?}");
        let edges = [0, blocks, 2047, 2048, 2049];
        let edges = edges.into_iter().filter(|edge| *edge <= highest);
        assert!(edges.clone().all(|edge| rooms.contains(&edge)), "{rooms:?}");
        assert_eq!(numbers, (0..16).collect(), "VL numbers");
        assert_eq!(coinciding.len(), 8, "updates and blocks, of one VL and of two");
        assert!(resets > 10, "{resets}");
    }
}
