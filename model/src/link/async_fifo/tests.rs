//! Traces of the FIFO by hand.

use super::*;

fn fifo() -> AsyncFifo {
    AsyncFifo::new(&spec::AsyncFifo::new(8, 1, 2).unwrap())
}

fn writes(number: u64) -> AsyncFifoInputs {
    let tdata = [number].into_iter().collect();
    let s_axis = Beat { tvalid: true, tdata, ..Default::default() };
    AsyncFifoInputs { write_clock: true, s_axis, ..Default::default() }
}

fn reads(tready: bool) -> AsyncFifoInputs {
    AsyncFifoInputs { read_clock: true, m_axis: AxiStreamReady { tready }, ..Default::default() }
}

#[test]
fn a_beat_is_at_the_output_after_the_third_edge() {
    let mut fifo = fifo();
    fifo.cycle(&writes(7));
    for edge in 1..=3 {
        assert!(!fifo.cycle(&reads(true)).m_axis.tvalid, "before edge {edge}");
    }
    let beat = fifo.cycle(&reads(true)).m_axis;
    assert_eq!((beat.tvalid, beat.tdata[0]), (true, 7));
    assert!(!fifo.cycle(&reads(true)).m_axis.tvalid, "only once");
}

#[test]
fn a_full_fifo_accepts_again_four_edges_after_an_entry_is_free() {
    let mut fifo = fifo();
    for number in 0..4 {
        assert!(fifo.cycle(&writes(number)).s_axis.tready, "entry {number}");
    }
    assert!(!fifo.cycle(&writes(4)).s_axis.tready);
    // The oldest beat moves to the output, and its entry is free.
    for _ in 0..3 {
        fifo.cycle(&reads(false));
    }
    for edge in 1..=3 {
        assert!(!fifo.cycle(&writes(4)).s_axis.tready, "before edge {edge}");
    }
    assert!(fifo.cycle(&writes(4)).s_axis.tready);
    let mut left = Vec::new();
    for _ in 0..20 {
        let beat = fifo.cycle(&reads(true)).m_axis;
        left.extend(beat.tvalid.then(|| beat.tdata[0]));
    }
    assert_eq!(left, [0, 1, 2, 3, 4]);
}

#[test]
fn clocks_that_rise_together_sample_what_the_other_side_had_before() {
    let (mut together, mut apart) = (fifo(), fifo());
    let both = AsyncFifoInputs { read_clock: true, ..writes(1) };
    together.cycle(&both);
    apart.cycle(&writes(1));
    apart.cycle(&reads(false));
    let edges = |fifo: &mut AsyncFifo| {
        (0..9).position(|_| fifo.cycle(&reads(false)).m_axis.tvalid).unwrap()
    };
    assert_eq!((edges(&mut together), edges(&mut apart)), (3, 2));
}
