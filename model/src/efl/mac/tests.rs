//! Traces by hand.

use super::*;

fn beat(data: u64, tlast: bool) -> PacketStream<bool, u64, u64, ()> {
    PacketStream { tvalid: true, tdata: data, tkeep: 0xFF, tlast, ..Default::default() }
}

fn frames(gap_cycles: u32) -> FrameFifo {
    FrameFifo::new(&spec::FrameFifo::new(4, gap_cycles).unwrap())
}

/// Data at the output in each cycle, without what is not valid.
fn run(fifo: &mut FrameFifo, enters: &[Option<(u64, bool)>]) -> Vec<Option<u64>> {
    let mut left = Vec::new();
    for each in enters {
        let s = each.map_or(Default::default(), |(data, last)| beat(data, last));
        let outputs = fifo.cycle(&FrameFifoInputs { s, m: AxiStreamReady { tready: true } });
        left.push(outputs.m.tvalid.then_some(outputs.m.tdata));
    }
    left
}

#[test]
fn a_frame_leaves_without_a_pause_after_its_last_beat() {
    let enters = [Some((1, false)), None, Some((2, false)), None, Some((3, true))];
    let enters: Vec<_> = enters.into_iter().chain([None; 6]).collect();
    let left = run(&mut frames(0), &enters);
    assert_eq!(left[..7], [None; 7]);
    assert_eq!(left[7..], [Some(1), Some(2), Some(3), None]);
}

#[test]
fn a_gap_is_between_two_frames() {
    let enters = [Some((1, true)), Some((2, true)), None, None, None, None, None, None, None];
    let left = run(&mut frames(3), &enters);
    assert_eq!(left[3..8], [Some(1), None, None, None, Some(2)]);
}

#[test]
fn a_frame_that_is_too_long_is_dropped_and_the_next_one_is_not() {
    let mut fifo = frames(0);
    let mut dropped = 0;
    let (mut number, mut left) = (0, Vec::new());
    for _ in 0..40 {
        let s = match number {
            0..=17 => beat(number, number == 17),
            18 => beat(99, true),
            _ => Default::default(),
        };
        let outputs = fifo.cycle(&FrameFifoInputs { s, m: AxiStreamReady { tready: true } });
        number += u64::from(outputs.s.tready);
        dropped += u32::from(outputs.dropped);
        left.extend(outputs.m.tvalid.then_some(outputs.m.tdata));
    }
    assert_eq!((dropped, left), (1, vec![99]));
}

#[test]
fn a_frame_that_is_cut_ends_as_a_bad_one() {
    let mut receive = MacReceive::new();
    let mut seen = Vec::new();
    // A beat that finds no space, and another one of the same frame; then a frame that passes.
    for (data, last, ready) in
        [(1, false, true), (2, false, false), (3, true, true), (4, true, true)]
    {
        let s = PacketStream { tvalid: true, tdata: data, tlast: last, ..Default::default() };
        let outputs = receive.cycle(&MacReceiveInputs { s, m: AxiStreamReady { tready: ready } });
        if outputs.m.tvalid && ready {
            seen.push((outputs.m.tdata, outputs.m.tlast, outputs.m.tuser));
        }
        assert_eq!(outputs.dropped, data == 2);
    }
    assert_eq!(seen, [(1, false, 0), (0, true, 1), (4, true, 0)]);
}
