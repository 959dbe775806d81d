//! Parameters of the rate controller, as the registers hold them.

use serde::Serialize;
use std::ops::RangeInclusive;

/// Fraction bits of a rate: its unit is 2⁻²⁰ bytes in 100 ns, which is 76.3 bit/s.
pub const RATE_FRACTION: u32 = 20;
/// Bits of a rate: up to 1023 bytes in 100 ns, 81 Gbit/s.
pub const RATE_BITS: u32 = 30;
/// Fraction bits of beta.
pub const BETA_FRACTION: u32 = 16;
/// Bits of alpha.
pub const ALPHA_BITS: u32 = 20;
/// Bits of beta.
pub const BETA_BITS: u32 = 17;
/// Bits of a time in ticks of 100 ns.
pub const TIME_BITS: u32 = 24;
/// Bits of a count of bytes.
pub const BYTES_BITS: u32 = 32;
/// Bits of the number of packets of bandwidth probing.
pub const PROBE_BITS: u32 = 8;

/// Parts of the algorithm in use (Shimonishi'07 §IV-1): plain, BW probe and proposed are (0, 0, 0),
/// (1, 0, 0) and (1, 1, 1).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Parts {
    /// Bandwidth probing (equation 1). Otherwise, a group begins in congestion avoidance at
    /// `initial`.
    pub probes: bool,
    /// Delay probing: packets sent before the rate is known are acknowledged one by one, and these
    /// ACKs use `probe_alpha` and `probe_beta`.
    pub delays: bool,
    /// RTT prediction (equation 4).
    pub predicts: bool,
}

/// Settings, each within the range of its constant. Rates are in 2⁻²⁰ bytes in 100 ns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Settings {
    /// Parts of the algorithm in use.
    pub parts: Parts,
    /// N: packets of bandwidth probing, see [`Settings::PROBE_PACKETS`].
    pub probe_packets: u32,
    /// alpha: target backlog in bytes, see [`Settings::ALPHA`].
    pub alpha: u32,
    /// beta: gain in 2⁻¹⁶, see [`Settings::BETA`].
    pub beta: u32,
    /// alpha': target backlog for ACKs of delay probes in bytes, see [`Settings::ALPHA`].
    pub probe_alpha: u32,
    /// beta': gain for ACKs of delay probes in 2⁻¹⁶, see [`Settings::PROBE_BETA`].
    pub probe_beta: u32,
    /// R_0: rate of a group that is not probed, see [`Settings::RATE`].
    pub initial: u32,
    /// R_MIN: least rate, and that of delay probing, see [`Settings::RATE`].
    pub minimum: u32,
    /// Rate of the line: highest rate, and that of bandwidth probing, see [`Settings::RATE`].
    pub maximum: u32,
    /// RTT_MIN in ticks; 0: each flow learns its own. See [`Settings::RTT_MIN`].
    pub rtt_min: u32,
    /// Least retransmission time-out in ticks, see [`Settings::RTO_MIN`].
    pub rto_min: u32,
}

impl Settings {
    /// N: 1 to 255 packets.
    pub const PROBE_PACKETS: RangeInclusive<u64> = 1..=(1 << PROBE_BITS) - 1;
    /// alpha and alpha': 1 to 1,048,575 bytes.
    pub const ALPHA: RangeInclusive<u64> = 1..=(1 << ALPHA_BITS) - 1;
    /// beta: 2⁻¹⁶ to 1/4. A higher gain would make prediction expand errors.
    pub const BETA: RangeInclusive<u64> = 1..=1 << (BETA_FRACTION - 2);
    /// beta': 2⁻¹⁶ to 1.
    pub const PROBE_BETA: RangeInclusive<u64> = 1..=1 << BETA_FRACTION;
    /// Rates: 2⁻¹⁰ to 1024 bytes (exclusive) in 100 ns.
    pub const RATE: RangeInclusive<u64> = 1 << 10..=(1 << RATE_BITS) - 1;
    /// RTT_MIN: 0 to 2²² ticks, 0.42 s.
    pub const RTT_MIN: RangeInclusive<u64> = 0..=1 << 22;
    /// Least time-out: 1 to 2²² ticks.
    pub const RTO_MIN: RangeInclusive<u64> = 1..=super::super::loss::LONGEST as u64;

    /// `rate`, raised to the minimum and then lowered to the maximum.
    pub fn clamp(&self, rate: u64) -> u32 {
        rate.max(self.minimum.into()).min(self.maximum.into()) as u32
    }
}
