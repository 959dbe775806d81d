//! Coverage of the stimulus: blocks reach their limit, and never exceed it.

use std::ops::ControlFlow;

use super::*;
use crate::harness::lockstep::model_alone;
use tailback_spec::presets;
use tailback_spec::Config;

/// Cycles in which each corner must be reached.
const CYCLES: usize = 100_000;

#[test]
fn blocks_come_up_to_the_limit_and_not_beyond_and_events_at_each_turn() {
    let port = Config::from_toml(presets::ALL[0].toml).unwrap().port();
    let count = count(&port);
    let most = (1u32 << pending_bits(&port)) - 1;
    let is_in = |index: usize| (0..port.lanes()).any(|lane| blocks_in(&port, lane) == index);
    let is_out = |index: usize| (0..port.lanes()).any(|lane| blocks_out(&port, lane) == index);
    let (mut pending, mut seen) = (vec![0u32; count], vec![0; count]);
    // Per counter: an event of reception in the cycle of its slot, and one and two cycles before.
    let mut with_turn = vec![[false; 3]; count];
    let mut recent: [Option<usize>; 3] = [None; 3];
    // Events of one counter in consecutive cycles, and in every other cycle.
    let (mut again, mut in_turn) = (0, 0);
    let mut transmitted = [0u64; 4];
    let (mut cycle, mut resets, mut longest) = (0, 0, [0; 2]);
    let mut stimulus = PortCountersStimulus::new(&port, 1);
    model_alone(PortCounters::new(&port), &mut stimulus, |step, _| {
        let inputs = &step.inputs;
        let index = inputs.index as usize;
        if is_out(index) {
            pending[index] = 0;
        }
        if is_in((index + 1) % count) {
            pending[(index + 1) % count] = 0;
        }
        let event = inputs.received.then_some(inputs.received_index as usize);
        recent = [event, recent[0], recent[1]];
        if let Some(counter) = event {
            assert!(is_of_reception(&port, counter), "{counter}");
            let lane = (0..port.lanes()).find(|lane| packets_in(&port, *lane) == counter);
            if let Some(lane) = lane {
                pending[blocks_in(&port, lane)] += inputs.received_blocks as u32;
                longest[0] = longest[0].max(inputs.received_blocks);
            }
            again += u32::from(recent[1] == event);
            in_turn += u32::from(recent[1].is_some() && recent[1] != event && recent[2] == event);
        }
        for (met, event) in with_turn[index].iter_mut().zip(recent) {
            *met |= event == Some(index) && !inputs.clear;
        }
        for lane in 0..port.lanes() {
            pending[blocks_out(&port, lane)] += inputs.blocks_out[lane];
            longest[1] = longest[1].max(inputs.blocks_out[lane].into());
        }
        for counter in 0..count {
            assert!(pending[counter] <= most);
            seen[counter] = seen[counter].max(pending[counter]);
        }
        let others = [inputs.gone, inputs.marked, inputs.stalled, inputs.late];
        for (seen, events) in transmitted.iter_mut().zip(others) {
            *seen |= events;
        }
        if step.reset {
            pending.fill(0);
            recent = [None; 3];
            resets += 1;
        }
        cycle += 1;
        match cycle < CYCLES {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    assert!(
        (0..count).filter(|at| is_in(*at) || is_out(*at)).all(|at| seen[at] == most),
        "{seen:?}"
    );
    let received = (0..count).filter(|at| is_of_reception(&port, *at));
    assert!(received.clone().count() > 10);
    assert!(received.map(|at| with_turn[at]).all(|met| met == [true; 3]), "{with_turn:?}");
    assert!(again > 1000 && in_turn > 1000, "{again} {in_turn}");
    let [lanes, data_lanes] = [port.lanes(), port.virtual_lanes()].map(|all| (1 << all) - 1);
    assert_eq!(transmitted, [lanes, data_lanes, data_lanes, lanes]);
    assert_eq!(longest, [port.buffer().packet_blocks() as u64; 2]);
    assert!(resets > 3, "{resets}");
}
