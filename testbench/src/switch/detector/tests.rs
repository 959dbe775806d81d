//! Coverage of the stimulus: legal except in illegal phases, and all thresholds in both directions,
//! and all counts.

use std::collections::BTreeSet;

use tailback_model::Golden;
use tailback_spec::switch::detector::{clear_blocks, set_blocks};

use super::*;

/// Cycles in which each corner must be reached.
const CYCLES: u64 = 20_000;

/// Drives a model; calls `each` with whether the phase may be illegal, and the cycle.
fn drive(
    detector: &Detector,
    cycles: u64,
    mut each: impl FnMut(bool, &Step<CongestionDetectorInputs>, &CongestionDetectorOutputs),
) {
    let mut model = CongestionDetector::new(detector);
    let mut stimulus = CongestionDetectorStimulus::new(detector, 1);
    let (mut step, mut outputs) = (Step::default(), CongestionDetectorOutputs::default());
    for _ in 0..cycles {
        stimulus.drive(&outputs, &mut step);
        model.step(&step.inputs, &mut outputs);
        each(stimulus.is_lawless(), &step, &outputs);
        if step.reset {
            model.reset();
        }
    }
}

fn is_set(bits: u64, lane: usize) -> bool {
    bits >> lane & 1 != 0
}

#[test]
fn outside_of_lawless_times_no_more_waits_than_fits_and_nothing_leaves_that_did_not_wait() {
    let detector = Detector::new(4, 3, 100, 33).unwrap();
    let (capacity, mut legal) = (400, 0);
    drive(&detector, CYCLES, |lawless, step, outputs| {
        // The reset after an illegal phase takes effect at the end of its cycle.
        if lawless || step.reset {
            return;
        }
        legal += 1;
        assert!(outputs.occupancy.iter().sum::<u32>() <= capacity, "{outputs:?}");
        let inputs = &step.inputs;
        if let Some(held) = outputs.occupancy.get(inputs.dequeue_vl as usize) {
            assert!(!inputs.dequeue || inputs.dequeue_blocks <= u64::from(*held));
        }
    });
    assert!(legal > CYCLES * 3 / 4, "{legal}");
}

#[test]
fn each_threshold_is_met_and_missed_by_one_block_and_in_both_states() {
    for (ports, lanes, buffer, packet) in [(2, 1, 40, 5), (8, 2, 160, 33), (8, 4, 1000, 33)] {
        let detector = Detector::new(ports, lanes, buffer, packet).unwrap();
        let mut seen = BTreeSet::new();
        drive(&detector, CYCLES, |_, step, outputs| {
            let weight = step.inputs.threshold as usize;
            let edges = [set_blocks(&detector, weight), clear_blocks(&detector, weight)];
            for (vl, &held) in outputs.occupancy.iter().enumerate() {
                for (edge, above) in edges.iter().flat_map(|&edge| [(edge, 0), (edge, 1)]) {
                    if held == edge + above {
                        let which = (edge == edges[1], above == 1);
                        seen.insert((weight, which, is_set(outputs.congested, vl)));
                    }
                }
            }
        });
        for weight in 1..WEIGHTS {
            let [set, clear] = [set_blocks, clear_blocks].map(|blocks| blocks(&detector, weight));
            if set > clear + 1 {
                for which in [(false, false), (false, true), (true, false), (true, true)] {
                    for congested in [false, true] {
                        assert!(
                            seen.contains(&(weight, which, congested)),
                            "{weight} {which:?} {congested}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn every_bit_toggles_and_every_event_and_setting_comes() {
    for (ports, lanes, buffer, packet) in [(2, 1, 40, 5), (4, 8, 100, 257 / 3), (8, 2, 1000, 33)] {
        let detector = Detector::new(ports, lanes, buffer, packet).unwrap();
        let lanes = detector.virtual_lanes();
        let (mut ones, mut zeros) = (vec![0; lanes], vec![0; lanes]);
        let (mut full, mut marks, mut resets, mut all_at_once) = (0, vec![0; lanes], 0, 0);
        let (mut numbers, mut victims, mut sizes, mut coinciding) =
            (BTreeSet::new(), BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        drive(&detector, CYCLES, |lawless, step, outputs| {
            let inputs = &step.inputs;
            for vl in 0..lanes {
                ones[vl] |= outputs.occupancy[vl];
                zeros[vl] |= !outputs.occupancy[vl];
                let transmit = inputs.transmit && inputs.transmit_vl == vl as u64;
                if transmit && is_set(outputs.congested, vl) {
                    let stalled = is_set(inputs.stalled, vl);
                    victims.insert((is_set(outputs.victim, vl), inputs.victim_mask, stalled));
                    sizes.insert(inputs.transmit_blocks.cmp(&inputs.packet_size));
                    marks[vl] += u64::from(outputs.mark);
                }
            }
            numbers.extend([inputs.dequeue_vl, inputs.transmit_vl]);
            let coming = inputs.enqueue_blocks.iter().filter(|blocks| **blocks > 0).count();
            let same = inputs.enqueue_blocks.get(inputs.dequeue_vl as usize);
            let same = same.is_some_and(|blocks| *blocks > 0);
            coinciding.insert((coming > 0, same, inputs.dequeue, inputs.transmit));
            all_at_once += u64::from(!lawless && coming == lanes);
            let waiting: u32 = outputs.occupancy.iter().sum();
            full += u64::from(!lawless && waiting == ports * buffer);
            resets += u64::from(step.reset);
        });
        let all = (1 << detector.occupancy_bits()) - 1;
        assert!(ones.iter().all(|bits| bits & all == all), "{ones:x?}");
        assert!(zeros.iter().all(|bits| bits & all == all), "{zeros:x?}");
        assert!(marks.iter().all(|marks| *marks > 20), "{marks:?}");
        assert_eq!((victims.len(), sizes.len()), (8, 3), "{victims:?} {sizes:?}");
        assert_eq!(numbers, (0..16).collect(), "VL numbers");
        assert_eq!(coinciding.len(), 12);
        assert!(full > 0 && resets > 20, "{full} {resets}");
        assert!(all_at_once > 20, "{all_at_once}");
    }
}

/// A count of sixteen bits takes long; short runs do not reach its end.
#[test]
fn all_numbers_of_packets_between_marks_are_waited_for_in_long_runs() {
    let detector = Detector::new(2, 1, 40, 5).unwrap();
    let (mut unmarked, mut longest, mut waited) = (0u64, 0, BTreeSet::new());
    drive(&detector, 100 * CYCLES, |_, step, outputs| {
        if step.reset || outputs.congested == 0 {
            unmarked = 0;
        } else if outputs.mark {
            waited.insert(u64::BITS - unmarked.leading_zeros());
            longest = longest.max(unmarked);
            unmarked = 0;
        } else {
            unmarked += u64::from(step.inputs.transmit);
        }
    });
    assert_eq!(waited, (0..=16).collect(), "{longest}");
}
