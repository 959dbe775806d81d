//! Delays of the hardware, in cycles, with the pages that define them.
//!
//! A packet whose header reaches a switch in cycle *c* has been checked in *c* + 1, is written to
//! the input buffer in *c* + 2, and is in the list of its queue from *c* + 3 on. With FIFO, only
//! one further packet for an output port enters the list in each cycle, so one that arrives
//! together with others may wait for them. If the look of an output port in cycle *e* leads to a
//! grant, the output port offers itself in *e* + 1, the packet is granted in *e* + 2, read in
//! *e* + 3, leaves the input buffer from *e* + 4 on, is at the output port from *e* + 7 on, and on
//! the link from *e* + 8 on: [`LATENCY_CYCLES`] after it arrived, if nothing delays it. Both forms of
//! the engine date a choice to the cycle of the look.
//!
//! The input buffer issues a beat at the earliest [`VISIBLE_CYCLES`] cycles after it was written.
//! This never delays a beat: links deliver the beats of a packet in consecutive cycles, and the
//! first one is issued five cycles after it was written, or later. For the same reason, the last
//! beat has been written when the end of a packet is near.
//!
//! The form `exact` dates the arrival of a packet to the cycle in which its header has been
//! checked. The form `ideal` dates it a cycle earlier, and counts the check as part of the crossbar
//! ([`PASSED`]): its choices are a cycle early, and so are all events that they depend on.

use tailback_spec::{
    fabric::time::ACK_TO_LIMITER,
    nic::{rate_limiter::FRAME_CYCLES, response::SEEN_CYCLES, transmit::BUILD_CYCLES},
    switch::{
        input_buffer::{FETCH_CYCLES, VISIBLE_CYCLES},
        top::LATENCY_CYCLES,
    },
};

// Five cycles pass from the write of a beat to its issue, as long as nothing delays a packet.
const _: () = assert!(VISIBLE_CYCLES as u64 <= LISTED - WRITTEN + READ + ISSUED);

/// Later than any time.
pub(super) const NEVER: u64 = u64::MAX;

/// From the cycle of a beat on the link to that of its check at a switch
/// ([`tailback_spec::switch::ingress`]).
pub(super) const CHECKED: u64 = 1;
/// From the cycle in which a beat has been checked to that in which it is written to the input
/// buffer, and in which a packet arrives at the allocator ([`tailback_spec::switch::top`]).
pub(super) const WRITTEN: u64 = 1;
/// From the cycle in which a packet has been checked to the first look of the allocator that sees
/// it, if no other packet has to enter the list before it
/// ([`tailback_spec::switch::allocator::fifo`]).
pub(super) const LISTED: u64 = WRITTEN + 1;
/// From the look that leads to a grant to the cycle in which the packet is read: the offer, the
/// grant and the start are one cycle apart ([`tailback_spec::switch::dispatcher`]).
pub(super) const READ: u64 = 3;
/// From the cycle in which a packet is read to that in which its first beat leaves the input buffer
/// ([`tailback_spec::switch::input_buffer`]).
pub(super) const ISSUED: u64 = 1;
/// From the cycle in which a beat leaves the input buffer to that in which it is at the output port
/// ([`tailback_spec::switch::top`]).
pub(super) const CROSSED: u64 = LATENCY_CYCLES as u64 - CHECKED - LISTED - READ - ISSUED - DRIVEN;
/// From the cycle in which an output port decides what it transmits to that in which it is on the
/// link: its outputs are registers ([`tailback_spec::switch::egress`]).
pub(super) const DRIVEN: u64 = 1;
/// [`CHECKED`], [`ISSUED`], [`CROSSED`] and [`DRIVEN`] together.
pub(super) const PASSED: u64 = CHECKED + ISSUED + CROSSED + DRIVEN;
/// From a look of an output port that leads to an offer to the next one that can lead to an offer,
/// if the offer is declined ([`tailback_spec::switch::allocator::fifo`],
/// [`tailback_spec::switch::allocator::round_robin`]).
pub(super) const CHOICE: u64 = 2;
/// From a look that leads to a grant to the next one of which the input port can accept an offer:
/// offers that stand in the two cycles after a grant are void. No look sees the grant before
/// ([`tailback_spec::switch::allocator::fifo`]).
pub(super) const ACCEPTS: u64 = 3;
/// From a look that leads to a grant that starts no packet to the next one of the output port that
/// can lead to an offer ([`tailback_spec::switch::allocator::round_robin`]).
pub(super) const GRANTED_IN_VAIN: u64 = 3;
/// From a look whose offer is declined to the first one that sees that
/// ([`tailback_spec::switch::allocator::fifo`]).
pub(super) const DECLINED: u64 = 3;
/// Least distance of two short packets of one input port or to one output port
/// ([`tailback_spec::switch::top`]).
pub(super) const LEAST_APART: u64 = READ + KNOWN;
/// From the cycle in which a packet is read to the first look that sees the next packet of the same
/// input and output port, if that was written before ([`tailback_spec::switch::input_buffer`]).
pub(super) const FETCHED: u64 = FETCH_CYCLES as u64;
/// From the first look that can choose an output port again to the first free cycle of its link.
pub(super) const AHEAD: u64 = READ + PASSED;
/// From the first cycle in which blocks are free to that in which their credits count at the other
/// end of a link without delay, where flow-control packets take no time. In the hardware it is the
/// sum of [`TOLD_FREE`], [`BUILT`], [`DRIVEN`], [`CHECKED`] and [`SWITCH_CREDITS`]
/// (`docs/decisions/2026-11-22-engine-and-twin.md`).
pub(super) const CREDIT: u64 = 2;
/// From the first cycle in which a packet's blocks are free to the first free one of its link.
pub(super) const FREED: u64 = CROSSED + DRIVEN + 1 - RELEASED;
/// From the arrival of an ACK to the cycle in which a start that it allows is on the link
/// ([`tailback_spec::nic::rate_limiter`], one flow).
pub(super) const GRANT: u64 = 2;
/// Bytes of an ACK (INFOCOM'03 Table I).
pub(super) const ACK_BYTES: usize = 20;

/// From the cycle in which a packet is read to the first one in which its end can be near: a
/// register behind the count of its beats ([`tailback_spec::switch::input_buffer`]).
pub(super) const KNOWN: u64 = 1;
/// From the first cycle in which the end of a packet is near to that in which the last beat leaves
/// the input buffer ([`tailback_spec::switch::input_buffer`]).
pub(super) const LEFT: u64 = 3;
/// From the cycle in which a packet is read to the first one in which it can end, even if its last
/// beat left the input buffer before ([`tailback_spec::switch::input_buffer`]).
pub(super) const LASTS: u64 = 2;
/// From the cycle in which a packet ends to the first one in which its blocks are free
/// ([`tailback_spec::switch::input_buffer`]).
pub(super) const RELEASED: u64 = 2;
/// From the cycle in which a packet is read to the first look that sees the credits without its
/// blocks: looks between see them without those of a longest packet
/// ([`tailback_spec::switch::credits`]).
pub(super) const CLAIMED: u64 = 3;
/// From the cycle in which a buffer reports a packet to that in which the packet is counted, and
/// from that in which the buffer reports that it is full to that in which the counters see it
/// ([`tailback_spec::switch::policy_marking`]).
pub(super) const COUNTED: u64 = 1;
pub(super) const TOLD: u64 = 1;

/// From the first cycle in which blocks are free to that in which the credit limit for the
/// neighbour has risen: a register behind either ([`tailback_spec::switch::top`]).
pub(super) const TOLD_FREE: u64 = 2;
/// From the cycle in which a credit limit changes to that in which a flow-control packet with it is
/// held. On the link, of a switch or of a NIC, it is [`DRIVEN`] later.
pub(super) const BUILT: u64 = 1;
/// From the cycle in which a flow-control packet has been checked at a switch to the first look
/// that sees its credits: registers before the limit, the limit, and the credits that are available
/// ([`tailback_spec::switch::credits`]).
pub(super) const SWITCH_CREDITS: u64 = 3;
/// From the arrival of a flow-control packet at a NIC to the first cycle in which the first beat of a
/// packet that waited for its credits is held. The packet is decoded two cycles after it arrives;
/// three registers follow, the limit, the comparison and the look-up
/// ([`tailback_spec::nic::top`]), and the beat that begins.
pub(super) const NIC_CREDITS: u64 = 6;
/// From the cycle in which the first beat of a packet is held at a NIC to the first one in which the
/// first beat of the next packet can be: no credits are looked up in the two cycles after one in
/// which a packet begins ([`tailback_spec::nic::top`]).
pub(super) const SETTLED: u64 = 3;
/// From the first beat of a block at a NIC to the cycle in which the credit limit for the neighbour
/// has risen.
pub(super) const RECEIVED: u64 = 3;

/// From the cycle in which a queue holds so many beats that no more may be issued to that in which
/// no beat leaves the input buffer ([`tailback_spec::switch::top`]).
pub(super) const HELD_UP: u64 = 1;
/// From the cycle in which a queue has free space to that in which the end of a packet can be near
/// ([`tailback_spec::switch::top`]).
pub(super) const NEAR: u64 = 1;

/// Cycles of a frame of the limiter.
pub(super) const FRAME: u64 = FRAME_CYCLES as u64;
/// From the cycle in which the limiter accepts an event to the first one in which it can be
/// decided.
pub(super) const HELD: u64 = 3;
/// From the cycle in which an ACK is accepted to the first look-up that sees it
/// ([`tailback_spec::nic::response`]).
pub(super) const SEEN_BY_LOOK_UP: u64 = SEEN_CYCLES as u64;
/// From the cycle in which an ACK is accepted to the first one in which its first beat can be held:
/// it is built, begins, and is held one cycle after that ([`tailback_spec::nic::transmit`]).
pub(super) const ANSWER_BUILT: u64 = BUILD_CYCLES as u64 + 2;
/// From the last beat of a packet at a NIC to the cycle in which its ACK is offered: the packet is
/// decoded after two cycles, and the reply is offered four cycles later
/// ([`tailback_spec::nic::reflector`]).
pub(super) const ACK_ANSWER: u64 = 6;
/// From the cycle in which a flow begins to wait for its ACK to that in which the ACK can be taken
/// from the list ([`tailback_spec::nic::reflector`]).
pub(super) const ANSWER_WAITS: u64 = 2;
/// From the cycle in which a flow leaves the list to that in which its ACK is offered, after it was
/// read.
pub(super) const ANSWER_READ: u64 = 2;
/// From the cycle in which a flow leaves the list to that in which its ACK is offered, if a further
/// ACK was joined in that cycle.
pub(super) const JOINED_ANSWER: u64 = 1;
/// From the last beat of an ACK at a NIC to the cycle in which it is offered to the limiter.
pub(super) const ACK_OFFERED: u64 = ACK_TO_LIMITER;
