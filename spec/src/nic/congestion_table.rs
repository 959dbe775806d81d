//! The congestion control table (CCT) of a NIC and the indices into it (IBA annex A10; Gran'10 §II
//! and §III-B).
//!
//! The table holds [`Nic::cct_entries`] delays. Each flow (or each service level (SL), depending on
//! [`Nic::throttled`]) has an index into it, its CCTI: a BECN raises it by `increase`, up to
//! `limit`, and each time the timer of its SL expires it goes down by one, to no less than `min`.
//!
//! The state of a flow is its *level*, from which the CCTI follows:
//!
//! ```text
//! after reset      level = 0
//! ccti             = max(level, min of the SL)
//! BECN             level' = min(ccti + increase, limit)
//! timer expires    level' = max(level - 1, 0)    for all flows of the SL
//! highest of an SL = the same three rules, with level' = max(highest, level' of the flow) on a BECN
//! timer of an SL   runs while highest > min and timer > 0; when it starts, and when it has expired,
//!                  it is to expire `timer` ticks later
//! ```
//!
//! With a constant `min`, this is the standard's rule: a level below `min` acts like one at `min`.
//! A tick is 1.024 µs ([`tick_rate`]).
//!
//! *Settings* may change at any time. `min` takes effect at once, in both directions. `increase`,
//! `limit` and `trigger` take effect at the next BECN, so a CCTI above a new `limit` is brought to
//! it by the next BECN of the flow (or sinks there with time). `timer` takes effect when the timer
//! starts or expires; 0 stops it at once, and the CCTI then stays. `min` above `limit` wins. Values
//! beyond the table are taken as its last index. After reset all settings and all entries are 0: no
//! delay.
//!
//! *Flows.* A flow belongs to the SL of its last BECN; for a BECN or a look-up with another SL its
//! level is 0. With a CCTI for each SL, the flow appears only in events. The BECN of a flow beyond
//! the last is accepted and has no effect; its look-up gives 0.
//!
//! *A BECN* is accepted in a cycle with `becn` and `becn_ready`. If that is cycle *t*,
//!
//! * its `ccti` is that at the beginning of cycle *t* + 2, with the settings at that time: an
//!   expiry in cycle *t* + 1 comes before the BECN, one in cycle *t* + 2 after it (and lowers its
//!   result); `limit` is that of cycle *t* + 4;
//! * look-ups from cycle *t* + 6 on find its effect;
//! * if `trigger` > 0 and the new CCTI is at least `trigger`, `event_valid` is high in cycle
//!   *t* + 7, for one cycle, with the flow, the SL, the new CCTI and the time stamp of cycle
//!   *t* + 6;
//! * `highest` includes it from cycle *t* + 8 on;
//! * the next BECN is accepted in cycle *t* + 7 at the earliest ([`UPDATE_CYCLES`]): two BECNs, of
//!   one flow or of any, are never in the pipeline together. A BECN that is not accepted waits.
//!
//! *Timers* are served in rotation: SL *s* in each cycle *c* that is *s* modulo 16 since reset.
//! `highest`, `min`, `timer` and the expiry are sampled at the beginning of cycle *c*, and the time
//! stamp in cycle *c* + 1; a timer that is due by then expires in cycle *c* + 2: levels are lower
//! from the next cycle on. If the timer of the SL does not run, it starts, due at that time
//! stamp + `timer`. The next expiry is due `timer` ticks after the last one *was* due, whenever
//! that was served, so the rate is exact. With a clock of less than 15.625 MHz, a `timer` shorter
//! than 16 cycles is taken as [`shortest_timer`].
//!
//! *Look-ups*, one in each cycle: `delay` and `ccti` are valid in the third cycle after `look_up`
//! ([`LOOK_UP_CYCLES`]), and else 0. The level and `min` are those at the beginning of the cycle of
//! `look_up`; the entry is that at the end of the second cycle after it, including a write in that
//! cycle.
//!
//! *After reset* memories are cleared, and `ready` is low for [`clear_cycles`] cycles. Writes in
//! these cycles are lost, BECNs are not accepted, look-ups and reads give 0.
//!
//! The hardware does not visit all flows when a timer expires. It counts the expiries of each SL
//! and stores for each flow the number at which its level will be 0, modulo 2^[`expiry_bits`]. A
//! flow whose level has long been 0 must be visited before that number wraps around: every
//! [`REFRESH_CYCLES`] cycles one flow, in rotation, is *refreshed*, as soon as no BECN is in the
//! pipeline and before any that waits. A refresh takes as long as a BECN, and has no other visible
//! effect. So each flow is visited at least once in [`refresh_cycles`], in which an SL expires at
//! most [`most_expiries`] times.
//!
//! Ports, in this order:
//!
//! | port | bits | meaning |
//! |---|---|---|
//! | in `limit` | 16 | CCTI_Limit |
//! | in `set_valid` | 1 | the settings of an SL are written |
//! | in `set_sl` | 4 | SL of these settings |
//! | in `set_timer` | 16 | CCTI_Timer in ticks |
//! | in `set_increase` | 8 | CCTI_Increase |
//! | in `set_trigger` | 8 | Trigger_Threshold |
//! | in `set_min` | 8 | CCTI_Min |
//! | in `write` | 1 | an entry of the table is written |
//! | in `write_index` | [`index_bits`] | index of the entry |
//! | in `write_entry` | 16 | value of the entry: shift in 15:14, multiplier in 13:0 |
//! | in `read_sl` | 4 | SL whose settings are output in the next cycle |
//! | in `read_index` | [`index_bits`] | index of the entry that is output in the next cycle |
//! | in `becn` | 1 | a BECN has been received |
//! | in `becn_flow` | [`Nic::flow_bits`] | flow of the BECN |
//! | in `becn_sl` | 4 | SL of the BECN |
//! | in `look_up` | 1 | a delay is requested |
//! | in `look_up_flow` | [`Nic::flow_bits`] | flow of the look-up |
//! | in `look_up_sl` | 4 | SL of the look-up |
//! | out `ready` | 1 | memories are cleared |
//! | out `read_timer`, `read_increase`, `read_trigger`, `read_min` | 16, 8, 8, 8 | settings of the `read_sl` of the cycle before, as written before that cycle |
//! | out `read_entry` | 16 | entry at the `read_index` of the cycle before, as written up to that cycle |
//! | out `becn_ready` | 1 | a BECN is accepted |
//! | out `delay` | 16 | entry at the CCTI |
//! | out `ccti` | [`index_bits`] | the CCTI |
//! | out `event_valid` | 1 | the new CCTI has reached the trigger |
//! | out `event_flow` | [`Nic::flow_bits`] | flow of the event |
//! | out `event_sl` | 4 | SL of the event |
//! | out `event_ccti` | [`index_bits`] | new CCTI |
//! | out `event_time` | 32 | time stamp |
//! | out `time_stamp` | 32 | ticks since reset |
//!
//! `event_*` are 0 without `event_valid`. Module: `tailback_congestion_table`.

mod entry;
pub mod presets;

pub use entry::CctEntry;

use super::{Nic, Throttled};
use crate::parameter::bits_for;

/// Bits of a service level.
pub const SL_BITS: usize = 4;
/// Bits of CCTI_Limit.
pub const LIMIT_BITS: usize = 16;
/// Bits of CCTI_Timer.
pub const TIMER_BITS: usize = 16;
/// Bits of CCTI_Increase, Trigger_Threshold and CCTI_Min.
pub const STEP_BITS: usize = 8;
/// Bits of a time stamp (IBA annex A10, attribute TimeStamp).
pub const TIME_BITS: usize = 32;

/// Cycles from a look-up to its result.
pub const LOOK_UP_CYCLES: usize = super::rate_limiter::LOOK_UP_CYCLES;
/// Least cycles from one accepted BECN to the next.
pub const UPDATE_CYCLES: usize = 7;
/// Cycles from one refresh to the next, not counting a BECN in the pipeline.
pub const REFRESH_CYCLES: u64 = 64;
/// Cycles from one slot of a timer to its next.
pub const TURN_CYCLES: u64 = Nic::SERVICE_LEVELS as u64;

/// Nanoseconds of a tick, the unit of CCTI_Timer and of time stamps.
pub const TICK_NS: u64 = 1024;

/// Ticks per cycle, as a fraction in lowest terms: the time stamp in cycle *n* after reset is ⌊*n*
/// · `ticks` / `cycles`⌋.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TickRate {
    /// Ticks; at most `cycles`.
    pub ticks: u64,
    /// Cycles.
    pub cycles: u64,
}

/// Tick rate of a NIC.
pub fn tick_rate(nic: &Nic) -> TickRate {
    const NS_PER_S: u64 = 1_000_000_000;
    // Common factor of 10^9 and 1024: 2^9.
    const COMMON: u64 = 512;
    let (ticks, cycles) = (NS_PER_S / COMMON, nic.clock_hz() * (TICK_NS / COMMON));
    let common = greatest_common_divisor(ticks, cycles);
    TickRate { ticks: ticks.min(cycles) / common, cycles: cycles / common }
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    match b {
        0 => a,
        _ => greatest_common_divisor(b, a % b),
    }
}

/// Shortest CCTI_Timer that is kept exactly, in ticks: 1, if a tick has at least [`TURN_CYCLES`]
/// cycles.
pub fn shortest_timer(nic: &Nic) -> u64 {
    let TickRate { ticks, cycles } = tick_rate(nic);
    (TURN_CYCLES * ticks).div_ceil(cycles)
}

/// Number of states, each with a CCTI of its own: flows or service levels.
pub fn states(nic: &Nic) -> usize {
    match nic.throttled() {
        Throttled::Qp => nic.flows(),
        Throttled::Sl => Nic::SERVICE_LEVELS,
    }
}

/// Bits of the index of a state.
pub fn state_bits(nic: &Nic) -> usize {
    bits_for(states(nic) as u32 - 1)
}

/// Last index of the table.
pub fn last_index(nic: &Nic) -> u32 {
    nic.cct_entries() as u32 - 1
}

/// Bits of an index of the table.
pub fn index_bits(nic: &Nic) -> usize {
    bits_for(last_index(nic))
}

/// Cycles in which memories are cleared after reset.
pub fn clear_cycles(nic: &Nic) -> usize {
    states(nic).max(nic.cct_entries())
}

/// Cycles in which each flow is refreshed at least once.
pub fn refresh_cycles(nic: &Nic) -> u64 {
    states(nic) as u64 * REFRESH_CYCLES + UPDATE_CYCLES as u64
}

/// Most expiries of the timer of an SL in [`refresh_cycles`] cycles.
pub fn most_expiries(nic: &Nic) -> u64 {
    // The first and the last expiry may be at the edges, and the first one late.
    const EDGES: u64 = 2;
    let (TickRate { ticks, cycles }, time) = (tick_rate(nic), refresh_cycles(nic));
    (time * ticks).div_ceil(cycles).min(time.div_ceil(TURN_CYCLES)) + EDGES
}

/// Bits of a number of expiries: enough to distinguish a level from one below 0, even for a flow
/// that has not been visited for long, and after `min` has been subtracted from it.
pub fn expiry_bits(nic: &Nic) -> usize {
    let below = most_expiries(nic) + (1 << STEP_BITS);
    let either_way = below.max(nic.cct_entries() as u64);
    1 + bits_for(either_way as u32 - 1)
}

#[cfg(test)]
mod tests;
