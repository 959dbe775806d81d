//! Random numbers that are the same on every machine.

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). Each flow has a stream of its own, so that no
/// other flow changes it.
#[derive(Debug, Clone)]
pub(super) struct Random {
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

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(Self::STEP);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Uniformly distributed, above 0 and at most 1.
    fn uniform(&mut self) -> f64 {
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

    /// Uniformly distributed below a number.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> u64::BITS) as u64
    }
}
