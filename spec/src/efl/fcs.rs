//! Check and generation of the frame check sequence (FCS): two modules that are left out where a
//! MAC does both.
//!
//! The FCS is that of [`wire::efl::fcs`](crate::wire::efl::fcs), the last four bytes of a frame.
//! Frames that are forwarded have any length.
//!
//! # Check
//!
//! Beats cannot be stalled. With `r(j)` the cycle in which beat `j` of a frame is received, and `k`
//! the valid bytes of its last beat, `n`:
//!
//! | beat | condition | sent on in cycle |
//! |---|---|---|
//! | `j < n - 1` | | `r(j + 1) + 2` |
//! | `n - 1` | `k > 4` | `r(n) + 2` |
//! | `n - 1` | `k <= 4` | `r(n) + 2`, as the last one, with `4 + k` valid bytes |
//! | `n` | `k > 4` | `r(n) + 3`, with `k - 4` valid bytes |
//! | `n = 0` | `k <= 4` | `r(n) + 3`, with one valid byte |
//!
//! The last beat sent on has `m_tuser = 1` if `rx_tuser` was 1 with beat `n`, if the FCS is wrong,
//! or if the frame has fewer than 5 bytes; the FCS of a frame of fewer than 4
//! bytes is wrong. `wrong` is 1 in that cycle if the FCS is wrong and
//! `rx_tuser` was 0. `m_tkeep` is `0xFF` in other beats; `m_tuser` is 0 there; `m_tdata` is that
//! received, bytes of the FCS included. All outputs are registers, and 0 in cycles without a beat,
//! as after reset, which discards what was received.
//!
//! Ports, in this order: inputs `rx_tvalid` (1), `rx_tdata` (64), `rx_tkeep` (8), `rx_tlast` (1),
//! `rx_tuser` (1); outputs `m_tvalid` (1), `m_tdata` (64), `m_tkeep` (8), `m_tlast` (1), `m_tuser`
//! (1), `wrong` (1). Module: `tailback_efl_fcs_check`.
//!
//! # Generation
//!
//! Two stages of registers, *x* and the outputs `m_*`; both are empty after reset. With `k` the
//! valid bytes of the beat in x,
//!
//! ```text
//! room     = not m_tvalid or m_tready
//! moves    = room and x is full
//! extra    = x is the last beat of its frame, k > 4, and x is not itself the rest of an FCS
//! s_tready = x is empty or (room and not extra)
//! x'       = the beat accepted if s_tvalid and s_tready; else, if moves and extra: the rest of the FCS, k - 4 bytes, last;
//!            else empty if moves; else x
//! m_*'     = x with its part of the FCS if moves
//! ```
//!
//! A beat without `last`, and the rest, move as they are; a last beat with `k <= 4` gets the 4
//! bytes of the FCS behind its own, and with `k > 4` the first `8 - k` of them, and is not the last
//! then. `m_tkeep` has a one for each valid byte, invalid bytes are 0. If nothing moves in a cycle
//! with `room`, `m_tvalid` is 0 from the next cycle on, and the other outputs keep their values.
//!
//! Ports, in this order: inputs `s_tvalid` (1), `s_tdata` (64), `s_tkeep` (8), `s_tlast` (1),
//! `m_tready` (1); outputs `s_tready` (1), `m_tvalid` (1), `m_tdata` (64), `m_tkeep` (8), `m_tlast`
//! (1). Module: `tailback_efl_fcs_append`.

/// Cycles from the last beat at the check to the last beat behind it, at most.
pub const CHECK_CYCLES: u32 = 3;
