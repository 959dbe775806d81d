//! Detection of losses: duplicate ACKs and retransmission time-outs (Shimonishi'07 §II).

mod deadline;
mod detector;
mod frames;
mod scanned;
mod smooth;
mod states;

pub use deadline::LossDeadline;
pub use detector::LossDetector;
pub use frames::LossFrames;
pub use scanned::ScannedFlow;
pub use smooth::SmoothedRtt;
pub use states::LossStates;

use tailback_spec::efl::loss::{LONGEST, MOST_BACKOFF, SMOOTH_BITS};
use tailback_spec::efl::rate::TIME_BITS as SPEC_TIME_BITS;
use tailback_spec::parameter::bits_for;

/// Bits of a time in ticks.
const TIME_BITS: usize = SPEC_TIME_BITS as usize;
/// Bits of eight times the smoothed RTT.
const RTT_BITS: usize = SMOOTH_BITS as usize;
/// Bits of a number of doublings.
fn backoff_bits() -> usize {
    bits_for(MOST_BACKOFF)
}
/// Bits of a time-out.
fn time_out_bits() -> usize {
    bits_for(LONGEST)
}

/// Lowest bit of the doublings of the time-out in a state.
const BACKOFF_AT: usize = RTT_BITS;
/// Bit of a state: packets are in flight.
fn armed_at() -> usize {
    BACKOFF_AT + backoff_bits()
}
/// Bit of a state: a duplicate ACK was received since the last ACK of a packet in flight.
fn dups_at() -> usize {
    armed_at() + 1
}
/// Bit of a state: a loss was reported since then.
fn recovering_at() -> usize {
    armed_at() + 2
}
/// Bits of a state, without the deadline.
fn state_bits() -> usize {
    armed_at() + 3
}
