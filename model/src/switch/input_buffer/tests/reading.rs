//! Sending of packets, traced by hand.

use super::*;

/// Values of `sending`, `complete`, `issue`, `ends`.
fn state(outputs: &InputBufferOutputs) -> [bool; 4] {
    [outputs.sending, outputs.complete, outputs.issue, outputs.ends]
}

/// Outputs of a buffer for the inputs of some cycles.
fn outputs(inputs: &[InputBufferInputs]) -> Vec<InputBufferOutputs> {
    run(&mut buffer(Reading::Received), inputs)
}

/// Starts a packet while a word is received.
fn read_beside(queue: u64, inputs: InputBufferInputs) -> InputBufferInputs {
    InputBufferInputs { read: true, read_queue: queue, ..inputs }
}

#[test]
fn a_packet_cuts_through_two_cycles_after_it_is_started() {
    // The header is stored: the packet may be started, while the next word is received.
    let second = read_beside(queue(1, 0), write(2, None, false));
    let first = write(1, Some(queue(1, 0)), false);
    let outputs = outputs(&[first, second, write(3, None, true), idle(), idle(), idle()]);
    assert!(outputs[0].taken && !outputs[1].taken && outputs[2].taken);
    assert!(outputs[1].waiting.is_set(3) && !outputs[2].waiting.is_set(3));
    assert!(!outputs[1].dequeue && !outputs[2].enqueue);
    let states: Vec<_> = outputs[1..].iter().map(state).collect();
    let expected = [
        [false, false, true, false],
        [true, false, true, false],
        [true; 4],
        [false; 4],
        [false; 4],
    ];
    assert_eq!(states, expected);
    assert!(!outputs[1].word_valid && !outputs[2].word_valid);
    assert!(outputs[3].word_valid && outputs[3].word_first && outputs[3].word == word(1));
    assert!(outputs[4].word_valid && !outputs[4].word_first && outputs[4].word == word(2));
    assert!(outputs[5].word_last && outputs[5].word == word(3));
    // The last word is stored, and is issued: the blocks are free from the next edge on.
    assert_eq!([0, 1, 2, 3, 4].map(|cycle| outputs[cycle].free[0]), [3, 3, 2, 2, 4]);
}

#[test]
fn packets_follow_each_other_without_a_gap() {
    let first = [write(1, Some(0), false), write(2, None, true)];
    let second = [write(3, Some(1), false), write(4, None, true)];
    let reads = [read(0), idle(), read(1), idle(), idle(), idle()];
    let outputs = outputs(&[&first[..], &second, &reads].concat());
    let states: Vec<_> = outputs[4..8].iter().map(state).collect();
    let two = [[false, false, true, false], [true; 4]];
    assert_eq!(states, [two, two].concat());
    let words: Vec<_> = outputs[6..].iter().map(|outputs| outputs.word.clone()).collect();
    assert_eq!(words, [1, 2, 3, 4].map(word));
}

#[test]
fn a_packet_of_one_word_ends_in_the_cycle_in_which_it_is_started_and_is_never_being_sent() {
    let outputs = outputs(&[write(1, Some(0), true), read(0), idle(), idle()]);
    assert_eq!(state(&outputs[1]), [false, false, true, true]);
    assert_eq!((state(&outputs[2]), outputs[2].word_valid), ([false; 4], false));
    assert!(outputs[3].word_first && outputs[3].word_last && outputs[3].word == word(1));
}

#[test]
fn a_word_that_is_late_leaves_a_gap() {
    let late = write(2, None, true);
    let outputs = outputs(&[write(1, Some(0), false), read(0), late, idle(), idle(), idle()]);
    assert!(outputs[1].issue);
    assert_eq!(state(&outputs[2]), [true, false, false, false]);
    assert_eq!(state(&outputs[3]), [true; 4]);
    let valid: Vec<_> = outputs[2..].iter().map(|outputs| outputs.word_valid).collect();
    assert_eq!(valid, [false, true, false, true]);
    assert!(outputs[5].word_last);
}

#[test]
fn a_pause_holds_words_up_from_the_cycle_of_read_on() {
    let pause = InputBufferInputs { pause: true, ..idle() };
    let reads = read_beside(0, pause.clone());
    let first = write(1, Some(0), true);
    let outputs = outputs(&[first, reads, pause.clone(), idle(), pause.clone(), pause]);
    assert_eq!((state(&outputs[1]), outputs[1].dequeue), ([false; 4], true));
    // The packet is complete only in the cycle after the one in which it was started.
    assert_eq!(state(&outputs[2]), [true, true, false, false]);
    assert_eq!(state(&outputs[3]), [true; 4]);
    assert!(!outputs[3].word_valid && !outputs[4].word_valid && !outputs[4].sending);
    assert!(outputs[5].word_first && outputs[5].word_last);
}

#[test]
fn a_packet_known_to_be_bad_is_discarded_and_any_other_ends_badly() {
    let bad = |inputs| InputBufferInputs { write_bad: true, ..inputs };
    // `write_bad` without a word has no effect.
    let first = [bad(write(1, Some(0), true)), bad(read(0))];
    let second = [write(2, Some(1), false), read_beside(1, bad(write(3, None, true)))];
    let outputs = outputs(&[&first[..], &second, &[idle(), idle(), idle()]].concat());
    assert!(outputs[3].word_discard && outputs[3].word_bad && outputs[3].word_last);
    assert!(outputs[3].issue && !outputs[4].word_valid);
    assert!(outputs[5].word_valid && !outputs[5].word_bad && !outputs[5].word_discard);
    assert!(outputs[6].word_last && outputs[6].word_bad && !outputs[6].word_discard);
}

#[test]
fn management_has_blocks_and_queues_of_its_own() {
    let words = [write(1, Some(queue(1, MANAGEMENT)), false), write(2, None, false)];
    let rest = [write(3, None, true), read(5), idle(), idle(), idle()];
    let outputs = outputs(&[&words[..], &rest].concat());
    let free: Vec<_> = outputs.iter().map(|outputs| outputs.free[2]).collect();
    assert_eq!(free, [2, 2, 1, 1, 1, 1, 3]);
    assert!(outputs.iter().all(|outputs| outputs.free[..2] == [4, 4]));
    let third = &outputs[2];
    assert_eq!((third.taken, third.enqueue, third.enqueue_queue), (true, true, 5));
    assert!(outputs[3].waiting.is_set(5) && outputs[3].dequeue && outputs[3].issue);
    assert!(!outputs[4].ends && outputs[5].ends);
}

#[test]
fn a_block_is_taken_as_it_is_announced() {
    let mut buffer = buffer(Reading::Received);
    let announced = InputBufferInputs { take: true, take_lane: 1, ..idle() };
    let outputs = buffer.cycle(&announced);
    assert_eq!((&outputs.free[..], outputs.taken), (&[4, 4, 3][..], false));
    let outputs = buffer.cycle(&write(1, Some(queue(1, 1)), true));
    assert_eq!((&outputs.free[..], outputs.taken), (&[4, 3, 3][..], true));
    assert_eq!(buffer.cycle(&idle()).free[..], [4, 3, 3]);
}
