//! The end of a slow link that sends: packets enter at the rate of the datapath, and beats leave at the
//! rate of the link.
//!
//! ```text
//! write          = s_axis_tvalid and s_axis_tready
//! goes           = due >= 2^16 and level > 0
//! level'         = level + write - goes
//! s_axis_tready' = level < depth - 1
//! due'           = due - 2^16 + rate    if goes
//!                  due                  if due >= 2^16, and not goes
//!                  due + rate           else
//! ```
//!
//! Beats leave in the order in which they were written. The beat that *goes* in a cycle is at `m_axis`
//! two cycles later, with `m_axis_tvalid`; in all other cycles, all of `m_axis_*` is 0. So a beat that finds
//! the memory empty and the link idle is there [`END_CYCLES`](super::END_CYCLES) cycles after it is written.
//! `level` is the number of beats in memory as the cycle begins, and does not count one of the same
//! cycle. `due` is the share of the next beat that the link has had time for, in 2^-16 beats: an idle
//! link saves up one beat and no more, so *n* beats in a row take at least (*n* - 1) 2^16 / `rate` cycles,
//! less one. `rate` may change at any time.
//!
//! The memory holds [`SlowLinkEnd::depth`](super::SlowLinkEnd::depth) beats, so that a longest packet enters
//! an empty memory without a pause. Reset empties it, and clears `due` and all outputs.
//!
//! Ports, in this order:
//!
//! | port | bits | meaning |
//! |---|---|---|
//! | in `rate` | [`RATE_BITS`](super::RATE_BITS) | beats of the link in 2^16 cycles |
//! | in `s_axis_tvalid` | 1 | a beat is offered |
//! | in `s_axis_tdata` | [`SlowLinkEnd::width_bits`](super::SlowLinkEnd::width_bits) | bytes of the beat |
//! | in `s_axis_tkeep` | [`SlowLinkEnd::width_bytes`](super::SlowLinkEnd::width_bytes) | valid bytes of the beat, with `tlast` |
//! | in `s_axis_tlast` | 1 | last beat of its packet |
//! | in `s_axis_tuser` | [`USER_BITS`](crate::link::delay::USER_BITS) | bit 0: the beat is a flow-control packet; bit 1: the packet is bad |
//! | out `s_axis_tready` | 1 | a beat is accepted |
//! | out `m_axis_tvalid` | 1 | a beat is transmitted; the link takes each |
//! | out `m_axis_tdata` | as that of `s_axis` | as that of `s_axis` |
//! | out `m_axis_tkeep` | as that of `s_axis` | as that of `s_axis` |
//! | out `m_axis_tlast` | 1 | as that of `s_axis` |
//! | out `m_axis_tuser` | as that of `s_axis` | as that of `s_axis` |
//!
//! Module: `tailback_slow_link_sender`.
