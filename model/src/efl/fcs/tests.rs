//! Frames of all lengths through the generation and the check.

use super::*;
use crate::efl::beat;
use crate::Golden;
use proptest::prelude::*;
use tailback_spec::wire::efl::fcs::{fcs, has_good_fcs};

/// Beats of a frame: data, keep, last.
fn beats(frame: &[u8]) -> Vec<(u64, u64, bool)> {
    let count = frame.len().div_ceil(8);
    let chunks = frame.chunks(8).enumerate();
    chunks.map(|(n, part)| (beat::data(part), beat::keep(part.len()), n + 1 == count)).collect()
}

/// Frames that the generation makes of `frames`; `ready` and `offered` are patterns of stalls.
fn appended(frames: &[Vec<u8>], ready: u32, offered: u32) -> Vec<Vec<u8>> {
    let mut model = EflFcsAppend::new();
    let input: Vec<_> = frames.iter().flat_map(|frame| beats(frame)).collect();
    let (mut next, mut output, mut frame) = (0, Vec::new(), Vec::new());
    for cycle in 0..input.len() as u32 * 60 + 200 {
        let offers = offered >> (cycle % 32) & 1 == 1 && next < input.len();
        let (s_tdata, s_tkeep, s_tlast) = input.get(next).copied().unwrap_or_default();
        let m_tready = ready >> (cycle % 32) & 1 == 1;
        let inputs = EflFcsAppendInputs { s_tvalid: offers, s_tdata, s_tkeep, s_tlast, m_tready };
        let outputs = model.cycle(&inputs);
        next += usize::from(offers && outputs.s_tready);
        if outputs.m_tvalid && m_tready {
            frame.extend(beat::bytes(outputs.m_tdata, outputs.m_tkeep.count_ones() as usize));
            assert!(outputs.m_tlast || outputs.m_tkeep == 0xFF);
            if outputs.m_tlast {
                output.push(std::mem::take(&mut frame));
            }
        }
    }
    output
}

/// A frame behind the check, whether it is marked as bad, and whether its FCS is reported.
type Checked = (Vec<u8>, bool, bool);

/// What the check makes of frames that follow each other without a gap.
fn checked(frames: &[Vec<u8>], marked: bool) -> Vec<Checked> {
    let mut model = EflFcsCheck::new();
    let (mut output, mut frame) = (Vec::new(), Vec::new());
    let mut input: Vec<_> = frames.iter().flat_map(|frame| beats(frame)).map(Some).collect();
    input.extend([None; 4]);
    for beat in input {
        let (rx_tdata, rx_tkeep, rx_tlast) = beat.unwrap_or_default();
        let rx_tvalid = beat.is_some();
        let rx_tuser = marked && rx_tlast;
        let inputs = EflFcsCheckInputs { rx_tvalid, rx_tdata, rx_tkeep, rx_tlast, rx_tuser };
        let outputs = model.cycle(&inputs);
        if outputs.m_tvalid {
            frame.extend(beat::bytes(outputs.m_tdata, outputs.m_tkeep.count_ones() as usize));
            if outputs.m_tlast {
                output.push((std::mem::take(&mut frame), outputs.m_tuser, outputs.wrong));
            }
        } else {
            assert_eq!(outputs, EflFcsCheckOutputs::default());
        }
    }
    output
}

fn with_fcs(frame: &[u8]) -> Vec<u8> {
    [frame, &fcs(frame)].concat()
}

proptest! {
    #[test]
    fn frames_of_any_length_get_their_fcs(
        frames in prop::collection::vec(prop::collection::vec(any::<u8>(), 1..80), 1..8),
        ready in any::<u32>(), offered in any::<u32>(),
    ) {
        let expected: Vec<_> = frames.iter().map(|frame| with_fcs(frame)).collect();
        prop_assert_eq!(appended(&frames, ready | 0x11, offered | 0x24), expected);
    }

    #[test]
    fn frames_without_a_gap_lose_their_fcs(
        frames in prop::collection::vec(prop::collection::vec(any::<u8>(), 1..80), 1..8),
    ) {
        let sent: Vec<_> = frames.iter().map(|frame| with_fcs(frame)).collect();
        let expected: Vec<_> = frames.iter().map(|frame| (frame.clone(), false, false)).collect();
        prop_assert_eq!(checked(&sent, false), expected);
    }

    #[test]
    fn a_changed_bit_is_found(
        frame in prop::collection::vec(any::<u8>(), 1..80), bit in any::<prop::sample::Index>(),
    ) {
        let mut sent = with_fcs(&frame);
        let bit = bit.index(sent.len() * 8);
        sent[bit / 8] ^= 1 << (bit % 8);
        let checked = checked(&[sent.clone()], false);
        prop_assert_eq!(checked, [(sent[..frame.len()].to_vec(), true, true)]);
    }
}

#[test]
fn a_beat_is_sent_on_in_the_second_or_third_cycle() {
    let frame = with_fcs(&[7; 9]);
    let mut model = EflFcsCheck::new();
    let mut valid = Vec::new();
    for beat in [Some(beats(&frame)[0]), None, Some(beats(&frame)[1]), None, None, None, None] {
        let (rx_tdata, rx_tkeep, rx_tlast) = beat.unwrap_or_default();
        let rx_tvalid = beat.is_some();
        let inputs = EflFcsCheckInputs { rx_tvalid, rx_tdata, rx_tkeep, rx_tlast, rx_tuser: false };
        let outputs = model.cycle(&inputs);
        valid.push((outputs.m_tvalid, outputs.m_tkeep, outputs.m_tlast));
    }
    let none = (false, 0, false);
    assert_eq!(valid, [none, none, none, none, (true, 0xFF, false), (true, 1, true), none]);
}

#[test]
fn a_frame_of_fewer_than_five_bytes_is_bad() {
    for bytes in 1..5 {
        let frame = vec![9; bytes];
        assert_eq!(
            checked(std::slice::from_ref(&frame), false),
            [(frame[..1].to_vec(), true, true)]
        );
    }
    // The FCS of no bytes: right, but there is nothing before it.
    assert_eq!(checked(&[vec![0; 4]], false), [(vec![0], true, false)]);
}

#[test]
fn a_frame_that_the_mac_marks_is_bad_and_its_fcs_is_not_reported() {
    assert_eq!(checked(&[vec![9; 70]], true), [(vec![9; 66], true, false)]);
}

/// Hardware compares the remainder of all bytes, FCS included, with a constant. No frame without
/// an FCS of four bytes has that remainder.
#[test]
fn no_frame_of_three_bytes_has_the_remainder_of_a_good_one() {
    let remainder = u32::from_le_bytes(fcs(&[0; 4]));
    assert!(has_good_fcs(&[0; 4]));
    for bytes in 0..1_u32 << 24 {
        let found = u32::from_le_bytes(fcs(&bytes.to_le_bytes()[..3]));
        assert_ne!(found, remainder);
    }
}
