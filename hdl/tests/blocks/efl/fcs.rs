//! The FCS: traces of the specification, and equality of Verilog and kernel.

use tailback_harness::blocks::{alike, clean, cycle, reset};
use tailback_hdl::efl::fcs::{ExpectedRemainder, FcsAppend, FcsCheck};
use tailback_kernels::generator::random::Random;
use tailback_kernels::Kernel;
use tailback_spec::wire::efl::fcs::{fcs, has_good_fcs};

fn both() -> Vec<Box<dyn Kernel>> {
    vec![Box::new(FcsCheck::new()), Box::new(FcsAppend::new())]
}

#[test]
fn no_tool_complains() {
    clean(both());
}

#[test]
fn the_verilog_is_the_kernel() {
    alike(both());
}

#[test]
fn a_frame_shorter_than_its_fcs_is_never_good() {
    // Without a remainder before them, one to three bytes would have to leave ones behind them.
    let module = ExpectedRemainder::new();
    for (bytes, before) in [(1, &module.one), (2, &module.two), (3, &module.three)] {
        let before = before.val().words()[0] as u32;
        let ones = u32::MAX << (8 * bytes);
        assert_ne!(before & ones, ones);
    }
}

#[test]
fn check_text() {
    reviewed!("check", &FcsCheck::new());
}

#[test]
fn append_text() {
    reviewed!("append", &FcsAppend::new());
}

/// The bytes of a beat as a number.
fn number(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u128::from(*byte))
}

fn random_frame(random: &mut Random) -> Vec<u8> {
    let most = if random.percent(50) { 20 } else { 90 };
    let bytes = 1 + random.below(most);
    (0..bytes).map(|_| random.below(256) as u8).collect()
}

#[test]
fn each_beat_is_sent_on_in_its_cycle_with_the_verdict() {
    let mut random = Random::new(3);
    let mut block = reset(FcsCheck::new());
    // For each cycle, the outputs that the table of the specification gives.
    let mut expected = vec![[0; 6]; 40_000];
    let mut now = 0;
    let (mut goods, mut wrongs) = (0, 0);
    for _ in 0..1500 {
        let mut frame = random_frame(&mut random);
        if random.percent(70) {
            frame.extend(fcs(&frame));
        }
        if frame.len() <= 4 && random.percent(20) {
            frame = vec![0; 4];
        }
        let beats: Vec<&[u8]> = frame.chunks(8).collect();
        let bad = random.percent(10);
        let (last, valid) = (beats.len() - 1, beats[beats.len() - 1].len());
        let good = has_good_fcs(&frame);
        let error = bad || !good || frame.len() < 5;
        goods += usize::from(!error);
        wrongs += usize::from(!good && !bad);
        let verdict = [1, u128::from(error), u128::from(!good && !bad)];
        let mut data_before = 0;
        for (at, beat) in beats.iter().enumerate() {
            while random.percent(20) {
                check(&mut block, &[], &expected[now]);
                now += 1;
            }
            let ends = at == last;
            let keep = (1 << beat.len()) - 1;
            // Bytes behind the last one, and `tuser` elsewhere, do not count.
            let noise = if ends { random.number(64) } else { 0 };
            let data = number(beat) | noise >> (8 * beat.len()).min(63) << (8 * beat.len()).min(63);
            let data = if beat.len() == 8 { number(beat) } else { data };
            let given = [
                ("rx_tvalid", 1),
                ("rx_tdata", data),
                ("rx_tkeep", if ends { keep } else { random.number(8) }),
                ("rx_tlast", u128::from(ends)),
                ("rx_tuser", if ends { bad.into() } else { random.number(1) }),
            ];
            if at > 0 {
                let closes = ends && valid <= 4;
                let [is_last, user, wrong] = if closes { verdict } else { [0; 3] };
                let keep = if closes { (1 << (4 + valid)) - 1 } else { 0xFF };
                expected[now + 2] = [1, data_before, keep, is_last, user, wrong];
            }
            if ends && (valid > 4 || at == 0) {
                let keep = if valid > 4 { (1 << (valid - 4)) - 1 } else { 1 };
                let [is_last, user, wrong] = verdict;
                expected[now + 3] = [1, data, keep, is_last, user, wrong];
            }
            data_before = data;
            check(&mut block, &given, &expected[now]);
            now += 1;
        }
    }
    assert!(goods > 500 && wrongs > 300, "{goods} {wrongs}");
}

/// Runs a cycle of the check, and compares its outputs.
fn check(block: &mut FcsCheck, given: &[(&str, u128)], expected: &[u128; 6]) {
    let names = ["m_tvalid", "m_tdata", "m_tkeep", "m_tlast", "m_tuser", "wrong"];
    assert_eq!(cycle(block, given, names), *expected);
}

/// Sends frames, with stalls at both ends as often as given, and returns what is received.
fn append(frames: &[Vec<u8>], percent: usize) -> (Vec<Vec<u8>>, usize) {
    let mut random = Random::new(5);
    let mut block = reset(FcsAppend::new());
    let mut beats: Vec<(Vec<u8>, bool)> = Vec::new();
    for frame in frames {
        let last = frame.chunks(8).len() - 1;
        beats.extend(frame.chunks(8).enumerate().map(|(at, beat)| (beat.to_vec(), at == last)));
    }
    let mut beats = beats.into_iter().peekable();
    let (mut received, mut frame, mut cycles) = (Vec::new(), Vec::new(), 0);
    while received.len() < frames.len() {
        let offers = !random.percent(percent);
        let accepts = !random.percent(percent);
        let mut given = vec![("m_tready", u128::from(accepts))];
        if let Some((bytes, last)) = beats.peek().filter(|_| offers) {
            let keep = if *last { (1 << bytes.len()) - 1 } else { random.number(8) };
            given.extend([("s_tvalid", 1), ("s_tdata", number(bytes)), ("s_tkeep", keep)]);
            given.push(("s_tlast", u128::from(*last)));
        }
        let outputs = ["s_tready", "m_tvalid", "m_tdata", "m_tkeep", "m_tlast"];
        let [ready, valid, data, keep, last] = cycle(&mut block, &given, outputs);
        if offers && ready == 1 {
            beats.next();
        }
        if valid == 1 && accepts {
            let count = keep.count_ones() as usize;
            assert!(keep == (1 << count) - 1 && (last == 1 || count == 8), "{keep:x}");
            assert!(count == 8 || data >> (8 * count) == 0, "{data:x}");
            frame.extend((0..count).map(|at| (data >> (8 * at)) as u8));
            if last == 1 {
                received.push(std::mem::take(&mut frame));
            }
        }
        cycles += 1;
        assert!(cycles < 100_000);
    }
    (received, cycles)
}

#[test]
fn frames_get_their_fcs() {
    let mut random = Random::new(9);
    let frames: Vec<Vec<u8>> = (0..400).map(|_| random_frame(&mut random)).collect();
    let expected: Vec<Vec<u8>> =
        frames.iter().map(|frame| [&frame[..], &fcs(frame)].concat()).collect();
    for percent in [0, 30, 70] {
        let (received, cycles) = append(&frames, percent);
        assert_eq!(received, expected);
        // Without stalls, a beat is sent in each cycle.
        let beats: usize = expected.iter().map(|frame| frame.len().div_ceil(8)).sum();
        assert!(percent > 0 || cycles == beats + 2, "{cycles} {beats}");
    }
}
