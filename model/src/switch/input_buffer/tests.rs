//! Traces by hand, and what is true of every trace.

use super::*;
use tailback_spec::switch::input_buffer::Sizes;

/// Two outputs with two VLs; each VL holds two longest packets of two blocks of two words.
fn buffer(reading: Reading) -> InputBuffer {
    let sizes = Sizes {
        outputs: 2,
        virtual_lanes: 2,
        lane_blocks: 4,
        packet_blocks: 2,
        block_words: 2,
        word_bits: 8,
    };
    InputBuffer::new(&Parameters::new(sizes, reading).unwrap())
}

fn word(value: u64) -> WideWord {
    [value].into_iter().collect()
}

fn write(value: u64, first: Option<u64>, last: bool) -> InputBufferInputs {
    InputBufferInputs {
        write: true,
        write_first: first.is_some(),
        write_last: last,
        write_queue: first.unwrap_or_default(),
        write_word: word(value),
        ..Default::default()
    }
}

fn read(queue: u64) -> InputBufferInputs {
    InputBufferInputs { read: true, read_queue: queue, ..Default::default() }
}

/// The queues that trigger.
fn triggers(outputs: InputBufferOutputs) -> Vec<usize> {
    (0..4).filter(|&queue| outputs.trigger.is_set(queue)).collect()
}

fn idle() -> InputBufferInputs {
    InputBufferInputs::default()
}

#[test]
fn a_packet_cuts_through_two_cycles_after_it_is_started() {
    let mut buffer = buffer(Reading::Received);
    assert!(buffer.cycle(&write(1, Some(2), false)).taken);
    // Its header is there: it may be started, while the next word comes.
    let outputs =
        buffer.cycle(&InputBufferInputs { read: true, read_queue: 2, ..write(2, None, false) });
    assert_eq!((outputs.waiting.is_set(2), outputs.taken, outputs.dequeue), (true, false, false));
    assert!(!buffer.cycle(&write(3, None, true)).word_valid);
    let outputs = buffer.cycle(&idle());
    assert_eq!((outputs.word_valid, outputs.word_first, outputs.word), (true, true, word(1)));
    assert!(!outputs.ready && !outputs.enqueue);
    // The last word is issued: another packet may be started, and the blocks come back.
    let outputs = buffer.cycle(&idle());
    assert_eq!((outputs.word, outputs.ready, outputs.free[0]), (word(2), true, 2));
    let outputs = buffer.cycle(&idle());
    assert_eq!((outputs.word_last, outputs.word, outputs.free[0]), (true, word(3), 4));
}

#[test]
fn packets_of_a_queue_follow_each_other_without_a_gap() {
    let mut buffer = buffer(Reading::Received);
    for value in [1, 2] {
        buffer.cycle(&write(value, Some(0), true));
    }
    buffer.cycle(&read(0));
    let outputs = buffer.cycle(&read(0));
    assert!(outputs.ready && outputs.dequeue);
    let words: Vec<_> = (0..2).map(|_| buffer.cycle(&idle()).word).collect();
    assert_eq!(words, [word(1), word(2)]);
}

#[test]
fn a_word_that_is_late_or_held_up_leaves_a_gap() {
    let mut buffer = buffer(Reading::Received);
    buffer.cycle(&write(1, Some(0), false));
    buffer.cycle(&read(0));
    buffer.cycle(&idle());
    assert!(buffer.cycle(&write(2, None, true)).word_valid);
    let outputs = buffer.cycle(&InputBufferInputs { pause: true, ..idle() });
    assert!(!outputs.word_valid && !outputs.ready);
    assert!(!buffer.cycle(&idle()).word_valid);
    assert!(buffer.cycle(&idle()).word_last);
}

#[test]
fn a_packet_known_to_be_bad_is_discarded_and_any_other_ends_badly() {
    let mut buffer = buffer(Reading::Received);
    let bad = InputBufferInputs { write_bad: true, ..write(1, Some(0), true) };
    buffer.cycle(&bad);
    buffer.cycle(&InputBufferInputs { write_bad: true, ..read(0) });
    buffer.cycle(&write(2, Some(1), false));
    let outputs = buffer.cycle(&read(1));
    assert!(outputs.word_discard && outputs.word_bad && outputs.word_last);
    buffer.cycle(&InputBufferInputs { write_bad: true, ..write(3, None, true) });
    assert!(!buffer.cycle(&idle()).word_discard);
    let outputs = buffer.cycle(&idle());
    assert!(outputs.word_bad && !outputs.word_discard);
}

#[test]
fn received_packets_trigger_when_the_tail_arrives_at_a_full_buffer() {
    let mut buffer = buffer(Reading::Received);
    buffer.cycle(&write(1, Some(0), false));
    buffer.cycle(&write(2, None, false));
    let outputs = buffer.cycle(&write(3, None, true));
    assert_eq!((outputs.enqueue, outputs.enqueue_queue), (true, 0));
    // There is room for another longest packet of four words.
    assert_eq!(triggers(buffer.cycle(&write(4, Some(2), false))), [0; 0]);
    assert_eq!(buffer.cycle(&write(5, None, true)).free[0], 1);
    // Both packets count, and both wait in VL 0.
    assert_eq!(triggers(buffer.cycle(&read(0))), [0, 2]);
    assert_eq!(triggers(buffer.cycle(&write(6, Some(2), true))), [0; 0]);
    // It has been full all the time, so it does not become full.
    assert_eq!(triggers(buffer.cycle(&idle())), [0; 0]);
}

#[test]
fn waiting_packets_trigger_when_nothing_else_fills_the_buffer() {
    let mut buffer = buffer(Reading::Waiting);
    for value in 1..=2 {
        buffer.cycle(&write(value, Some(0), true));
    }
    // Two of four blocks are free: a longest packet has room.
    let outputs = buffer.cycle(&write(3, Some(3), true));
    assert!(outputs.enqueue && outputs.free[0] == 2);
    buffer.cycle(&write(4, Some(2), true));
    assert_eq!(triggers(buffer.cycle(&idle())), [0; 0]);
    // The lane of VL 0 only: VL 1 has room.
    assert_eq!(triggers(buffer.cycle(&idle())), [0, 2]);
    assert_eq!(triggers(buffer.cycle(&read(0))), [0; 0]);
}

#[test]
fn one_that_is_granted_at_once_fills_no_buffer_of_waiting_packets() {
    let mut buffer = buffer(Reading::Waiting);
    for value in 1..=2 {
        buffer.cycle(&write(value, Some(0), true));
    }
    buffer.cycle(&write(3, Some(0), true));
    for queue in [0, 0, 0] {
        assert_eq!(triggers(buffer.cycle(&read(queue))), [0; 0]);
    }
}
