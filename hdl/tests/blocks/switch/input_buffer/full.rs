//! Events for marking, in each reading of the papers.

use super::{buffer, first, further, idle, last, read, take, trace, with, QUEUE};
use tailback_spec::switch::input_buffer::Reading;

/// Fills VL 1 except for one block with packets of one beat, followed by a packet of two.
fn filled(reading: Reading) -> Vec<[u128; 4]> {
    let single = || with(with(first(0, 1), last(0)), take());
    let mut inputs = vec![take(), single(), single(), single(), first(0, 2)];
    inputs.extend([with(further(0), last(0)), idle(), idle(), read(), idle()]);
    let outputs = ["enqueue", "enqueue_queue", "dequeue", "trigger"];
    trace(&mut buffer(reading), inputs, outputs).split_off(1)
}

#[test]
fn received_packets_trigger_with_the_tail_that_finds_the_buffer_full() {
    let found = filled(Reading::Received);
    let came = [1, QUEUE, 0, 0];
    // The third packet leaves less than three free blocks: visible one cycle after its tail.
    let full = 1 << QUEUE;
    let expected = [came, came, came, [0, 0, 0, full], came, [0; 4], [0; 4], [0, 0, 1, 0], [0; 4]];
    assert_eq!(found, expected);
}

#[test]
fn waiting_packets_trigger_when_nothing_else_fills_the_buffer() {
    let found = filled(Reading::Waiting);
    let came = [1, QUEUE, 0, 0];
    let full = 1 << QUEUE;
    // From the third packet on, less than three blocks are free, and nothing is sent.
    let expected =
        [came, came, came, [1, QUEUE, 0, full], [0; 4], [0; 4], [0; 4], [0, 0, 1, 0], [0; 4]];
    assert_eq!(found, expected);
}

/// Fills VL 1 except for two blocks with packets of one beat; the last of them is started `cycles`
/// cycles after it is received, and waits.
fn started_after(cycles: usize) -> Vec<u128> {
    let single = || with(first(0, 1), last(0));
    let mut inputs = vec![take(), with(single(), take()), with(single(), take()), single()];
    inputs.extend((0..9).map(|at| if at + 1 == cycles { read() } else { idle() }));
    let found = trace(&mut buffer(Reading::Arbitrated), inputs, ["trigger"]);
    found.into_iter().map(|[trigger]| trigger).skip(3).collect()
}

#[test]
fn an_arbitrated_buffer_is_full_if_nothing_goes_when_the_last_packet_could() {
    let full = 1 << QUEUE;
    // Free space is missing from the write of the last packet on, so the buffer is full five cycles
    // later, and reports it in the next.
    let told = [0, 0, 0, 0, 0, 0, full, 0, 0, 0];
    assert_eq!(started_after(0), told);
    // A packet leaves, and frees its block.
    assert_eq!(started_after(4), [0; 10]);
    assert_eq!(started_after(5), [0; 10]);
    // One cycle later is too late; the packet still counts.
    assert_eq!(started_after(6), told);
}
