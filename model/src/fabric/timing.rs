//! How long things take in the hardware, in cycles, with the pages that say so.
//!
//! A packet whose header comes to a switch in cycle *c* has been checked in [`CHECKED`] cycles, and is in
//! the allocator's list from *c* + 2 on. If it is found able to go in cycle *e*, it is granted in
//! *e* + 1, read from *e* + 2 on, and on the link from *e* + 4 on: [`LATENCY_CYCLES`] after it came, if
//! nothing is in its way.
//!
//! The engine of the hardware says that a packet comes to a switch in the cycle in which its header has
//! been checked. That of what the papers assume says so a cycle earlier, and counts the check to the
//! crossbar ([`PASSED`]): its choices come a cycle early, and so does all that they wait for.

use tailback_spec::{
    fabric::time::{ACK_TO_LIMITER, LAST_TO_ACK},
    nic::{rate_limiter::FRAME_CYCLES, transmit::BUILD_CYCLES},
    switch::lossless::LATENCY_CYCLES,
};

/// From the cycle of a beat on the link to that in which it is checked, at a switch
/// ([`tailback_spec::switch::ingress`]).
pub(super) const CHECKED: u64 = 1;
/// From the cycle in which a packet has been checked to that in which the allocator can choose it
/// ([`tailback_spec::switch::allocator::fifo`]).
pub(super) const LISTED: u64 = 1;
/// From that to the cycle in which it is read ([`tailback_spec::switch::dispatcher`]).
pub(super) const READ: u64 = 2;
/// From that to the cycle in which its first beat is on the link.
pub(super) const CROSSED: u64 = LATENCY_CYCLES as u64 - CHECKED - LISTED - READ;
/// That, and the checks.
pub(super) const PASSED: u64 = CHECKED + CROSSED;
/// Between two choices of an allocator.
pub(super) const CHOICE: u64 = 2;
/// Cycles between two short packets to one output port
/// ([`tailback_spec::switch::dispatcher`]).
pub(super) const LEAST_APART: u64 = 4;
/// How long before the first free cycle of its link an output port can be chosen again.
pub(super) const AHEAD: u64 = READ + PASSED;
/// In this cycle before the first free one of its link, an output that is idle is not free
/// (`was_engaged` of the dispatcher).
pub(super) const BLINK: u64 = 2;
/// From the first cycle in which blocks are free to that in which their credits count at the other
/// end of a link without delay, where flow-control packets take no time. In the hardware it is the sum of
/// [`TOLD_FREE`], [`BUILT`], [`CHECKED`] and [`SWITCH_CREDITS`]
/// (`docs/decisions/2026-11-22-engine-and-twin.md`).
pub(super) const CREDIT: u64 = 2;
/// How long before the last beat of a packet is on the link its blocks become free.
pub(super) const FREED: u64 = 2;
/// From the cycle in which an ACK has come to that in which a start that it allows is on the link
/// ([`tailback_spec::nic::rate_limiter`], one flow).
pub(super) const GRANT: u64 = 2;
/// Bytes of an ACK (INFOCOM'03 Table I).
pub(super) const ACK_BYTES: usize = 20;

/// From the cycle in which an output port's last word left the input buffer to that in which it is idle
/// ([`tailback_spec::switch::dispatcher`]).
pub(super) const IDLE: u64 = 2;
/// From the cycle in which a packet is read to that in which its length is known
/// ([`tailback_spec::switch::progress`]).
pub(super) const KNOWN: u64 = 2;
/// From the cycle in which a buffer tells of a packet to that in which it is counted, and from that in
/// which it says that it is full to that in which the counters see it
/// ([`tailback_spec::switch::policy_marking`]).
pub(super) const COUNTED: u64 = 1;
pub(super) const TOLD: u64 = 1;

/// From the first cycle in which blocks are free to that in which the limit for the neighbour is known to
/// have risen: a register behind either ([`tailback_spec::switch::lossless`]).
pub(super) const TOLD_FREE: u64 = 2;
/// From the cycle in which a limit is known to that in which a flow-control packet is held that says so.
pub(super) const BUILT: u64 = 1;
/// From the cycle in which a flow-control packet has been checked at a switch to that in which its credits
/// count.
pub(super) const SWITCH_CREDITS: u64 = 2;
/// From the cycle in which one comes to a NIC to that in which its credits count.
pub(super) const NIC_CREDITS: u64 = 3;
/// From the first beat of a block at a NIC to the cycle in which the limit for the neighbour has risen.
pub(super) const RECEIVED: u64 = 3;

/// From the cycle in which a queue has so many words that no more are to come to that in which none leaves
/// the input buffer ([`tailback_spec::switch::lossless`]).
pub(super) const HELD_UP: u64 = 1;
/// From the cycle in which a queue has room to that in which the end of a packet is near
/// ([`tailback_spec::switch::progress`]).
pub(super) const NEAR: u64 = 2;

/// Cycles of a frame of the limiter.
pub(super) const FRAME: u64 = FRAME_CYCLES as u64;
/// From the cycle in which the limiter takes an event to the first one in which it can be decided.
pub(super) const HELD: u64 = 3;
/// From the cycle in which an ACK is accepted to that whose look-up sees it
/// ([`tailback_spec::nic::response`]).
pub(super) const SEEN_BY_LOOK_UP: u64 = 3;
/// From the cycle in which an answer is taken to that in which it can begin to go
/// ([`tailback_spec::nic::transmit`]).
pub(super) const ANSWER_BUILT: u64 = BUILD_CYCLES as u64 + 1;
/// From the last beat of a packet at a NIC to the cycle in which its answer is offered
/// ([`tailback_spec::nic::reflector`]).
pub(super) const ACK_ANSWER: u64 = LAST_TO_ACK - ANSWER_BUILT - 1;
/// From the cycle in which a flow comes to wait for its answer to that in which it can be taken
/// ([`tailback_spec::nic::reflector`]).
pub(super) const ANSWER_WAITS: u64 = 2;
/// From the cycle in which a flow leaves to that in which its answer is offered, after it was read.
pub(super) const ANSWER_READ: u64 = 2;
/// The same, if a further answer was joined in that cycle.
pub(super) const JOINED_ANSWER: u64 = 1;
/// From the last beat of an ACK at a NIC to the cycle in which it is offered to the limiter.
pub(super) const ACK_OFFERED: u64 = ACK_TO_LIMITER;
