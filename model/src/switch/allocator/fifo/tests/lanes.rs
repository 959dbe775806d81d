//! Bypasses over the virtual lanes of an output, traced by hand: with two, queues 2 and 3 are those
//! of output 1.

use super::*;

const FREE: u64 = 0b1111;
const WITHOUT_INPUT_0: u64 = 0b1110;
/// All queues are ready.
const READY: u64 = 0xff;
/// All queues but queue 2 are ready.
const WITHOUT_QUEUE_2: u64 = 0xfb;

/// A list with these packets, and up to two bypasses.
fn waiting(packets: &[Packet]) -> FifoAllocator {
    super::waiting(&Fifo::new(4, 2, 8, 2).unwrap(), packets)
}

#[test]
fn packets_of_all_lanes_bypass_the_head_of_each() {
    let mut model = waiting(&[(0, 2), (0, 3), (1, 3), (1, 2), (2, 3)]);
    assert_eq!(goes(&mut model, WITHOUT_INPUT_0, READY), Some((1, 3)));
    assert_eq!(model.bypassed[2..4], [1, 1]);
    assert_eq!(goes(&mut model, WITHOUT_INPUT_0, READY), Some((1, 2)));
    assert_eq!(model.bypassed[2..4], [2, 2]);
    // Now the output waits, though its last packet and both its virtual lanes could be granted.
    assert_eq!(goes(&mut model, WITHOUT_INPUT_0, READY), None);
    assert_eq!(goes(&mut model, FREE, READY), Some((0, 2)));
    assert_eq!((model.bypassed[2], goes(&mut model, FREE, READY)), (0, Some((0, 3))));
}

#[test]
fn only_heads_that_are_older_are_bypassed() {
    let mut model = waiting(&[(1, 3), (0, 2)]);
    assert_eq!(goes(&mut model, WITHOUT_INPUT_0, READY), Some((1, 3)));
    assert_eq!(model.bypassed[2..4], [0, 0]);
}

#[test]
fn the_output_waits_only_for_lanes_that_are_ready() {
    let mut model = waiting(&[(0, 2), (1, 3), (1, 3), (1, 3), (1, 3), (1, 3)]);
    for _ in 0..2 {
        assert_eq!(goes(&mut model, WITHOUT_INPUT_0, READY), Some((1, 3)));
    }
    assert_eq!(goes(&mut model, WITHOUT_INPUT_0, READY), None);
    // Without credits for its virtual lane, the head is not waited for, and no more bypasses count.
    assert_eq!(goes(&mut model, WITHOUT_INPUT_0, WITHOUT_QUEUE_2), Some((1, 3)));
    assert_eq!(model.bypassed[2], 2);
    assert_eq!(goes(&mut model, FREE, READY), Some((0, 2)));
}

/// The output is owed to the younger of the two heads, and the older one has to wait for it.
#[test]
fn an_older_packet_waits_for_one_to_which_the_output_is_owed() {
    let mut model = waiting(&[(1, 2), (3, 2), (0, 3), (1, 3), (1, 3)]);
    let only_input_1 = 0b0010;
    assert_eq!(goes(&mut model, only_input_1, READY), Some((1, 2)));
    for _ in 0..2 {
        assert_eq!(goes(&mut model, only_input_1, READY), Some((1, 3)));
    }
    assert_eq!(model.bypassed[2..4], [2, 2]);
    // Both are owed the output: the younger one is granted if the older one's input is busy.
    assert_eq!(goes(&mut model, 0b0001, READY), Some((0, 3)));
    assert_eq!((model.bypassed[2], model.bypassed[3]), (2, 0));
    assert_eq!(goes(&mut model, FREE, READY), Some((3, 2)));
}

#[test]
fn one_that_was_bypassed_less_often_waits_even_if_it_is_older() {
    let mut model = waiting(&[(1, 2), (2, 2), (0, 3), (3, 3), (3, 3)]);
    for _ in 0..2 {
        assert_eq!(goes(&mut model, 0b1000, READY), Some((3, 3)));
    }
    assert_eq!(model.bypassed[2..4], [2, 2]);
    assert_eq!(goes(&mut model, 0b0110, READY), Some((1, 2)));
    // The next head of queue 2 is older than that of queue 3, to which the output is owed.
    assert_eq!(model.bypassed[2..4], [0, 2]);
    assert_eq!(goes(&mut model, WITHOUT_INPUT_0, READY), None);
    assert_eq!(goes(&mut model, FREE, READY), Some((0, 3)));
    assert_eq!((model.bypassed[2], goes(&mut model, FREE, READY)), (1, Some((2, 2))));
}

#[test]
fn other_outputs_owe_nothing() {
    let mut model = waiting(&[(0, 2), (1, 3), (1, 3), (1, 3), (1, 4)]);
    for packet in [(1, 3), (1, 3), (1, 4)] {
        assert_eq!(goes(&mut model, WITHOUT_INPUT_0, READY), Some(packet));
    }
    assert_eq!(goes(&mut model, WITHOUT_INPUT_0, READY), None);
}
