//! The NIC with a clock of its own for the link.
//!
//! A [FIFO between two clocks](crate::link::async_fifo) stands in each direction of the link, and two
//! registers of the clock of the NIC sample `link_active`. Within the clock of the NIC, the
//! [NIC](super::top) is unchanged: it sees a longer link.
//!
//! Ports, in this order: `clock`, `reset`, `link_clock`, `link_reset`, then the ports of the NIC, of which
//! `s_axis_link` has a `tready`, too: it is low only while the FIFO is full, for example because the clock
//! of the NIC is slower than that of the link.
//!
//! Module: `tailback_nic_clocks`.

use super::Nic;
use crate::link::async_fifo::AsyncFifo;

/// Parameters of a NIC with a clock for the link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NicClocks {
    /// The NIC.
    pub nic: Nic,
    /// The FIFO of each direction of the link, as wide as the NIC.
    pub fifo: AsyncFifo,
}
