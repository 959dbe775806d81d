//! Detection of a full buffer, traced by hand.

use super::*;

/// Queues that trigger.
fn triggers(outputs: &InputBufferOutputs) -> Vec<u64> {
    let queues = 0..OUTPUTS * LANES;
    queues.filter(|&queue| outputs.trigger.is_set(queue as usize)).collect()
}

/// Queues that trigger in each cycle.
fn all_triggers(outputs: &[InputBufferOutputs]) -> Vec<Vec<u64>> {
    outputs.iter().map(triggers).collect()
}

#[test]
fn received_packets_trigger_when_the_tail_arrives_at_a_full_buffer() {
    let first = [write(1, Some(0), false), write(2, None, false), write(3, None, true)];
    let second = [idle(), write(4, Some(queue(1, 0)), false), write(5, None, true)];
    let rest = [read(0), write(6, Some(queue(1, 0)), true), idle()];
    let outputs = run(&mut buffer(Reading::Received), &[&first[..], &second, &rest].concat());
    assert_eq!((outputs[2].enqueue, outputs[2].enqueue_queue), (true, 0));
    // After the first packet, there is free space for another longest one of four words.
    assert_eq!([3, 4, 5].map(|cycle| outputs[cycle].free[0]), [2, 1, 1]);
    // Both packets count, and both wait in VL 0. The one that is started still counts in that
    // cycle. The buffer has been full all the time after, so it does not become full.
    let mut expected = vec![Vec::<u64>::new(); 9];
    expected[6] = vec![0, 3];
    assert_eq!(all_triggers(&outputs), expected);
}

#[test]
fn a_packet_that_follows_without_a_gap_takes_its_first_block_as_the_tail_arrives() {
    let first = [write(1, Some(0), false), write(2, None, false), write(3, None, true)];
    let second = [write(4, Some(queue(1, 0)), false), write(5, None, true)];
    let outputs = run(&mut buffer(Reading::Received), &[&first[..], &second, &[idle()]].concat());
    assert_eq!((outputs[2].free[0], outputs[3].free[0]), (2, 1));
    // The block is not the first packet's: only the next tail finds the buffer full.
    assert_eq!(all_triggers(&outputs[3..]), [vec![], vec![], vec![0, 3]]);
}

#[test]
fn waiting_packets_trigger_when_nothing_else_fills_the_buffer() {
    let words = [write(1, Some(0), true), write(2, Some(0), true)];
    let others = [write(3, Some(queue(1, 1)), true), write(4, Some(queue(1, 0)), true)];
    let rest = [idle(), read(0)];
    let outputs = run(&mut buffer(Reading::Waiting), &[&words[..], &others, &rest].concat());
    // Two of four blocks are free: there is free space for a longest packet.
    assert!(outputs[2].enqueue && outputs[2].free[0] == 2 && outputs[3].free[0] == 1);
    // Queues of VL 0 only: VL 1 has free space.
    let mut expected = vec![Vec::<u64>::new(); 6];
    expected[4] = vec![0, 3];
    assert_eq!(all_triggers(&outputs), expected);
}

#[test]
fn a_packet_that_comes_as_another_one_is_started_fills_no_buffer_of_waiting_packets() {
    let third = InputBufferInputs { read: true, ..write(3, Some(0), true) };
    let words = [write(1, Some(0), true), write(2, Some(0), true), third];
    let all = [&words[..], &vec![idle(); 6]].concat();
    let outputs = run(&mut buffer(Reading::Waiting), &all);
    // The packet ends in cycle 4, and its block is free from cycle 6 on.
    assert!(outputs[4].ends);
    assert_eq!([2, 5, 6].map(|cycle| outputs[cycle].free[0]), [1, 1, 2]);
    assert!(outputs.iter().all(|outputs| triggers(outputs).is_empty()));
}

/// Between two packets without a gap, there is no cycle in which nothing is sent.
#[test]
fn a_buffer_that_goes_on_sending_is_not_full_of_waiting_packets() {
    let first = [write(1, Some(0), false), write(2, None, false), write(3, None, true)];
    // One block is free, and the first packet is being sent.
    let second = [
        InputBufferInputs { read: true, ..write(4, Some(queue(1, 0)), false) },
        write(5, None, true),
    ];
    let third = [write(6, Some(0), true), read(queue(1, 0))];
    let all = [&first[..], &second, &third, &[idle(), idle(), idle(), idle()]].concat();
    let outputs = run(&mut buffer(Reading::Waiting), &all);
    assert!(outputs[3].free[0] == 1 && outputs[6].ends);
    assert_eq!((outputs[7].free[0], outputs[7].sending), (0, true));
    assert_eq!((outputs[8].free[0], outputs[8].ends), (2, true));
    assert!(outputs.iter().all(|outputs| triggers(outputs).is_empty()));
}

#[test]
fn the_lane_of_management_is_never_full() {
    for reading in [Reading::Arbitrated, Reading::Received, Reading::Waiting] {
        let words = (1..=3).map(|value| write(value, Some(queue(0, MANAGEMENT)), true));
        let all: Vec<_> = words.chain((0..8).map(|_| idle())).collect();
        let outputs = run(&mut buffer(reading), &all);
        assert!(outputs[2..].iter().all(|outputs| outputs.free[2] == 0));
        assert!(outputs.iter().all(|outputs| triggers(outputs).is_empty()));
    }
}
