//! FECN in packets of all kinds.

use super::*;
use proptest::prelude::*;
use tailback_spec::wire::{crc, fecn};

/// A packet after ingress and egress, and the beats in which it was marked.
fn marked(bytes: &[u8], width: usize) -> (Vec<u8>, Vec<usize>) {
    let outputs = run(width, &to_be_marked(bytes, width));
    let marked = (0..outputs.len()).filter(|&beat| outputs[beat].marked).collect();
    (on_the_wire(&outputs), marked)
}

/// The packet with FECN set as in the standard.
fn with_fecn(mut bytes: Vec<u8>) -> Vec<u8> {
    fecn::set(&mut bytes).expect("it has a transport");
    bytes
}

#[test]
fn fecn_is_set_in_the_word_that_has_it() {
    for width in WIDTHS {
        for (next, congestion) in [(Next::Local, 12), (Next::Global, 52)] {
            let bytes = packet(next, 20);
            let expected = (with_fecn(bytes.clone()), vec![congestion / width]);
            assert_ne!(expected.0, bytes);
            assert_eq!(marked(&bytes, width), expected);
        }
    }
}

#[test]
fn what_has_no_transport_goes_as_it_came() {
    for width in WIDTHS {
        let ipv6_in_global = changed(packet(Next::Global, 20), |bytes| bytes[14] = 0x3B);
        for bytes in [packet(Next::Raw, 20), packet(Next::Ipv6, 20), ipv6_in_global] {
            assert_eq!(marked(&bytes, width), (bytes, vec![]));
        }
    }
}

#[test]
fn a_packet_that_has_fecn_keeps_it() {
    for width in WIDTHS {
        let bytes = with_fecn(packet(Next::Local, 20));
        assert_eq!(marked(&bytes, width), (bytes, vec![]));
    }
}

#[test]
fn only_the_first_word_says_that_a_packet_is_to_be_marked() {
    for width in WIDTHS {
        let bytes = packet(Next::Local, 40);
        let mut unmarked = words(&bytes, width);
        unmarked[1..].iter_mut().for_each(|inputs| inputs.mark = true);
        let last = words(&bytes, width);
        let outputs = run(width, &[&to_be_marked(&bytes, width)[..], &unmarked, &last].concat());
        assert_eq!(
            on_the_wire(&outputs),
            [with_fecn(bytes.clone()), bytes.clone(), bytes].concat()
        );
    }
}

#[test]
fn a_packet_that_is_cut_is_marked_only_before_its_last_two_bytes() {
    for width in WIDTHS {
        for (next, congestion) in [(Next::Local, 12), (Next::Global, 52)] {
            let whole = packet(next, 40);
            for length in width + 1..whole.len() {
                let (seen, marks) = marked(&whole[..length], width);
                let last_begins = (length - 1) / width * width;
                let covered = if congestion < last_begins { length } else { length - 2 };
                let is_marked = congestion < covered;
                assert_eq!(marks, if is_marked { vec![congestion / width] } else { vec![] });
                let mut expected = whole[..length].to_vec();
                if is_marked {
                    expected[congestion] |= 0x80;
                    if (length - last_begins) % 4 == 2 {
                        let after = length - 3 - congestion;
                        let change = crc::vcrc_change(0x80, after);
                        expected[length - 2] ^= change[0];
                        expected[length - 1] ^= change[1];
                    }
                }
                assert_eq!(seen, expected, "{length} of {} bytes, {width} wide", whole.len());
            }
        }
    }
}

#[test]
fn a_packet_without_a_byte_in_its_last_word_is_marked_before() {
    let whole = packet(Next::Local, 40);
    let mut words = to_be_marked(&whole, 8);
    words.truncate(3);
    *words[2].word.last_mut().unwrap() = 0;
    (words[2].word_last, words[2].word_bad) = (true, true);
    let outputs = run(8, &words);
    assert_eq!(
        outputs.iter().map(|outputs| outputs.marked).collect::<Vec<_>>(),
        [false, true, false, false]
    );
    assert_eq!((outputs[3].tx_keep, outputs[3].tx_bad), (0, true));
    assert_eq!(on_the_wire(&outputs), with_fecn(whole)[..16]);
}

proptest! {
    #[test]
    fn a_packet_that_is_marked_on_its_way_is_what_the_standard_has(
        width in prop::sample::select(&WIDTHS[..]),
        words in 6..=LONGEST_WORDS,
        global: bool,
        mark: bool,
        wait in prop::collection::vec(0..3_usize, LONGEST_WORDS),
    ) {
        let next = if global { Next::Global } else { Next::Local };
        let bytes = packet(next, words.max(next.least_words() as usize));
        let stored = if mark { to_be_marked(&bytes, width) } else { super::words(&bytes, width) };
        let expected = if mark { with_fecn(bytes.clone()) } else { bytes };
        prop_assert!(crc::has_good_vcrc(&expected));

        let mut egress = Egress::new(&port(width));
        let mut seen = Vec::new();
        let mut cycle = |inputs: &EgressInputs| {
            let outputs = egress.cycle(inputs);
            if outputs.tx_valid && inputs.tx_ready {
                assert!(!outputs.tx_bad && !outputs.tx_flow_control);
                seen.extend(on_the_wire([&outputs]));
            }
        };
        for (word, wait) in stored.iter().zip(wait) {
            // The link stalls whenever it accepts nothing, but the queue has free space.
            cycle(&EgressInputs { tx_ready: wait == 0, ..word.clone() });
            (0..wait).for_each(|_| cycle(&ready()));
        }
        (0..=DEPTH).for_each(|_| cycle(&ready()));
        prop_assert_eq!(seen, expected);
    }
}
