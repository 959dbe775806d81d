//! Virtual lanes of an output with round robin, and requests that are withdrawn.

use super::*;

const LANES: usize = 3;
const QUEUES: usize = 2 * LANES;

fn dispatcher() -> Either {
    Either::round_robin(&port(2, 2, 10, 5))
}

/// Queues of the packets that an input starts, all of three cycles, while those of `known` wait.
/// The first starts three cycles after the first cycle, and all others six cycles after another.
fn started(dispatcher: &mut Either, known: &[(usize, usize)], cycles: usize) -> Vec<u32> {
    let mut ends = [0; 2];
    let mut queues = vec![];
    for _ in 0..cycles {
        let outputs = dispatcher.cycle(&Around {
            known: known.to_vec(),
            credits: all_credits(QUEUES),
            ends: ends[1],
            ..Default::default()
        });
        ends = [outputs.start, ends[0]];
        for input in 0..2 {
            if outputs.start >> input & 1 != 0 {
                queues.push(outputs.start_queue[input]);
            }
        }
    }
    queues
}

#[test]
fn the_lanes_of_an_output_take_turns_and_lane_0_comes_first() {
    let known = [(0, 3), (0, 4), (0, 5)];
    assert_eq!(started(&mut dispatcher(), &known, 33), [3, 4, 5, 3, 4]);
    let known = [(1, 3), (1, 5)];
    assert_eq!(started(&mut dispatcher(), &known, 19), [3, 5, 3]);
}

#[test]
fn the_turn_of_a_lane_is_the_outputs_whatever_the_input() {
    let mut dispatcher = dispatcher();
    assert_eq!(started(&mut dispatcher, &[(0, 3)], 6), [3]);
    assert!(started(&mut dispatcher, &[], 4).is_empty());
    assert_eq!(started(&mut dispatcher, &[(1, 3), (1, 4)], 4), [4]);
}

#[test]
fn a_lane_that_loses_its_credits_in_the_cycle_of_the_grant_gives_way_to_another() {
    let mut dispatcher = dispatcher();
    let around = |credits: &[usize]| {
        let mut around = Around { known: vec![(0, 3), (0, 4)], ..Default::default() };
        credits.iter().for_each(|queue| around.credits.set(*queue));
        around
    };
    dispatcher.cycle(&around(&[3]));
    dispatcher.cycle(&around(&[3]));
    dispatcher.cycle(&around(&[4]));
    let outputs = dispatcher.cycle(&around(&[4]));
    assert_eq!((outputs.start, outputs.start_queue[0]), (1, 4));
}

#[test]
fn a_grant_without_a_packet_that_may_go_starts_nothing() {
    let mut dispatcher = dispatcher();
    let mut around = Around { known: vec![(0, 3)], ..Default::default() };
    around.credits.set(3);
    dispatcher.cycle(&around);
    dispatcher.cycle(&around);
    dispatcher.cycle(&Around { known: vec![(0, 3)], ..Default::default() });
    let outputs = dispatcher.cycle(&Around::default());
    assert_eq!((outputs.start, outputs.engaged), (0, 0));
}
