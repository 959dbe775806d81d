//! INFOCOM'03 fn. 6 and the rules for coinciding events, traced by hand.

use super::*;

/// Everything is free.
const FREE: u64 = 0b1111;

/// A list with these packets.
fn waiting(packets: &[Packet]) -> FifoAllocator {
    let mut model = allocator();
    for packet in packets {
        assert_eq!(cycle(&mut model, Some(*packet), 0, 0), (false, None));
    }
    model
}

#[test]
fn packets_go_in_the_order_of_their_arrival() {
    let packets = [(2, 1), (0, 3), (1, 1), (0, 0)];
    let mut model = waiting(&packets);
    let gone = packets.map(|_| cycle(&mut model, None, FREE, FREE).1.unwrap());
    assert_eq!(gone, packets);
    assert_eq!(cycle(&mut model, None, FREE, FREE), (false, None));
}

#[test]
fn a_packet_can_go_from_the_cycle_after_its_arrival() {
    let mut model = allocator();
    assert_eq!(cycle(&mut model, Some((1, 2)), FREE, FREE).1, None);
    assert_eq!(cycle(&mut model, Some((3, 0)), FREE, FREE).1, Some((1, 2)));
    assert_eq!(cycle(&mut model, None, FREE, FREE).1, Some((3, 0)));
}

#[test]
fn a_packet_needs_its_input_and_its_queue() {
    let mut model = waiting(&[(1, 2)]);
    assert_eq!(cycle(&mut model, None, FREE & !0b0010, FREE).1, None);
    assert_eq!(cycle(&mut model, None, FREE, FREE & !0b0100).1, None);
    assert_eq!(cycle(&mut model, None, 0b0010, 0b0100).1, Some((1, 2)));
}

/// "FIFO with possible bypass of older packets when crossbar is busy (max bypass: 4)"
/// (Globecom'02 Table I).
#[test]
fn the_head_of_a_queue_is_bypassed_four_times_and_then_waited_for() {
    let mut model = waiting(&[(0, 3), (1, 3), (1, 3), (1, 3), (1, 3), (1, 3)]);
    let without_input_0 = FREE & !0b0001;
    for _ in 0..4 {
        assert_eq!(cycle(&mut model, None, without_input_0, FREE).1, Some((1, 3)));
    }
    assert_eq!(cycle(&mut model, None, without_input_0, FREE).1, None);
    assert_eq!(cycle(&mut model, None, FREE, FREE).1, Some((0, 3)));
    assert_eq!(cycle(&mut model, None, without_input_0, FREE).1, Some((1, 3)));
}

#[test]
fn packets_of_other_queues_pass_freely_and_do_not_count() {
    let mut model = waiting(&[(0, 3), (1, 0), (1, 1), (1, 2), (1, 0), (1, 1), (1, 3)]);
    let without_input_0 = FREE & !0b0001;
    for queue in [0, 1, 2, 0, 1, 3] {
        assert_eq!(cycle(&mut model, None, without_input_0, FREE).1, Some((1, queue)));
    }
    assert_eq!(model.bypassed, [0, 0, 0, 1]);
}

#[test]
fn who_bypasses_need_not_be_the_second_of_its_queue() {
    let mut model = waiting(&[(0, 3), (1, 3), (2, 3)]);
    assert_eq!(cycle(&mut model, None, 0b0100, FREE).1, Some((2, 3)));
    assert_eq!(model.bypassed[3], 1);
    // Its own bypasses are forgotten with the head; those of the next one start at 0.
    assert_eq!(cycle(&mut model, None, 0b0001, FREE).1, Some((0, 3)));
    assert_eq!(model.bypassed[3], 0);
}

#[test]
fn without_bypasses_each_queue_keeps_its_order() {
    let mut model = FifoAllocator::new(&Fifo::new(4, 4, 8, 0).unwrap());
    for packet in [(0, 3), (1, 3), (1, 2)] {
        cycle(&mut model, Some(packet), 0, 0);
    }
    assert_eq!(cycle(&mut model, None, 0b0010, FREE).1, Some((1, 2)));
    assert_eq!(cycle(&mut model, None, 0b0010, FREE).1, None);
    assert_eq!(cycle(&mut model, None, FREE, FREE).1, Some((0, 3)));
}

#[test]
fn an_arrival_is_ignored_while_the_list_is_full_even_beside_a_grant() {
    let mut model = waiting(&[(1, 2); ENTRIES]);
    assert_eq!(cycle(&mut model, Some((0, 0)), FREE, FREE), (true, Some((1, 2))));
    assert_eq!(cycle(&mut model, Some((0, 0)), 0, 0), (false, None));
    assert_eq!(cycle(&mut model, None, 0b0001, FREE), (true, Some((0, 0))));
}

#[test]
fn reset_empties_the_list() {
    let mut model = waiting(&[(0, 3), (1, 3)]);
    cycle(&mut model, None, 0b0010, FREE);
    model.reset();
    assert_eq!(model, allocator());
}

#[test]
fn the_last_of_288_queues_is_served() {
    let mut model = FifoAllocator::new(&Fifo::new(36, 288, 4, 4).unwrap());
    let mut inputs = FifoAllocatorInputs {
        arrive: true,
        arrive_input: 35,
        arrive_queue: 287,
        input_free: 1 << 35,
        ..Default::default()
    };
    inputs.queue_ready.set(287);
    assert!(!model.cycle(&inputs).grant);
    let outputs = model.cycle(&inputs);
    assert_eq!((outputs.grant_input, outputs.grant_queue), (35, 287));
}
