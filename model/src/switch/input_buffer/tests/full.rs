//! Detection of a full buffer, traced by hand.

use super::*;

/// Queues that trigger.
fn triggers(outputs: InputBufferOutputs) -> Vec<u64> {
    let queues = 0..OUTPUTS * LANES;
    queues.filter(|&queue| outputs.trigger.is_set(queue as usize)).collect()
}

const NONE: [u64; 0] = [];

#[test]
fn received_packets_trigger_when_the_tail_arrives_at_a_full_buffer() {
    let mut buffer = buffer(Reading::Received);
    buffer.cycle(&write(1, Some(0), false));
    buffer.cycle(&write(2, None, false));
    let outputs = buffer.cycle(&write(3, None, true));
    assert_eq!((outputs.enqueue, outputs.enqueue_queue), (true, 0));
    // There is free space for another longest packet of four words.
    assert_eq!(triggers(buffer.cycle(&write(4, Some(queue(1, 0)), false))), NONE);
    assert_eq!(buffer.cycle(&write(5, None, true)).free[0], 1);
    // Both packets count, and both wait in VL 0. The one that is started still counts in that
    // cycle.
    assert_eq!(triggers(buffer.cycle(&read(0))), [0, 3]);
    assert_eq!(triggers(buffer.cycle(&write(6, Some(queue(1, 0)), true))), NONE);
    // The buffer has been full all the time, so it does not become full.
    assert_eq!(triggers(buffer.cycle(&idle())), NONE);
}

#[test]
fn waiting_packets_trigger_when_nothing_else_fills_the_buffer() {
    let mut buffer = buffer(Reading::Waiting);
    for value in 1..=2 {
        buffer.cycle(&write(value, Some(0), true));
    }
    // Two of four blocks are free: there is free space for a longest packet.
    let outputs = buffer.cycle(&write(3, Some(queue(1, 1)), true));
    assert!(outputs.enqueue && outputs.free[0] == 2);
    buffer.cycle(&write(4, Some(queue(1, 0)), true));
    assert_eq!(triggers(buffer.cycle(&idle())), NONE);
    // Queues of VL 0 only: VL 1 has free space.
    assert_eq!(triggers(buffer.cycle(&idle())), [0, 3]);
    assert_eq!(triggers(buffer.cycle(&read(0))), NONE);
}

#[test]
fn one_that_is_granted_at_once_fills_no_buffer_of_waiting_packets() {
    let mut buffer = buffer(Reading::Waiting);
    for value in 1..=3 {
        buffer.cycle(&write(value, Some(0), true));
    }
    for queue in [0, 0, 0] {
        assert_eq!(triggers(buffer.cycle(&read(queue))), NONE);
    }
}

/// Between two packets without a gap, there is no cycle in which nothing is sent.
#[test]
fn a_buffer_that_goes_on_sending_is_not_full_of_waiting_packets() {
    let mut buffer = buffer(Reading::Waiting);
    buffer.cycle(&write(1, Some(0), false));
    buffer.cycle(&write(2, None, true));
    buffer.cycle(&write(3, Some(queue(1, 0)), false));
    buffer.cycle(&write(4, None, false));
    // One block is free in the next cycle, and the first packet is being sent.
    let inputs = InputBufferInputs { read: true, ..write(5, None, true) };
    assert!(buffer.cycle(&inputs).issue);
    assert!(buffer.cycle(&write(6, Some(0), true)).ends);
    let outputs = buffer.cycle(&read(queue(1, 0)));
    assert_eq!((outputs.free[0], outputs.sending, triggers(outputs)), (1, false, vec![]));
    for _ in 0..3 {
        assert_eq!(triggers(buffer.cycle(&idle())), NONE);
    }
}

#[test]
fn the_lane_of_management_is_never_full() {
    for reading in [Reading::Arbitrated, Reading::Received, Reading::Waiting] {
        let mut buffer = buffer(reading);
        for value in 1..=3 {
            let outputs = buffer.cycle(&write(value, Some(queue(0, MANAGEMENT)), true));
            assert_eq!(triggers(outputs), NONE);
        }
        for _ in 0..8 {
            let outputs = buffer.cycle(&idle());
            assert_eq!((outputs.free[2], triggers(outputs)), (0, vec![]));
        }
    }
}
