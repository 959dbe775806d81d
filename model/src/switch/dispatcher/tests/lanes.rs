//! Virtual lanes of an output with round robin, and requests that are withdrawn.

use super::*;

const LANES: usize = 3;
const QUEUES: usize = 2 * LANES;

fn dispatcher() -> Either {
    Either::round_robin(&port(2, 2, 10, 5))
}

/// Queues of the packets that an input starts, all of two cycles, while those of `waiting` wait.
/// The first starts three cycles after the first cycle, and all others seven cycles after another.
fn started(dispatcher: &mut Either, waiting: &[(usize, usize)], cycles: usize) -> Vec<u32> {
    let mut ends = 0;
    let mut queues = vec![];
    for _ in 0..cycles {
        let outputs = dispatcher.cycle(&Around {
            waiting: waiting.to_vec(),
            may_send: all_may_send(QUEUES),
            ends,
            ..Default::default()
        });
        ends = outputs.start;
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
    let waiting = [(0, 3), (0, 4), (0, 5)];
    assert_eq!(started(&mut dispatcher(), &waiting, 33), [3, 4, 5, 3, 4]);
    let waiting = [(1, 3), (1, 5)];
    assert_eq!(started(&mut dispatcher(), &waiting, 19), [3, 5, 3]);
}

#[test]
fn the_turn_of_a_lane_is_the_outputs_whatever_the_input() {
    let mut dispatcher = dispatcher();
    assert_eq!(started(&mut dispatcher, &[(0, 3)], 5), [3]);
    assert!(started(&mut dispatcher, &[], 4).is_empty());
    assert_eq!(started(&mut dispatcher, &[(1, 3), (1, 4)], 4), [4]);
}

#[test]
fn a_lane_that_loses_its_credits_in_the_cycle_of_the_grant_gives_way_to_another() {
    let mut dispatcher = dispatcher();
    let around = |may_send: &[usize]| {
        let mut around = Around { waiting: vec![(0, 3), (0, 4)], ..Default::default() };
        may_send.iter().for_each(|queue| around.may_send.set(*queue));
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
    let mut around = Around { waiting: vec![(0, 3)], ..Default::default() };
    around.may_send.set(3);
    dispatcher.cycle(&around);
    dispatcher.cycle(&around);
    dispatcher.cycle(&Around { waiting: vec![(0, 3)], ..Default::default() });
    let outputs = dispatcher.cycle(&Around::default());
    assert_eq!((outputs.start, outputs.engaged), (0, 0));
}
