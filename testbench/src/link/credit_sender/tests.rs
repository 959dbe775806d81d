//! The stimulus is legal in phases that obey, and reaches every corner case of the arithmetic.

use std::collections::BTreeSet;

use super::*;

/// Cycles in which each corner must be reached.
const CYCLES: u64 = 60_000;

fn is_set(bits: u64, lane: usize) -> bool {
    bits >> lane & 1 != 0
}

/// Drives a model; calls `each` with the stimulus and the outputs of each cycle.
fn drive(link: &Link, mut each: impl FnMut(bool, &Step<CreditSenderInputs>, &CreditSenderOutputs)) {
    use tailback_model::Golden;
    let mut model = CreditSender::new(link);
    let mut stimulus = CreditSenderStimulus::new(link, 1);
    let (mut step, mut outputs) = (Step::default(), CreditSenderOutputs::default());
    for _ in 0..CYCLES {
        stimulus.drive(&outputs, &mut step);
        model.step(&step.inputs, &mut outputs);
        each(stimulus.obeys(), &step, &outputs);
        if step.reset {
            model.reset();
        }
    }
}

#[test]
fn a_sender_that_obeys_sends_only_what_it_may() {
    let (mut obeyed, mut sent, mut before) = (0, 0, vec![0; 4]);
    drive(&Link::new(4, 1000, 33, 1024).unwrap(), |obeys, step, outputs| {
        obeyed += u64::from(obeys);
        if obeys && step.inputs.send && step.inputs.send_vl < 4 {
            let vl = step.inputs.send_vl as usize;
            assert!(is_set(outputs.may_send, vl), "{step:?} {outputs:?}");
            assert!(step.inputs.send_blocks <= u64::from(before[vl]));
            sent += 1;
        }
        before = step.inputs.blocks.to_vec();
    });
    assert!(obeyed > CYCLES / 2 && sent > 1000, "{obeyed} {sent}");
}

#[test]
fn every_bit_toggles_and_every_limit_is_just_met_and_just_missed() {
    for link in [Link::new(1, 257, 257, 16), Link::new(4, 1000, 33, 1024), Link::new(8, 9, 5, 99)] {
        let link = link.unwrap();
        let lanes = link.virtual_lanes();
        let (mut ones, mut zeros) = (vec![0; lanes], vec![0; lanes]);
        let (mut fccl, mut wraps) = (vec![None; lanes], vec![0; lanes]);
        let (mut left, mut numbers) = (BTreeSet::new(), BTreeSet::new());
        let (mut uninitialised, mut coinciding, mut resets) = (0, BTreeSet::new(), 0);
        let mut before = vec![0; lanes];
        drive(&link, |_, step, outputs| {
            let inputs = &step.inputs;
            for vl in 0..lanes {
                let fctbs = outputs.fctbs[vl];
                ones[vl] |= fctbs;
                zeros[vl] |= !fctbs;
                wraps[vl] += u32::from(fctbs < before[vl] && fctbs != 0);
                before[vl] = fctbs;
                match fccl[vl] {
                    Some(fccl) => {
                        let limit: u32 = fccl;
                        left.insert((limit + 2 * MODULUS - fctbs - inputs.blocks[vl]) % MODULUS);
                    }
                    // The counters alone would permit the packet.
                    None => {
                        let left = (2 * MODULUS - fctbs - inputs.blocks[vl]) % MODULUS;
                        uninitialised += u32::from(left <= MOST_OFFERED);
                    }
                }
            }
            numbers.extend([inputs.update_vl, inputs.send_vl]);
            coinciding.insert((inputs.update, inputs.send, inputs.update_vl == inputs.send_vl));
            if inputs.update && inputs.update_vl < lanes as u64 {
                fccl[inputs.update_vl as usize] = Some(inputs.update_fccl as u32);
            }
            if step.reset {
                fccl.fill(None);
                resets += 1;
            }
        });
        assert!(ones.iter().all(|bits| bits & 0xfff == 0xfff), "{ones:x?}");
        assert!(zeros.iter().all(|bits| bits & 0xfff == 0xfff), "{zeros:x?}");
        assert!(wraps.iter().all(|wraps| *wraps > 0), "{wraps:?}");
        assert!([0, 1, 2047, 2048, 2049, 4095].iter().all(|it| left.contains(it)), "{left:?}");
        assert_eq!(numbers, (0..16).collect(), "VL numbers");
        assert_eq!(coinciding.len(), 8, "updates and packets, of one VL and of two");
        assert!(uninitialised > 10 && resets > 10, "{uninitialised} {resets}");
    }
}
