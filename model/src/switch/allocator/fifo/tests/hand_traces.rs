//! INFOCOM'03 fn. 6 and the rules for coinciding events, traced by hand, with one virtual lane: a
//! queue is an output.

use super::*;

/// An allocator with packets that arrived in so many cycles.
fn waiting(batches: &[&[Packet]]) -> FifoAllocator {
    super::waiting(&parameters(1, BYPASSES), batches)
}

/// An allocator with so many bypasses, and packets that arrived in so many cycles.
fn with_bypasses(bypasses: u32, batches: &[&[Packet]]) -> FifoAllocator {
    super::waiting(&parameters(1, bypasses), batches)
}

#[test]
fn a_packet_that_finds_all_free_is_granted_three_cycles_after_its_arrival() {
    let mut model = waiting(&[]);
    assert_eq!(cycle(&mut model, &[(2, 1)], ALL), []);
    assert_eq!(granted(&mut model, 4), [vec![], vec![], vec![(2, 1)], vec![]]);
}

#[test]
fn a_packet_needs_its_input_its_output_and_its_queue() {
    let mut model = waiting(&[&[(1, 2)]]);
    assert_eq!(goes(&mut model, only(0b1101)), []);
    assert_eq!(goes(&mut model, Free { outputs: 0b1011, ..ALL }), []);
    assert_eq!(goes(&mut model, Free { queues: [0b1011; INPUTS], ..ALL }), []);
    let free = Free { inputs: 0b0010, outputs: 0b0100, queues: [0, 0b0100, 0, 0] };
    assert_eq!(goes(&mut model, free), [(1, 2)]);
}

/// Everything is free, but an input port has no credits for its first packet in any queue.
fn without_credits(input: usize) -> Free {
    let mut free = ALL;
    free.queues[input] = 0;
    free
}

#[test]
fn an_output_passes_over_a_packet_without_credits_behind_the_oldest_one() {
    let mut model = waiting(&[&[(0, 3)], &[(1, 3)], &[(2, 3)]]);
    let free = Free { inputs: 0b1110, ..without_credits(1) };
    assert_eq!(goes(&mut model, free), [(2, 3)]);
    assert_eq!(bypassed(&model)[3], 1);
}

#[test]
fn an_output_passes_over_nothing_while_its_oldest_packet_has_no_credits() {
    let mut model = waiting(&[&[(0, 3)], &[(1, 3)]]);
    assert_eq!(goes(&mut model, without_credits(0)), []);
    assert_eq!(goes(&mut model, Free { inputs: 0b1110, ..without_credits(0) }), []);
    assert_eq!(bypassed(&model)[3], 0);
    assert_eq!(goes(&mut model, without_credits(1)), [(0, 3)]);
}

#[test]
fn a_packet_that_was_seen_is_granted_whatever_is_free_in_the_next_two_cycles() {
    let mut model = waiting(&[&[(1, 2)]]);
    assert_eq!(cycle(&mut model, &[], ALL), []);
    assert_eq!(cycle(&mut model, &[], NOTHING), []);
    assert_eq!(cycle(&mut model, &[], NOTHING), [(1, 2)]);
}

#[test]
fn all_outputs_choose_in_the_same_cycle() {
    let mut model = waiting(&[&[(0, 3), (1, 2), (2, 1), (3, 0)]]);
    assert_eq!(goes(&mut model, ALL), [(0, 3), (1, 2), (2, 1), (3, 0)]);
}

#[test]
fn an_output_makes_no_offer_in_the_two_cycles_after_a_grant() {
    let mut model = waiting(&[&[(0, 3)], &[(1, 3)]]);
    assert_eq!(granted(&mut model, 3), [vec![], vec![], vec![(0, 3)]]);
    for _ in 0..2 {
        assert_eq!(cycle(&mut model, &[], ALL), []);
        assert_eq!(model.offers[3], None);
    }
    assert_eq!(granted(&mut model, 3), [vec![], vec![(1, 3)], vec![]]);
}

#[test]
fn an_output_rests_though_no_packet_waits() {
    let mut model = waiting(&[&[(0, 3)]]);
    assert_eq!(granted(&mut model, 2), [vec![], vec![]]);
    assert_eq!(cycle(&mut model, &[], ALL), [(0, 3)]);
    assert_eq!((model.waiting, model.granted), (0, [1 << 3, 0]));
    assert_eq!(cycle(&mut model, &[(1, 3)], ALL), []);
    assert_eq!(model.granted, [0, 1 << 3]);
    // The look of the next cycle is the first one that sees the packet, and leads to an offer.
    assert_eq!(granted(&mut model, 3), [vec![], vec![], vec![(1, 3)]]);
}

/// Everything is free but input 2.
const WITHOUT_INPUT_2: Free = Free { inputs: 0b1011, ..ALL };

#[test]
fn an_output_whose_offer_is_declined_offers_again_in_the_same_cycle_as_all_others() {
    let mut model = waiting(&[&[(2, 0)], &[(2, 1)], &[(2, 0)], &[(2, 3)]]);
    for (number, output) in [0, 1, 3, 0].into_iter().enumerate() {
        assert_eq!(cycle(&mut model, &[], ALL), []);
        assert_eq!(cycle(&mut model, &[], ALL), []);
        let offers = model.offers.iter().flatten().count();
        assert_eq!(offers, [3, 3, 2, 1][number], "all that wait");
        assert_eq!(cycle(&mut model, &[], ALL), [(2, output)]);
        assert_eq!(cycle(&mut model, &[], WITHOUT_INPUT_2), []);
    }
}

#[test]
fn an_output_whose_offer_is_declined_may_offer_itself_to_another_input() {
    let mut model = waiting(&[&[(2, 0)], &[(2, 1), (3, 1)]]);
    assert_eq!(goes(&mut model, ALL), [(2, 0)]);
    assert_eq!(goes(&mut model, only(0b1000)), [(3, 1)]);
}

#[test]
fn an_input_is_not_granted_in_the_two_cycles_after_a_grant() {
    let mut model = waiting(&[&[(0, 0)]]);
    assert_eq!(cycle(&mut model, &[(0, 1)], ALL), []);
    let expected = [vec![], vec![(0, 0)], vec![], vec![], vec![(0, 1)]];
    assert_eq!(granted(&mut model, 5), expected);
}

#[test]
fn a_void_offer_keeps_no_output_from_making_another_one() {
    let mut model = waiting(&[&[(0, 0)]]);
    assert_eq!(cycle(&mut model, &[], ALL), []);
    assert_eq!(cycle(&mut model, &[(0, 1), (2, 1)], ALL), []);
    // Output 1 sees its packet of input 0 as that is granted to output 0.
    assert_eq!(cycle(&mut model, &[], ALL), [(0, 0)]);
    assert_eq!(cycle(&mut model, &[], WITHOUT_INPUT_0), []);
    assert_eq!(model.offers[1].map(|offer| offer.input), Some(0));
    assert_eq!(cycle(&mut model, &[], WITHOUT_INPUT_0), []);
    assert_eq!(cycle(&mut model, &[], WITHOUT_INPUT_0), [(2, 1)]);
}

#[test]
fn an_input_serves_the_outputs_that_offer_themselves_in_rotation() {
    let mut model = waiting(&[&[(1, 2)], &[(1, 0)], &[(1, 2)], &[(1, 0)]]);
    let gone: Vec<_> = (0..4).map(|_| goes(&mut model, ALL)).collect();
    assert_eq!(gone, [[(1, 0)], [(1, 2)], [(1, 0)], [(1, 2)]]);
}

#[test]
fn an_output_takes_the_oldest_packet_whose_input_is_free() {
    let mut model = waiting(&[&[(0, 3), (2, 3), (3, 3)], &[(0, 3), (1, 3)]]);
    assert_eq!(goes(&mut model, WITHOUT_INPUT_0), [(2, 3)]);
    assert_eq!(bypassed(&model), [0, 0, 0, 1], "by a packet that arrived in the same cycle");
    for input in [0, 3, 0, 1] {
        assert_eq!(goes(&mut model, ALL), [(input, 3)]);
        assert_eq!(bypassed(&model), [0; INPUTS]);
    }
}

#[test]
fn packets_that_arrive_together_can_be_chosen_from_one_cycle_after_the_other_on() {
    let together: &[Packet] = &[(1, 3), (2, 3), (3, 3)];
    for (input, cycles) in [(1, 2), (2, 3), (3, 4)] {
        let (mut model, only) = (waiting(&[]), only(1 << input));
        assert_eq!(cycle(&mut model, together, only), []);
        for _ in 0..cycles {
            assert_eq!(cycle(&mut model, &[], only), []);
        }
        assert_eq!(cycle(&mut model, &[], only), [(input, 3)]);
    }
    // Other queues do not wait for each other.
    let mut model = waiting(&[]);
    assert_eq!(cycle(&mut model, &[(1, 3), (2, 2), (3, 1)], ALL), []);
    assert_eq!(granted(&mut model, 3), [vec![], vec![], vec![(1, 3), (2, 2), (3, 1)]]);
}

#[test]
fn a_packet_cannot_be_chosen_before_all_that_arrived_earlier() {
    let (mut model, only_0) = (waiting(&[]), only(0b0001));
    assert_eq!(cycle(&mut model, &[(1, 3), (2, 3), (3, 3)], only_0), []);
    assert_eq!(cycle(&mut model, &[(0, 3)], only_0), []);
    let gone: Vec<_> = (0..6).map(|_| cycle(&mut model, &[], only_0)).collect();
    assert_eq!(gone, [vec![], vec![], vec![], vec![], vec![(0, 3)], vec![]]);
    for input in [1, 2, 3] {
        assert_eq!(goes(&mut model, ALL), [(input, 3)]);
    }
}

#[test]
fn an_input_that_has_several_packets_in_a_queue_sends_each_in_its_turn() {
    let mut model = waiting(&[&[(1, 2)], &[(0, 2)], &[(1, 2)]]);
    for input in [1, 0, 1] {
        assert_eq!(goes(&mut model, ALL), [(input, 2)]);
    }
    assert_eq!(goes(&mut model, ALL), []);
}

#[test]
fn a_packet_that_arrives_beside_a_grant_goes_after_the_rest_of_the_output() {
    let mut model = waiting(&[&[(0, 3)]]);
    assert_eq!(granted(&mut model, 2), [vec![], vec![]]);
    assert_eq!(cycle(&mut model, &[(1, 3)], ALL), [(0, 3)]);
    assert_eq!(granted(&mut model, 4), [vec![], vec![], vec![], vec![(1, 3)]]);
}

/// "FIFO with possible bypass of older packets when crossbar is busy (max bypass: 4)"
/// (Globecom'02 Table I).
#[test]
fn the_oldest_packet_is_bypassed_four_times_and_then_waited_for() {
    let younger: &[Packet] = &[(1, 3)];
    let mut model = waiting(&[&[(0, 3)], younger, younger, younger, younger, younger]);
    for _ in 0..4 {
        assert_eq!(goes(&mut model, WITHOUT_INPUT_0), younger);
    }
    assert_eq!(goes(&mut model, WITHOUT_INPUT_0), []);
    assert_eq!(goes(&mut model, ALL), [(0, 3)]);
    assert_eq!((bypassed(&model)[3], goes(&mut model, WITHOUT_INPUT_0)), (0, younger.to_vec()));
}

#[test]
fn an_output_looks_at_no_more_packets_than_the_window() {
    let mut model = with_bypasses(1, &[&[(0, 3)], &[(1, 3)], &[(2, 3)]]);
    assert_eq!(goes(&mut model, only(0b0100)), []);
    assert_eq!(goes(&mut model, only(0b0110)), [(1, 3)]);
    assert_eq!(goes(&mut model, only(0b0100)), [], "owed to the oldest packet");
    assert_eq!(goes(&mut model, ALL), [(0, 3)]);
    assert_eq!(goes(&mut model, only(0b0100)), [(2, 3)]);

    let older: &[Packet] = &[(0, 3)];
    let mut model = waiting(&[older, older, older, older, older, &[(1, 3)]]);
    assert_eq!(goes(&mut model, only(0b0010)), []);
    assert_eq!(goes(&mut model, ALL), older);
    assert_eq!(goes(&mut model, only(0b0010)), [(1, 3)]);
}

#[test]
fn packets_for_other_outputs_pass_freely_and_do_not_count() {
    let mut model = waiting(&[&[(0, 3)], &[(1, 0)], &[(1, 1)], &[(1, 2)]]);
    for queue in [0, 1, 2] {
        assert_eq!(goes(&mut model, WITHOUT_INPUT_0), [(1, queue)]);
    }
    assert_eq!(bypassed(&model), [0; INPUTS]);
}

#[test]
fn without_bypasses_each_output_keeps_its_order() {
    let mut model = with_bypasses(0, &[&[(0, 3)], &[(1, 3)], &[(1, 2)]]);
    assert_eq!(goes(&mut model, only(0b0010)), [(1, 2)]);
    assert_eq!(goes(&mut model, only(0b0010)), []);
    assert_eq!(goes(&mut model, ALL), [(0, 3)]);
    assert_eq!(goes(&mut model, ALL), [(1, 3)]);
}

#[test]
fn an_input_serves_outputs_in_rotation_whatever_is_owed_to_it() {
    let batches: [&[Packet]; 5] = [&[(0, 0)], &[(0, 1)], &[(0, 2)], &[(1, 1)], &[(1, 2)]];
    let mut model = with_bypasses(1, &batches);
    assert_eq!(goes(&mut model, only(0b0010)), [(1, 1)]);
    assert_eq!(goes(&mut model, only(0b0010)), [(1, 2)]);
    assert_eq!(bypassed(&model), [0, 1, 1, 0]);
    for output in [0, 1, 2] {
        assert_eq!(goes(&mut model, ALL), [(0, output)]);
    }
}

#[test]
fn reset_empties_the_queues_and_takes_back_all_offers() {
    let mut model = waiting(&[&[(0, 3)], &[(1, 3)], &[(1, 3)], &[(2, 1)]]);
    assert_eq!(goes(&mut model, only(0b0010)), [(1, 3)]);
    assert_eq!(cycle(&mut model, &[], only(0b0100)), []);
    assert_eq!(cycle(&mut model, &[(0, 2), (1, 2)], only(0b0100)), []);
    assert!(model.looks[1].is_some() && model.offers[1].is_some());
    assert!(!model.queues[2].batches.is_empty());
    assert_eq!(bypassed(&model), [0, 0, 0, 1]);
    model.reset();
    assert_eq!(model, waiting(&[]));
    // After a grant, other ports and lanes would be the first.
    let parameters = parameters(2, BYPASSES);
    let mut model = super::waiting(&parameters, &[&[(1, 2)]]);
    assert_eq!(goes(&mut model, ALL), [(1, 2)]);
    model.reset();
    assert_eq!(model, FifoAllocator::new(&parameters));
}

#[test]
fn the_last_of_324_queues_is_served() {
    let mut model = FifoAllocator::new(&Fifo::new(36, 9, 4, 4).unwrap());
    let mut inputs = FifoAllocatorInputs {
        arrive: 1 << 35,
        arrive_queue: std::iter::repeat_n(323, 36).collect(),
        input_free: 1 << 35,
        output_free: 1 << 35,
        sendable: vec![WideWord::new(); 36],
    };
    inputs.sendable[35] = [0, 0, 0, 0, 0, 1 << (323 % 64)].into_iter().collect();
    assert_eq!(model.cycle(&inputs).grant, 0);
    inputs.arrive = 0;
    assert_eq!([model.cycle(&inputs).grant, model.cycle(&inputs).grant], [0; 2]);
    let outputs = model.cycle(&inputs);
    assert_eq!((outputs.grant, outputs.grant_queue[35]), (1 << 35, 323));
}
