//! Beats of 8 bytes.

use tailback_spec::efl::BEAT_BYTES;

/// `tkeep` of a beat without invalid bytes.
pub(crate) const ALL: u64 = 0xFF;

/// Valid bytes of a received beat: `keep` counts only with `last`, up to its first 0.
pub(crate) fn valid_bytes(keep: u64, last: bool) -> usize {
    match last {
        true => (keep.trailing_ones() as usize).clamp(1, BEAT_BYTES),
        false => BEAT_BYTES,
    }
}

/// `tkeep` of a beat with so many valid bytes, at most 8.
pub(crate) fn keep(bytes: usize) -> u64 {
    ALL >> (BEAT_BYTES - bytes)
}

/// The first bytes of a beat.
pub(crate) fn bytes(data: u64, valid: usize) -> Vec<u8> {
    data.to_le_bytes()[..valid].to_vec()
}

/// A beat with these bytes, at most 8; invalid bytes are 0.
pub(crate) fn data(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |data, byte| data << u8::BITS | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keep_counts_up_to_its_first_0_and_only_with_last() {
        assert_eq!([0, 1, 0b1011, 0xFF].map(|keep| valid_bytes(keep, true)), [1, 1, 2, 8]);
        assert_eq!(valid_bytes(1, false), 8);
        assert_eq!([1, 5, 8].map(keep), [1, 0x1F, 0xFF]);
    }

    #[test]
    fn the_first_byte_is_the_least_significant_one() {
        assert_eq!(data(&[1, 2, 3]), 0x03_0201);
        assert_eq!(bytes(0xFF_03_02_01, 3), [1, 2, 3]);
    }
}
