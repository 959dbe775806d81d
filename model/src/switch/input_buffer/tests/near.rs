//! The end of packets of all lengths, and the words that may be held up before it.

use super::*;

/// Words of the longest packet.
const LONGEST: u64 = 8;

/// A buffer for packets of four blocks.
fn long() -> InputBuffer {
    let sizes = Sizes {
        outputs: 2,
        virtual_lanes: 1,
        lane_blocks: 8,
        management_blocks: 0,
        packet_blocks: LONGEST as u32 / BLOCK_WORDS as u32,
        block_words: BLOCK_WORDS as u32,
        word_bits: 8,
    };
    InputBuffer::new(&Parameters::new(sizes, Reading::Received).unwrap())
}

/// Words of a packet for queue 0.
fn packet(words: u64) -> Vec<InputBufferInputs> {
    let word = |number| write(number, (number == 0).then_some(0), number + 1 == words);
    (0..words).map(word).collect()
}

/// Cycles in which a packet is near its end, and that of its end, from `read` on, which is in the
/// cycle after its last word is written.
fn near_and_ends(packet: &[InputBufferInputs], rest: &[InputBufferInputs]) -> (Vec<usize>, usize) {
    let cycles = [packet, &[InputBufferInputs { read: true, ..rest[0].clone() }], &rest[1..]];
    let outputs = run(&mut long(), &cycles.concat()).split_off(packet.len());
    let near = (0..outputs.len()).filter(|&cycle| outputs[cycle].near_end).collect();
    (near, outputs.iter().position(|outputs| outputs.ends).unwrap())
}

#[test]
fn a_packet_is_near_its_end_in_the_last_four_cycles_that_it_is_sent() {
    let near = |words| near_and_ends(&packet(words), &vec![idle(); 14]);
    // A packet ends in the second cycle after its start at the earliest.
    assert_eq!([1, 2].map(near), [(); 2].map(|()| (vec![1, 2], 2)));
    assert_eq!(near(3), (vec![1, 2, 3], 3));
    assert_eq!(near(4), (vec![1, 2, 3, 4], 4));
    assert_eq!(near(5), (vec![2, 3, 4, 5], 5));
    assert_eq!(near(LONGEST), (vec![5, 6, 7, 8], 8));
}

#[test]
fn a_pause_holds_up_the_end() {
    let pause = InputBufferInputs { pause: true, roomy: false, ..idle() };
    let rest = [idle(), pause.clone(), pause, idle(), idle(), idle(), idle(), idle()];
    assert_eq!(near_and_ends(&packet(4), &rest), (vec![3, 4, 5, 6], 6));
    assert_eq!(near_and_ends(&packet(2), &rest), (vec![3, 4], 4));
}

#[test]
fn nothing_is_near_its_end_whose_words_may_be_held_up_in_this_cycle() {
    let tight = InputBufferInputs { roomy: false, ..idle() };
    let rest = [idle(), tight.clone(), idle(), tight, idle(), idle()];
    assert_eq!(near_and_ends(&packet(4), &rest), (vec![2, 4], 4));
}

#[test]
fn nothing_is_near_its_end_before_its_last_word_was_written() {
    let first = [write(1, Some(0), false), InputBufferInputs { read: true, ..idle() }, idle()];
    let cycles = [&first[..], &[write(2, None, true)], &vec![idle(); 6]].concat();
    let outputs = run(&mut long(), &cycles);
    let near: Vec<_> = (0..outputs.len()).filter(|&cycle| outputs[cycle].near_end).collect();
    // The last word is written in cycle 3, and is issued in cycle 6.
    assert_eq!((near, outputs[6].ends), (vec![5, 6], true));
}

#[test]
fn a_packet_with_fewer_words_than_its_header_says_ends_without_notice() {
    let mut bad = packet(3);
    (bad[0].write_beats, bad[0].write_blocks, bad[2].write_bad) = (LONGEST, 4, true);
    assert_eq!(near_and_ends(&bad, &vec![idle(); 8]), (vec![], 3));
}

#[test]
fn a_packet_that_starts_is_not_near_its_end() {
    // Two packets of one word for different queues, and the earliest start of the second one.
    let words = [write(1, Some(0), true), write(2, Some(1), true)];
    let reads = [read(0), idle(), read(1), idle(), idle(), idle()];
    let outputs = run(&mut long(), &[&words[..], &reads].concat());
    let near: Vec<_> = (0..outputs.len()).filter(|&cycle| outputs[cycle].near_end).collect();
    assert!(outputs[4].ends && outputs[4].sending && outputs[5].sending);
    assert_eq!(near, [3, 5, 6]);
}

#[test]
fn reset_clears_the_registers() {
    let mut buffer = long();
    run(&mut buffer, &[&packet(2)[..], &[read(0)]].concat());
    assert!(buffer.near);
    buffer.reset();
    assert_eq!(buffer, long());
}
