//! Ports with one bit for each element.

/// Indices of the bits that are set, lowest first.
#[inline]
pub(crate) fn set_lanes(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = (bits != 0).then_some(bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(lane)
    })
}

/// Whether bit `lane` is set.
#[inline]
pub(crate) fn is_set(bits: u64, lane: usize) -> bool {
    bits >> lane & 1 != 0
}

/// Whether bit `lane` is set in several words, the least significant first; words beyond the end
/// are 0.
#[inline]
pub(crate) fn is_set_in(words: &[u64], lane: usize) -> bool {
    const BITS: usize = u64::BITS as usize;
    words.get(lane / BITS).is_some_and(|word| is_set(*word, lane % BITS))
}

/// The lowest `lanes` bits; `lanes` is 1 to 64.
#[inline]
pub(crate) fn first_lanes(lanes: usize) -> u64 {
    u64::MAX >> (u64::BITS as usize - lanes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_lanes_come_lowest_first() {
        assert_eq!(set_lanes(1 << 63 | 0b1010).collect::<Vec<_>>(), [1, 3, 63]);
        assert_eq!(set_lanes(0).count(), 0);
    }

    #[test]
    fn lanes_of_several_words_are_told_apart_and_words_that_are_not_given_are_0() {
        let words = [1 << 63, 1];
        assert_eq!(
            [62, 63, 64, 65, 128].map(|lane| is_set_in(&words, lane)),
            [false, true, true, false, false]
        );
    }

    #[test]
    fn first_lanes_reaches_all_64() {
        assert_eq!(first_lanes(1), 1);
        assert_eq!(first_lanes(12), 0xfff);
        assert_eq!(first_lanes(64), u64::MAX);
    }
}
