//! The Head-of-Queue Life limit of IBA: the longest time for which a packet may be the next one of
//! its queue.
//!
//! Packets whose output port gets no credits, or has no link, are dropped one after the other
//! instead of waiting for ever. Each output port has a limit, `HOQLife` of PortInfo (IBA 14.2.5.6):
//! codes 0 to 19 are 4.096 µs · 2^code; all other codes are no limit. It applies to packets of
//! VL15, too: these need no credits, but a link.
//!
//! The age of a queue, `queue = output * lanes + lane`, is counted in *ticks*, eighths of the limit
//! of its output port, while a packet waits in the queue, the output port is free, and the queue
//! lacks credits or its link is down. With the ninth tick the queue is *expired*: it is treated as
//! having credits, and the packet that is started next from it is dropped: read from the buffer,
//! and not transmitted. So a packet is dropped when it has been the next one of its queue for at
//! least the limit and at most an eighth more, not counting the cycles in which the output port
//! sent packets of other VLs, and those of the choice.
//!
//! With *i* an input port, *j* an output port, *l* a VL:
//!
//! ```text
//! phase'       = 0 if phase = UNIT - 1, else phase + 1          UNIT = HeadOfQueue::unit_cycles
//! time'        = time + 1 modulo 2^19    if phase = UNIT - 1, else time
//! tick[j]      = phase = UNIT - 1 and limit[j] < 20, and the limit[j] lowest bits of time are ones
//! expired[j,l] = age[j,l] = EXPIRED_TICKS
//! late[j]      = begins[j] and expired[j, lane[source[j]]]
//! late_lane[j] = lane[source[j]]    if late[j], else 0
//! discard[i]   = start[i] and late[destination[i]]
//! age'[j,l]    = 0                 if limit[j] >= 20, or begins[j] and lane[source[j]] = l, else
//!                age[j,l] + 1      if tick[j] and stalled[j,l] and not expired[j,l], else age[j,l]
//! ```
//!
//! Reset clears all state.
//!
//! Ports, in this order:
//!
//! | port | elements × bits | meaning |
//! |---|---|---|
//! | in `limit` | ports × [`CODE_BITS`] | code of the output port's limit |
//! | in `stalled` | queues × 1 | a packet waits in the queue, and lacks nothing but credits or a link |
//! | in `start` | ports × 1 | the input port starts a packet |
//! | in `destination` | ports × [`Port::port_bits`] | output port of the packet |
//! | in `lane` | ports × [`lane_bits`](super::ingress::lane_bits) | VL of the packet |
//! | in `begins` | ports × 1 | a packet to the output port starts |
//! | in `source` | ports × [`Port::port_bits`] | input port of that packet |
//! | out `expired` | queues × 1 | the packet that is started next is dropped |
//! | out `discard` | ports × 1 | the packet that the input port starts is dropped |
//! | out `late` | ports × 1 | a packet for this output port is dropped |
//! | out `late_lane` | ports × [`lane_bits`](super::ingress::lane_bits) | VL of that packet |
//!
//! Module: `tailback_head_of_queue`.

use super::port::Port;
use crate::parameter::bits_for;
use serde::Serialize;

/// Bits of the code of a limit.
pub const CODE_BITS: usize = 5;
/// First code that means no limit; all larger codes do, too.
pub const UNLIMITED: u32 = 20;
/// The code after reset.
pub const RESET_CODE: u32 = (1 << CODE_BITS) - 1;
/// Ticks in a limit.
const TICKS: usize = 8;
/// Age in ticks at which a queue is expired.
pub const EXPIRED_TICKS: usize = TICKS + 1;
/// Bits of the time: with the largest code, a tick occurs each time that all of them are ones.
pub const TIME_BITS: usize = UNLIMITED as usize - 1;
/// Limit of code 0.
const LIMIT_PS: u64 = 4_096_000;

/// Parameters of the limits. A value of this type is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct HeadOfQueue {
    port: Port,
    unit_cycles: u32,
}

impl HeadOfQueue {
    /// Parameters for a switch with this clock frequency in Hz.
    pub fn new(port: &Port, frequency_hz: u64) -> Self {
        const PS_PER_S: u128 = 1_000_000_000_000;
        const LEAST_CYCLES: u32 = 2;
        let unit_ps = u128::from(LIMIT_PS / TICKS as u64);
        let cycles = (unit_ps * u128::from(frequency_hz)).div_ceil(PS_PER_S);
        let unit_cycles = u32::try_from(cycles).unwrap_or(u32::MAX).max(LEAST_CYCLES);
        HeadOfQueue { port: *port, unit_cycles }
    }

    /// Parameters of each port.
    pub fn port(&self) -> &Port {
        &self.port
    }

    /// Cycles of 0.512 µs, an eighth of the shortest limit; rounded up, and two at least.
    pub fn unit_cycles(&self) -> usize {
        self.unit_cycles as usize
    }

    /// Cycles of the limit of a code; `None` if the code is no limit.
    pub fn limit_cycles(&self, code: u32) -> Option<u64> {
        let limit = u64::from(self.unit_cycles) * TICKS as u64;
        (code < UNLIMITED).then(|| limit << code)
    }

    /// Bits of the index of a cycle within a unit.
    pub fn phase_bits(&self) -> usize {
        bits_for(self.unit_cycles - 1)
    }

    /// Bits of the age of a queue.
    pub fn age_bits(&self) -> usize {
        bits_for(EXPIRED_TICKS as u32)
    }
}
