//! The switch with a clock of its own for each port.
//!
//! A [FIFO between two clocks](crate::link::async_fifo) stands in each direction of each port, and two
//! registers of the clock of the switch sample `link_active`. Within the clock of the switch, the
//! [switch](super::top) is unchanged: it sees a longer link.
//!
//! ```text
//! s_axis[p]  -> FIFO, link_clock[p] to clock -> s_axis of the switch, which accepts each beat
//! m_axis of the switch -> FIFO, clock to link_clock[p] -> m_axis[p]
//! ```
//!
//! Ports, in this order: `clock`, `reset`, one bit per port of `link_clock` and `link_reset`, then the
//! ports of the switch, of which `s_axis` has a `tready`, too: it is low only while the FIFO is full, for
//! example because the clock of the switch is slower than that of the port.
//!
//! Module: `tailback_switch_clocks`.

use super::top::SwitchTop;
use crate::link::async_fifo::AsyncFifo;

/// Parameters of a switch with a clock for each port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SwitchClocks {
    /// The switch.
    pub switch: SwitchTop,
    /// The FIFO of each direction of a port, as wide as the switch.
    pub fifo: AsyncFifo,
}
