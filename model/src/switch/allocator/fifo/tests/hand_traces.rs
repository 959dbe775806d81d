//! INFOCOM'03 fn. 6 and the rules for coinciding events, traced by hand, with one virtual lane: a
//! queue is an output.

use super::*;

/// Everything is free.
const FREE: u64 = 0b1111;

/// A list with these packets.
fn waiting(packets: &[Packet]) -> FifoAllocator {
    super::waiting(&parameters(1), packets)
}

#[test]
fn packets_go_in_the_order_of_their_arrival_in_every_other_cycle() {
    let packets = [(2, 1), (0, 3), (1, 1), (0, 0)];
    let mut model = waiting(&packets);
    let gone: Vec<_> = (0..8).map(|_| cycle(&mut model, None, FREE, FREE).1).collect();
    let expected: Vec<_> = packets.iter().flat_map(|packet| [None, Some(*packet)]).collect();
    assert_eq!(gone, expected);
    assert_eq!(goes(&mut model, FREE, FREE), None);
}

#[test]
fn a_packet_can_go_from_the_cycle_after_its_arrival() {
    let mut model = waiting(&[]);
    assert_eq!(cycle(&mut model, Some((1, 2)), FREE, FREE).1, None);
    assert_eq!(cycle(&mut model, None, FREE, FREE).1, None);
    // A packet that arrives in the cycle of a grant is no candidate, and can be granted from the
    // next cycle on.
    assert_eq!(cycle(&mut model, Some((3, 0)), FREE, FREE).1, Some((1, 2)));
    assert_eq!(goes(&mut model, FREE, FREE), Some((3, 0)));
}

#[test]
fn a_packet_that_comes_while_others_are_found_able_to_go_is_not_among_them() {
    let mut model = waiting(&[(0, 0)]);
    assert_eq!(cycle(&mut model, Some((1, 1)), 0, FREE).1, None);
    assert_eq!(cycle(&mut model, Some((2, 2)), 0b0100, FREE).1, None);
    assert_eq!(goes(&mut model, 0b0110, FREE), Some((1, 1)));
    assert_eq!(goes(&mut model, 0b0110, FREE), Some((2, 2)));
}

#[test]
fn a_packet_needs_its_input_and_its_queue() {
    let mut model = waiting(&[(1, 2)]);
    assert_eq!(goes(&mut model, FREE & !0b0010, FREE), None);
    assert_eq!(goes(&mut model, FREE, FREE & !0b0100), None);
    assert_eq!(goes(&mut model, 0b0010, 0b0100), Some((1, 2)));
}

#[test]
fn an_output_rests_for_two_cycles_after_a_grant() {
    let mut model = waiting(&[(0, 3), (1, 3), (2, 1)]);
    let gone: Vec<_> = (0..8).map(|_| cycle(&mut model, None, FREE, FREE).1).collect();
    let expected = [None, Some((0, 3)), None, Some((2, 1)), None, Some((1, 3)), None, None];
    assert_eq!(gone, expected);
    // The packet for the other output becomes the candidate while the first one rests.
    let mut model = waiting(&[(0, 3), (1, 3)]);
    let gone: Vec<_> = (0..6).map(|_| cycle(&mut model, None, FREE, FREE).1).collect();
    assert_eq!(gone, [None, Some((0, 3)), None, None, None, Some((1, 3))]);
}

#[test]
fn an_output_that_rests_is_owed_to_no_packet() {
    let fifo = Fifo::new(4, 2, 8, 0).unwrap();
    let mut model = super::waiting(&fifo, &[(0, 6), (1, 7), (2, 2)]);
    assert_eq!(goes(&mut model, 0b0001, 0xff), Some((0, 6)));
    assert_eq!(cycle(&mut model, None, 0b0110, 0xff).1, None);
    assert_eq!(cycle(&mut model, None, 0b0110, 0xff).1, Some((2, 2)));
}

/// An older packet that can be granted only from the cycle of the grant on is too late for it.
#[test]
fn what_can_go_in_the_cycle_of_a_grant_is_found_out_again() {
    let mut model = waiting(&[(0, 0), (1, 1), (2, 2)]);
    assert_eq!(cycle(&mut model, None, 0b0110, FREE).1, None);
    assert_eq!(cycle(&mut model, None, FREE, FREE).1, Some((1, 1)));
    // The third was a candidate, too, and is discarded.
    assert_eq!(cycle(&mut model, None, 0b0001, FREE).1, None);
    assert_eq!(cycle(&mut model, None, 0b0001, FREE).1, Some((0, 0)));
    assert_eq!(goes(&mut model, FREE, FREE), Some((2, 2)));
}

/// "FIFO with possible bypass of older packets when crossbar is busy (max bypass: 4)"
/// (Globecom'02 Table I).
#[test]
fn the_head_of_a_queue_is_bypassed_four_times_and_then_waited_for() {
    let mut model = waiting(&[(0, 3), (1, 3), (1, 3), (1, 3), (1, 3), (1, 3)]);
    let without_input_0 = FREE & !0b0001;
    for _ in 0..4 {
        assert_eq!(goes(&mut model, without_input_0, FREE), Some((1, 3)));
    }
    assert_eq!(goes(&mut model, without_input_0, FREE), None);
    assert_eq!(goes(&mut model, FREE, FREE), Some((0, 3)));
    assert_eq!(goes(&mut model, without_input_0, FREE), Some((1, 3)));
}

#[test]
fn packets_for_other_outputs_pass_freely_and_do_not_count() {
    let mut model = waiting(&[(0, 3), (1, 0), (1, 1), (1, 2), (1, 0), (1, 1), (1, 3)]);
    let without_input_0 = FREE & !0b0001;
    for queue in [0, 1, 2, 0, 1, 3] {
        assert_eq!(goes(&mut model, without_input_0, FREE), Some((1, queue)));
    }
    assert_eq!(model.bypassed, [0, 0, 0, 1]);
}

#[test]
fn who_bypasses_need_not_be_the_second_of_its_queue() {
    let mut model = waiting(&[(0, 3), (1, 3), (2, 3)]);
    assert_eq!(goes(&mut model, 0b0100, FREE), Some((2, 3)));
    assert_eq!(model.bypassed[3], 1);
    // The bypasses of the head are cleared with it; those of the next one start at 0.
    assert_eq!(goes(&mut model, 0b0001, FREE), Some((0, 3)));
    assert_eq!(model.bypassed[3], 0);
}

#[test]
fn without_bypasses_each_output_keeps_its_order() {
    let mut model = super::waiting(&Fifo::new(4, 1, 8, 0).unwrap(), &[(0, 3), (1, 3), (1, 2)]);
    assert_eq!(goes(&mut model, 0b0010, FREE), Some((1, 2)));
    assert_eq!(goes(&mut model, 0b0010, FREE), None);
    assert_eq!(goes(&mut model, FREE, FREE), Some((0, 3)));
}

#[test]
fn an_arrival_is_ignored_while_the_list_is_full_even_beside_a_grant() {
    let mut model = waiting(&[(1, 2); ENTRIES]);
    assert_eq!(cycle(&mut model, None, FREE, FREE), (true, None));
    assert_eq!(cycle(&mut model, Some((0, 0)), FREE, FREE), (true, Some((1, 2))));
    assert_eq!(cycle(&mut model, Some((0, 0)), 0, 0), (false, None));
    assert_eq!(cycle(&mut model, None, 0b0001, FREE), (true, None));
    assert_eq!(cycle(&mut model, None, 0b0001, FREE), (true, Some((0, 0))));
}

#[test]
fn reset_empties_the_list() {
    let mut model = waiting(&[(0, 3), (1, 3), (1, 3)]);
    goes(&mut model, 0b0010, FREE);
    cycle(&mut model, None, 0b0010, FREE);
    model.reset();
    assert_eq!(model, FifoAllocator::new(&parameters(1)));
}

#[test]
fn the_last_of_324_queues_is_served() {
    let mut model = FifoAllocator::new(&Fifo::new(36, 9, 4, 4).unwrap());
    let mut inputs = FifoAllocatorInputs {
        arrive: true,
        arrive_input: 35,
        arrive_queue: 323,
        input_free: 1 << 35,
        ..Default::default()
    };
    inputs.queue_ready.set(323);
    assert!(!model.cycle(&inputs).grant);
    assert!(!model.cycle(&inputs).grant);
    let outputs = model.cycle(&inputs);
    assert_eq!((outputs.grant_input, outputs.grant_queue), (35, 323));
}
