//! Order of transmission, and blocks transmitted.

use super::*;
use crate::bits::is_set;
use proptest::prelude::*;

const FLOW_CONTROL: u64 = 0x0123_4567_89AB;

/// A good packet on a data VL.
fn on(virtual_lane: u8, words: usize) -> Vec<u8> {
    changed(packet(Next::Local, words), |bytes| bytes[0] = virtual_lane << 4)
}

#[test]
fn a_word_is_on_the_link_in_the_cycle_after_it_comes() {
    let bytes = on(1, 6);
    let outputs = run(16, &words(&bytes, 16));
    let valid: Vec<_> = outputs.iter().map(|outputs| outputs.tx_valid).collect();
    assert_eq!(valid, [false, true, true]);
    assert_eq!((outputs[1].tx_last, outputs[2].tx_last, outputs[2].tx_keep), (false, true, 0x3FF));
    assert_eq!(on_the_wire(&outputs), bytes);
}

#[test]
fn what_is_not_taken_stays_and_words_queue_up_behind_it() {
    let mut egress = Egress::new(&port(8));
    let waiting: Vec<_> = words(&on(0, 40), 8).into_iter().take(1 + DEPTH).collect();
    let mut levels = Vec::new();
    for word in &waiting {
        let outputs = egress.cycle(&EgressInputs { tx_ready: false, ..word.clone() });
        levels.push((outputs.roomy, outputs.full));
    }
    let (roomy, neither, full) = ((true, false), (false, false), (false, true));
    let expected =
        [vec![roomy; ROOMY + 2], vec![neither; FULL - ROOMY - 1], vec![full; DEPTH - FULL]]
            .concat();
    assert_eq!(levels, expected);
    let first = egress.cycle(&held_up());
    assert_eq!((first.tx_valid, &first.tx_data[..]), (true, &waiting[0].word[..1]));
    for word in &waiting {
        let outputs = egress.cycle(&ready());
        assert_eq!((outputs.tx_valid, &outputs.tx_data[..]), (true, &word.word[..1]));
    }
}

#[test]
fn a_link_without_a_beat_keeps_the_bytes_of_the_last_one_and_has_no_flags() {
    let mut egress = Egress::new(&port(8));
    let outputs = egress.cycle(&ready());
    assert_eq!((outputs.tx_valid, &outputs.tx_data[..], outputs.tx_keep), (false, &[0][..], 0));
    let mut last = words(&on(1, 6), 8).pop().expect("a word");
    last.word_bad = true;
    egress.cycle(&last);
    for is_valid in [true, false, false] {
        let outputs = egress.cycle(&ready());
        assert_eq!((&outputs.tx_data[..], outputs.tx_keep), (&last.word[..1], last.word[1]));
        let flags = [outputs.tx_valid, outputs.tx_last, outputs.tx_bad];
        assert_eq!((flags, outputs.tx_flow_control), ([is_valid; 3], false));
    }
    egress.cycle(&flow_control(FLOW_CONTROL));
    assert!(egress.cycle(&ready()).tx_flow_control && !egress.cycle(&ready()).tx_flow_control);
}

#[test]
fn a_flow_control_packet_has_six_bytes_the_first_in_the_upper_bits() {
    for width in WIDTHS {
        let outputs = run(width, &[flow_control(FLOW_CONTROL)]);
        assert!(outputs[0].flow_control_ready && !outputs[0].tx_valid);
        let EgressOutputs { tx_valid, tx_data, tx_keep, .. } = &outputs[1];
        assert!(!outputs[1].flow_control_ready && *tx_valid);
        assert_eq!((tx_data[0], *tx_keep), (0xAB89_6745_2301, 0x3F));
        assert!(tx_data[1..].iter().all(|word| *word == 0));
        assert!(outputs[1].tx_last && outputs[1].tx_flow_control && !outputs[1].tx_bad);
    }
}

#[test]
fn flow_control_goes_before_a_packet_and_waits_for_the_end_of_one() {
    let mut egress = Egress::new(&port(16));
    let words = words(&on(1, 6), 16);
    let with_flow_control = |word: &EgressInputs| EgressInputs {
        flow_control_valid: true,
        flow_control_packet: FLOW_CONTROL,
        ..word.clone()
    };
    // Both arrive in one cycle: the word waits in the queue.
    let outputs = egress.cycle(&with_flow_control(&words[0]));
    assert!(outputs.flow_control_ready && outputs.sent[1] == 0);
    let outputs = egress.cycle(&ready());
    assert!(outputs.tx_flow_control && outputs.sent[1] == 1, "the packet begins to go");
    let outputs = egress.cycle(&flow_control(FLOW_CONTROL));
    assert!(outputs.tx_valid && !outputs.tx_flow_control && !outputs.flow_control_ready);
    let outputs = egress.cycle(&with_flow_control(&words[1]));
    assert!(!outputs.tx_valid && !outputs.flow_control_ready, "it has begun");
    let held = EgressInputs { tx_ready: false, ..flow_control(FLOW_CONTROL) };
    let outputs = egress.cycle(&held);
    assert!(outputs.tx_last && !outputs.flow_control_ready, "the link takes nothing");
    let outputs = egress.cycle(&flow_control(FLOW_CONTROL));
    assert!(outputs.tx_last && !outputs.tx_flow_control && outputs.flow_control_ready);
    assert!(egress.cycle(&ready()).tx_flow_control);
}

#[test]
fn what_is_shown_does_not_give_way() {
    let mut egress = Egress::new(&port(16));
    let word = words(&on(1, 6), 16).remove(0);
    let outputs = egress.cycle(&EgressInputs { tx_ready: false, ..word.clone() });
    assert_eq!((outputs.tx_valid, outputs.sent[1]), (false, 1));
    let held = EgressInputs { tx_ready: false, ..flow_control(FLOW_CONTROL) };
    for _ in 0..2 {
        let outputs = egress.cycle(&held);
        assert!(outputs.tx_valid && !outputs.tx_flow_control && !outputs.flow_control_ready);
        assert_eq!(outputs.sent[1], 1);
    }
    egress.reset();
    assert!(egress.cycle(&held).flow_control_ready);
    let both = EgressInputs { word_valid: true, word: word.word, ..held };
    let outputs = egress.cycle(&both);
    assert!(outputs.tx_flow_control && !outputs.flow_control_ready);
}

#[test]
fn a_bad_packet_says_so_in_its_last_beat() {
    let outputs = run(8, &words(&on(1, 20)[..50], 8));
    let bad: Vec<_> = outputs.iter().filter(|beat| beat.tx_bad).map(|beat| beat.tx_last).collect();
    assert_eq!(bad, [true]);
}

#[test]
fn the_packet_that_begins_is_told_as_it_comes() {
    let management = words(&on(15, 40), 32);
    let outputs = run(32, &management);
    let EgressOutputs { transmit, transmit_vl, transmit_blocks, .. } = outputs[0];
    assert_eq!((transmit, transmit_vl, transmit_blocks), (true, 15, 3));
    assert!(outputs[1..].iter().all(|outputs| !outputs.transmit && outputs.transmit_blocks == 0));
    assert!(outputs.iter().all(|outputs| outputs.sent[..] == [0, 0]), "management has no credits");
}

#[test]
fn a_reset_empties_all() {
    let mut egress = Egress::new(&port(8));
    for word in words(&on(1, 40), 8).iter().take(4) {
        egress.cycle(&EgressInputs { tx_ready: false, ..word.clone() });
    }
    egress.reset();
    assert_eq!(egress, Egress::new(&port(8)));
}

proptest! {
    #[test]
    fn sent_is_what_goes_before_a_flow_control_packet_that_is_built_now(
        width in prop::sample::select(&WIDTHS[..]),
        packets in prop::collection::vec((0..3_u8, 6..=83_usize), 1..20),
        (valid, flow, takes) in any::<(u64, u64, u64)>(),
    ) {
        let lanes = [0, 1, 15];
        let all: Vec<_> = packets
            .iter()
            .flat_map(|&(lane, length)| words(&on(lanes[usize::from(lane)], length), width))
            .collect();
        let mut egress = Egress::new(&port(width));
        let (mut words, mut level) = (all.iter().peekable(), 0);
        // Blocks transmitted, and the value of `sent` as flow control was built: of the packet that
        // waits, and of that on the link.
        let (mut gone, mut said, mut told) = ([0_u32; 2], None, None);
        let mut inside = false;
        for cycle in 0..2 * all.len() + 200 {
            let word = is_set(valid, cycle % 64) && level < DEPTH;
            let word = if word { words.next().cloned() } else { None };
            let inputs = EgressInputs {
                flow_control_valid: said.is_some(),
                flow_control_packet: FLOW_CONTROL,
                tx_ready: is_set(takes, cycle % 61),
                ..word.unwrap_or_default()
            };
            let outputs = egress.cycle(&inputs);
            level = egress.queue.len();
            if outputs.tx_valid && inputs.tx_ready {
                if outputs.tx_flow_control {
                    prop_assert!(!inside, "flow control within a packet");
                    prop_assert_eq!(told.take(), Some(gone));
                } else {
                    let bytes = beat::bytes(&outputs.tx_data);
                    let virtual_lane = usize::from(bytes[0] >> 4);
                    if !inside && virtual_lane < VIRTUAL_LANES {
                        gone[virtual_lane] += header(&bytes).words().get() / 16 + 1;
                    }
                    inside = !outputs.tx_last;
                }
            }
            if outputs.flow_control_ready {
                prop_assert!(told.is_none() && said.is_some());
                told = said.take();
            }
            if said.is_none() && is_set(flow, cycle % 63) {
                said = Some([outputs.sent[0], outputs.sent[1]]);
            }
        }
    }
}
