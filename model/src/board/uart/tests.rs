//! Frames bit by bit, and a receiver at the end of a transmitter's line.

use super::*;

fn uart(bit_cycles: u32) -> Uart {
    Uart::new(bit_cycles).expect("in range")
}

/// The line of a transmitter that is given these bytes, one after the other, in each cycle.
fn line(bit_cycles: u32, bytes: &[u8]) -> Vec<bool> {
    let mut transmitter = Transmitter::new(&uart(bit_cycles));
    let mut bytes = bytes.iter().copied();
    let mut next = bytes.next();
    let mut line = Vec::new();
    let mut idle = 0;
    while idle < 2 {
        line.push(transmitter.txd());
        let is_ready = transmitter.is_ready();
        transmitter.clock(next);
        if is_ready {
            idle = if next.is_none() { idle + 1 } else { 0 };
            next = bytes.next();
        }
    }
    line
}

/// Frames that a receiver finds on a line.
fn frames(bit_cycles: u32, line: impl IntoIterator<Item = bool>) -> Vec<Frame> {
    let mut receiver = Receiver::new(&uart(bit_cycles));
    let idle = std::iter::repeat_n(true, 20 * bit_cycles as usize);
    let mut frames = Vec::new();
    for rxd in line.into_iter().chain(idle) {
        frames.extend(receiver.ended());
        receiver.clock(rxd);
    }
    frames
}

/// A line with these bits, each of which lasts for so many cycles.
fn bits(bit_cycles: f64, bits: &[u8]) -> Vec<bool> {
    let end = (bits.len() as f64 * bit_cycles) as usize;
    (0..end).map(|cycle| bits[(cycle as f64 / bit_cycles) as usize] != 0).collect()
}

#[test]
fn a_byte_has_a_start_bit_its_bits_from_the_lowest_on_and_a_stop_bit() {
    for bit_cycles in [4, 5, 16] {
        // The byte is accepted in the first cycle, and its start bit begins two cycles later.
        let line = line(bit_cycles, &[0b0100_1101]);
        let (before, frame) = line.split_at(2);
        assert_eq!(before, [true; 2]);
        let bits: Vec<_> = frame.chunks(bit_cycles as usize).map(<[bool]>::to_vec).collect();
        let expected = [0, 1, 0, 1, 1, 0, 0, 1, 0, 1];
        for (index, expected) in expected.iter().enumerate() {
            assert!(
                bits[index].iter().all(|bit| *bit == (*expected != 0)),
                "bit {index}: {bits:?}"
            );
        }
    }
}

#[test]
fn a_receiver_gets_all_bytes_of_a_transmitter() {
    for bit_cycles in [4, 5, 6, 7, 16, 217] {
        let bytes: Vec<u8> = (0..=u8::MAX).collect();
        let expected: Vec<_> = bytes.iter().map(|byte| Frame::Byte(*byte)).collect();
        assert_eq!(frames(bit_cycles, line(bit_cycles, &bytes)), expected, "{bit_cycles}");
    }
}

#[test]
fn a_receiver_tolerates_a_clock_that_differs_by_three_percent() {
    for bit_cycles in [16, 17, 104, 434] {
        for factor in [0.97, 0.98, 1.0, 1.02, 1.03] {
            let frame = [0, 1, 0, 1, 1, 0, 0, 1, 0, 1];
            let frame = bits(f64::from(bit_cycles) * factor, &[frame, frame, frame].concat());
            let expected = [Frame::Byte(0b0100_1101); 3];
            assert_eq!(frames(bit_cycles, frame), expected, "{bit_cycles} times {factor}");
        }
    }
}

#[test]
fn a_start_bit_that_ends_before_its_middle_is_ignored() {
    let glitch = |cycles: usize| [vec![true; 5], vec![false; cycles]].concat();
    for cycles in 1..9 {
        assert_eq!(frames(16, glitch(cycles)), [], "{cycles}");
    }
    // From its middle on, the line is that of a byte of ones.
    for cycles in 10..17 {
        assert_eq!(frames(16, glitch(cycles)), [Frame::Byte(0xFF)], "{cycles}");
    }
}

#[test]
fn a_byte_whose_stop_bit_is_0_is_broken() {
    let frame = bits(16.0, &[0, 1, 0, 1, 1, 0, 0, 1, 0, 0]);
    let found = frames(16, frame);
    assert_eq!(found[0], Frame::Broken);
}
