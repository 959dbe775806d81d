//! Pacing: from the rate of a flow to the interval that the rate limiter keeps.
//!
//! # Arithmetic
//!
//! A [`Pace`] is the time of a byte as a floating-point number; [`Pace::of`] computes it once for
//! each change of the rate, so that a packet needs one multiplication. A flow keeps the
//! fraction of a cycle by which its packets were sent too early, its `carry`:
//!
//! ```text
//! interval = min(floor(size * mantissa * 2^(12 - exponent)), 2^28 - 1)        cycles in 2⁻⁸
//! total    = interval + carry
//! carry'   = total mod 256
//! cycles   = min(total div 256, 2^20 - 1), and at least 1
//! ```
//!
//! So the average rate is not above R by more than a relative 2⁻¹⁷, and 2⁻⁸ cycles in each packet.
//!
//! The limiter is the one of the NIC ([`crate::nic::rate_limiter`]) with the parameters
//! [`Efl::limiter`](super::Efl::limiter). A packet starts there with `start_words`, and its
//! `delay` is an IPD: `(ipd + 1) * words` cycles to the next start. So [`code`] gives
//!
//! ```text
//! shift = least number with cycles div 2^shift < 2^12        0 to 8
//! words = cycles div 2^shift       ipd = 2^shift - 1
//! ```
//!
//! # Rate of a packet
//!
//! The pace of a flow's packet depends on the group of the flow and on `sent`, the packets of this
//! group before it, with the last [`Paced`] entry stored for the flow:
//!
//! ```text
//! current = entry.group = group                           (else known = void = 0)
//! known   = current and entry.known, or not current and not probes
//! void    = current and entry.void
//!
//! Avoid   if known:                          entry's pace if current, else that of R_0
//! Probe   if not known, not void, sent < N:  pace of the line's rate
//! Wait    otherwise:                         pace of R_MIN
//! probe   = (Wait) and delays                the packet is to be acknowledged at once
//! ```
//!
//! A packet that is sent again counts as the packet that it was: `sent = sequence - first`.
//!
//! # Cycle by cycle
//!
//! A request is accepted in any cycle with `request`, at most one in four cycles. Its results are
//! registers, valid from the fourth cycle after it on until the results of the next request:
//!
//! ```text
//! words, ipd, probe, state        of the request in cycle t: from cycle t + 4 on
//! ```
//!
//! They use the entry as stored by all `paced` of cycle t - 1 and before, the `carry` of all
//! requests before, and `set_*` and the paces of R_0, R_MIN and the line as they are in cycle t. `paced` may come in every cycle, but for
//! one flow at most once in four cycles. The paces of R_0, R_MIN and the line come from
//! [`super::rate`]. After reset, `sweeping` is 1 for as many cycles as there are flows: entries and
//! carries are cleared, there must be no request, and `paced` is ignored.
//!
//! Ports, in this order:
//!
//! | port | bits | meaning |
//! |---|---|---|
//! | in `set_probes`, `set_delays` | 1, 1 | [`Parts`](super::rate::Parts) |
//! | in `set_probe_packets` | 8 | N |
//! | in `initial_mantissa`, `initial_exponent` | [`MANTISSA_BITS`], [`EXPONENT_BITS`] | pace of R_0 |
//! | in `minimum_mantissa`, `minimum_exponent` | as above | pace of R_MIN |
//! | in `maximum_mantissa`, `maximum_exponent` | as above | pace of the line |
//! | in `paced` | 1 | the pace of a flow has changed |
//! | in `paced_flow` | `flow_bits` | that flow |
//! | in `paced_group`, `paced_known`, `paced_void` | 8, 1, 1 | entry |
//! | in `paced_mantissa`, `paced_exponent` | as above | entry |
//! | in `request` | 1 | a flow starts a packet |
//! | in `request_flow` | `flow_bits` | that flow |
//! | in `request_group` | 8 | group of the flow |
//! | in `request_sent` | 24 | packets of the group before this one |
//! | in `request_size` | [`SIZE_BITS`] | bytes of the packet on the line |
//! | out `sweeping` | 1 | memories are being cleared |
//! | out `words` | [`WORD_BITS`] | for the limiter; 0 before the first request |
//! | out `ipd` | 8 | for the limiter |
//! | out `probe` | 1 | the packet is a delay probe |
//! | out `state` | 2 | [`State`] |
//!
//! Module: `tailback_efl_pace`.

use super::rate::RATE_FRACTION;
use crate::wire::efl::TICKS_PER_SECOND;
use serde::{Deserialize, Serialize};

/// Bits of a mantissa.
pub const MANTISSA_BITS: u32 = 18;
/// Bits of an exponent.
pub const EXPONENT_BITS: u32 = 6;
/// Bits of the size of a packet on the line, in bytes.
pub const SIZE_BITS: u32 = 11;
/// Fraction bits of an interval and of a carry.
pub const CYCLE_FRACTION: u32 = 8;
/// Bits of an interval in whole cycles.
pub const INTERVAL_BITS: u32 = 20;
/// Bits of the words of a start at the limiter.
pub const WORD_BITS: u32 = 12;
/// Fraction bits of the cycles in a tick.
pub const CLOCK_FRACTION: u32 = 16;

/// State of a flow (Shimonishi'07 §III), as registers show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum State {
    /// Nothing is to be sent or to be acknowledged.
    Idle = 0,
    /// Bandwidth probing.
    Probe = 1,
    /// Delay probing.
    Wait = 2,
    /// Congestion avoidance.
    Avoid = 3,
}

/// Cycles of a byte: `mantissa * 2^(4 - exponent)`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pace {
    /// Below 2¹⁸.
    pub mantissa: u32,
    /// 4 to 43.
    pub exponent: u32,
}

/// Cycles of a clock in a tick of 100 ns, with [`CLOCK_FRACTION`] fraction bits, rounded to the
/// nearest: 6554 to 6,553,600 for 1 to 1000 MHz.
pub fn cycles_per_tick(clock_hz: u64) -> u32 {
    (((clock_hz << CLOCK_FRACTION) + TICKS_PER_SECOND / 2) / TICKS_PER_SECOND) as u32
}

impl Pace {
    /// Pace of a rate in 2⁻²⁰ bytes in a tick: the largest exponent up to 43 with which
    /// `floor(cycles_per_tick * 2^exponent / rate)` is below 2¹⁸, and that number. A rate below
    /// the least one is taken as 2¹⁰.
    ///
    /// ```
    /// use tailback_spec::efl::pace::{cycles_per_tick, Pace};
    /// // 125 bytes in 100 ns are 8 bytes in a cycle at 156.25 MHz.
    /// let pace = Pace::of(125 << 20, cycles_per_tick(156_250_000));
    /// assert_eq!((pace.mantissa, pace.exponent), (1 << 17, 24));
    /// assert_eq!(pace.interval(192), 24 << 8);
    /// ```
    pub fn of(rate: u32, cycles_per_tick: u32) -> Self {
        const LEAST: u32 = 1 << 10;
        const MOST: u32 = 43;
        let quotient =
            |exponent: u32| (u128::from(cycles_per_tick) << exponent) / u128::from(rate.max(LEAST));
        let exponent = (4..=MOST).rev().find(|exponent| quotient(*exponent) < 1 << MANTISSA_BITS);
        let exponent = exponent.unwrap_or(4);
        Pace { mantissa: quotient(exponent) as u32 & ((1 << MANTISSA_BITS) - 1), exponent }
    }

    /// Interval of a packet of `size` bytes in 2⁻⁸ cycles, see the documentation of the module.
    pub fn interval(&self, size: u32) -> u64 {
        const MOST: u128 = (1 << (INTERVAL_BITS + CYCLE_FRACTION)) - 1;
        const POINT: u32 = 4 + CYCLE_FRACTION;
        let product = (u128::from(size) * u128::from(self.mantissa)) << POINT;
        (product >> self.exponent).min(MOST) as u64
    }
}

/// Interval in whole cycles, and the carry after it, of a packet with the carry `carry`.
pub fn cycles(interval: u64, carry: u32) -> (u32, u32) {
    const MOST: u64 = (1 << INTERVAL_BITS) - 1;
    let total = interval + u64::from(carry);
    ((total >> CYCLE_FRACTION).clamp(1, MOST) as u32, (total & ((1 << CYCLE_FRACTION) - 1)) as u32)
}

/// Words and IPD with which the limiter keeps an interval of up to 2²⁰ - 1 cycles: exact below
/// 4096, at most a relative 2⁻¹¹ less from there.
///
/// ```
/// use tailback_spec::efl::pace::code;
/// assert_eq!([24, 4095, 4097, 1_048_575].map(code), [(24, 0), (4095, 0), (2048, 1), (4095, 255)]);
/// ```
pub fn code(cycles: u32) -> (u32, u32) {
    let shift = (u32::BITS - cycles.leading_zeros()).saturating_sub(WORD_BITS);
    (cycles >> shift, (1 << shift) - 1)
}

/// Entry of a flow: its last rate that is known, or void.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Paced {
    /// Group of packets to which it belongs.
    pub group: u8,
    /// The rate is known.
    pub known: bool,
    /// A loss ended probing.
    pub void: bool,
    /// Pace of the rate.
    pub pace: Pace,
}

/// State, and whether the entry's own pace applies (it belongs to the group), for a packet with
/// `sent` packets of its group before it.
pub fn state(
    entry: &Paced,
    group: u8,
    sent: u32,
    probes: bool,
    probe_packets: u32,
) -> (State, bool) {
    let current = entry.group == group;
    let known = if current { entry.known } else { !probes };
    let state = match (known, current && entry.void) {
        (true, _) => State::Avoid,
        (false, false) if sent < probe_packets => State::Probe,
        _ => State::Wait,
    };
    (state, current)
}

const _: () = assert!(RATE_FRACTION - CLOCK_FRACTION == 4);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_pace_is_exact_to_seventeen_bits(rate in 1_u32 << 10..1 << 30, hertz in 1_000_000..=1_000_000_000_u64) {
            let clock = cycles_per_tick(hertz);
            let pace = Pace::of(rate, clock);
            let (exact, coded) = (u128::from(clock) << pace.exponent, u128::from(pace.mantissa) * u128::from(rate));
            prop_assert!(coded <= exact && pace.mantissa < 1 << MANTISSA_BITS);
            prop_assert!(pace.exponent < 1 << EXPONENT_BITS);
            prop_assert!((exact - coded) << 17 <= exact, "{pace:?}");
        }

        #[test]
        fn the_limiter_keeps_the_interval(cycles in 1_u32..1 << INTERVAL_BITS) {
            let (words, ipd) = code(cycles);
            let kept = words * (ipd + 1);
            prop_assert!((1..1 << WORD_BITS).contains(&words) && ipd < 256);
            prop_assert!(kept <= cycles && u64::from(cycles - kept) << 11 <= u64::from(cycles));
        }
    }

    #[test]
    fn the_carry_makes_the_average_exact() {
        // 24.5 cycles.
        let mut carry = 0;
        let mut sum = 0;
        for _ in 0..100 {
            let (whole, left) = cycles(24 * 256 + 128, carry);
            (sum, carry) = (sum + whole, left);
        }
        assert_eq!(sum, 2450);
    }
}
