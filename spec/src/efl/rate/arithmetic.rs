//! Fixed-point arithmetic of the rate controller: pure functions, none of which can overflow or
//! divide by zero.

/// Bits of the divisor of [`reciprocal`].
pub const DIVISOR_BITS: u32 = 24;
/// Fraction bits of a ratio.
pub const RATIO_FRACTION: u32 = 24;
/// Highest ratio: just below 4.
pub const MOST_RATIO: u64 = (1 << (RATIO_FRACTION + 2)) - 1;
/// Highest divisor and highest number of bytes of one measurement.
pub const MOST_BYTES: u32 = (1 << DIVISOR_BITS) - 1;

/// A reciprocal: `1/divisor` is `inverse * 2^(shift - 47)`, at most a relative 2⁻²³ less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reciprocal {
    /// Leading zeros of the divisor, as a number of 24 bits: 0 to 23.
    pub shift: u32,
    /// `floor(2^47 / (divisor * 2^shift))`: 2²³ + 1 to 2²⁴.
    pub inverse: u32,
}

/// Reciprocal of a divisor of 24 bits; 0 is taken as 1.
///
/// ```
/// use tailback_spec::efl::rate::arithmetic::{reciprocal, Reciprocal};
/// assert_eq!(reciprocal(1), Reciprocal { shift: 23, inverse: 1 << 24 });
/// assert_eq!(reciprocal(1000), Reciprocal { shift: 14, inverse: 8_589_934 });
/// ```
pub fn reciprocal(divisor: u32) -> Reciprocal {
    let divisor = divisor.clamp(1, MOST_BYTES);
    let shift = divisor.leading_zeros() - (u32::BITS - DIVISOR_BITS);
    Reciprocal { shift, inverse: ((1_u64 << 47) / (u64::from(divisor) << shift)) as u32 }
}

/// `floor(number * inverse / 2^(point - shift))`: `number / divisor` with `47 - point` fraction bits.
/// `number` is below 2³⁷, `point` from 23 to 47.
pub fn divide(number: u64, by: Reciprocal, point: u32) -> u64 {
    ((u128::from(number) * u128::from(by.inverse)) >> (point - by.shift)) as u64
}

/// Equation 4: R / R_RECV with 24 fraction bits, `floor(rate * time * 16 / bytes)` and at most
/// [`MOST_RATIO`], where `bytes` were acknowledged in `time` ticks. Both must be at least 1; 0
/// bytes are taken as the highest ratio.
///
/// ```
/// use tailback_spec::efl::rate::arithmetic::ratio;
/// // 125 bytes in 100 ns, and 12,500 bytes in 10 µs: the ratio is 1.
/// assert_eq!(ratio(125 << 20, 100, 12_500), 1 << 24);
/// assert_eq!(ratio(125 << 20, 100, 1), (4 << 24) - 1);
/// ```
pub fn ratio(rate: u32, time: u32, bytes: u32) -> u64 {
    let product = (u128::from(rate) * u128::from(time)) << (RATIO_FRACTION - super::RATE_FRACTION);
    product
        .checked_div(bytes.into())
        .map_or(MOST_RATIO, |ratio| ratio.min(MOST_RATIO.into()) as u64)
}

/// Equation 1: `bytes` in `time` ticks as a rate, not limited; 0 ticks are taken as 1.
pub fn bandwidth(bytes: u32, time: Reciprocal) -> u64 {
    divide(bytes.into(), time, 47 - super::RATE_FRACTION)
}

/// RTT_MIN / RTT with 24 fraction bits; at most 1 if `rtt_min` is at most the RTT.
pub fn floor_share(rtt_min: u32, rtt: Reciprocal) -> u64 {
    divide(rtt_min.into(), rtt, 47 - RATIO_FRACTION)
}

/// Increase by equation 2, `alpha * beta / RTT`, in the unit of rates: at least 1.
pub fn increase(alpha: u32, beta: u32, rtt: Reciprocal) -> u64 {
    const POINT: u32 = 47 - super::RATE_FRACTION + super::BETA_FRACTION;
    divide(u64::from(alpha) * u64::from(beta), rtt, POINT).max(1)
}

/// Decrease by equation 2, `(RTT_p - RTT_MIN) / RTT * R * beta`, in the unit of rates:
///
/// ```text
/// floor(floor(rate * max(ratio - share, 0) / 2^24) * beta / 2^16)
/// ```
pub fn decrease(rate: u32, ratio: u64, share: u64, beta: u32) -> u64 {
    let excess = (u64::from(rate) * ratio.saturating_sub(share)) >> RATIO_FRACTION;
    (excess * u64::from(beta)) >> super::BETA_FRACTION
}
