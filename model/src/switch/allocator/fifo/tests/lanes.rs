//! The virtual lanes of an output, traced by hand: with two, queues 2 and 3 are those of output 1.

use super::*;

/// Everything is free, and all queues but queue 2 have credits.
const WITHOUT_QUEUE_2: Free = Free { queues: [0xfffb; INPUTS], ..ALL };

/// An allocator with packets that arrived in so many cycles, and up to two bypasses.
fn waiting(batches: &[&[Packet]]) -> FifoAllocator {
    super::waiting(&parameters(2, 2), batches)
}

#[test]
fn the_lanes_of_an_output_take_turns_and_lane_0_comes_first() {
    let mut model = waiting(&[&[(2, 3)], &[(0, 2)], &[(1, 2)], &[(3, 3)]]);
    for packet in [(0, 2), (2, 3), (1, 2), (3, 3)] {
        assert_eq!(goes(&mut model, ALL), [packet]);
    }
}

#[test]
fn only_a_packet_that_goes_ends_the_turn_of_a_lane() {
    // Input 2 accepts output 0, and the offer of output 1 for its lane 0 lapses.
    let mut model = waiting(&[&[(2, 0)], &[(2, 2)], &[(3, 3)]]);
    assert_eq!(goes(&mut model, ALL), [(2, 0)]);
    assert_eq!(goes(&mut model, ALL), [(2, 2)]);
    assert_eq!(goes(&mut model, ALL), [(3, 3)]);
}

#[test]
fn a_lane_without_a_packet_that_can_go_is_passed_over() {
    let mut model = waiting(&[&[(0, 2)], &[(1, 3)], &[(1, 3)]]);
    assert_eq!(goes(&mut model, WITHOUT_QUEUE_2), [(1, 3)]);
    assert_eq!(goes(&mut model, WITHOUT_INPUT_0), [(1, 3)]);
    assert_eq!(goes(&mut model, ALL), [(0, 2)]);
}

#[test]
fn packets_of_all_lanes_bypass_the_oldest_packets_of_the_others_whatever_their_ages() {
    let mut model = waiting(&[&[(1, 3)], &[(0, 2)], &[(2, 3)]]);
    assert_eq!(goes(&mut model, only(0b0010)), [(1, 3)]);
    assert_eq!(bypassed(&model)[2..4], [1, 0]);
    assert_eq!(goes(&mut model, only(0b0100)), [(2, 3)]);
    assert_eq!(bypassed(&model)[2..4], [2, 0]);
}

#[test]
fn the_output_waits_only_for_lanes_with_credits() {
    let other: &[Packet] = &[(1, 3)];
    let mut model = waiting(&[&[(0, 2)], other, other, other, other, other]);
    for _ in 0..2 {
        assert_eq!(goes(&mut model, WITHOUT_INPUT_0), other);
    }
    assert_eq!(goes(&mut model, WITHOUT_INPUT_0), []);
    // Without credits for its lane, the packet is not waited for, and no more bypasses count.
    assert_eq!(goes(&mut model, WITHOUT_QUEUE_2), other);
    assert_eq!(bypassed(&model)[2..4], [2, 0]);
    assert_eq!(goes(&mut model, ALL), [(0, 2)]);
    assert_eq!(bypassed(&model)[2..4], [0, 1]);
}

#[test]
fn queues_to_which_the_output_is_owed_come_first() {
    let mut model = waiting(&[&[(0, 2)], &[(0, 3)], &[(1, 2)], &[(1, 2)], &[(2, 3)]]);
    for _ in 0..2 {
        assert_eq!(goes(&mut model, only(0b0010)), [(1, 2)]);
    }
    assert_eq!(bypassed(&model)[2..4], [2, 2]);
    assert_eq!(goes(&mut model, WITHOUT_INPUT_0), [], "both wait for input 0");
    assert_eq!(goes(&mut model, only(0b0001)), [(0, 3)]);
    // A bypass more than enough is not counted.
    assert_eq!(bypassed(&model)[2..4], [2, 0]);
    assert_eq!(goes(&mut model, WITHOUT_INPUT_0), [], "the other lane has to wait");
    assert_eq!(goes(&mut model, ALL), [(0, 2)]);
    assert_eq!((bypassed(&model)[3], goes(&mut model, ALL)), (1, vec![(2, 3)]));
}

#[test]
fn the_output_waits_for_the_first_lane_in_rotation_that_it_is_owed_to() {
    let mut model = waiting(&[&[(0, 2)], &[(3, 3)], &[(1, 2)], &[(1, 2)]]);
    for _ in 0..2 {
        assert_eq!(goes(&mut model, only(0b0010)), [(1, 2)]);
    }
    assert_eq!(bypassed(&model)[2..4], [2, 2]);
    assert_eq!(goes(&mut model, only(0b0001)), [], "lane 1 is next, and waits for input 3");
    assert_eq!(goes(&mut model, ALL), [(3, 3)]);
    assert_eq!(goes(&mut model, ALL), [(0, 2)]);
}

#[test]
fn packets_that_arrive_together_for_different_lanes_can_be_chosen_in_the_same_cycle() {
    for (input, queue) in [(0, 2), (1, 3)] {
        let (mut model, only) = (waiting(&[]), only(1 << input));
        assert_eq!(cycle(&mut model, &[(0, 2), (1, 3)], only), []);
        assert_eq!(cycle(&mut model, &[], only), []);
        assert_eq!(cycle(&mut model, &[], only), []);
        assert_eq!(cycle(&mut model, &[], only), [(input, queue)]);
    }
}

#[test]
fn other_outputs_owe_nothing() {
    let mut model = waiting(&[&[(0, 2)], &[(1, 3)], &[(1, 3)], &[(1, 4)]]);
    for packet in [(1, 3), (1, 4), (1, 3)] {
        assert_eq!(goes(&mut model, WITHOUT_INPUT_0), [packet]);
    }
    assert_eq!(bypassed(&model), [0, 0, 2, 0, 0, 0, 0, 0]);
}
