//! Output ports whose offers are declined again and again, traced by hand, with one virtual lane
//! unless noted. Input 0 sends packets to output 1 all the time. In its rotation, output 0 is the
//! last after output 1.

use super::*;

/// Looks for nothing; offers that were made stand.
const HELD: Free = Free { inputs: 0, outputs: 0, ..ALL };

/// Input 0 is free, and these outputs.
fn looks(outputs: u64) -> Free {
    Free { inputs: 0b0001, outputs, ..ALL }
}

/// Grants a packet of input 0 to output 1; queues of the outputs `late` look for a packet of that
/// input in the two cycles before they can see the grant, so that two void offers of each are
/// declined.
fn declines_twice(model: &mut FifoAllocator, late: u64, packet: Packet) {
    let granted =
        [looks(0b0010), looks(late), looks(late), HELD, HELD].map(|free| cycle(model, &[], free));
    assert_eq!(granted, [vec![], vec![], vec![packet], vec![], vec![]]);
}

/// An allocator with packets of input 0 for output 1, and with others that came after them.
fn waiting(batches: &[&[Packet]]) -> FifoAllocator {
    let first: &[Packet] = &[(0, 1)];
    let first = std::iter::repeat_n(first, 10);
    let all: Vec<&[Packet]> = first.chain(batches.iter().copied()).collect();
    super::waiting(&parameters(1, BYPASSES), &all)
}

/// An allocator whose outputs `late` insist, or have one decline less.
fn declined(batches: &[&[Packet]], late: u64, insists: bool) -> FifoAllocator {
    let mut model = waiting(batches);
    for _ in 0..Fifo::DECLINES / 2 {
        declines_twice(&mut model, late, (0, 1));
    }
    if insists {
        declines_twice(&mut model, late, (0, 1));
    }
    assert!(set_lanes(late).all(|output| model.insists(output) == insists));
    model
}

#[test]
fn declined_offers_are_counted_and_void_ones_among_them_until_the_output_insists() {
    let mut model = waiting(&[&[(0, 0)]]);
    for declines in [2, 4, 6, 8, 10, 12, 14, Fifo::DECLINES, Fifo::DECLINES] {
        declines_twice(&mut model, 0b0001, (0, 1));
        assert_eq!(model.declines, [declines, 0, 0, 0]);
    }
    assert_eq!(goes(&mut model, looks(0b0001)), [(0, 0)]);
    assert_eq!(model.declines, [0; INPUTS]);
}

#[test]
fn an_offer_that_stands_in_vain_is_declined_and_one_that_is_accepted_ends_the_count() {
    let mut model = waiting(&[&[(0, 0)], &[(0, 2)]]);
    // Outputs 0, 1 and 2 offer themselves to input 0, which serves them in rotation.
    let served = [((0, 0), [0, 1, 1, 0]), ((0, 1), [0, 0, 2, 0]), ((0, 2), [0, 1, 0, 0])];
    for (packet, declines) in served {
        assert_eq!(goes(&mut model, looks(0b1111)), [packet]);
        assert_eq!(model.declines, declines);
    }
    // Without an offer, nothing is declined.
    assert_eq!(goes(&mut model, only(0b1000)), []);
    assert_eq!(model.declines, [0, 1, 0, 0]);
}

#[test]
fn an_output_that_insists_waits_for_its_oldest_packet() {
    let others: [&[Packet]; 2] = [&[(0, 0)], &[(3, 0)]];
    let mut model = declined(&others, 0b0001, false);
    assert_eq!(goes(&mut model, only(0b1000)), [(3, 0)], "bypasses the oldest packet");
    let mut model = declined(&others, 0b0001, true);
    assert_eq!(goes(&mut model, only(0b1000)), []);
    assert_eq!((bypassed(&model)[0], goes(&mut model, only(0b1001))), (0, vec![(0, 0)]));
    assert_eq!(goes(&mut model, only(0b1000)), [(3, 0)], "insists no more");
}

#[test]
fn an_output_that_insists_does_not_wait_for_a_packet_without_credits() {
    let mut model = declined(&[&[(0, 0)]], 0b0001, true);
    let without = Free { queues: [0b1110; INPUTS], ..ALL };
    assert_eq!(goes(&mut model, without), [(0, 1)]);
    assert!(model.insists(0));
    assert_eq!(goes(&mut model, ALL), [(0, 0)]);
}

#[test]
fn an_input_prefers_an_output_that_insists() {
    let others: [&[Packet]; 2] = [&[(0, 0)], &[(0, 2)]];
    for (insists, packets) in [(false, [(0, 2), (0, 0)]), (true, [(0, 0), (0, 2)])] {
        let mut model = declined(&others, 0b0001, insists);
        // Output 1 was served last: output 2 is the first in rotation.
        for packet in packets {
            assert_eq!(goes(&mut model, looks(0b0101)), [packet], "{insists}");
        }
    }
}

#[test]
fn an_offer_is_preferred_if_the_output_insists_as_it_stands() {
    // The 15th decline is that of the cycle before the offer that is accepted.
    let mut model = declined(&[&[(0, 0)], &[(0, 2)]], 0b0001, false);
    assert_eq!(cycle(&mut model, &[], looks(0b0010)), []);
    assert_eq!(cycle(&mut model, &[], looks(0b0001)), []);
    assert_eq!(cycle(&mut model, &[], HELD), [(0, 1)]);
    assert!(!model.insists(0));
    assert_eq!(cycle(&mut model, &[], looks(0b0101)), [], "the void offer stands");
    assert!(model.insists(0));
    assert_eq!(cycle(&mut model, &[], HELD), []);
    assert_eq!(cycle(&mut model, &[], HELD), [(0, 0)]);
}

#[test]
fn several_outputs_that_insist_are_served_in_rotation() {
    let others: [&[Packet]; 3] = [&[(0, 0)], &[(0, 2)], &[(0, 3)]];
    let mut model = declined(&others, 0b1001, true);
    for packet in [(0, 3), (0, 0), (0, 1), (0, 2)] {
        assert_eq!(goes(&mut model, looks(0b1111)), [packet]);
    }
}

#[test]
fn an_output_that_insists_waits_for_the_oldest_packet_of_one_lane_after_the_other() {
    // Queues 0 and 1 are those of output 0, and queue 2 is of output 1.
    let first: &[Packet] = &[(0, 2)];
    let others: [&[Packet]; 4] = [&[(0, 0)], &[(2, 1)], &[(3, 0)], &[(3, 1)]];
    let all: Vec<&[Packet]> = std::iter::repeat_n(first, 10).chain(others).collect();
    let mut model = super::waiting(&parameters(2, BYPASSES), &all);
    for _ in 0..=Fifo::DECLINES / 2 {
        declines_twice(&mut model, 0b0001, (0, 2));
    }
    assert!(model.insists(0));
    for inputs in [0b1000, 0b0100, 0b1100] {
        assert_eq!(goes(&mut model, Free { outputs: 0b0001, ..only(inputs) }), []);
    }
    assert_eq!(goes(&mut model, Free { outputs: 0b0001, ..ALL }), [(0, 0)]);
    assert_eq!(goes(&mut model, Free { outputs: 0b0001, ..ALL }), [(2, 1)]);
}

#[test]
fn an_output_that_alternates_between_two_inputs_is_served() {
    // Each input has packets for outputs 1 and 2, and output 0 a packet of each input. An input is
    // free for a look in the cycle in which the other one is busy; by its rotation, it accepts
    // another output each time.
    let first: &[Packet] = &[(0, 0), (1, 0)];
    let others: &[Packet] = &[(0, 1), (1, 2)];
    let batches: Vec<&[Packet]> =
        std::iter::once(first).chain(std::iter::repeat_n(others, 20)).collect();
    let mut model = super::waiting(&parameters(1, BYPASSES), &batches);
    let mut served = Vec::new();
    for round in 0..20 {
        let (input, output) = (round % 2, round % 2 + 1);
        let busy = Free { inputs: 1 << input, outputs: 1 << output, ..ALL };
        let late = Free { outputs: 1, ..busy };
        for free in [busy, late, late, HELD, HELD] {
            let granted = cycle(&mut model, &[], free);
            served.extend(granted.into_iter().map(|packet| (round, packet)));
        }
        if model.insists(0) {
            break;
        }
    }
    let round = served.last().unwrap().0;
    assert_eq!((served.len(), round), (8, 7), "no packet of output 0 in eight rounds");
    assert!(served.iter().all(|(_, (_, queue))| *queue != 0));
    // The output waits for its oldest packet now, and the input prefers it to the first in rotation.
    assert_eq!(goes(&mut model, only(0b0010)), [(1, 2)]);
    assert_eq!(goes(&mut model, ALL), [(0, 0), (1, 2)]);
}

#[test]
fn reset_forgets_what_was_declined() {
    let mut model = declined(&[&[(0, 0)]], 0b0001, true);
    model.reset();
    assert_eq!(model, FifoAllocator::new(&parameters(1, BYPASSES)));
}
