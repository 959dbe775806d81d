//! Packets in the fabric.

use crate::fabric::pool::Pool;

pub(super) use crate::fabric::timing::NEVER;

/// A packet, of data or an ACK.
#[derive(Debug, Clone, Copy)]
pub(super) struct Packet {
    /// Flow of the scenario; for an ACK, that of the packet that it acknowledges.
    pub flow: u16,
    /// DLID.
    pub to: u16,
    pub sequence: u32,
    pub is_data: bool,
    /// FECN of a data packet, BECN of an ACK.
    pub marked: bool,
    /// Whether the packet counts for marking where it is.
    pub counted: bool,
    /// Cycle in which it is read from its present buffer; [`NEVER`] until it is chosen.
    pub read: u64,
    /// Beats, which are as many cycles of a link.
    pub beats: u64,
    pub blocks: u64,
}

/// The packets that exist.
pub(super) type Packets = Pool<Packet>;
