//! Random numbers of scenarios, for what is drawn as they are read and for what happens as they run: the
//! same on every machine and with every version of a library.

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). Each purpose, such as a flow, has a stream of its own,
/// so that no other one changes it.
#[derive(Debug, Clone)]
pub struct Random {
    state: u64,
}

impl Random {
    const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

    /// The stream with a number under a seed.
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut seeds = Random { state: seed };
        let mixed = seeds.next();
        Random { state: mixed ^ stream.wrapping_mul(Self::STEP) }
    }

    /// The stream of a name and a purpose of it under a seed.
    pub fn of_name(seed: u64, name: &str, purpose: u64) -> Self {
        let mut stream = Random::new(seed, number_of(name) ^ purpose);
        Random { state: stream.next() }
    }

    /// Uniformly distributed.
    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(Self::STEP);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Uniformly distributed below a bound of at least 1.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> u64::BITS) as u64
    }

    /// Uniformly distributed index of a list with at least one element.
    pub fn index(&mut self, elements: usize) -> usize {
        self.below(elements as u64) as usize
    }

    /// Uniformly distributed, above 0 and at most 1.
    pub fn uniform(&mut self) -> f64 {
        const FRACTION_BITS: u32 = f64::MANTISSA_DIGITS;
        // Above 0, because its logarithm is taken.
        let above = (self.next() >> (u64::BITS - FRACTION_BITS)) + 1;
        above as f64 / (1_u64 << FRACTION_BITS) as f64
    }

    /// Exponentially distributed cycles of this mean, at least 1.
    pub fn exponential(&mut self, mean: f64) -> u64 {
        (-self.uniform().ln() * mean).round().max(1.0) as u64
    }

    /// Pareto distributed.
    pub fn pareto(&mut self, least: f64, shape: f64) -> f64 {
        least * self.uniform().powf(-1.0 / shape)
    }

    /// Puts elements into a random order, each with the same probability (Fisher and Yates).
    pub fn shuffle<T>(&mut self, elements: &mut [T]) {
        for last in (1..elements.len()).rev() {
            elements.swap(last, self.index(last + 1));
        }
    }
}

/// A number that stands for a name, so that a stream does not depend on other names (FNV-1a).
fn number_of(name: &str) -> u64 {
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
            Random::of_name(seed, "order", 0).shuffle(&mut elements);
            *counts.entry(elements).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(counts.values().all(|count| (900..1100).contains(count)), "{counts:?}");
    }
}
