//! What one sees of the time that NICs take, with many flows each.

use crate::nic::rate_limiter::FRAME_CYCLES;

/// Cycles from the first beat of a packet that the host gives, to the one that goes into the link: the
/// limiter decides about the start, and nothing else is on its way out.
pub const HOST_TO_LINK: u64 = 10;

/// Cycles from the last beat of a packet that comes to a NIC, to the first one of the ACK into the link.
pub const LAST_TO_ACK: u64 = 16;

/// Cycles from the last beat of an ACK that comes to a NIC, to that in which the limiter is told of it.
pub const ACK_TO_LIMITER: u64 = 7;

/// The cycle in which a grant is shown, for an ACK of which the limiter is told in cycle `told`, in a
/// count of cycles since reset modulo [`FRAME_CYCLES`]: it is held from the cycle after, and if
/// by phase 3, decided in phase 1 after that; the flow becomes due; the walker takes it in the next phase
/// 0, and grants it in phase 3.
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
