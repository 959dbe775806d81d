//! Coverage of the stimulus: legal, and all cases of a port's ingress.

use super::*;
use std::collections::BTreeSet;
use tailback_model::Golden;
use tailback_spec::switch::ingress::Cause;
use tailback_spec::switch::input_buffer::{InputBuffer, Reading, Sizes};
use tailback_spec::switch::port::beats;
use tailback_spec::wire::lrh;
use tailback_spec::WideWord;

/// Cycles in which each corner must be reached.
const CYCLES: usize = 60_000;

pub(in crate::switch) fn port(width: u32, management_blocks: u32) -> Port {
    let sizes = Sizes {
        outputs: 3,
        virtual_lanes: 2,
        lane_blocks: 12,
        management_blocks,
        packet_blocks: 5,
        block_words: 64 / width,
        word_bits: 9 * width,
    };
    let buffer = InputBuffer::new(sizes, Reading::Received).unwrap();
    Port::new(buffer, width, 300).unwrap()
}

/// Blocks and beats of a packet by the header in its first beat.
fn announced(beat: &WideWord, width: u32) -> [u64; 2] {
    const BLOCK_WORDS: usize = 16;
    let words = lrh::Header::from(beat[0].to_le_bytes()).words().get() as usize;
    [words / BLOCK_WORDS + 1, beats(words, width as usize)].map(|number| number as u64)
}

fn reaches_every_corner(width: u32) {
    let port = port(width, 7);
    let mut model = Ingress::new(&port);
    let mut stimulus = IngressStimulus::new(&port, 1);
    let (mut step, mut last) = (Step::default(), IngressOutputs::default());
    let (mut seen, mut causes) = (BTreeSet::new(), BTreeSet::new());
    let (mut inside, mut accepted, mut dropped) = (false, 0, 0);
    let mut before = IngressInputs::default();
    for _ in 0..CYCLES {
        stimulus.drive(&last, &mut step);
        model.step(&step.inputs, &mut last);
        let inputs = &step.inputs;
        let lengths = match last.write_first {
            true => announced(&before.rx_data, width),
            false => [0; 2],
        };
        assert_eq!([last.write_blocks, last.write_beats], lengths, "blocks and beats");
        before.clone_from(inputs);
        assert_eq!(inputs.rx_data.len(), width as usize / 8);
        assert!(inputs.rx_keep & !keep(width as usize) == 0 && inputs.port < 3);
        assert!(inputs.free.iter().zip([12, 12, 7]).all(|(free, most)| *free <= most));
        assert!(last.write || !last.take, "a block that is not written");
        assert!(last.take || !(last.write && last.write_first), "a packet without a block");
        assert!(last.take || last.take_lane == 0);
        let is_packet = inputs.rx_valid && !inputs.rx_flow_control;
        // A cause may be found in the first beat of a packet, in an inner beat, or in the last.
        let when = match (is_packet && !inside, inputs.rx_last) {
            (true, false) => "first",
            (true, true) => "only",
            (false, false) => "inner",
            (false, true) => "last",
        };
        for cause in Cause::ALL.into_iter().filter(|cause| last.drops >> *cause as u64 & 1 != 0) {
            causes.insert(format!("{cause:?} in the {when} beat"));
        }
        accepted += usize::from(last.accepted);
        dropped += last.drops.count_ones() as usize;
        let keep = inputs.rx_keep;
        let holes = inputs.rx_last && keep.count_ones() > keep.trailing_ones();
        let corners = [
            ("a good flow-control packet within a packet", last.flow_control && inside),
            ("bad framing within a packet", last.bad_framing && inside),
            ("a gap within a packet", !inputs.rx_valid && inside),
            ("holes in a good packet", last.accepted && holes),
            (
                "an odd number of bytes",
                is_packet && inputs.rx_last && keep.trailing_ones() % 2 == 1,
            ),
            ("no byte", is_packet && inputs.rx_last && keep & 1 == 0),
            ("a longest packet", last.accepted && last.accepted_blocks == 5),
            ("VL 1", last.accepted && last.accepted_lane == 1),
            ("VL15", last.accepted && last.accepted_lane == 2),
            ("a reset within a packet", step.reset && inside),
            ("a block of a packet that is ignored", last.received && !last.write && inside),
            ("a further block of VL15", last.take && !last.write_first && last.take_lane == 2),
        ];
        seen.extend(corners.iter().filter(|(_, is)| *is).map(|(name, _)| *name));
        if is_packet {
            inside = !inputs.rx_last;
        }
        if step.reset {
            model.reset();
            inside = false;
        }
        assert_eq!(corners.len(), 12);
    }
    let names: Vec<_> = causes.iter().map(String::as_str).collect();
    assert_eq!(seen.len(), 12, "only {seen:?}");
    for cause in Cause::ALL {
        let at = names.iter().filter(|name| name.starts_with(&format!("{cause:?}"))).count();
        assert!(at > 0, "no {cause:?}; {names:?}");
    }
    assert!(
        names.contains(&"BadLength in the inner beat")
            && names.contains(&"Truncated in the last beat")
    );
    assert!(
        names.contains(&"BadLength in the last beat")
            && names.contains(&"BadVcrc in the last beat")
    );
    assert!(accepted > dropped, "{accepted} packets accepted, {dropped} dropped");
}

#[test]
fn packets_reach_every_corner_at_every_width() {
    for width in [8, 16, 32, 64] {
        reaches_every_corner(width);
    }
}

#[test]
fn without_a_lane_for_it_management_is_a_bad_lane() {
    let port = port(8, 0);
    let (mut model, mut stimulus) = (Ingress::new(&port), IngressStimulus::new(&port, 1));
    let (mut step, mut last) = (Step::default(), IngressOutputs::default());
    let (mut bad, mut before) = (BTreeSet::new(), 0);
    for _ in 0..CYCLES {
        stimulus.drive(&last, &mut step);
        model.step(&step.inputs, &mut last);
        assert!(step.inputs.free.len() == 2 && last.accepted_lane < 2);
        // The drop is reported in the cycle after the header.
        if last.drops == 1 << Cause::BadVirtualLane as u64 {
            bad.insert(before);
        }
        before = step.inputs.rx_data[0] >> 4 & 0xF;
        if step.reset {
            model.reset();
        }
    }
    assert_eq!(bad, (2..16).collect());
}
