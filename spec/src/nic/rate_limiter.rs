//! The rate limiter: grants packet starts to flows according to their schedules (INFOCOM'03 §III,
//! IBA annex A10).
//!
//! # Flows
//!
//! A flow has a *packet ready* or not, a number of packets *in flight*, and a *schedule*: the time
//! before which its next packet may not start. It is in one of four states:
//!
//! * *parked*: its schedule has passed, but it has no packet ready or its window is closed;
//! * *timed*: its schedule has not passed yet;
//! * *due*: it waits to be served;
//! * *granted*: it may start a packet, or its grant is about to be shown.
//!
//! Due flows are granted in the order in which they became due. After reset each flow is parked,
//! without a packet, and idle.
//!
//! * A *doorbell* reports that a flow has a packet ready.
//! * A *grant* requests that the flow starts one packet.
//! * A *start* reports that it does, how long the packet is, and whether there is a further one
//!   behind it. A start of 0 words reports that there is no packet after all.
//! * An *ACK* reports that a number of packets in flight have arrived, or are given up.
//!
//! Here, *words* are beats: words of the datapath.
//!
//! # Schedule
//!
//! Times are counted in *ticks*, of which there are `2^F` in a cycle ([`Nic::fraction_bits`]). A
//! packet of `words` words takes `Tp = words · 2^F` ticks. It requires a delay `d` between its
//! start and that of the flow's next packet:
//!
//! ```text
//! d = (ipd + 1) · Tp                          responses of INFOCOM'03 (IBA's static rate; F = 0)
//! d = Tp + (Tp >> shift) · multiplier         congestion control table (IBA annex A10)
//! ```
//!
//! The schedule is absolute. With `S` the flow's schedule and `t` the first tick of the cycle in
//! which the start is accepted:
//!
//! ```text
//! S' = t + d             if the flow was idle
//! S' = max(S + d, t)     else
//! ```
//!
//! A start that is late by less than a packet's delay does not make the next one later: the flow
//! has a credit of one packet, and its rate in the long run is exact. A flow *is idle* once its
//! schedule has passed and it has no packet ready: it earns no credit. A flow whose window is
//! closed does. The flow may start in cycle `T = ceil(S' / 2^F)`.
//!
//! Arithmetic is modulo `M = 2^(`[`Nic::time_bits`]` + F)` ticks, and the maximum is determined
//! from the lateness `l = (t - S - Tp) mod M`, which need not wait for the delay: `S' = S + d` if
//! `l < d - Tp` or `l >= M - E`, and `t` otherwise, with `E` of [`Nic::early_cycles`]. So a host
//! may report a start up to [`EARLY_CYCLES`] cycles before its grant is shown, as long as the grant
//! is shown before the start is decided; it gains nothing by it. A flow that is so late that its
//! lateness wraps around waits for no longer than `d + E`.
//!
//! # Many flows
//!
//! Cycles are numbered from 0 after reset; cycle `c` is phase `c mod 4` of frame `c div 4`. In the
//! first [`Nic::slots`] cycles memories are cleared: nothing is ready, and nothing happens.
//!
//! One event of each kind is held at a time. `…_ready` is 1 if none is, after those first cycles;
//! an event that is accepted then is held from the next cycle on, and until the end of the cycle in
//! which it is decided. In frame `k`:
//!
//! | phase | decided, in this order |
//! |---|---|
//! | 0 | the start that was held in phase 2 before |
//! | 0 | the list of slot `k + 1`, if there is one, becomes due; the walker; the head of the far queue |
//! | 1 | the ACK that was held in phase 3 before |
//! | 2 | the doorbell that was held in phase 0; the flow removed from the far queue in frame `k - 1` |
//! | 3 | the walker's flow is granted or parked |
//!
//! **Start** (phase 0 of frame `j`). It is legal if the flow is granted and the grant has been
//! accepted in an earlier cycle than this one. A legal start makes the flow timed and no longer
//! idle; `more` makes a packet ready; one more is in flight unless the packet has 0 words. Any
//! other start changes nothing, and `start_ignored` is 1 in phase 1. In phase 1 a legal start of at
//! least one word looks its delay up, which is sampled from `delay` in phase 0 of frame `j + 1`; a
//! packet of 0 words has `d = 0`. In phase 0 of frame `j + 2` the flow is inserted: with
//! `f = j + 4`, the first slot that can be reached, and `T` its time,
//!
//! * if `T div 4 < f + slots - 8`, in slot `max(T div 4, f)`;
//! * else at the tail of the far queue.
//!
//! **Slots.** A slot is the list of flows of one frame; a flow is inserted at the front of the
//! list. The flow's *rest* is `T mod 4`, or 0 if its slot is later than `T div 4`.
//!
//! **Far queue.** If it is not empty as phase 0 begins, the flow at its head is removed. In phase 2
//! of the next frame, `k`, it is inserted by the same rule with `f = k + 3`: in a slot, or at the
//! tail of the queue again.
//!
//! **Due.** In phase 0 of frame `k` the whole list of slot `k + 1` becomes due. The due queue has
//! lists: that of a slot, or of a single flow. The *walker* serves the list at the front. If it has
//! none as phase 0 begins, it takes the head of the due queue, or, if that is empty, the list of
//! the slot *directly*; else this list is appended to the queue.
//!
//! **Walker** (phase 3). If it has a list, and there was no grant to be accepted as this cycle
//! began, its first flow leaves the list. If the flow has a packet ready and an open window, it is
//! granted, and no longer has one ready; else it is parked, and is idle if it has no packet ready.
//! The grant is shown from the next cycle on; if the list was taken directly in this same frame,
//! and this is its first flow, the grant is shown only after as many further cycles as its rest.
//!
//! **ACK** (phase 1), for one packet or more of a flow, and for no more than it has in flight:
//! reduces the number in flight. If the flow is parked and has a packet ready, it becomes due as a
//! single flow. For any other ACK, `ack_ignored` is 1 in phase 2.
//!
//! **Doorbell** (phase 2): the flow has a packet ready. If it is parked and its window is open, it
//! becomes due as a single flow.
//!
//! **Delayed.** A packet is *delayed* in the cycles in which it is ready, the window is open and
//! the packet before it is over, but its schedule has not passed. Each flow stores the cycle `W`
//! from which this can hold:
//!
//! ```text
//! W' = t + words         with a legal start in cycle t: the packet before is over
//! W' = max(W, c)         if an ACK or a doorbell that is decided in cycle c makes the flow have both a packet
//!                        ready and an open window, and it is neither granted nor parked
//! late' = 1              the same, if it is parked: its schedule has passed
//! late' = 0              with a legal start
//! ```
//!
//! In the sixth cycle after that with `look_up`, `delayed` is 1, `delayed_flow` is the flow of that
//! look-up, and `delayed_cycles` is `max(T - W, 0)` with `T`, `W` as they were before that start;
//! or 0 if the flow was idle or late. In other cycles `delayed` is 0, and the other two keep their
//! last values; after reset they are 0.
//!
//! A grant is accepted in the cycle in which `grant` and `grant_ready` are 1. Starts and ACKs of
//! flows that do not exist are held, not legal and ignored; doorbells of such flows change nothing.
//! An undisturbed flow is granted in cycle `T` exactly, and one packet can be granted in every four
//! cycles; between a start and the next grant of the same flow there are 20 to 24 cycles.
//!
//! # One flow
//!
//! With a single flow there are no frames and no slots, and every event takes effect at the end of
//! its cycle; all `…_ready` are always 1. The flow is parked or due from the end of the first cycle
//! `u >= s + 7` with `u + 2 >= T`, `s` being the cycle of its start; the start's look-up is in
//! cycle `s + 1`, and its `delay` is sampled in cycle `s + 4`. In a cycle in which it is parked or
//! due as the cycle begins: if it has a packet ready and an open window as the cycle begins, it
//! becomes granted, has none ready (unless a doorbell is received), and the grant is shown from the
//! next cycle on; if it has none ready, it becomes idle. A start is legal if the grant was accepted
//! in an earlier cycle. A start and an ACK in one cycle both take effect; an ACK for more packets
//! than are in flight as the cycle begins, or for none, is ignored. `…_ignored` are 1 in the next
//! cycle. An undisturbed flow is granted in cycle `T` exactly, and no earlier than 9 cycles after a
//! start. For `W` and `late`, a flow is parked from the end of cycle `u` on until it is granted,
//! and an event of cycle `c` is decided in that cycle.
//!
//! # Ports
//!
//! | port | bits | meaning |
//! |---|---|---|
//! | in `doorbell` | 1 | a flow has a packet ready |
//! | in `doorbell_flow` | [`Nic::flow_bits`] | that flow |
//! | in `start` | 1 | a flow starts a packet |
//! | in `start_flow` | [`Nic::flow_bits`] | that flow |
//! | in `start_words` | [`Nic::word_bits`] | words of the packet, or 0 |
//! | in `start_more` | 1 | there is a further packet behind it |
//! | in `ack` | 1 | packets have arrived |
//! | in `ack_flow` | [`Nic::flow_bits`] | flow of these packets |
//! | in `ack_count` | [`Nic::window_bits`] | number of these packets |
//! | in `delay` | [`Nic::delay_bits`] | in the third cycle after a look-up ([`LOOK_UP_CYCLES`]): the flow's IPD, or its entry of the table: `{shift, multiplier}` |
//! | in `grant_ready` | 1 | the grant is accepted |
//! | out `doorbell_ready` | 1 | a doorbell is accepted |
//! | out `start_ready` | 1 | a start is accepted |
//! | out `ack_ready` | 1 | an ACK is accepted |
//! | out `look_up` | 1 | the delay of a flow is requested |
//! | out `look_up_flow` | [`Nic::flow_bits`] | flow of the start decided last; 0 after reset |
//! | out `look_up_fresh` | 1 | that start was legal and the flow had been idle; 0 after reset |
//! | out `start_ignored` | 1 | a start was not legal |
//! | out `ack_ignored` | 1 | an ACK was for no packet, or for more than were in flight |
//! | out `delayed` | 1 | the delay of a started packet is reported |
//! | out `delayed_flow` | [`Nic::flow_bits`] | flow of that packet |
//! | out `delayed_cycles` | [`Nic::delayed_bits`] | cycles for which it was delayed |
//! | out `grant` | 1 | a flow is to start a packet |
//! | out `grant_flow` | [`Nic::flow_bits`] | flow granted last; 0 after reset |
//!
//! With one flow, `look_up_flow` and `grant_flow` are 0, and flow 1 does not exist.
//!
//! Module: `tailback_rate_limiter`, or `tailback_flow_limiter` with one flow.

use super::congestion_table::CctEntry;
use super::{Nic, Response};
use crate::parameter::bits_for;

/// Cycles of a frame.
pub const FRAME_CYCLES: u32 = 4;
/// Frames from the one in which a start is decided to that in which its flow is inserted.
pub const STARTING_FRAMES: u64 = 2;
/// Frames from there to the first slot that the flow can reach.
pub const STARTED_AHEAD: u64 = 2;
/// Frames from the one in which a flow is removed from the far queue to that in which it is
/// inserted again.
pub const FROM_FAR_FRAMES: u64 = 1;
/// Frames from there to the first slot that the flow can reach.
pub const FAR_AHEAD: u64 = 3;
/// Frames at the far end of the slots in which no flow is inserted.
pub const GUARD_FRAMES: u32 = 8;
/// Cycles by which a start may be accepted before its grant is shown, with a margin.
pub const EARLY_CYCLES: u32 = 8;
/// Cycles from a look-up to that in which its delay is sampled.
pub const LOOK_UP_CYCLES: usize = 3;
/// Bits of an IPD (IBA 13.5.4).
pub const IPD_BITS: usize = 8;
/// Bits of the shift in an entry of the congestion control table (IBA annex A10).
pub const SHIFT_BITS: usize = CctEntry::SHIFT_BITS;
/// Bits of the multiplier in an entry of the congestion control table (IBA annex A10).
pub const MULTIPLIER_BITS: usize = CctEntry::MULTIPLIER_BITS;

impl Nic {
    /// Whether delays come from a congestion control table; else they are IPDs.
    pub fn has_table(&self) -> bool {
        self.response() == Response::Cct
    }

    /// Bits of a number of beats of a packet.
    pub fn word_bits(&self) -> usize {
        bits_for(self.packet_words())
    }

    /// Bits of a delay as it is looked up.
    pub fn delay_bits(&self) -> usize {
        match self.has_table() {
            true => SHIFT_BITS + MULTIPLIER_BITS,
            false => IPD_BITS,
        }
    }

    /// F: a cycle has `2^F` ticks. With a table, a tick is the time of four bytes, the unit of a
    /// packet's length (IBA 7.7.8), so that `shift` loses nothing of a longest packet.
    pub fn fraction_bits(&self) -> usize {
        const BYTES: usize = 4;
        match self.has_table() {
            true => bits_for((self.word_bytes() / BYTES) as u32) - 1,
            false => 0,
        }
    }

    /// Bits of a delay in ticks: that of the longest packet that `word_bits` can express at the
    /// longest delay.
    pub fn tick_bits(&self) -> usize {
        self.word_bits() + self.fraction_bits() + self.factor_bits()
    }

    /// Bits of the factor by which a packet's time is multiplied: multiplier or IPD.
    pub fn factor_bits(&self) -> usize {
        match self.has_table() {
            true => MULTIPLIER_BITS,
            false => IPD_BITS,
        }
    }

    /// Bits of the cycles by which the longest delay exceeds its packet.
    pub fn delayed_bits(&self) -> usize {
        self.tick_bits() - self.fraction_bits()
    }

    /// Bits of a time in cycles: enough to distinguish times later by up to the longest delay from
    /// earlier ones, and to number all slots.
    pub fn time_bits(&self) -> usize {
        let delay = self.delayed_bits();
        let frames = bits_for(self.slots() as u32 - 1) + bits_for(FRAME_CYCLES - 1);
        delay.max(frames) + 1
    }

    /// Cycles by which a lateness, counted from a packet's end, may be short of wrapping around and
    /// still mean an early start: a power of two, for any packet that `word_bits` can express and
    /// [`EARLY_CYCLES`].
    pub fn early_cycles(&self) -> u64 {
        const { assert!(EARLY_CYCLES.is_power_of_two()) };
        2 << self.word_bits().max(EARLY_CYCLES.trailing_zeros() as usize)
    }

    /// Slots: a power of two, and at least two for each flow, so that no flow's time passes while it
    /// is in the far queue.
    pub fn slots(&self) -> usize {
        const LEAST: usize = 64;
        const PER_FLOW: usize = 2;
        (self.flows() * PER_FLOW).next_power_of_two().max(LEAST)
    }
}

/// Delay of a packet in ticks, IPD rule: `(ipd + 1) · Tp` (IBA 13.5.4).
///
/// ```
/// use tailback_spec::nic::rate_limiter::ipd_ticks;
/// assert_eq!(ipd_ticks(259, 0), 259);
/// assert_eq!(ipd_ticks(259, 255), 66_304);
/// ```
pub fn ipd_ticks(packet_ticks: u64, ipd: u64) -> u64 {
    packet_ticks * (ipd + 1)
}

/// Delay of a packet in ticks from its start, rule of the table: `Tp + (Tp >> shift) · multiplier`
/// (IBA annex A10).
///
/// ```
/// use tailback_spec::nic::rate_limiter::table_ticks;
/// assert_eq!(table_ticks(518, 0, 0), 518);
/// assert_eq!(table_ticks(518, 3, 9), 518 + 64 * 9);
/// ```
pub fn table_ticks(packet_ticks: u64, shift: u64, multiplier: u64) -> u64 {
    packet_ticks + (packet_ticks >> shift) * multiplier
}

#[cfg(test)]
mod tests {
    use super::super::{AfterIdle, Parameters, Throttled};
    use super::*;

    fn nic(flows: u32, response: Response, packet_words: u32, word_bytes: u32) -> Nic {
        Nic::new(Parameters {
            flows,
            response,
            after_idle: AfterIdle::Keep,
            window: 1,
            cct_entries: 128,
            throttled: Throttled::Qp,
            virtual_lanes: 8,
            period_cycles: 4096,
            packet_words,
            word_bytes,
            clock_hz: 125_000_000,
        })
        .expect("legal")
    }

    #[test]
    fn a_delay_fits_into_half_of_the_time() {
        for flows in [1, 2, 100, 4096] {
            for (words, bytes) in [(1, 64), (33, 64), (259, 8), (2049, 8)] {
                for response in [Response::Lipd, Response::Cct] {
                    let nic = nic(flows, response, words, bytes);
                    let ticks = ((1u64 << nic.word_bits()) - 1) << nic.fraction_bits();
                    let longest = match nic.has_table() {
                        true => table_ticks(ticks, 0, (1 << MULTIPLIER_BITS) - 1),
                        false => ipd_ticks(ticks, (1 << IPD_BITS) - 1),
                    };
                    assert!(longest < 1 << nic.tick_bits());
                    let early = u64::from(EARLY_CYCLES) << nic.fraction_bits();
                    assert!(ticks + early <= nic.early_cycles() << nic.fraction_bits());
                    assert!(nic.early_cycles() < 1 << (nic.time_bits() - 1));
                    assert!(nic.tick_bits() < nic.time_bits() + nic.fraction_bits());
                    assert!(nic.time_bits() + nic.fraction_bits() <= 32);
                }
            }
        }
    }

    /// Each flow of the far queue is visited once in as many frames as there are flows, and a few.
    #[test]
    fn no_time_passes_in_the_far_queue() {
        for flows in [2, 3, 31, 64, 1000, 4096] {
            let nic = nic(flows, Response::Lipd, 259, 8);
            assert!(nic.slots() >= flows as usize + 16 + GUARD_FRAMES as usize);
        }
    }
}
