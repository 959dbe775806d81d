//! Packets on their way.

use crate::fabric::pool::Pool;

/// A packet, of data or an ACK.
#[derive(Debug, Clone, Copy)]
pub(super) struct Packet {
    /// The flow of the scenario, for an ACK that of the packet that it answers.
    pub flow: u16,
    /// The host that gets it.
    pub to: u16,
    pub sequence: u32,
    pub is_data: bool,
    /// FECN of a packet of data, BECN of an ACK.
    pub marked: bool,
    /// It counts for marking where it is.
    pub counted: bool,
    /// The cycle in which its first word leaves the buffer where it is; [`NEVER`] until it is chosen.
    pub read: u64,
    /// Beats, which are as many cycles of a link.
    pub beats: u64,
    pub blocks: u64,
}

/// Later than any time.
pub(super) const NEVER: u64 = u64::MAX;

/// The packets that there are.
pub(super) type Packets = Pool<Packet>;
