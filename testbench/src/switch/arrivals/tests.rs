//! Lists are empty and full, all turns come, and nothing is stored that has no room.

use std::collections::BTreeSet;

use tailback_model::Golden;

use super::*;
use crate::switch::examples::port;

/// Cycles in which each corner must be reached.
const CYCLES: u64 = 20_000;

#[test]
fn lists_fill_to_the_last_place_and_each_port_has_its_turn_after_each() {
    for (ports, lane_blocks) in [(2, 8), (4, 20), (12, 60)] {
        let port = port(ports, 2, lane_blocks, 8);
        let (ports, room) = (port.ports(), port.buffer().blocks());
        let (mut model, mut stimulus) = (Arrivals::new(&port), ArrivalsStimulus::new(&port, 1));
        let (mut step, mut outputs) = (Step::default(), ArrivalsOutputs::default());
        let mut held = vec![0; ports];
        let (mut turns, mut queues, mut last) = (BTreeSet::new(), BTreeSet::new(), None);
        let (mut full, mut all, mut dropped, mut held_up, mut resets) = (0, 0, 0, 0, 0);
        for _ in 0..CYCLES {
            stimulus.drive(&outputs, &mut step);
            let inputs = &step.inputs;
            assert!(inputs.arrive & !inputs.begins == 0 && inputs.begins >> ports == 0);
            model.step(inputs, &mut outputs);
            let waiting = held.iter().any(|held| *held > 0);
            held_up += u64::from(inputs.full && waiting);
            dropped += u64::from(!outputs.pass && !inputs.full && inputs.begins != 0);
            all += u64::from(inputs.arrive.count_ones() as usize == ports);
            for input in each(inputs.arrive) {
                assert!(held[input] < room, "there is room");
                assert!((inputs.arrive_queue[input] as usize) < port.buffer().queues());
                held[input] += 1;
            }
            full += u64::from(held.contains(&room));
            if outputs.pass {
                held[outputs.pass_input as usize] -= 1;
                turns.insert((last, outputs.pass_input));
                last = Some(outputs.pass_input);
                queues.insert(outputs.pass_queue);
            }
            if step.reset {
                model.reset();
                held.fill(0);
                last = None;
                resets += 1;
            }
        }
        assert!(turns.len() >= ports * ports, "each after each: {}", turns.len());
        assert_eq!(queues.len(), port.buffer().queues());
        let counts = [full, all, dropped, held_up, resets];
        assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
    }
}
