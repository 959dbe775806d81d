//! Receive path: checks frames, accepts data packets in order, and decides which are acknowledged
//! at once (Shimonishi'07 §II).
//!
//! # Frames
//!
//! Beats of a frame without its FCS come from the MAC, or from [`fcs`](super::fcs), and cannot be
//! stalled; `rx_tuser` with the last beat: the frame is bad. A beat received in cycle `r` is in a
//! register in `r + 1`. With `v` the cycle in which the last beat is in the register, the frame is
//! *judged* in `v + 2`. It is dropped for one [`Cause`] at most, the first of these:
//!
//! ```text
//! Bad       rx_tuser
//! Short     fewer than 60 bytes
//! Type      EtherType is not that of the configuration
//! Other     the destination is not set_address
//! Unknown   the flow label is no flow, the flow has no valid peer, or the source is not the peer's address
//! Length    data: a padded length that cannot be, or a payload longer than payload_bytes
//! Future    ACK: (now - stamp) mod 2^24 >= 2^23
//! Beyond    data: (sequence - expected) mod 2^24 is from 2^13 to 2^24 - 2^13 - 1
//! Overrun   data, in order: the payload did not fit into the receive buffer
//! Lost      ACK: the queue of received ACKs is full
//! ```
//!
//! Frames of which a next frame begins in `r + 1` are judged as all others: a frame has 60 bytes,
//! eight beats, and shorter ones are dropped; of frames with fewer than eight beats, each is
//! counted, in the order in which they are received. `now`, the registers and the peer are those of
//! cycle `v + 1`. The peer of the flow label is an input, as in [`transmit`](super::transmit): `peer_*`
//! is that of `peer_flow`, the low bits of the label, three cycles before; it is looked up from the
//! cycle after that on in which the beat with the label's second byte, beat 2, is in the register.
//!
//! # Data
//!
//! Each flow has `expected` (24 bits) and `count` (8 bits), both 0 after reset. With
//! `d = (sequence - expected) mod 2^24`,
//!
//! | `d` | packet | reply |
//! |---|---|---|
//! | 0 | in order: goes to the host; `expected' = expected + 1` | if PROBE, LAST or `count + 1 >= ack_every`: an ACK, `count' = 0`; else none, `count' = count + 1` |
//! | 1 to 2¹³ - 1 | behind a gap: dropped, `gaps` | an ACK with GAP, `count' = 0` |
//! | 2²⁴ - 2¹³ to 2²⁴ - 1 | duplicate: dropped, `duplicates` | an ACK, `count' = 0` |
//!
//! A packet dropped as Overrun changes nothing. The reply has the flow, `sequence = expected'`,
//! `stamp` and PROBE of the packet; PROBE is 0 unless the packet is in order. [`data`] is this
//! table as a function. New values are written at the end of `v + 2`, and the next frame of the
//! flow sees them.
//!
//! # Host
//!
//! Payloads in order are *kept*, realigned to beats of 8 bytes, in a ring of [`buffer_beats`].
//! `held` counts the beats that are kept and have not moved to the outputs. A packet of `p` payload
//! bytes fits if, with `held` as cycle `v + 2` begins,
//!
//! ```text
//! held + ceil(p / 8) <= buffer_beats
//! ```
//!
//! and is kept with the end of `v + 2`. The registers `m_*` are free in a cycle with `m_tvalid = 0`
//! or `m_tready = 1`. In a cycle `c` in which they are, the next beat that was kept with the end of
//! cycle `c - 2` or before moves into them, and is shown from `c + 1` on: the first beat of a
//! packet from `v + 5` on at the earliest, and the others in consecutive cycles. If none moves,
//! `m_tvalid` is 0 from `c + 1` on, and the other `m_*` keep their values. `m_tid` is the flow, in
//! all beats. `m_tkeep` is `0xFF` but in the last beat; invalid bytes are 0.
//!
//! (The beats are written as they are received, before the frame is judged, so the memory has twice
//! that size. As a frame's payload begins in its beat 2, the one before is judged before the first
//! beat of the next one is written.)
//!
//! # Queues
//!
//! Two queues of [`QUEUE`] entries, with the rules of the queues in [`endpoint`](super::endpoint):
//! of ACKs received, `ack_*`, and of replies to be sent, `reply_*`. A reply or ACK is put in
//! `v + 2`. A reply for which the queue is full is lost, and counted (`replies_lost`); the sender's
//! time-out repairs that. The RTT is `(now - stamp) mod 2^24` in cycle `v + 1`, and `ack_time` is
//! `now` of that cycle.
//!
//! After reset, `sweeping` is 1 for as many cycles as there are flows; frames judged then are
//! dropped without a count. Then and in the five cycles after, `peer_valid` is 0: no peer is valid
//! before the endpoint is ready.
//!
//! `accepted_flow` is 0 without `accepted`, and `ack_*` and `reply_*` are 0 while their queue is empty.
//! `acks` is 1 for an ACK that is put into its queue.
//!
//! Ports, in this order (`f` = `flow_bits`):
//!
//! | port | bits | meaning |
//! |---|---|---|
//! | in `now` | 24 | time in ticks |
//! | in `set_address` | 48 | MAC address of the endpoint |
//! | in `rx_tvalid`, `rx_tdata`, `rx_tkeep`, `rx_tlast`, `rx_tuser` | 1, 64, 8, 1, 1 | frames |
//! | in `peer_valid`, `peer_address` | 1, 48 | peer of `peer_flow` |
//! | in `m_tready` | 1 | the host accepts the beat |
//! | in `ack_take`, `reply_take` | 1, 1 | the head of the queue is taken |
//! | out `sweeping` | 1 | memories are being cleared |
//! | out `peer_flow` | f | flow whose peer is looked up |
//! | out `m_tvalid`, `m_tdata`, `m_tkeep`, `m_tlast`, `m_tid` | 1, 64, 8, 1, f | payloads for the host |
//! | out `ack`, `ack_flow`, `ack_sequence`, `ack_gap`, `ack_probe`, `ack_rtt`, `ack_time` | 1, f, 24, 1, 1, 24, 24 | head of the queue of ACKs received |
//! | out `reply`, `reply_flow`, `reply_sequence`, `reply_stamp`, `reply_probe`, `reply_gap` | 1, f, 24, 24, 1, 1 | head of the queue of replies |
//! | out `accepted`, `accepted_flow` | 1, f | a packet in order was accepted; in `v + 3` |
//! | out `duplicates`, `gaps`, `acks`, `replies_lost` | 1 each | events; in `v + 3`; `acks`: an ACK was put |
//! | out `drops` | 10 × 1 | a frame was dropped, by [`Cause`]; in `v + 3` |
//!
//! Module: `tailback_efl_receive`.

use super::{Efl, BEAT_BYTES};
use serde::{Deserialize, Serialize};

/// Entries of the queues of received ACKs and of replies.
pub const QUEUE: usize = 16;
/// Sequence numbers on either side of the expected one that belong to some window.
pub const REACH: u32 = 1 << 13;

/// Reason for which a frame is dropped, in the order of `drops`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cause {
    /// Marked as bad by the MAC or by the check of the FCS.
    Bad,
    /// Cut short: fewer than 60 bytes.
    Short,
    /// Another EtherType.
    Type,
    /// Another destination.
    Other,
    /// A flow that does not exist, has no peer, or another one than the source.
    Unknown,
    /// A payload length that cannot be.
    Length,
    /// The time stamp of an ACK is from the future.
    Future,
    /// A sequence number beyond any window.
    Beyond,
    /// The host did not take the packets before in time.
    Overrun,
    /// The queue of received ACKs was full.
    Lost,
}

impl Cause {
    /// All causes, in the order of the elements of `drops`.
    pub const ALL: [Cause; 10] = [
        Cause::Bad,
        Cause::Short,
        Cause::Type,
        Cause::Other,
        Cause::Unknown,
        Cause::Length,
        Cause::Future,
        Cause::Beyond,
        Cause::Overrun,
        Cause::Lost,
    ];
}

/// Beats of the receive buffer: a power of two, for at least four of the longest payloads.
pub fn buffer_beats(efl: &Efl) -> u32 {
    const PACKETS: u32 = 4;
    (PACKETS * efl.payload_bytes().div_ceil(BEAT_BYTES as u32)).next_power_of_two()
}

/// State of a flow at the receiver.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Expected {
    /// Sequence number of the next packet in order.
    pub sequence: u32,
    /// Packets accepted since the last ACK.
    pub count: u32,
}

/// What a data packet is to its flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Order {
    /// The next packet.
    Next,
    /// A packet behind a gap.
    Gap,
    /// A packet that was accepted before.
    Duplicate,
    /// A packet beyond any window.
    Beyond,
}

/// What a data packet is to its flow, the flow's state after it, and whether it is acknowledged.
pub fn data(
    state: Expected,
    sequence: u32,
    at_once: bool,
    ack_every: u32,
) -> (Order, Expected, bool) {
    const MASK: u32 = 0xFF_FFFF;
    let distance = sequence.wrapping_sub(state.sequence) & MASK;
    let cleared = Expected { count: 0, ..state };
    match distance {
        0 => {
            let replies = at_once || state.count + 1 >= ack_every;
            let count = if replies { 0 } else { state.count + 1 };
            (Order::Next, Expected { sequence: (state.sequence + 1) & MASK, count }, replies)
        }
        1..REACH => (Order::Gap, cleared, true),
        _ if distance > MASK - REACH => (Order::Duplicate, cleared, true),
        _ => (Order::Beyond, state, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_ack_in_ten_and_at_once_what_is_out_of_order() {
        let mut state = Expected { sequence: 0xFF_FFF8, count: 0 };
        let mut replies = 0;
        for packet in 0..20 {
            let (order, next, replied) = data(state, (0xFF_FFF8 + packet) & 0xFF_FFFF, false, 10);
            assert_eq!((order, replied), (Order::Next, packet % 10 == 9));
            (state, replies) = (next, replies + u32::from(replied));
        }
        assert_eq!((state.sequence, replies), (12, 2));
        assert_eq!(
            data(state, 12, true, 10),
            (Order::Next, Expected { sequence: 13, count: 0 }, true)
        );
        assert_eq!(data(state, 13, false, 10), (Order::Gap, state, true));
        assert_eq!(data(state, 11, false, 10), (Order::Duplicate, state, true));
        assert_eq!(data(state, 12 + REACH, false, 10), (Order::Beyond, state, false));
        assert_eq!(
            data(state, 0xFF_FFFF & 12_u32.wrapping_sub(REACH + 1), false, 10).0,
            Order::Beyond
        );
        assert_eq!(
            data(state, 0xFF_FFFF & 12_u32.wrapping_sub(REACH), false, 10).0,
            Order::Duplicate
        );
    }
}
