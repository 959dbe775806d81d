//! Observable latencies of NICs, with many flows each.

use crate::nic::rate_limiter::FRAME_CYCLES;

/// Cycles from the first beat of a packet offered by the host to its first beat into the link, if
/// the limiter decides about the start at once and nothing else is being transmitted.
pub const HOST_TO_LINK: u64 = 11;

/// Cycles from the last beat of a packet received by a NIC to the first beat of its ACK into the
/// link.
pub const LAST_TO_ACK: u64 = 17;

/// Cycles from the last beat of an ACK received by a NIC to that in which the ACK is at the
/// limiter.
pub const ACK_TO_LIMITER: u64 = 7;

/// Cycle in which a grant is shown, for an ACK that is at the limiter in cycle `told`, both counted
/// since reset modulo [`FRAME_CYCLES`]: the ACK is held from the next cycle on, and if by phase 3,
/// decided in the following phase 1; the flow becomes due; the walker takes it in the next phase 0,
/// and grants it in phase 3.
///
/// ```
/// use tailback_spec::fabric::time::grant;
/// assert_eq!([318, 319, 322].map(grant), [328, 332, 332]);
/// ```
pub fn grant(told: u64) -> u64 {
    const LAST_TO_BE_HELD: u64 = 2;
    const FROM_THEN_ON: u64 = 10;
    let frame = u64::from(FRAME_CYCLES);
    (told.saturating_sub(LAST_TO_BE_HELD)).next_multiple_of(frame) + LAST_TO_BE_HELD + FROM_THEN_ON
}
