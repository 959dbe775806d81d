//! Words stored of packets, good and bad.

use super::*;
use crate::bits::is_set;
use proptest::prelude::*;

#[test]
fn without_a_beat_nothing_happens_but_the_question() {
    for width in WIDTHS {
        let bytes = packet(Next::Local, 30);
        let beat = IngressInputs { rx_valid: false, ..on_the_link(&bytes, width)[0].clone() };
        for inputs in [beat.clone(), IngressInputs { rx_flow_control: true, ..beat }] {
            let [outputs] = &run(width, &[inputs])[..] else { panic!("one cycle") };
            let expected = IngressOutputs {
                destination: 0x1234,
                write_word: outputs.write_word.clone(),
                flow_control_packet: outputs.flow_control_packet,
                ..Default::default()
            };
            assert_eq!(outputs, &expected);
        }
    }
}

#[test]
fn a_word_has_its_bytes_and_above_them_a_bit_for_each_that_counts() {
    let beats = on_the_link(&packet(Next::Local, 7), 8);
    let outputs = run(8, &beats);
    let words: Vec<_> = outputs.iter().map(|outputs| outputs.write_word.to_vec()).collect();
    let expected: Vec<_> = beats.iter().zip([0xFF, 0xFF, 0xFF, 0x3F]).collect();
    let expected: Vec<_> =
        expected.iter().map(|(beat, keep)| vec![beat.rx_data[0], *keep]).collect();
    assert_eq!(words, expected);
    assert_eq!(outputs[0].write_queue, OUTPUT * 3 + 1);
    assert_eq!(accepted(&outputs), Some((1, 1)));
}

/// Blocks and beats that are reported with each beat.
fn lengths(outputs: &[IngressOutputs]) -> Vec<(u64, u64)> {
    outputs.iter().map(|outputs| (outputs.write_blocks, outputs.write_beats)).collect()
}

#[test]
fn the_first_beat_that_is_stored_tells_the_length_by_the_header() {
    for width in WIDTHS {
        for words in [6, 15, 16, 40, LONGEST_WORDS] {
            let good = packet(Next::Local, words);
            let length = ((words / 16 + 1) as u64, good.len().div_ceil(width) as u64);
            let beats = on_the_link(&good, width);
            let mut expected = vec![(0, 0); beats.len()];
            expected[0] = length;
            assert_eq!(lengths(&run(width, &beats)), expected);
            // Whatever its length is in fact.
            if beats.len() > 1 {
                let longer = on_the_link(&[&good[..], &[0; 300]].concat(), width);
                assert_eq!(lengths(&run(width, &longer))[..beats.len()], expected);
            }
            let mut unknown = beats;
            unknown[0].known = false;
            assert_eq!(lengths(&run(width, &unknown)), vec![(0, 0); expected.len()]);
        }
    }
}

#[test]
fn bytes_count_up_to_the_first_that_does_not() {
    for width in WIDTHS {
        let bytes = packet(Next::Local, 6);
        let mut beats = on_the_link(&bytes, width);
        let last = beats.len() - 1;
        let counted = bytes.len() - last * width;
        // Ones above the first zero, and arbitrary bits in a beat that is not the last.
        beats[last].rx_keep = beat::keep(width) & !(1 << counted);
        beats[..last].iter_mut().for_each(|inputs| inputs.rx_keep = 0b1010);
        let outputs = run(width, &beats);
        assert_eq!(stored(width, &outputs), Some((bytes, false)));
        assert_eq!(outputs[last].write_word.last(), Some(&beat::keep(counted)));
    }
}

/// Beats with which a block is taken.
fn taken(outputs: &[IngressOutputs]) -> Vec<usize> {
    assert!(outputs.iter().all(|outputs| outputs.write || !outputs.take));
    assert!(outputs.iter().all(|outputs| outputs.take_lane == u64::from(outputs.take)));
    (0..outputs.len()).filter(|&beat| outputs[beat].take).collect()
}

#[test]
fn the_first_beat_of_each_64_bytes_that_are_stored_takes_a_block() {
    for width in WIDTHS {
        let good = packet(Next::Local, 40);
        let longer = [&good[..], &[0; 300]].concat();
        let blocks: Vec<_> = (0..good.len().div_ceil(width)).step_by(64 / width).collect();
        for bytes in [&good, &longer] {
            assert_eq!(taken(&run(width, &on_the_link(bytes, width))), blocks);
        }
        let cut = run(width, &on_the_link(&good[..64 + width], width));
        assert_eq!(taken(&cut), [0, 64 / width]);
        let mut unknown = on_the_link(&good, width);
        unknown[0].known = false;
        assert_eq!(taken(&run(width, &unknown)), [0; 0]);
    }
}

#[test]
fn after_a_reset_the_next_beat_is_a_first_one() {
    for width in WIDTHS {
        let beats = on_the_link(&packet(Next::Local, 40), width);
        let mut ingress = Ingress::new(&port(width));
        ingress.cycle(&beats[0]);
        ingress.reset();
        assert_eq!(pass(&mut ingress, &beats), run(width, &beats));
    }
}

#[test]
fn what_follows_a_bad_packet_is_judged_by_itself() {
    for width in WIDTHS {
        let good = packet(Next::Local, 33);
        let bad = [
            changed(good.clone(), |bytes| bytes[0] = 0xF1),
            good[..50].to_vec(),
            [&good[..], &[0; 300]].concat(),
        ];
        for bad in bad {
            let (bad, good) = (on_the_link(&bad, width), on_the_link(&good, width));
            let both = run(width, &[bad.clone(), good.clone()].concat());
            assert_eq!(both[bad.len()..], run(width, &good));
        }
    }
}

proptest! {
    #[test]
    fn a_good_packet_of_any_length_is_accepted_and_stored_as_it_came(
        width in prop::sample::select(&WIDTHS[..]),
        words in 3..=LONGEST_WORDS,
        kind in 0..4_usize,
        gaps: u64,
    ) {
        let next = [Next::Raw, Next::Ipv6, Next::Local, Next::Global][kind];
        let words = words.max(next.least_words() as usize);
        let bytes = packet(next, words);
        let mut with_gaps = Vec::new();
        for (at, beat) in on_the_link(&bytes, width).into_iter().enumerate() {
            if is_set(gaps, at % 64) {
                with_gaps.push(IngressInputs { rx_valid: false, ..beat.clone() });
            }
            with_gaps.push(beat);
        }
        let outputs = run(width, &with_gaps);
        prop_assert_eq!(drops(&outputs), vec![]);
        prop_assert_eq!(accepted(&outputs), Some((1, (words / 16 + 1) as u64)));
        prop_assert_eq!(stored(width, &outputs), Some((bytes, false)));
    }
}
