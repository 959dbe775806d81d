//! Random numbers of scenarios: the same on every machine and with every version of a library.

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), the generator of the engine.
#[derive(Debug, Clone)]
pub(super) struct Random {
    state: u64,
}

impl Random {
    const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

    /// The stream of a purpose under a seed. Streams of different numbers are independent.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut seeds = Random { state: seed };
        let mixed = seeds.next();
        let mut streams = Random { state: mixed ^ stream.wrapping_mul(Self::STEP) };
        Random { state: streams.next() }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(Self::STEP);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Uniformly distributed below a bound of at least 1.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> u64::BITS) as usize
    }

    /// Uniformly distributed, above 0 and at most 1.
    pub fn uniform(&mut self) -> f64 {
        const FRACTION_BITS: u32 = f64::MANTISSA_DIGITS;
        // Above 0, because its logarithm is taken.
        let above = (self.next() >> (u64::BITS - FRACTION_BITS)) + 1;
        above as f64 / (1_u64 << FRACTION_BITS) as f64
    }

    /// Puts elements into a random order, each with the same probability (Fisher and Yates).
    pub fn shuffle<T>(&mut self, elements: &mut [T]) {
        for last in (1..elements.len()).rev() {
            elements.swap(last, self.below(last + 1));
        }
    }
}

/// A number that stands for a name, so that a stream does not depend on other names (FNV-1a).
pub(super) fn number_of(name: &str) -> u64 {
    const OFFSET: u64 = 0xCBF2_9CE4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01B3;
    name.bytes().fold(OFFSET, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_order_of_three_elements_is_as_probable_as_the_others() {
        const TRIES: usize = 6000;
        let mut counts = std::collections::BTreeMap::new();
        for seed in 0..TRIES as u64 {
            let mut elements = [0, 1, 2];
            Random::new(seed, 7).shuffle(&mut elements);
            *counts.entry(elements).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(counts.values().all(|count| (900..1100).contains(count)), "{counts:?}");
    }
}
