//! How long things take in the hardware, in cycles, with the pages that say so.
//!
//! A packet whose header comes to a switch in cycle *c* is in the allocator's list from *c* + 2 on.
//! If it is found able to go in cycle *e*, it is granted in *e* + 1, read from *e* + 2 on, and on
//! the link from *e* + 4 on: [`LATENCY_CYCLES`] after it came, if nothing is in its way.
//!
//! The engine counts the second cycle of the checks to the crossbar: its choices come a cycle early, and
//! so does all that they wait for.

use tailback_spec::switch::lossless::LATENCY_CYCLES;

/// From the cycle in which a packet comes to that in which the allocator can choose it
/// ([`tailback_spec::switch::allocator::fifo`]).
pub(super) const LISTED: u64 = 1;
/// From that to the cycle in which it is read ([`tailback_spec::switch::dispatcher`]).
pub(super) const READ: u64 = 2;
/// From that to the cycle in which its first beat is on the link.
pub(super) const CROSSED: u64 = LATENCY_CYCLES as u64 - LISTED - READ;
/// Between two choices of an allocator.
pub(super) const CHOICE: u64 = 2;
/// How long before the first free cycle of its link an output port can be chosen again.
pub(super) const AHEAD: u64 = READ + CROSSED;
/// In this cycle before the first free one of its link, an output that is idle is not free
/// (`was_engaged` of the dispatcher).
pub(super) const BLINK: u64 = 2;
/// From the first cycle in which blocks are free to that in which their credits count at the other
/// end of a link without delay ([`tailback_spec::link::flow_control`]). The hardware takes four more, for
/// registers on either side of the link and the flow-control packet's beat, which the engine leaves out.
pub(super) const CREDIT: u64 = 2;
/// How long before the last beat of a packet is on the link its blocks become free.
pub(super) const FREED: u64 = 2;
/// From the cycle in which an ACK has come to that in which a start that it allows is on the link
/// ([`tailback_spec::nic::rate_limiter`], one flow).
pub(super) const GRANT: u64 = 2;
/// Bytes of an ACK (INFOCOM'03 Table I).
pub(super) const ACK_BYTES: usize = 20;
