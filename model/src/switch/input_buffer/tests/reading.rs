//! Sending of packets, traced by hand.

use super::*;

/// Values of `sending`, `complete`, `issue`, `ends`.
fn state(outputs: &InputBufferOutputs) -> [bool; 4] {
    [outputs.sending, outputs.complete, outputs.issue, outputs.ends]
}

#[test]
fn a_packet_cuts_through_in_the_cycle_after_it_is_started() {
    let mut buffer = buffer(Reading::Received);
    assert!(buffer.cycle(&write(1, Some(queue(1, 0)), false)).taken);
    // The header is stored: the packet may be started, while the next word is received.
    let inputs = InputBufferInputs { read: true, read_queue: 3, ..write(2, None, false) };
    let outputs = buffer.cycle(&inputs);
    assert_eq!((outputs.waiting.is_set(3), outputs.taken, outputs.dequeue), (true, false, false));
    assert_eq!((state(&outputs), outputs.word_valid), ([false, false, true, false], false));
    let outputs = buffer.cycle(&write(3, None, true));
    assert_eq!((outputs.word_valid, outputs.word_first, &outputs.word), (true, true, &word(1)));
    assert_eq!((state(&outputs), outputs.enqueue), ([true, false, true, false], false));
    assert!(!outputs.waiting.is_set(3));
    // The last word is stored, and is issued: the blocks are free from the next edge on.
    let outputs = buffer.cycle(&idle());
    assert_eq!((&outputs.word, outputs.free[0]), (&word(2), 2));
    assert_eq!(state(&outputs), [true, true, true, true]);
    let outputs = buffer.cycle(&idle());
    assert_eq!((outputs.word_last, &outputs.word, outputs.free[0]), (true, &word(3), 4));
    assert_eq!(state(&outputs), [false; 4]);
}

#[test]
fn packets_follow_each_other_without_a_gap() {
    let mut buffer = buffer(Reading::Received);
    for (value, first, last) in [(1, Some(0), true), (2, Some(1), false), (3, None, true)] {
        buffer.cycle(&write(value, first, last));
    }
    // A packet of one word ends in the cycle in which it is started, and is never being sent.
    assert_eq!(state(&buffer.cycle(&read(0))), [false, false, true, true]);
    let outputs = buffer.cycle(&read(1));
    assert_eq!((&outputs.word, state(&outputs)), (&word(1), [false, false, true, false]));
    let outputs = buffer.cycle(&idle());
    assert_eq!((&outputs.word, state(&outputs)), (&word(2), [true, true, true, true]));
    assert_eq!(buffer.cycle(&idle()).word, word(3));
}

#[test]
fn a_word_that_is_late_leaves_a_gap() {
    let mut buffer = buffer(Reading::Received);
    buffer.cycle(&write(1, Some(0), false));
    assert!(buffer.cycle(&read(0)).issue);
    let outputs = buffer.cycle(&write(2, None, true));
    assert_eq!((outputs.word_valid, state(&outputs)), (true, [true, false, false, false]));
    let outputs = buffer.cycle(&idle());
    assert_eq!((outputs.word_valid, state(&outputs)), (false, [true, true, true, true]));
    assert!(buffer.cycle(&idle()).word_last);
}

#[test]
fn a_pause_holds_words_up_from_the_cycle_of_read_on() {
    let mut buffer = buffer(Reading::Received);
    let pause = InputBufferInputs { pause: true, ..idle() };
    buffer.cycle(&write(1, Some(0), true));
    let outputs = buffer.cycle(&InputBufferInputs { pause: true, ..read(0) });
    assert_eq!((state(&outputs), outputs.dequeue), ([false; 4], true));
    // The packet is complete only in the cycle after the one in which it was started.
    assert_eq!(state(&buffer.cycle(&pause)), [true, true, false, false]);
    let outputs = buffer.cycle(&idle());
    assert_eq!((outputs.word_valid, state(&outputs)), (false, [true; 4]));
    let outputs = buffer.cycle(&pause);
    assert!(outputs.word_first && outputs.word_last && !outputs.sending);
}

#[test]
fn a_packet_known_to_be_bad_is_discarded_and_any_other_ends_badly() {
    let mut buffer = buffer(Reading::Received);
    let bad = InputBufferInputs { write_bad: true, ..write(1, Some(0), true) };
    buffer.cycle(&bad);
    // `write_bad` without a word has no effect.
    buffer.cycle(&InputBufferInputs { write_bad: true, ..read(0) });
    let outputs = buffer.cycle(&write(2, Some(1), false));
    assert!(outputs.word_discard && outputs.word_bad && outputs.word_last);
    let last = InputBufferInputs { write_bad: true, ..write(3, None, true) };
    assert!(buffer.cycle(&InputBufferInputs { read: true, read_queue: 1, ..last }).issue);
    let outputs = buffer.cycle(&idle());
    assert!(outputs.word_valid && !outputs.word_bad && !outputs.word_discard);
    let outputs = buffer.cycle(&idle());
    assert!(outputs.word_last && outputs.word_bad && !outputs.word_discard);
}

#[test]
fn management_has_blocks_and_queues_of_its_own() {
    let mut buffer = buffer(Reading::Received);
    assert_eq!(buffer.cycle(&write(1, Some(queue(1, MANAGEMENT)), false)).free[..], [4, 4, 3]);
    buffer.cycle(&write(2, None, false));
    let outputs = buffer.cycle(&write(3, None, true));
    assert_eq!((outputs.taken, outputs.enqueue, outputs.enqueue_queue), (true, true, 5));
    let outputs = buffer.cycle(&read(5));
    assert_eq!((&outputs.free[..], outputs.waiting.is_set(5)), (&[4, 4, 1][..], true));
    assert!(outputs.dequeue && outputs.issue);
    assert!(!buffer.cycle(&idle()).ends && buffer.cycle(&idle()).ends);
    assert_eq!(buffer.cycle(&idle()).free[..], [4, 4, 3]);
}
