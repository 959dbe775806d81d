//! Beats: the bytes of a packet that a link transfers in one cycle.

use tailback_spec::{switch::port::Port, wire::flow_control, WideWord};

/// Most bytes of a beat.
pub(crate) const MOST_BYTES: usize = *Port::WIDTH_BYTES.end() as usize;

const WORD_BYTES: usize = u64::BITS as usize / u8::BITS as usize;
const MOST_WORDS: usize = MOST_BYTES / WORD_BYTES;

/// Bytes of a port, in the order of the wire; bytes beyond its width are 0.
pub(crate) fn bytes(data: &[u64]) -> [u8; MOST_BYTES] {
    let mut bytes = [0; MOST_BYTES];
    for (bytes, word) in bytes.chunks_exact_mut(WORD_BYTES).zip(data) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    bytes
}

/// Value of a port with these bytes; `bytes` is as long as a beat, which is a multiple of eight.
pub(crate) fn data(bytes: &[u8]) -> WideWord {
    let words = bytes.chunks_exact(WORD_BYTES).take(MOST_WORDS);
    words
        .map(|bytes| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)))
        .collect()
}

/// Value of a port of so many bytes with a flow-control packet, whose first byte is in bits 47 to
/// 40.
pub(crate) fn flow_control(packet: u64, width: usize) -> WideWord {
    const UNUSED: usize = size_of::<u64>() - flow_control::BYTES;
    let mut bytes = [0; MOST_BYTES];
    bytes[..flow_control::BYTES].copy_from_slice(&packet.to_be_bytes()[UNUSED..]);
    data(&bytes[..width])
}

/// Valid bytes: those before the first invalid one.
pub(crate) fn counted(keep: u64) -> usize {
    keep.trailing_ones() as usize
}

/// One bit for each valid byte.
pub(crate) fn keep(bytes: usize) -> u64 {
    match bytes {
        0 => 0,
        bytes => u64::MAX >> (u64::BITS as usize - bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_byte_on_the_wire_is_the_least_significant() {
        let beat: [u8; 16] = std::array::from_fn(|at| at as u8 + 1);
        assert_eq!(data(&beat)[..], [0x0807_0605_0403_0201, 0x100f_0e0d_0c0b_0a09]);
        assert_eq!((&bytes(&data(&beat))[..16], bytes(&data(&beat))[16]), (&beat[..], 0));
    }

    #[test]
    fn bytes_count_up_to_the_first_that_does_not() {
        for bytes in 0..=MOST_BYTES {
            assert_eq!(counted(keep(bytes)), bytes);
        }
        assert_eq!(counted(0b1101_1111), 5);
    }
}
