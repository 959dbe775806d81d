//! Coverage of the stimulus: blocks reach their limit, and never exceed it.

use std::ops::ControlFlow;

use super::*;
use crate::harness::lockstep::model_alone;
use tailback_spec::presets;
use tailback_spec::Config;

/// Cycles in which each corner must be reached.
const CYCLES: usize = 40_000;

#[test]
fn blocks_come_up_to_the_limit_and_not_beyond_and_events_at_each_turn() {
    let port = Config::from_toml(presets::ALL[0].toml).unwrap().port();
    let count = count(&port);
    let most = (1u32 << pending_bits(&port)) - 1;
    let of_blocks = |index: usize| {
        (0..port.lanes())
            .any(|lane| [blocks_in(&port, lane), blocks_out(&port, lane)].contains(&index))
    };
    let (mut pending, mut seen) = (vec![0u32; count], vec![0; count]);
    let mut with_turn = vec![false; count];
    let (mut cycle, mut resets, mut longest) = (0, 0, 0);
    let mut stimulus = PortCountersStimulus::new(&port, 1);
    model_alone(PortCounters::new(&port), &mut stimulus, |step, _| {
        let inputs = &step.inputs;
        pending[inputs.index as usize] = 0;
        for lane in 0..port.lanes() {
            pending[blocks_in(&port, lane)] += inputs.blocks_in[lane];
            pending[blocks_out(&port, lane)] += inputs.blocks_out[lane];
            longest = longest.max(inputs.blocks_out[lane]);
        }
        for counter in 0..count {
            assert!(pending[counter] <= most);
            seen[counter] = seen[counter].max(pending[counter]);
        }
        let index = inputs.index as usize;
        with_turn[index] |= inputs.events.is_set(index);
        assert!(inputs.events.set_lanes().all(|counter| counter < count));
        if step.reset {
            pending.fill(0);
            resets += 1;
        }
        cycle += 1;
        match cycle < CYCLES {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    assert!(
        (0..count).filter(|index| of_blocks(*index)).all(|index| seen[index] == most),
        "{seen:?}"
    );
    assert!(with_turn.iter().all(|seen| *seen), "{with_turn:?}");
    assert_eq!(longest as usize, port.buffer().packet_blocks());
    assert!(resets > 3, "{resets}");
}
