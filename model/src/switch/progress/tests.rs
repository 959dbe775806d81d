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

/// Sends a packet, holding up words at random; returns whether it is near its end in each cycle,
/// and the words that are left then.
fn send(
    progress: &mut PacketProgress,
    beats: u64,
    mut held: impl FnMut() -> bool,
) -> Vec<(bool, u64)> {
    let (mut left, mut near) = (beats, Vec::new());
    while left > 0 {
        // The first word is issued in any case.
        let start = near.is_empty();
        let issue = start || !held();
        let inputs = PacketProgressInputs {
            start,
            issue,
            ends: issue && left == 1,
            complete: !start,
            roomy: true,
            header: near.len() == HEADER,
            words: words_of(beats),
        };
        near.push((progress.cycle(&inputs).near_end, left));
        left -= u64::from(issue);
    }
    near
}

/// Cycles from the issue of the first word to the header.
const HEADER: usize = 2;

#[test]
fn the_last_three_words_are_near_the_end_once_the_header_has_told_the_length() {
    let near = |beats| {
        let near = send(&mut progress(), beats, || false).into_iter().enumerate();
        near.filter(|(_, (near, _))| *near).map(|(cycle, _)| cycle).collect::<Vec<_>>()
    };
    assert!([1, 2, 3].map(near).iter().all(Vec::is_empty));
    assert_eq!([4, 5, 6].map(near), [vec![3], vec![3, 4], vec![3, 4, 5]]);
    assert_eq!([7, 8].map(near), [vec![4, 5, 6], vec![5, 6, 7]]);
}

#[test]
fn a_packet_of_three_words_is_near_its_end_in_the_cycle_after_it() {
    let mut progress = progress();
    send(&mut progress, 3, || false);
    let near = [(); 2].map(|()| progress.cycle(&PacketProgressInputs::default()).near_end);
    assert_eq!(near, [true, false]);
}

#[test]
fn nothing_is_near_that_is_not_complete_or_may_be_held_up() {
    let mut progress = progress();
    progress.cycle(&PacketProgressInputs { start: true, issue: true, ..Default::default() });
    progress.cycle(&PacketProgressInputs { issue: true, ..Default::default() });
    let words = words_of(5);
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
    let near: Vec<_> = send(&mut progress, 6, || false).into_iter().map(|it| it.0).collect();
    assert_eq!(near, [false, false, false, true, true, true]);
}

#[test]
fn the_header_of_a_packet_of_one_word_comes_after_its_end_and_does_not_outlive_the_next_start() {
    let mut progress = progress();
    send(&mut progress, 1, || false);
    let nothing = PacketProgressInputs::default();
    assert!(!progress.cycle(&nothing).near_end);
    let header = PacketProgressInputs {
        header: true,
        words: words_of(1),
        roomy: true,
        ..Default::default()
    };
    progress.cycle(&header);
    assert!(!progress.cycle(&nothing).near_end, "nothing is sent");
    progress.cycle(&PacketProgressInputs { start: true, issue: true, roomy: true, ..nothing });
    assert!(!progress.known && !progress.near);
}

#[test]
fn a_word_between_the_first_one_and_its_header_is_counted() {
    for (second, left) in [(true, 8), (false, 9)] {
        let mut progress = progress();
        let issue = PacketProgressInputs { issue: true, ..Default::default() };
        progress.cycle(&PacketProgressInputs { start: true, ..issue });
        progress.cycle(&PacketProgressInputs { issue: second, ..issue });
        progress.cycle(&PacketProgressInputs { header: true, words: words_of(11), ..issue });
        assert_eq!(progress.left, left);
    }
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
    let header = PacketProgressInputs { header: true, words: 50, ..Default::default() };
    model.cycle(&PacketProgressInputs { issue: true, ..header });
    model.reset();
    assert_eq!(model, progress());
}

proptest! {
    /// Words may be held up at any time: a packet near its end has one to three words left.
    #[test]
    fn near_its_end_a_packet_has_one_to_three_words_left(
        packets in prop::collection::vec((1..=38u64, prop::collection::vec(any::<bool>(), 50)), 1..6),
    ) {
        let mut progress = progress();
        for (beats, holds) in packets {
            let mut holds = holds.into_iter();
            let near = send(&mut progress, beats, || holds.next().unwrap_or(false));
            for (cycle, (near, left)) in near.into_iter().enumerate() {
                let is_known = cycle > HEADER;
                prop_assert_eq!(near, is_known && left <= 3, "cycle {}, {} left", cycle, left);
            }
        }
    }
}
