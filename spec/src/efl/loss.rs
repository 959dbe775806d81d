//! Detection of losses: double duplicate ACKs and retransmission time-outs (Shimonishi'07 §II).
//!
//! # Rules
//!
//! Times are ticks of 100 ns, modulo 2²⁴; `srtt8` is eight times the smoothed RTT. With
//! [`time_out`],
//!
//! ```text
//! RTO = min(max(2 * srtt8 div 8, rto_min) * 2^backoff, 2^22)
//! ```
//!
//! The paper gives neither the RTO nor its back-off. A flow's [`Timer`] changes with these events:
//!
//! | event | effect |
//! |---|---|
//! | *sent*: a packet of the flow is sent | if not armed: `armed' = 1`, `deadline' = now + RTO` |
//! | *acknowledged*: an ACK for packets in flight | `srtt8'` of [`smooth`]; `dups' = recovering' = backoff' = 0`; `armed' =` packets are still in flight; `deadline' = now + RTO'` |
//! | *duplicate*: an ACK with [`Flags::GAP`](crate::wire::efl::Flags::GAP) for no packet in flight, while some are | if not `recovering`: `dups' = dups + 1`; with the second one a loss: `dups' = 0`, `recovering' = 1`, `deadline' = now + RTO` |
//! | *scanned*, while armed and `(now - deadline) mod 2^24 < 2^23` | a loss by time-out: `backoff' = min(backoff + 1, 10)`, `dups' = 0`, `recovering' = 1`, `deadline' = now + RTO'` |
//!
//! `now` is that of the event's cycle. A flow is `recovering` until a packet in flight is
//! acknowledged: the duplicates that follow the first two are of the same loss. [`Timer::apply`] is
//! this table as a function.
//!
//! # Cycle by cycle
//!
//! The module has the frames of eight cycles of [`transmit`](super::transmit): cycle `c` after
//! reset is phase `c mod 8` of frame `c div 8`. Events are inputs of a fixed phase, one of each in
//! a frame:
//!
//! | phase | event | takes effect at the end of phase |
//! |---|---|---|
//! | 2 | `acknowledged` or `duplicate` | 3 |
//! | 4 | `sent` | 5 |
//! | 6 | scan of flow `scan`, if it exists and phase 3 of this frame had no loss | 7 |
//!
//! The timer is read in the phase of the event and written at the end of the next one; `now`,
//! `set_rto_min` and the inputs are those of the event's phase. In other phases the event inputs
//! are ignored. `scan` is 0 after reset, has `flow_bits` bits, and is increased by 1 at the end of
//! phase 7 of each frame in which phase 3 had no loss. A frame has one loss at most: it is reported
//! in phase 0 of the next frame, where `lost` is 1, with `lost_flow` and `lost_late` (1: time-out),
//! which keep their values until the next loss.
//!
//! After reset, `sweeping` is 1 in as many whole frames as are needed for one cycle per flow;
//! timers are 0 then, and events of these frames, scans included, are ignored; `scan` stays 0.
//!
//! Ports, in this order:
//!
//! | port | bits | meaning |
//! |---|---|---|
//! | in `now` | 24 | time in ticks |
//! | in `set_rto_min` | 24 | least time-out |
//! | in `ack_flow` | `flow_bits` | flow of the ACK |
//! | in `acknowledged` | 1 | packets in flight were acknowledged |
//! | in `ack_rtt` | 24 | RTT of the ACK |
//! | in `ack_left` | 1 | packets are still in flight |
//! | in `duplicate` | 1 | a duplicate ACK; not with `acknowledged` |
//! | in `sent` | 1 | a packet is sent |
//! | in `sent_flow` | `flow_bits` | its flow |
//! | out `sweeping` | 1 | memories are being cleared |
//! | out `lost` | 1 | a packet of a flow is lost |
//! | out `lost_flow` | `flow_bits` | that flow; 0 after reset |
//! | out `lost_late` | 1 | by time-out; 0 after reset |
//!
//! Module: `tailback_efl_loss`.

use serde::{Deserialize, Serialize};

/// Longest time-out in ticks: 0.42 s, a quarter of the time after which time stamps repeat.
pub const LONGEST: u32 = 1 << 22;
/// Most doublings of the time-out.
pub const MOST_BACKOFF: u32 = 10;
/// Duplicate ACKs that are a loss ("double duplicate ACKs", Shimonishi'07 §II).
pub const DUPLICATES: u32 = 2;
/// Bits of `srtt8`.
pub const SMOOTH_BITS: u32 = 26;
/// Cycles of a frame.
pub const FRAME_CYCLES: u32 = 8;

const TIME_MASK: u32 = 0xFF_FFFF;

/// State of a flow. All fields are 0 after reset.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Timer {
    /// Packets are in flight.
    pub armed: bool,
    /// Time at which the first packet in flight is lost.
    pub deadline: u32,
    /// Eight times the smoothed RTT; 0: none was measured.
    pub srtt8: u32,
    /// Doublings of the time-out.
    pub backoff: u32,
    /// Duplicate ACKs since the last ACK of a packet in flight.
    pub dups: u32,
    /// A loss has been reported since the last ACK of a packet in flight.
    pub recovering: bool,
}

/// What happens to a flow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Event {
    /// A packet is sent.
    Sent,
    /// Packets in flight are acknowledged.
    Acknowledged {
        /// RTT in ticks, below 2²³.
        rtt: u32,
        /// Packets are still in flight.
        left: bool,
    },
    /// A duplicate ACK.
    Duplicate,
    /// The deadline is compared with the time.
    Scanned,
}

/// Kind of a loss.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Loss {
    /// Two duplicate ACKs.
    Duplicates,
    /// Retransmission time-out.
    TimeOut,
}

/// Smoothed RTT after an RTT: `srtt8 - srtt8 div 8 + rtt`; `8 * rtt` if there was none.
///
/// ```
/// use tailback_spec::efl::loss::smooth;
/// assert_eq!((smooth(0, 1000), smooth(8000, 1800)), (8000, 8800));
/// ```
pub fn smooth(srtt8: u32, rtt: u32) -> u32 {
    if srtt8 == 0 {
        return 8 * rtt;
    }
    srtt8 - srtt8 / 8 + rtt
}

/// Retransmission time-out in ticks: 1 to 2²².
///
/// ```
/// use tailback_spec::efl::loss::time_out;
/// assert_eq!([time_out(0, 5000, 0), time_out(80_000, 5000, 1), time_out(8, 5000, 10)], [5000, 40_000, 1 << 22]);
/// ```
pub fn time_out(srtt8: u32, rto_min: u32, backoff: u32) -> u32 {
    let base = u64::from((srtt8 / 4).max(rto_min));
    (base << backoff.min(MOST_BACKOFF)).min(LONGEST.into()) as u32
}

impl Timer {
    /// The timer after `event` at time `now`, and the loss that the event reports.
    pub fn apply(&self, event: Event, now: u32, rto_min: u32) -> (Timer, Option<Loss>) {
        let mut next = *self;
        let mut loss = None;
        match event {
            Event::Sent if self.armed => return (next, None),
            Event::Sent => next.armed = true,
            Event::Acknowledged { rtt, left } => {
                next.srtt8 = smooth(self.srtt8, rtt);
                (next.dups, next.recovering, next.backoff) = (0, false, 0);
                next.armed = left;
            }
            Event::Duplicate if self.recovering => return (next, None),
            Event::Duplicate if self.dups + 1 < DUPLICATES => {
                next.dups += 1;
                return (next, None);
            }
            Event::Duplicate => {
                (next.dups, next.recovering) = (0, true);
                loss = Some(Loss::Duplicates);
            }
            Event::Scanned => {
                const HALF: u32 = 1 << 23;
                let late = now.wrapping_sub(self.deadline) & TIME_MASK;
                if !self.armed || late >= HALF {
                    return (next, None);
                }
                next.backoff = (self.backoff + 1).min(MOST_BACKOFF);
                (next.dups, next.recovering) = (0, true);
                loss = Some(Loss::TimeOut);
            }
        }
        next.deadline = (now + time_out(next.srtt8, rto_min, next.backoff)) & TIME_MASK;
        (next, loss)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_duplicates_are_one_loss_until_an_ack() {
        let (timer, _) = Timer::default().apply(Event::Sent, 0, 5000);
        let (timer, loss) = timer.apply(Event::Duplicate, 10, 5000);
        assert_eq!(loss, None);
        let (timer, loss) = timer.apply(Event::Duplicate, 20, 5000);
        assert_eq!((loss, timer.deadline), (Some(Loss::Duplicates), 5020));
        let (timer, loss) =
            (0..9).fold((timer, None), |(timer, _), now| timer.apply(Event::Duplicate, now, 5000));
        assert_eq!((loss, timer.recovering), (None, true));
        let (timer, _) = timer.apply(Event::Acknowledged { rtt: 1000, left: false }, 30, 5000);
        assert!(!timer.recovering && !timer.armed);
    }

    #[test]
    fn a_time_out_backs_off_across_the_wrap_of_time() {
        let (mut timer, _) = Timer::default().apply(Event::Sent, TIME_MASK, 5000);
        assert_eq!(timer.deadline, 4999);
        assert_eq!(timer.apply(Event::Scanned, 4998, 5000).1, None);
        let mut now = timer.deadline;
        for backoff in 1..=12 {
            let (next, loss) = timer.apply(Event::Scanned, now, 5000);
            assert_eq!(loss, Some(Loss::TimeOut));
            let wait = next.deadline.wrapping_sub(now) & TIME_MASK;
            assert_eq!(wait, time_out(0, 5000, backoff));
            (timer, now) = (next, next.deadline);
        }
    }
}
