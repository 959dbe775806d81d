//! The end of packets of all lengths.

use super::*;
use crate::switch::examples::{port, WIDTH_BYTES};
use proptest::prelude::*;

fn progress() -> PacketProgress {
    PacketProgress::new(&port(2, 1, 8, 0))
}

/// PktLen of a packet of so many beats.
fn words_of(beats: u64) -> u64 {
    (beats - 1) * u64::from(WIDTH_BYTES) / 4
}

/// Sends a packet, holding up words at random; returns whether it is near its end in each cycle.
fn send(progress: &mut PacketProgress, beats: u64, mut held: impl FnMut() -> bool) -> Vec<bool> {
    let (mut left, mut near, mut was_first) = (beats, Vec::new(), false);
    while left > 0 {
        let issue = !held();
        let inputs = PacketProgressInputs {
            start: near.is_empty(),
            issue,
            ends: issue && left == 1,
            complete: !near.is_empty(),
            roomy: true,
            header: was_first,
            words: words_of(beats),
        };
        near.push(progress.cycle(&inputs).near_end);
        was_first = issue && left == beats;
        left -= u64::from(issue);
    }
    near
}

#[test]
fn the_last_two_words_are_near_the_end_once_the_header_has_told_the_length() {
    let near = |beats| {
        let mut near = send(&mut progress(), beats, || false).into_iter();
        let cycles = near.by_ref().enumerate().filter(|(_, near)| *near);
        cycles.map(|(cycle, _)| cycle).collect::<Vec<_>>()
    };
    assert_eq!(
        [1, 2, 3, 4, 5, 6].map(near),
        [vec![], vec![], vec![2], vec![2, 3], vec![3, 4], vec![4, 5]]
    );
}

#[test]
fn nothing_is_near_that_is_not_complete_or_may_be_held_up() {
    let mut progress = progress();
    progress.cycle(&PacketProgressInputs { start: true, issue: true, ..Default::default() });
    let words = words_of(3);
    let header = PacketProgressInputs {
        header: true,
        words,
        complete: true,
        roomy: true,
        ..Default::default()
    };
    assert!(!progress.cycle(&header).near_end, "not in the cycle of the header");
    let near = |complete, roomy| PacketProgressInputs { complete, roomy, ..Default::default() };
    let seen = [(false, true), (true, false), (true, true), (false, false)]
        .map(|(complete, roomy)| progress.cycle(&near(complete, roomy)).near_end);
    assert_eq!(seen, [true, false, false, true], "as it was in the cycle before");
}

#[test]
fn the_next_packet_has_its_own_length() {
    let mut progress = progress();
    send(&mut progress, 9, || false);
    assert_eq!(send(&mut progress, 5, || false), [false, false, false, true, true]);
}

#[test]
fn the_header_of_a_packet_of_one_word_comes_after_its_end_and_does_not_outlive_the_next_start() {
    let mut progress = progress();
    send(&mut progress, 1, || false);
    // The first packet's header leaves the buffer as the second one starts.
    let inputs = PacketProgressInputs {
        start: true,
        issue: true,
        header: true,
        words: words_of(1),
        roomy: true,
        ..Default::default()
    };
    progress.cycle(&inputs);
    assert!(!progress.known && !progress.near);
}

#[test]
fn words_that_are_left_count_modulo_their_bits() {
    let mut progress = progress();
    progress.cycle(&PacketProgressInputs { header: true, issue: true, ..Default::default() });
    assert_eq!(progress.left, progress.left_max);
    assert_eq!(progress.left_max, 63, "38 beats of 8 bytes are the longest packet");
}

#[test]
fn reset_clears_all_registers() {
    let mut model = progress();
    model.cycle(&PacketProgressInputs { header: true, words: 50, ..Default::default() });
    model.reset();
    assert_eq!(model, progress());
}

proptest! {
    /// Words may be held up at any time: a packet near its end has one or two words left.
    #[test]
    fn near_its_end_a_packet_has_one_or_two_words_left(
        packets in prop::collection::vec((1..=38u64, prop::collection::vec(any::<bool>(), 50)), 1..6),
    ) {
        let mut progress = progress();
        for (beats, holds) in packets {
            let mut issued = Vec::new();
            let mut holds = holds.into_iter();
            let near = send(&mut progress, beats, || {
                let held = holds.next().unwrap_or(false);
                issued.push(!held);
                held
            });
            let mut left = beats;
            let first = issued.iter().position(|issued| *issued).unwrap();
            for (cycle, near) in near.into_iter().enumerate() {
                let is_known = cycle > first + 1;
                prop_assert_eq!(near, is_known && left <= 2, "cycle {}, {} left", cycle, left);
                left -= u64::from(issued[cycle]);
            }
        }
    }
}
