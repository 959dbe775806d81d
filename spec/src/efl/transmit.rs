//! Transmit path: packets of the host in the retransmission buffer, framing, go-back-N, and ACKs
//! (Shimonishi'07 §II).
//!
//! # Buffer
//!
//! Each flow has `W` = [`Efl::window`](super::Efl::window) slots; the packet with sequence number
//! `q` is in slot `q mod W`. Numbers have 24 bits; differences are modulo 2²⁴. A flow has
//!
//! ```text
//! una    the packet to be acknowledged next         written by ACKs
//! next   the packet to be sent next                 by sends, ACKs and losses
//! high   the packet after the last one ever sent    by sends
//! tail   the packet that the host fills next        by the host, as the three below
//! total  bytes of all packets of the flow, as [`Efl::size`](super::Efl::size) counts them, modulo 2^32
//! group  number of the group, modulo 256            first   its first packet
//! ```
//!
//! All are 0 after reset. `una <= next <= high <= tail` always (modulo 2²⁴, `next` at least `una`),
//! and at most `W - 1` packets are in the buffer: the slot of `tail` is always free, so that a
//! packet can be written before it is accepted. For each slot, `payload` (bytes) and `sum` (`total`
//! with this packet) are stored.
//!
//! Memories: a value that is written *at the end of* cycle `c` is read from cycle `c + 1` on. A
//! read in cycle `c` has the value before a write of the same cycle.
//!
//! # Host
//!
//! A beat is accepted with `s_tvalid` and `s_tready`. With the first beat of a packet in cycle `t`,
//! the values of flow `s_tid` are read in cycle `t`:
//!
//! ```text
//! idle    = una = tail
//! refused = s_tid is no flow (unknown), or tail - una = W - 1 (overflow)
//! ```
//!
//! A beat accepted in cycle `u` is written to the slot at the end of `u + 2`, unless the packet is
//! refused or the beat is behind the longest payload. With the last beat in cycle `u`: `payload` is 8 for each
//! beat before it and its valid bytes, and the packet is `long` if that exceeds `payload_bytes`. If
//! it is neither refused nor long, at the end of cycle `u + 1`
//!
//! ```text
//! tail' = tail + 1   total' = sum' = total + size(payload)   payload' = payload
//! group' = group + 1, first' = tail    if idle
//! ring' = 1, ring_flow' = the flow
//! ```
//!
//! Otherwise nothing changes, and in `u + 2` one of `host_drops` is 1: bit 0 unknown, 1 overflow, 2
//! long; the first of these. So a flow stays in its group if it became idle after the first beat of
//! the packet. `host_taken` and `host_taken_flow` report an accepted packet in `u + 2`.
//!
//! ```text
//! s_tready = not sweeping and not ring and no last beat was accepted in the cycle before    (registers only)
//! ```
//!
//! # Doorbells
//!
//! `ring` and `ring_loss` hold a doorbell each, with its flow:
//!
//! ```text
//! doorbell      = ring or ring_loss
//! doorbell_flow = flow of ring_loss if that is 1, else of ring
//! ring_loss' = 0 if ring_loss and doorbell_ready     ring' = 0 if ring and not ring_loss and doorbell_ready
//! ```
//!
//! # Frames
//!
//! Cycles are numbered from 0 after reset; cycle `c` is phase `c mod 8` of frame `c div 8`.
//! [`loss`] has the same frames. After reset, `sweeping` is 1 for as many whole frames
//! as are needed for one cycle per flow; nothing happens in them. In each other frame, values of
//! flows are read and written in the phases of
//!
//! | read in phase | written at the end of | event |
//! |---|---|---|
//! | 7 of the frame before | 1 | an ACK that is offered by `ack` |
//! | 2 | 3 | a send: the grant that is held |
//! | 4 | 5 | a loss: `lost` of phase 0, with `lost_flow` |
//!
//! # ACKs
//!
//! `ack_take` is 1 in phase 7 of a frame that is not swept; an ACK offered there (`ack`) for flow
//! `ack_flow`, which exists, with number `a` is one of
//!
//! ```text
//! new        1 <= a - una <= high - una      una' = a     next' = a if next - una < a - una, else next
//! duplicate  a = una, una != high, ack_gap
//! old        a != una, una - a < 2^23        nothing changes, as for the next
//! bad        high < a, that is, none of the others, and a != una
//! ```
//!
//! In phase 2 of the next frame, registers report it. `acknowledged`, `duplicate`, `acks_old`,
//! `acks_bad` and `credit` are 1 in that phase only. N is `set_probe_packets` in phase 7.
//!
//! ```text
//! acknowledged = new      duplicate = duplicate      acks_old = old      acks_bad = bad
//! acked_flow = the flow   acked_rtt = ack_rtt        acked_left = (a != high)
//! credit = new            credit_count = a - una     credit_flow = the flow
//! ```
//!
//! and for [`rate`](super::rate): `event_valid = new`, with `event_group = group`, `event_loss = 0`,
//! `event_covered = (a - first >= N)`, `event_probe = ack_probe`, `event_rtt = ack_rtt`,
//! `event_time = ack_time`, `event_bytes = sum` of packet `a - 1`.
//!
//! # Losses
//!
//! A loss of a flow with `una = high` changes nothing, and has no event. Otherwise, at the end of
//! phase 5, `next' = una`, `ring_loss' = 1` and its flow is that of the loss. (A limiter accepts a
//! doorbell every four cycles, so the one of the loss before is gone by then; if the limiter does
//! not, it is replaced.) In phase 6: `event_valid = 1`, `event_loss = 1`, `event_group = group`,
//! `event_flow`; the other `event_*` are 0. All `event_*` but `event_valid` keep their values otherwise.
//!
//! # Sends
//!
//! `grant_ready` is 1 if no grant is held, also while memories are being cleared. A grant accepted in
//! cycle `t` is held from `t + 1` on. In phase 2 of a frame that is not swept, with a grant held and
//! stage *A* empty as the cycle begins, the flow is read, and at the end of phase 3 the grant is no longer held, and A has
//!
//! ```text
//! has  = next != tail          more = next + 1 != tail          again = next != high
//! next' = next + 1   high' = next + 1 if next = high            if has
//! A: flow, sequence = next, group, sent = next - first, payload of the slot
//! ```
//!
//! In phase 4: `sent = has`, `sent_flow`, `sent_again = again` (pulses of one cycle). In phase 6:
//! `request = has`, with the inputs of [`pace`](super::pace): `request_flow`, `request_group`,
//! `request_sent`, `request_size = size(payload)`. From phase 2 of the next frame on, `start` is 1
//! until `start_ready`, with `start_flow`, `start_words = words`, `start_more = more`,
//! `delay = ipd`; without `has`, `start_words` is 0 and `start_more` is 0, and A is empty after the
//! start. The results of pace are passed on without a register: `delay = ipd` in all cycles, and
//! `start_words = words` while `start` is 1 and A `has` a packet. From phase 2 of the next frame on, A is *ready* (with `has`); it is empty from the cycle after that on in which the frame
//! begins and the start has been accepted, whichever is later.
//!
//! An ACK of the queue of ACKs to be sent is taken into stage *K* in a cycle in which `reply_take`,
//! that is, K is empty and not `sweeping`, and `reply` are 1, and is ready from the fourth cycle
//! after that on; K is empty from the cycle after that on in which its frame begins.
//!
//! # Framing
//!
//! ```text
//! room    = not m_tvalid or m_tready
//! begins  = room and no frame is being sent and (A is ready or K is ready)
//! replies  = K is ready and (A is not ready or the last frame that began was data)      data after reset
//!            the frame is K's ACK with `begins` and `replies`, and A's data with `begins` otherwise
//! ```
//!
//! In a cycle with `begins` the first beat of the frame moves into the registers `m_*`, and in each
//! following cycle with `room` the next one; the frame is being sent until its last beat has moved.
//! A beat that moves is shown from the next cycle on; `m_tvalid` is 0 from the next cycle on if
//! none moves in a cycle with `room`. The other `m_*` keep their values. The frame is that of
//! [`Repr::emit`](crate::wire::efl::Repr::emit), with
//!
//! | field | data | ACK |
//! |---|---|---|
//! | destination, label | peer of A's flow | peer of K's flow |
//! | source | `set_address` in each cycle in which one of its bytes moves | the same |
//! | sequence | of A | `reply_sequence` |
//! | stamp | `now` in the cycle with `begins` | `reply_stamp` |
//! | flags | PROBE = `probe` of pace, LAST = not `more`, PADDED | ACK, PROBE = `reply_probe`, GAP = `reply_gap` |
//!
//! Inputs in the table are those of the cycle with `begins`, if nothing else is stated. `m_tkeep` is
//! `0xFF` in all beats but the last, and bytes behind the last are 0. The *peer* of a
//! flow is an input: `data_peer_*` is that of `data_peer_flow` three cycles before, a register with
//! the flow that entered A last (0 after reset), and `reply_peer_*` that of `reply_peer_flow`, the
//! flow that entered K last. MAC
//! addresses have the first byte on the wire in bits 47 to 40.
//!
//! The slot of a packet that is being sent again may be overwritten if the packet is acknowledged
//! meanwhile. Its frame then has the old number and length, and payload bytes that are not
//! specified, as a beat may be read while it is written; the receiver does not expect that number any
//! more, and drops it.
//!
//! # Outputs without an event
//!
//! Outputs that describe an event are 0 in cycles without it: `host_taken_flow` without
//! `host_taken`, `credit_flow` and `credit_count` without `credit`, `sent_flow` and `sent_again`
//! without `sent`, `request_*` without `request`, `start_flow`, `start_words` and `start_more` without
//! `start`, and `acked_*` but in phase 2 of a frame before which an ACK was taken, whatever its
//! verdict.
//! `reply_take` is 0 while memories are being cleared.
//!
//! Ports, in this order (`f` = `flow_bits`):
//!
//! | port | bits | meaning |
//! |---|---|---|
//! | in `now` | 24 | time in ticks |
//! | in `set_address` | 48 | MAC address of the endpoint |
//! | in `set_probe_packets` | 8 | N |
//! | in `s_tvalid`, `s_tdata`, `s_tkeep`, `s_tlast`, `s_tid` | 1, 64, 8, 1, f | packets of the host: payloads |
//! | in `doorbell_ready`, `start_ready` | 1, 1 | of the limiter |
//! | in `grant`, `grant_flow` | 1, f | of the limiter |
//! | in `ack`, `ack_flow`, `ack_sequence`, `ack_gap`, `ack_probe`, `ack_rtt`, `ack_time` | 1, f, 24, 1, 1, 24, 24 | an ACK was received |
//! | in `lost`, `lost_flow` | 1, f | of loss |
//! | in `words`, `ipd`, `probe` | 12, 8, 1 | of pace |
//! | in `reply`, `reply_flow`, `reply_sequence`, `reply_stamp`, `reply_probe`, `reply_gap` | 1, f, 24, 24, 1, 1 | an ACK is to be sent |
//! | in `data_peer_address`, `data_peer_label` | 48, 16 | peer |
//! | in `reply_peer_address`, `reply_peer_label` | 48, 16 | peer |
//! | in `m_tready` | 1 | the beat is accepted |
//! | out `s_tready` | 1 | the beat of the host is accepted |
//! | out `sweeping` | 1 | memories are being cleared |
//! | out `host_taken`, `host_taken_flow` | 1, f | a packet of the host is in the buffer |
//! | out `host_drops` | 3 × 1 | a packet of the host is dropped |
//! | out `credit`, `credit_flow`, `credit_count` | 1, f, `window_bits` | packets of the flow have left the buffer |
//! | out `doorbell`, `doorbell_flow` | 1, f | for the limiter |
//! | out `start`, `start_flow`, `start_words`, `start_more`, `delay` | 1, f, 12, 1, 8 | for the limiter |
//! | out `grant_ready` | 1 | for the limiter |
//! | out `ack_take`, `reply_take` | 1, 1 | the ACK is taken |
//! | out `acknowledged`, `duplicate`, `acked_flow`, `acked_rtt`, `acked_left` | 1, 1, f, 24, 1 | for loss |
//! | out `acks_old`, `acks_bad` | 1, 1 | an ACK is ignored |
//! | out `sent`, `sent_flow`, `sent_again` | 1, f, 1 | a packet is sent |
//! | out `request`, `request_flow`, `request_group`, `request_sent`, `request_size` | 1, f, 8, 24, 11 | for pace |
//! | out `event_valid`, `event_flow`, `event_group`, `event_loss`, `event_covered`, `event_probe`, `event_rtt`, `event_time`, `event_bytes` | 1, f, 8, 1, 1, 1, 24, 24, 32 | for rate |
//! | out `data_peer_flow`, `reply_peer_flow` | f, f | flows whose peers are looked up |
//! | out `m_tvalid`, `m_tdata`, `m_tkeep`, `m_tlast` | 1, 64, 8, 1 | frames without FCS |
//! | out `replied` | 1 | an ACK frame began in the cycle before |
//!
//! A packet is looked up every 16 cycles at most, so frames of 128 bytes and more follow each other
//! without a gap, as far as limiter and MAC permit.
//!
//! All outputs are registers, or gates of registers and of the results of pace. Reset: all of them are
//! 0 but `sweeping` and `grant_ready`.
//!
//! Module: `tailback_efl_transmit`.

use super::loss;

/// Cycles of a frame of the flows' memories; that of [`loss`].
pub const FRAME_CYCLES: u32 = loss::FRAME_CYCLES;
/// Phase in which an ACK is read; it is reported in the next frame.
pub const ACK_PHASE: u32 = 7;
/// Phase in which a loss is offered.
pub const LOST_PHASE: u32 = 0;
/// Phase in which a send is read.
pub const SEND_PHASE: u32 = 2;
/// Phase in which a loss is read.
pub const LOSS_PHASE: u32 = 4;
/// Cycles from a flow at a peer look-up to its peer.
pub const PEER_CYCLES: usize = 3;
/// Cycles from an ACK to be sent to the earliest beginning of its frame.
pub const REPLY_CYCLES: u32 = 4;

/// Reason for which a packet of the host is dropped, in the order of `host_drops`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HostDrop {
    /// There is no such flow.
    Unknown,
    /// The flow has `W - 1` packets in the buffer: the host ignored its credits.
    Overflow,
    /// The payload is longer than the longest.
    Long,
}

/// What an ACK is to the flow that it is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It acknowledges packets in flight.
    New,
    /// It was triggered by a packet behind a gap, and acknowledges nothing new.
    Duplicate,
    /// It acknowledges what had been acknowledged before.
    Old,
    /// It acknowledges what was never sent.
    Bad,
    /// It has the number expected next, without a gap.
    Idle,
}

/// Verdict on an ACK with number `ack` and the flag GAP, for a flow with these numbers of 24 bits.
///
/// ```
/// use tailback_spec::efl::transmit::{verdict, Verdict};
/// let of = |ack, gap| verdict(ack, gap, 0xFF_FFFE, 2);
/// assert_eq!([of(2, false), of(0xFF_FFFE, true), of(0xFF_FFFD, true), of(3, false)],
///     [Verdict::New, Verdict::Duplicate, Verdict::Old, Verdict::Bad]);
/// ```
pub fn verdict(ack: u32, gap: bool, una: u32, high: u32) -> Verdict {
    const MASK: u32 = 0xFF_FFFF;
    const HALF: u32 = 1 << 23;
    let (advance, flight) = (ack.wrapping_sub(una) & MASK, high.wrapping_sub(una) & MASK);
    match advance {
        0 if gap && flight > 0 => Verdict::Duplicate,
        0 => Verdict::Idle,
        _ if advance <= flight => Verdict::New,
        _ if una.wrapping_sub(ack) & MASK < HALF => Verdict::Old,
        _ => Verdict::Bad,
    }
}
