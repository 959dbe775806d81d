//! Blocks that count as received, and flow-control packets.

use super::*;

/// Beats in which a block is received.
fn received(outputs: &[IngressOutputs]) -> Vec<usize> {
    assert!(outputs.iter().all(|outputs| outputs.received || outputs.received_vl == 0));
    (0..outputs.len()).filter(|&beat| outputs[beat].received).collect()
}

/// Beats that begin a block.
fn each_block(width: usize, bytes: usize) -> Vec<usize> {
    (0..bytes.div_ceil(width)).step_by(64 / width).collect()
}

#[test]
fn the_blocks_of_a_good_packet_are_counted_as_they_begin() {
    for width in WIDTHS {
        for words in [15, 16, 30, LONGEST_WORDS] {
            let bytes = packet(Next::Local, words);
            let outputs = run(width, &on_the_link(&bytes, width));
            assert_eq!(received(&outputs), each_block(width, bytes.len()));
            assert_eq!(received(&outputs).len(), words / 16 + 1);
            assert_eq!(outputs[0].received_vl, 1);
        }
    }
}

#[test]
fn so_are_those_of_a_bad_one_for_as_long_as_it_goes_on() {
    for width in WIDTHS {
        let good = packet(Next::Local, 30);
        let mut longer = good.clone();
        longer.resize(1000, 0);
        let cases = [
            changed(good.clone(), |bytes| bytes[0] |= 1),
            changed(good.clone(), |bytes| bytes[5] = 0),
            good[..70].to_vec(),
            longer,
        ];
        for bytes in cases {
            let mut beats = on_the_link(&bytes, width);
            assert_eq!(received(&run(width, &beats)), each_block(width, bytes.len()));
            beats[0].known = false;
            assert_eq!(received(&run(width, &beats)), each_block(width, bytes.len()));
        }
    }
}

#[test]
fn a_packet_without_room_counts_nothing_and_neither_does_one_without_credits() {
    for width in WIDTHS {
        let good = packet(Next::Local, 30);
        let mut beats_without_room = on_the_link(&good, width);
        beats_without_room[0].free[1] = 0;
        assert_eq!(received(&run(width, &beats_without_room)), [0; 0]);
        for virtual_lane in 2..16 {
            let bytes = changed(good.clone(), |bytes| bytes[0] = virtual_lane << 4);
            assert_eq!(received(&run(width, &on_the_link(&bytes, width))), [0; 0]);
        }
    }
}

fn flow_control(bytes: &[u8], width: usize) -> IngressInputs {
    let [beat] = &on_the_link(bytes, width)[..] else { panic!("one beat") };
    IngressInputs { rx_flow_control: true, ..beat.clone() }
}

#[test]
fn a_flow_control_packet_has_six_bytes_and_an_end() {
    for width in WIDTHS {
        let good = flow_control(&[0x01, 0x23, 0x45, 0x67, 0x89, 0xAB], width);
        let seen = |inputs: &IngressInputs| {
            let [outputs] = &run(width, std::slice::from_ref(inputs))[..] else { panic!() };
            assert!(!outputs.write && outputs.drops == 0 && !outputs.received);
            assert_eq!(outputs.bad_framing, !outputs.flow_control);
            outputs.flow_control.then_some(outputs.flow_control_packet)
        };
        assert_eq!(seen(&good), Some(0x0123_4567_89AB));
        assert_eq!(seen(&IngressInputs { rx_keep: 0xBF, ..good.clone() }), Some(0x0123_4567_89AB));
        assert_eq!(seen(&IngressInputs { rx_last: false, ..good.clone() }), None);
        for keep in [0, 0x1F, 0x7F, 0xDF] {
            assert_eq!(seen(&IngressInputs { rx_keep: keep, ..good.clone() }), None);
        }
    }
}

#[test]
fn a_packet_goes_on_after_flow_control_as_if_it_had_not_been_there() {
    for width in WIDTHS {
        let alone = on_the_link(&packet(Next::Local, 40), width);
        let good = flow_control(&[0x80; 6], width);
        let bad = IngressInputs { rx_last: false, rx_bad: true, ..good.clone() };
        let mut amid = Vec::new();
        for beat in &alone {
            amid.extend([good.clone(), idle(), beat.clone(), bad.clone()]);
        }
        let outputs: Vec<_> = run(width, &amid).into_iter().skip(2).step_by(4).collect();
        assert_eq!(outputs, run(width, &alone));
    }
}
