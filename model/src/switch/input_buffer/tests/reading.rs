//! Sending of packets, traced by hand.

use super::*;

/// Values of `sending` and `ends`.
fn state(outputs: &InputBufferOutputs) -> [bool; 2] {
    [outputs.sending, outputs.ends]
}

/// Cycles in which a word is output, and the words.
fn words(outputs: &[InputBufferOutputs]) -> Vec<(usize, u64)> {
    let valid = outputs.iter().enumerate().filter(|(_, outputs)| outputs.word_valid);
    valid.map(|(cycle, outputs)| (cycle, outputs.word[0])).collect()
}

/// Outputs of a buffer for the inputs of some cycles.
fn outputs(inputs: &[InputBufferInputs]) -> Vec<InputBufferOutputs> {
    run(&mut buffer(Reading::Received), inputs)
}

/// Starts a packet while a word is received.
fn read_beside(queue: u64, inputs: InputBufferInputs) -> InputBufferInputs {
    InputBufferInputs { read: true, read_queue: queue, ..inputs }
}

const IDLE: [bool; 2] = [false, false];
const SENDS: [bool; 2] = [true, false];
const ENDS: [bool; 2] = [true, true];

#[test]
fn a_packet_cuts_through_and_each_word_is_issued_three_cycles_after_it_was_written() {
    // The header is stored: the packet may be started, while the next word is received.
    let second = read_beside(queue(1, 0), write(2, None, false));
    let first = write(1, Some(queue(1, 0)), false);
    let three = [first, second, write(3, None, true)];
    let outputs = outputs(&[&three[..], &vec![idle(); 5]].concat());
    assert!(outputs[0].taken && !outputs[1].taken && outputs[2].taken);
    assert!(!outputs[0].known.is_set(3) && outputs[1].known.is_set(3));
    assert_eq!([0, 1, 2].map(|cycle| outputs[cycle].blocks[3]), [0, 2, 0]);
    assert!(!outputs[2].known.is_set(3) && !outputs[1].dequeue && !outputs[2].enqueue);
    let states: Vec<_> = outputs.iter().map(state).collect();
    assert_eq!(states, [IDLE, IDLE, SENDS, SENDS, SENDS, ENDS, IDLE, IDLE]);
    assert_eq!(words(&outputs), [(4, 1), (6, 2), (7, 3)]);
    assert!(outputs[4].word_first && !outputs[6].word_first && !outputs[6].word_last);
    assert!(outputs[7].word_last);
    // The last word is issued: the blocks are free from the second cycle after on.
    let free: Vec<_> = outputs.iter().map(|outputs| outputs.free[0]).collect();
    assert_eq!(free, [3, 3, 2, 2, 2, 2, 2, 4]);
}

#[test]
fn packets_follow_each_other_without_a_gap() {
    let first = [write(1, Some(0), false), write(2, None, false), write(3, None, true)];
    let second = [write(4, Some(1), false), write(5, None, false), write(6, None, true)];
    let reads = [read(0), idle(), idle(), read(1), idle(), idle(), idle(), idle(), idle()];
    let outputs = outputs(&[&first[..], &second, &reads].concat());
    let states: Vec<_> = outputs[6..14].iter().map(state).collect();
    assert_eq!(states, [IDLE, SENDS, SENDS, ENDS, SENDS, SENDS, ENDS, IDLE]);
    assert_eq!(
        words(&outputs),
        [9, 10, 11, 12, 13, 14].map(|cycle: usize| (cycle, cycle as u64 - 8))
    );
    // The blocks of the first packet are free two cycles after its end, whatever starts there.
    let free: Vec<_> = outputs[9..].iter().map(|outputs| outputs.free[0]).collect();
    assert_eq!(free, [2, 2, 4, 4, 4, 4]);
}

#[test]
fn packets_of_two_words_follow_each_other_without_a_gap() {
    let packet = |value, queue| [write(value, Some(queue), false), write(value + 1, None, true)];
    let packets = [packet(1, 0), packet(3, 1), packet(5, 3)].concat();
    let mut reads = vec![read(0), idle(), read(1), idle(), read(3)];
    reads.extend(vec![idle(); 6]);
    let outputs = outputs(&[packets, reads].concat());
    let states: Vec<_> = outputs[6..14].iter().map(state).collect();
    assert_eq!(states, [IDLE, SENDS, ENDS, SENDS, ENDS, SENDS, ENDS, IDLE]);
    assert_eq!(
        words(&outputs),
        [9, 10, 11, 12, 13, 14].map(|cycle: usize| (cycle, cycle as u64 - 8))
    );
    let dequeued: Vec<_> = (0..outputs.len()).filter(|&cycle| outputs[cycle].dequeue).collect();
    assert_eq!(dequeued, [6, 8, 10]);
}

#[test]
fn a_packet_of_one_or_two_words_ends_in_the_second_cycle_after_it_is_started() {
    let one = [write(1, Some(0), true), read(0)];
    let one = outputs(&[&one[..], &vec![idle(); 4]].concat());
    let states: Vec<_> = one.iter().map(state).collect();
    assert_eq!(states, [IDLE, IDLE, SENDS, ENDS, IDLE, IDLE]);
    assert_eq!(words(&one), [(4, 1)]);
    assert!(one[4].word_first && one[4].word_last);
    assert_eq!((one[4].free[0], one[5].free[0]), (3, 4));

    let two = [write(1, Some(0), false), write(2, None, true), read(0)];
    let two = outputs(&[&two[..], &vec![idle(); 4]].concat());
    let states: Vec<_> = two[2..].iter().map(state).collect();
    assert_eq!(states, [IDLE, SENDS, ENDS, IDLE, IDLE]);
    assert_eq!(words(&two), [(5, 1), (6, 2)]);
}

#[test]
fn a_word_that_is_late_leaves_a_gap() {
    let first = [write(1, Some(0), false), read(0), idle(), idle(), write(2, None, true)];
    let outputs = outputs(&[&first[..], &vec![idle(); 5]].concat());
    let states: Vec<_> = outputs[2..].iter().map(state).collect();
    assert_eq!(states, [SENDS, SENDS, SENDS, SENDS, SENDS, ENDS, IDLE, IDLE]);
    assert_eq!(words(&outputs), [(4, 1), (9, 2)]);
    assert!(outputs[9].word_last);
}

#[test]
fn a_pause_holds_up_the_first_word_but_not_in_the_cycle_of_read() {
    let pause = InputBufferInputs { pause: true, ..idle() };
    let reads = read_beside(0, pause.clone());
    let first = write(1, Some(0), true);
    let outputs =
        outputs(&[first, reads, pause.clone(), pause.clone(), idle(), pause.clone(), idle()]);
    let states: Vec<_> = outputs.iter().map(state).collect();
    assert_eq!(states, [IDLE, IDLE, SENDS, SENDS, ENDS, IDLE, IDLE]);
    assert!(outputs[1].dequeue);
    assert_eq!(words(&outputs), [(6, 1)]);
    assert!(outputs[6].word_first && outputs[6].word_last);

    let first = [write(1, Some(0), true), read_beside(0, pause)];
    let outputs = self::outputs(&[&first[..], &vec![idle(); 4]].concat());
    assert_eq!(words(&outputs), [(4, 1)]);
}

#[test]
fn a_packet_known_to_be_bad_is_discarded_and_any_other_ends_badly() {
    let bad = |inputs| InputBufferInputs { write_bad: true, ..inputs };
    // `write_bad` without a word has no effect.
    let first = [bad(write(1, Some(0), true)), bad(read(0))];
    let second = [write(2, Some(1), false), idle(), read_beside(1, bad(write(3, None, true)))];
    let outputs = outputs(&[&first[..], &second, &vec![idle(); 5]].concat());
    assert_eq!(words(&outputs), [(4, 1), (7, 2), (9, 3)]);
    assert!(outputs[4].word_discard && outputs[4].word_bad && outputs[4].word_last);
    assert!(!outputs[7].word_bad && !outputs[7].word_discard);
    assert!(outputs[9].word_last && outputs[9].word_bad && !outputs[9].word_discard);
}

#[test]
fn management_has_blocks_and_queues_of_its_own() {
    let words = [write(1, Some(queue(1, MANAGEMENT)), false), write(2, None, false)];
    let rest = [write(3, None, true), read(5), idle(), idle(), idle(), idle(), idle()];
    let outputs = outputs(&[&words[..], &rest].concat());
    let free: Vec<_> = outputs.iter().map(|outputs| outputs.free[2]).collect();
    assert_eq!(free, [2, 2, 1, 1, 1, 1, 1, 1, 3]);
    assert!(outputs.iter().all(|outputs| outputs.free[..2] == [4, 4]));
    let third = &outputs[2];
    assert_eq!((third.taken, third.enqueue, third.enqueue_queue), (true, true, 5));
    assert!(outputs[3].known.is_set(5) && outputs[3].blocks[5] == 2 && outputs[3].dequeue);
    assert!(!outputs[5].ends && outputs[6].ends);
}

/// Blocks of the first packet of queue 0 in each cycle, if it is known.
fn known(outputs: &[InputBufferOutputs]) -> Vec<Option<u32>> {
    let blocks = |outputs: &InputBufferOutputs| match outputs.known.is_set(0) {
        true => Some(outputs.blocks[0]),
        false => {
            assert_eq!(outputs.blocks[0], 0);
            None
        }
    };
    outputs.iter().map(blocks).collect()
}

#[test]
fn a_packet_that_waits_behind_one_that_is_started_is_known_four_cycles_later() {
    let words = [write(1, Some(0), true), write(2, Some(0), false)];
    let rest = [read_beside(0, write(3, None, false)), write(4, None, true)];
    let outputs = outputs(&[&words[..], &rest, &vec![idle(); 3]].concat());
    assert_eq!(known(&outputs), [None, Some(1), Some(1), None, None, None, Some(2)]);
}

#[test]
fn a_packet_that_comes_as_the_one_before_it_is_started_is_known_in_the_next_cycle() {
    let words = [write(1, Some(0), true), read_beside(0, write(2, Some(0), false))];
    let rest = [write(3, None, false), write(4, None, true), idle()];
    let outputs = outputs(&[&words[..], &rest].concat());
    assert_eq!(known(&outputs), [None, Some(1), Some(2), Some(2), Some(2)]);
    assert!(outputs.iter().all(|outputs| outputs.blocks.len() == (OUTPUTS * LANES) as usize));
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
