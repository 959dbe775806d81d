//! Causes for which packets are dropped.

use super::*;
use proptest::prelude::*;

/// Causes of a packet's beats, and whether the packet is stored.
fn judged(width: usize, beats: &[IngressInputs]) -> (Vec<(usize, Cause)>, bool) {
    let outputs = run(width, beats);
    (drops(&outputs), outputs.iter().any(|outputs| outputs.write))
}

/// A packet of 30 words that is dropped at once, for each width.
fn dropped_at_once(
    cause: Cause,
    change: impl Fn(&mut Vec<u8>),
    answer: impl Fn(&mut IngressInputs),
) {
    for width in WIDTHS {
        let bytes = changed(packet(Next::Local, 30), &change);
        let mut beats = on_the_link(&bytes, width);
        answer(&mut beats[0]);
        assert_eq!(judged(width, &beats), (vec![(0, cause)], false), "{width}");
    }
}

#[test]
fn an_unknown_link_version_is_looked_for_first() {
    let unanswered = |inputs: &mut IngressInputs| {
        inputs.known = false;
        inputs.free.clear();
    };
    dropped_at_once(Cause::BadVersion, |bytes| bytes[0] = 0x11, |_| {});
    dropped_at_once(Cause::BadVersion, |bytes| bytes[0] = 0x28, |_| {});
    dropped_at_once(Cause::BadVersion, |bytes| (bytes[0], bytes[5]) = (0xE4, 0), unanswered);
}

#[test]
fn a_virtual_lane_without_a_lane_comes_second() {
    for virtual_lane in 2..15 {
        let change = |bytes: &mut Vec<u8>| (bytes[0], bytes[5]) = (virtual_lane << 4, 0);
        dropped_at_once(Cause::BadVirtualLane, change, |inputs| inputs.known = false);
    }
}

#[test]
fn a_length_that_no_packet_has_comes_third() {
    let lengths = |next: u8, words: usize| {
        move |bytes: &mut Vec<u8>| {
            bytes[1] = next;
            bytes[4..6].copy_from_slice(&(words as u16).to_be_bytes());
        }
    };
    for (next, least) in [(0, 3), (1, 12), (2, 6), (3, 16)] {
        dropped_at_once(Cause::BadLength, lengths(next, least - 1), |inputs| inputs.known = false);
    }
    for words in [0, LONGEST_WORDS + 1, 2047] {
        dropped_at_once(Cause::BadLength, lengths(2, words), |inputs| inputs.free.clear());
    }
    // Packets of management are shorter: 256 bytes and their headers are 83 words.
    let management = |words| {
        move |bytes: &mut Vec<u8>| {
            lengths(2, words)(bytes);
            bytes[0] = 0xF0;
        }
    };
    let longest = port(8).longest_words(VIRTUAL_LANES);
    assert!(longest < LONGEST_WORDS);
    dropped_at_once(Cause::BadLength, management(longest + 1), |_| {});
}

#[test]
fn no_room_comes_before_no_way() {
    let nowhere = |inputs: &mut IngressInputs| {
        inputs.known = false;
        inputs.free.clear();
    };
    dropped_at_once(Cause::NoRoom, |_| {}, nowhere);
    dropped_at_once(Cause::UnknownDestination, |_| {}, |inputs| inputs.known = false);
}

#[test]
fn a_packet_needs_room_for_all_its_blocks_in_its_own_lane() {
    for (virtual_lane, lane, cause) in
        [(1, 1, Cause::NoRoom), (0, 0, Cause::NoRoom), (15, 2, Cause::NoManagementRoom)]
    {
        // 122 bytes are two blocks.
        let change = |bytes: &mut Vec<u8>| bytes[0] = virtual_lane << 4;
        dropped_at_once(cause, change, |inputs| inputs.free[lane] = 1);
        for width in WIDTHS {
            let mut beats = on_the_link(&changed(packet(Next::Local, 30), change), width);
            beats.iter_mut().for_each(|inputs| inputs.free.iter_mut().for_each(|free| *free = 0));
            beats[0].free[lane] = 2;
            let outputs = run(width, &beats);
            assert_eq!((drops(&outputs), accepted(&outputs)), (vec![], Some((lane as u64, 2))));
        }
    }
}

#[test]
fn a_block_that_is_being_written_is_not_there_for_the_packet_that_comes_then() {
    // A packet of one beat is written as the next one is received.
    let (short, long) = (packet(Next::Local, 14), packet(Next::Local, 30));
    for (virtual_lane, free, finds_room) in [(1, 2, false), (1, 3, true), (0, 2, true)] {
        let long = changed(long.clone(), |bytes| bytes[0] = virtual_lane << 4);
        let mut beats = on_the_link(&short, 64);
        beats.extend(on_the_link(&long, 64));
        beats[1].free.iter_mut().for_each(|free| *free = 0);
        beats[1].free[usize::from(virtual_lane)] = free;
        let outputs = run(64, &beats);
        assert!(outputs[0].write && outputs[0].write_last);
        let expected = if finds_room { vec![] } else { vec![(1, Cause::NoRoom)] };
        assert_eq!(drops(&outputs), expected, "{free} on VL {virtual_lane}");
    }
}

#[test]
fn a_packet_that_ends_early_is_truncated_wherever_it_does() {
    for width in WIDTHS {
        for words in [29, 30] {
            let bytes = packet(Next::Local, words);
            for length in 8..bytes.len() {
                let mut beats = on_the_link(&bytes[..length], width);
                let last = beats.len() - 1;
                beats[last].rx_bad = length % 2 == 0;
                let expected = (vec![(last, Cause::Truncated)], last > 0);
                assert_eq!(judged(width, &beats), expected, "{length} bytes, {width} wide");
                // A beat without valid bytes, whatever bits are set above.
                beats[last].rx_keep = u64::MAX << 1 & beat::keep(width);
                assert_eq!(judged(width, &beats), expected, "{length} bytes, {width} wide");
            }
        }
    }
}

#[test]
fn a_packet_that_goes_on_has_a_bad_length_and_is_cut_where_it_should_end() {
    for width in WIDTHS {
        for words in [29, 30] {
            let bytes = packet(Next::Local, words);
            let end = (bytes.len() - 1) / width;
            for more in 1..2 * width {
                let mut long = bytes.clone();
                long.resize(bytes.len() + more, 0x5A);
                let outputs = run(width, &on_the_link(&long, width));
                assert_eq!(drops(&outputs), [(end, Cause::BadLength)]);
                let stored = stored(width, &outputs);
                let within = long.len().min((end + 1) * width);
                assert_eq!(stored, (end > 0).then(|| (long[..within].to_vec(), true)));
            }
        }
    }
}

#[test]
fn the_link_says_that_a_packet_is_bad_with_its_last_beat_only() {
    for width in WIDTHS {
        let mut beats = on_the_link(&packet(Next::Local, 30), width);
        let last = beats.len() - 1;
        beats[..last].iter_mut().for_each(|inputs| inputs.rx_bad = true);
        assert_eq!(judged(width, &beats), (vec![], true));
        beats[last].rx_bad = true;
        assert_eq!(judged(width, &beats), (vec![(last, Cause::BadVcrc)], true));
    }
}

#[test]
fn a_packet_of_one_beat_that_is_bad_is_not_stored() {
    let mut bytes = packet(Next::Local, 15);
    bytes[40] ^= 1;
    assert_eq!(judged(64, &on_the_link(&bytes, 64)), (vec![(0, Cause::BadVcrc)], false));
    let long = [&packet(Next::Local, 14)[..], &[0; 20]].concat();
    assert_eq!(judged(64, &on_the_link(&long, 64)), (vec![(0, Cause::BadLength)], false));
}

proptest! {
    #[test]
    fn each_damaged_bit_gives_one_cause(
        width in prop::sample::select(&WIDTHS[..]),
        words in 6..=60_usize,
        at in any::<prop::sample::Index>(),
        global: bool,
    ) {
        let next = if global && words >= 16 { Next::Global } else { Next::Local };
        let mut bytes = packet(next, words);
        let bit = at.index(8 * bytes.len());
        bytes[bit / 8] ^= 1 << (bit % 8);
        let outputs = run(width, &on_the_link(&bytes, width));
        prop_assert_eq!(drops(&outputs).len(), 1, "bit {}: {:?}", bit, drops(&outputs));
        prop_assert_eq!(accepted(&outputs), None);
        prop_assert!(stored(width, &outputs).is_none_or(|(_, bad)| bad));
    }
}
