//! Packets that are written and read, cycle by cycle.

use super::{
    buffer, first, further, idle, last, packet, pause, read, take, trace, with, Cycle, FREE, QUEUE,
};
use tailback_harness::blocks::reset;
use tailback_hdl::switch::InputBuffer;
use tailback_spec::switch::input_buffer::{InputBuffer as Config, Reading, Sizes};

const SENT: [&str; 7] =
    ["sending", "ends", "near_end", "word_valid", "word_first", "word_last", "word"];

#[test]
fn a_packet_cuts_through_three_cycles_after_the_write_of_each_beat() {
    let mut block = buffer(Reading::Received);
    let mut inputs = vec![first(0xa, 6), with(read(), further(0xb)), further(0xc), pause()];
    inputs.extend([idle(), idle(), further(0xd), further(0xe), with(further(0xf), last(0))]);
    inputs.extend((0..6).map(|_| idle()));
    let expected = [
        [0, 0, 0, 0, 0, 0, 0],
        // Started at once.
        [0, 0, 0, 0, 0, 0, 0],
        // The first beat is issued.
        [1, 0, 0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 0, 0],
        [1, 0, 0, 1, 1, 0, 0xa],
        [1, 0, 0, 0, 0, 0, 0],
        [1, 0, 0, 1, 0, 0, 0xb],
        [1, 0, 0, 1, 0, 0, 0xc],
        [1, 0, 0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 0, 0],
        // The last beat was written two cycles ago.
        [1, 0, 1, 0, 0, 0, 0],
        [1, 1, 1, 1, 0, 0, 0xd],
        [0, 0, 0, 1, 0, 0, 0xe],
        [0, 0, 0, 1, 0, 1, 0xf],
        [0, 0, 0, 0, 0, 0, 0],
    ];
    assert_eq!(trace(&mut block, inputs, SENT), expected);
}

/// Outputs from the start of a packet of this number of beats on, which is `after` cycles after the
/// write of its last beat.
fn started(beats: u128, after: usize) -> Vec<[u128; 7]> {
    let mut block = buffer(Reading::Received);
    let mut inputs = packet(beats);
    inputs.extend((0..9).map(|_| idle()));
    let start = beats as usize - 1 + after;
    inputs[start].extend(read());
    trace(&mut block, inputs, SENT).split_off(start)[..6].to_vec()
}

const QUIET: [u128; 7] = [0; 7];

#[test]
fn a_short_packet_ends_in_the_second_cycle_after_its_start() {
    let starts = [[1, 0, 1, 0, 0, 0, 0], [1, 1, 1, 0, 0, 0, 0]];
    let single = [QUIET, starts[0], starts[1], [0, 0, 0, 1, 1, 1, 1], QUIET, QUIET];
    assert_eq!(started(1, 1), single);
    assert_eq!(started(1, 2), single);
    let pair = [QUIET, starts[0], starts[1], [0, 0, 0, 1, 1, 0, 1], [0, 0, 0, 1, 0, 1, 2], QUIET];
    assert_eq!(started(2, 1), pair);
    assert_eq!(started(2, 2), pair);
}

#[test]
fn a_packet_of_three_beats_ends_in_the_third_cycle_after_its_start() {
    let triple = [
        QUIET,
        [1, 0, 1, 0, 0, 0, 0],
        [1, 0, 1, 0, 0, 0, 0],
        [1, 1, 1, 1, 1, 0, 1],
        [0, 0, 0, 1, 0, 0, 2],
        [0, 0, 0, 1, 0, 1, 3],
    ];
    assert_eq!(started(3, 1), triple);
    assert_eq!(started(3, 2), triple);
}

#[test]
fn a_packet_that_is_started_with_its_last_write_waits_until_this_is_visible() {
    let pair = [
        QUIET,
        [1, 0, 0, 0, 0, 0, 0],
        [1, 0, 1, 0, 0, 0, 0],
        [1, 1, 1, 1, 1, 0, 1],
        QUIET,
        [0, 0, 0, 1, 0, 1, 2],
    ];
    assert_eq!(started(2, 0), pair);
    let triple = [
        QUIET,
        [1, 0, 0, 0, 0, 0, 0],
        [1, 0, 1, 0, 0, 0, 0],
        [1, 1, 1, 1, 1, 0, 1],
        [0, 0, 0, 1, 0, 0, 2],
        [0, 0, 0, 1, 0, 1, 3],
    ];
    assert_eq!(started(3, 0), triple);
}

#[test]
fn a_first_beat_that_is_held_up_is_issued_after_the_pause() {
    let mut block = buffer(Reading::Received);
    let mut inputs = packet(1);
    inputs.extend([with(read(), pause()), pause(), pause(), idle(), idle(), idle()]);
    let expected = [
        QUIET,
        QUIET,
        [1, 0, 1, 0, 0, 0, 0],
        [1, 0, 1, 0, 0, 0, 0],
        [1, 1, 1, 0, 0, 0, 0],
        QUIET,
        [0, 0, 0, 1, 1, 1, 1],
    ];
    assert_eq!(trace(&mut block, inputs, SENT), expected);
}

#[test]
fn the_packet_behind_is_known_four_cycles_after_a_start_and_follows_without_a_gap() {
    let mut block = buffer(Reading::Received);
    let mut inputs = packet(4);
    inputs.extend(packet(6));
    inputs.extend([read(), idle(), idle(), idle(), read()]);
    inputs.extend((0..9).map(|_| idle()));
    let outputs = ["known", "blocks", "sending", "ends", "near_end", "word_last", "word"];
    let found = trace(&mut block, inputs, outputs).split_off(10);
    let (waits, one, two) = (1 << QUEUE, 1 << (2 * QUEUE), 2 << (2 * QUEUE));
    let expected = [
        [waits, one, 0, 0, 0, 0, 0],
        [0, 0, 1, 0, 1, 0, 0],
        [0, 0, 1, 0, 1, 0, 0],
        [0, 0, 1, 0, 1, 0, 1],
        // The next packet starts as this one ends.
        [waits, two, 1, 1, 0, 0, 2],
        [0, 0, 1, 0, 0, 0, 3],
        [0, 0, 1, 0, 0, 1, 4],
        [0, 0, 1, 0, 1, 0, 1],
        [0, 0, 1, 0, 1, 0, 2],
        [0, 0, 1, 0, 1, 0, 3],
        [0, 0, 1, 1, 1, 0, 4],
        [0, 0, 0, 0, 0, 0, 5],
        [0, 0, 0, 0, 0, 1, 6],
        [0, 0, 0, 0, 0, 0, 0],
    ];
    assert_eq!(found, expected);
}

#[test]
fn packets_of_two_beats_start_every_other_cycle_as_the_ones_before_them_end() {
    const OTHER: u128 = 1;
    let mut block = buffer(Reading::Received);
    let elsewhere = |beat: Cycle| -> Cycle {
        let queue = |(name, value): (&'static str, u128)| {
            (name, if name == "write_queue" { OTHER } else { value })
        };
        beat.into_iter().map(queue).collect()
    };
    let other = || vec![("read", 1), ("read_queue", OTHER)];
    let mut inputs = vec![first(1, 2), with(further(2), last(0))];
    inputs.extend([elsewhere(first(3, 2)), with(further(4), last(0))]);
    inputs.push(with(first(5, 1), last(0)));
    inputs.extend([read(), idle(), other(), idle(), read(), idle(), idle(), idle(), idle()]);
    let outputs = ["known", "sending", "ends", "near_end", "word_first", "word_last", "word"];
    let found = trace(&mut block, inputs, outputs).split_off(5);
    let (one, two) = (1 << QUEUE, 1 << OTHER);
    let expected = [
        [one | two, 0, 0, 0, 0, 0, 0],
        [two, 1, 0, 1, 0, 0, 0],
        [two, 1, 1, 0, 0, 0, 0],
        [0, 1, 0, 1, 1, 0, 1],
        // The packet behind the first one is known four cycles after that was started.
        [one, 1, 1, 0, 0, 1, 2],
        [0, 1, 0, 1, 1, 0, 3],
        [0, 1, 1, 1, 0, 1, 4],
        [0, 0, 0, 0, 1, 1, 5],
        [0, 0, 0, 0, 0, 0, 0],
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_packet_that_begins_as_the_only_one_of_its_queue_starts_is_known_at_once() {
    let mut block = buffer(Reading::Received);
    let inputs = vec![with(first(1, 1), last(0)), with(read(), first(2, 5)), idle(), idle()];
    let (waits, one, two) = (1 << QUEUE, 1 << (2 * QUEUE), 2 << (2 * QUEUE));
    let expected = [[0, 0, 0], [waits, one, 0], [waits, two, 1], [waits, two, 1]];
    assert_eq!(trace(&mut block, inputs, ["known", "blocks", "sending"]), expected);
}

#[test]
fn blocks_are_taken_one_by_one_and_free_together() {
    let mut block = buffer(Reading::Received);
    let free = |lane_1: u128| 2 << (2 * FREE) | lane_1 << FREE | 5;
    let mut inputs = vec![take(), first(0, 5), further(1), further(2)];
    inputs.extend([with(further(3), take()), with(further(4), last(0)), read()]);
    inputs.extend((0..7).map(|_| idle()));
    let found = trace(&mut block, inputs, ["taken", "free", "ends"]);
    assert_eq!(found[..2], [[0, free(5), 0], [1, free(4), 0]]);
    assert_eq!(found[4..6], [[0, free(4), 0], [1, free(3), 0]]);
    // The last beat is issued five cycles after the start.
    assert_eq!(found[11..], [[0, free(3), 1], [0, free(3), 0], [0, free(5), 0]]);
}

const BAD: [&str; 7] =
    ["sending", "ends", "near_end", "word_valid", "word_last", "word_bad", "word_discard"];

/// Outputs from the start of a bad packet of four beats, and of six by its header, on; it is
/// started in this cycle.
fn truncated(start: usize) -> Vec<[u128; 7]> {
    let mut block = buffer(Reading::Received);
    let mut inputs = vec![first(1, 6), further(2), further(3), with(further(4), last(1))];
    inputs.extend((0..9).map(|_| idle()));
    inputs[start].extend(read());
    trace(&mut block, inputs, BAD).split_off(start)
}

#[test]
fn a_truncated_packet_ends_early_and_is_discarded_if_that_was_known_at_its_start() {
    let known = [
        [0, 0, 0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 0, 0],
        // Four beats would be left by the header.
        [1, 0, 1, 1, 0, 0, 1],
        [1, 1, 1, 1, 0, 0, 1],
        [0, 0, 0, 1, 0, 0, 1],
        [0, 0, 0, 1, 1, 1, 1],
    ];
    assert_eq!(truncated(6), known);
    assert_eq!(truncated(4)[..7], known);
    let with_last = [
        [0, 0, 0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 0, 0],
        [1, 0, 1, 1, 0, 0, 0],
        [1, 1, 1, 1, 0, 0, 0],
        [0, 0, 0, 1, 0, 0, 0],
        [0, 0, 0, 1, 1, 1, 0],
    ];
    assert_eq!(truncated(3)[..7], with_last);
    let through = [
        [0, 0, 0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 0, 0],
        [1, 0, 0, 1, 0, 0, 0],
        [1, 0, 1, 0, 0, 0, 0],
        [1, 1, 1, 1, 0, 0, 0],
        [0, 0, 0, 1, 0, 0, 0],
        [0, 0, 0, 1, 1, 1, 0],
    ];
    assert_eq!(truncated(1)[..8], through);
}

#[test]
fn a_packet_is_near_its_end_when_four_beats_are_left_and_the_output_is_roomy() {
    let mut block = buffer(Reading::Received);
    let mut inputs = packet(8);
    inputs.extend([read(), idle(), idle(), pause(), idle(), idle(), vec![("roomy", 0)]]);
    inputs.extend([idle(), idle(), idle(), idle()]);
    let found = trace(&mut block, inputs, ["near_end", "ends"]).split_off(8);
    let none = [0, 0];
    // The fourth beat is issued in the sixth cycle; in the seventh, the output is not roomy.
    let expected = [none, none, none, none, none, none, none, [1, 0], [1, 0], [1, 1], none];
    assert_eq!(found, expected);
}

#[test]
fn a_block_of_one_beat_is_freed_with_its_packet() {
    let wide = Config::new(
        Sizes {
            outputs: 4,
            virtual_lanes: 2,
            lane_blocks: 5,
            management_blocks: 2,
            packet_blocks: 3,
            block_words: 1,
            word_bits: 16,
        },
        Reading::Received,
    );
    let mut block = reset(InputBuffer::new(&wide.expect("a buffer that is possible")));
    let free = |lane_1: u128| 2 << (2 * FREE) | lane_1 << FREE | 5;
    let mut inputs = vec![take()];
    inputs.extend(packet(3));
    inputs[1].extend(take());
    inputs[2].extend(take());
    inputs.extend([read(), idle(), idle(), idle(), idle(), idle()]);
    let found = trace(&mut block, inputs, ["taken", "free", "ends", "word_last", "word"]);
    let expected = [
        [0, free(5), 0, 0, 0],
        [1, free(4), 0, 0, 0],
        [1, free(3), 0, 0, 0],
        [1, free(2), 0, 0, 0],
        [0, free(2), 0, 0, 0],
        [0, free(2), 0, 0, 0],
        [0, free(2), 0, 0, 0],
        [0, free(2), 1, 0, 1],
        [0, free(2), 0, 0, 2],
        [0, free(5), 0, 1, 3],
    ];
    assert_eq!(found, expected);
}
