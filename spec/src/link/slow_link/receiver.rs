//! The end of a slow link that receives: beats come at the rate of the link, and packets leave without
//! gaps.
//!
//! Each beat with `s_axis_tvalid` is written; the link cannot be stalled. The first beat after reset, and
//! the one after a beat with `s_axis_tlast`, is the first of a packet. *R* is the number of beats that
//! follow it by the packet's header: 0 for a flow-control packet (bit 0 of `s_axis_tuser`), else PktLen
//! divided by the words of a beat ([`SlowLinkEnd::words`]), but at most [`SlowLinkEnd::longest_beats`] - 1.
//!
//! # Start of a packet
//!
//! A packet leaves the memory beat by beat, one in each cycle from its start on, and each must have been
//! written in an earlier cycle. While they leave, the link delivers *ahead* more beats; so a packet may
//! start as soon as it lacks no more than these. More than one beat is kept in reserve, for a link whose
//! clock is a little slower than `rate` says.
//!
//! ```text
//! ahead  = R * rate / 2^16                    with rate of the cycle after that of the first beat
//! ripe'  = stored + ahead > R + 2             from the second cycle after that of the first beat on,
//!          and the packet has neither ended nor started, and does not end in this cycle
//! starts = not sending, and (complete > 0 or ripe)
//! leaves = starts, or sending and level > 0
//!
//! sending'  = not the last beat of a packet    if leaves, else sending
//! level'    = level + (1 if s_axis_tvalid) - (1 if leaves)
//! complete' = complete + (1 if the last beat of a packet is written that has not started and does not
//!             start in this cycle) - (1 if starts and complete > 0)
//! ```
//!
//! `stored` are the beats of the packet received last, `level` all beats in memory, both written in
//! earlier cycles. A beat that leaves in a cycle is at `m_axis` two cycles later, with `m_axis_tvalid`; in
//! all other cycles, all of `m_axis_*` is 0. So a packet of one beat that finds the memory empty is there
//! [`END_CYCLES`](super::END_CYCLES) cycles after it is written. If the link falls short of `rate`, a packet
//! has a gap, and nothing is lost. A packet that ends early, because it is bad, starts at the latest once
//! its end is written; one that is longer than its header says starts with *R* + 3 beats.
//!
//! No beat finds the memory full, whatever arrives: a packet is ripe with *R* + 3 beats at the latest, and
//! while one leaves, a beat leaves in each cycle in which one is written. Reset empties the memory, and
//! clears all other state and the outputs.
//!
//! Ports, in this order: those of the [`sender`](super::sender), without `s_axis_tready`.
//!
//! Module: `tailback_slow_link_receiver`.
//!
//! [`SlowLinkEnd::words`]: super::SlowLinkEnd::words
//! [`SlowLinkEnd::longest_beats`]: super::SlowLinkEnd::longest_beats
