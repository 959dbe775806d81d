//! The rate controller: the rate of each flow, from the RTTs of its ACKs (Shimonishi'07 §III).
//!
//! # Arithmetic
//!
//! A rate R is a whole number of 2⁻²⁰ bytes in a tick of 100 ns. With `e` = RTT_p - RTT_MIN,
//!
//! ```text
//! R := D / (T2 - T1)                              equation 1, once for a group of packets
//! R := R + (alpha - e R) beta / RTT               equation 2, at each ACK; alpha', beta' for probes
//! RTT_p = RTT R / R_RECV                          equation 4
//! ```
//!
//! with R within R_MIN to the line's rate after each, and `e` at least 0. [`arithmetic`] has these
//! as pure functions, and [`divide`] and [`multiply`] apply them
//! to the [`Record`] of a flow. What the paper leaves open is read as follows:
//!
//! * The rate of a group is known when all N probe packets are acknowledged (T2). D are the bytes
//!   acknowledged after the first ACK (T1). If one ACK covers all N packets, the rate is R_0.
//! * R_RECV is measured between two ACKs of packets sent in congestion avoidance, whose distance is
//!   between half an RTT and about one RTT; the first of these ACKs has no prediction.
//! * R / R_RECV is at most 4.
//! * In the probing states a loss sets R to R_MIN, and the next ACK applies equation 2 with alpha',
//!   beta' to that.
//! * An RTT below a preset RTT_MIN is replaced by RTT_MIN, and counted.
//!
//! **Error bound.** One update differs from exact rational arithmetic by at most
//! [`error_bound`]`(settings, 1)`, and so does the result of equation 1. With gains in the ranges
//! of [`Settings`] each update is a contraction in R, or keeps distances: its derivative is within
//! -1 to 1, that of equation 2 with equation 4 being `1 - beta (2 R/R_RECV - RTT_MIN/RTT)`. So
//! errors add up at most, and after n updates R differs by at most `error_bound(settings, n)`. R is
//! at least R_MIN, at least 2⁻¹⁰ bytes in a tick, and each ACK increases it by at least 1 if RTT_p
//! is RTT_MIN: it does not stick.
//!
//! # Frames
//!
//! Cycles are numbered from 0 after reset; cycle `c` is phase `c mod 24` of frame `c div 24`. After
//! reset, `sweeping` is 1 for [`Efl::sweep_frames`](super::Efl::sweep_frames) frames, at least as
//! many cycles as there are flows; then all records are 0. The `set_*` inputs are sampled at the
//! end of phase 23 of each frame, sweeping or not, and hold for all of the next frame; in frame 0
//! they are those of the last cycle of reset, which must be the same as in cycle 0.
//!
//! An event is accepted in a cycle with `event_valid` and `event_ready`, and *held* from the next cycle
//! on:
//!
//! ```text
//! event_ready = not held and not sweeping          (registers only)
//! ```
//!
//! At the end of phase 23 of each frame, in this order of the stages,
//!
//! | stage | what it has | what happens at the end of phase 23 |
//! |---|---|---|
//! | 3, pace | flow and new record | `paced` in phase 0 of the next frame, see below |
//! | 2, multiply | flow, event, quotients | the new record of [`multiply`] is stored, and enters stage 3; `updated` in phase 0 |
//! | 1, divide | flow, event | the quotients of [`divide`] enter stage 2 |
//! | held | flow, event | enters stage 1, and is no longer held, unless the event in stage 1 is for the same flow |
//!
//! An event that is accepted in the cycle of phase 23 is not held yet, and stays for another frame.
//! Both functions use the settings of the frame that ends. Stage 1 uses the record that is stored
//! as its frame begins, which includes the result of the frame before: an event that waits for one
//! frame behind another one of its flow sees the result of that. So an event is accepted every 24
//! cycles, or every 48 for the same flow; `updated` follows 50 to 73 cycles after it was accepted,
//! 24 more if it waits for one of its flow, and `paced` 24 cycles later.
//!
//! Stage 3 computes the [`Pace`](super::pace::Pace) of the rate. In phase 0 of a frame,
//!
//! ```text
//! updated = a record was stored;  updated_* = it, until the next one
//! below   = updated, and the first stage replaced the RTT
//! paced   = a pace was computed;  paced_* = it, until the next one
//! ```
//!
//! All three are registers, and 0 in the other phases and after reset; `updated_*` and `paced_*`
//! are 0 before the first.
//!
//! In a frame `k` in which stage 3 is empty, it computes the pace of a setting instead: that of
//! `clamp(initial)` if `k mod 3` is 0, `clamp(minimum)` if it is 1, `clamp(maximum)` if it is 2,
//! with [`Settings::clamp`] and the settings of that frame. The outputs `initial_*`, `minimum_*`,
//! `maximum_*` change with phase 0 of the next frame. They are 0 after reset, and all are computed
//! while `sweeping` is 1. A changed setting takes effect there with the third frame without an
//! event in stage 3 at the latest.
//!
//! Ports, in this order:
//!
//! | port | bits | meaning |
//! |---|---|---|
//! | in `set_probes`, `set_delays`, `set_predicts` | 1, 1, 1 | [`Parts`] |
//! | in `set_alpha`, `set_beta` | [`ALPHA_BITS`], [`BETA_BITS`] | alpha, beta |
//! | in `set_probe_alpha`, `set_probe_beta` | [`ALPHA_BITS`], [`BETA_BITS`] | alpha', beta' |
//! | in `set_initial`, `set_minimum`, `set_maximum` | [`RATE_BITS`] each | R_0, R_MIN, rate of the line |
//! | in `set_rtt_min` | [`TIME_BITS`] | RTT_MIN in ticks, or 0 |
//! | in `event_valid` | 1 | an event |
//! | in `event_flow` | [`Efl::flow_bits`](super::Efl::flow_bits) | its flow, which exists |
//! | in `event_group` | 8 | [`Event::group`] |
//! | in `event_loss` | 1 | [`Event::loss`] |
//! | in `event_covered` | 1 | [`Event::covered`] |
//! | in `event_probe` | 1 | [`Event::probe`] |
//! | in `event_rtt` | [`TIME_BITS`] | [`Event::rtt`] |
//! | in `event_time`, `event_bytes` | [`TIME_BITS`], [`BYTES_BITS`] | [`Event::mark`] |
//! | out `event_ready` | 1 | the event is accepted |
//! | out `sweeping` | 1 | records are being cleared |
//! | out `updated` | 1 | the record of a flow has changed |
//! | out `updated_flow` | `flow_bits` | that flow |
//! | out `updated_group`, `updated_known`, `updated_void` | 8, 1, 1 | of [`Record`] |
//! | out `updated_rate` | [`RATE_BITS`] | R |
//! | out `updated_rtt`, `updated_rtt_min`, `updated_rtt_predicted` | [`TIME_BITS`] each | of [`Record`] |
//! | out `below` | 1 | an RTT was less than RTT_MIN |
//! | out `paced` | 1 | the pace of a flow has changed |
//! | out `paced_flow` | `flow_bits` | that flow |
//! | out `paced_group`, `paced_known`, `paced_void` | 8, 1, 1 | of the record from which the pace was computed |
//! | out `paced_mantissa`, `paced_exponent` | [`MANTISSA_BITS`](super::pace::MANTISSA_BITS), [`EXPONENT_BITS`](super::pace::EXPONENT_BITS) | the pace |
//! | out `initial_mantissa`, `initial_exponent` | as above | pace of R_0 |
//! | out `minimum_mantissa`, `minimum_exponent` | as above | pace of R_MIN |
//! | out `maximum_mantissa`, `maximum_exponent` | as above | pace of the line |
//!
//! Module: `tailback_efl_rate`.

pub mod arithmetic;
mod record;
mod settings;
#[cfg(test)]
mod tests;

pub use record::{divide, multiply, Event, Mark, Quotients, Record, Step};
pub use settings::{
    Parts, Settings, ALPHA_BITS, BETA_BITS, BETA_FRACTION, BYTES_BITS, PROBE_BITS, RATE_BITS,
    RATE_FRACTION, TIME_BITS,
};

/// Cycles of a frame: one event is accepted in each.
pub const FRAME_CYCLES: u32 = 24;

/// Bits of the number of a group.
pub const GROUP_BITS: u32 = 8;

/// Largest difference between R and exact rational arithmetic after `updates` events, in the unit
/// of rates.
///
/// Per update: the quotients have 24 fraction bits, and their difference is less than 4 of
/// these too large or too small; it is multiplied by R beta. The increase is at most
/// a relative 2⁻²³ too small. Four roundings to whole units remain.
pub fn error_bound(settings: &Settings, updates: u64) -> u64 {
    const ROUNDINGS: u64 = 4;
    let beta = u64::from(settings.beta.max(settings.probe_beta));
    let gain = |alpha: u32, beta: u32| {
        (u64::from(alpha) * u64::from(beta)) << (RATE_FRACTION - BETA_FRACTION)
    };
    let most =
        gain(settings.alpha, settings.beta).max(gain(settings.probe_alpha, settings.probe_beta));
    let rate = u64::from(settings.maximum);
    let of_quotients =
        (rate * beta).div_ceil(1 << (BETA_FRACTION + arithmetic::RATIO_FRACTION - 2));
    let of_increase = most.div_ceil(1 << 23);
    let of_bandwidth = rate.div_ceil(1 << 23);
    (of_quotients + of_increase.max(of_bandwidth) + ROUNDINGS).saturating_mul(updates)
}
