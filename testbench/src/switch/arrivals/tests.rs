//! Coverage of the stimulus: lists are empty and full, all orders of ports occur, shares are used
//! up, and no packet is stored without free space.

use std::collections::BTreeSet;

use tailback_model::Golden;

use super::*;
use crate::switch::examples::port;

/// Cycles in which each corner must be reached.
const CYCLES: u64 = 20_000;

#[test]
fn lists_and_shares_fill_to_the_last_entry_and_each_port_has_its_turn_after_each() {
    for (ports, lane_blocks, share) in [(2, 8, 1), (4, 20, 3), (12, 60, 2)] {
        let port = port(ports, 2, lane_blocks, 8);
        let parameters = Parameters::new(&port, share).unwrap();
        let (ports, lanes, buffer) = (port.ports(), port.lanes(), port.buffer());
        let (mut model, mut stimulus) =
            (Arrivals::new(&parameters), ArrivalsStimulus::new(&parameters, 1));
        let (mut step, mut outputs) = (Step::default(), ArrivalsOutputs::default());
        let (mut held, mut listed) = (vec![vec![0; lanes]; ports], vec![vec![0; lanes]; ports]);
        let (mut turns, mut queues, mut last) = (BTreeSet::new(), BTreeSet::new(), None);
        let (mut full, mut all, mut dropped, mut held_up, mut resets) = (0, 0, 0, 0, 0);
        let (mut used_up, mut past) = (BTreeSet::new(), 0);
        for _ in 0..CYCLES {
            stimulus.drive(&outputs, &mut step);
            let inputs = &step.inputs;
            assert!(inputs.arrive & !inputs.begins == 0 && inputs.begins >> ports == 0);
            let blocked = |input: usize, lane: usize| {
                held[input][lane] > 0 && listed[input][lane] == parameters.share(lane)
            };
            let is_blocked = (0..ports).any(|input| (0..lanes).any(|lane| blocked(input, lane)));
            let beside: Vec<bool> =
                (0..ports).map(|input| (0..lanes).any(|lane| blocked(input, lane))).collect();
            model.step(inputs, &mut outputs);
            held_up += u64::from(is_blocked && !outputs.pass);
            dropped += u64::from(!outputs.pass && inputs.begins & !inputs.arrive != 0);
            all += u64::from(inputs.arrive.count_ones() as usize == ports);
            for input in each(inputs.arrive) {
                let queue = inputs.arrive_queue[input] as usize;
                let lane = queue % lanes;
                assert!(held[input][lane] < buffer.blocks_of(lane) && queue < buffer.queues());
                assert_eq!(lane, inputs.begins_lane[input] as usize);
                held[input][lane] += 1;
            }
            full += u64::from((0..ports).any(|input| held[input][0] == buffer.blocks_of(0)));
            for input in each(inputs.leaves) {
                listed[input][inputs.leaves_lane as usize] -= 1;
            }
            if outputs.pass {
                let (input, lane) =
                    (outputs.pass_input as usize, outputs.pass_queue as usize % lanes);
                held[input][lane] -= 1;
                listed[input][lane] += 1;
                assert!(listed[input][lane] <= parameters.share(lane), "a share is its lane's own");
                if listed[input][lane] == parameters.share(lane) {
                    used_up.insert((input, lane));
                }
                past += u64::from(beside[input]);
                turns.insert((last, outputs.pass_input));
                last = Some(outputs.pass_input);
                queues.insert(outputs.pass_queue);
            }
            if step.reset {
                model.reset();
                held.iter_mut().chain(&mut listed).for_each(|lanes| lanes.fill(0));
                last = None;
                resets += 1;
            }
        }
        assert!(turns.len() >= ports * ports, "each after each: {}", turns.len());
        assert_eq!((queues.len(), used_up.len()), (buffer.queues(), ports * lanes));
        let counts = [full, all, dropped, held_up, past, resets];
        assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
    }
}
