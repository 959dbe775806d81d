//! The counters of a port: 32 bits each, in memories.

mod blocks;
mod events;
mod pending;
mod slots;
mod totals;

pub use blocks::ReceivedBlockCounts;
pub use events::{PendingBlocks, PendingEvents};
pub use pending::PendingTotals;
pub use slots::CounterSlots;
pub use totals::EventTotals;

use crate::prelude::*;
use tailback_spec::registers::WORD_BITS;
use tailback_spec::switch::counters::index_bits;
use tailback_spec::switch::port::Port;

block! {
    /// Counts the events at a port of the switch, modulo 2^32.
    ///
    /// The counts are in memories. Events of reception, of which a cycle has at most one, are added
    /// at once. Other events, and received blocks, are collected in a small register for each of
    /// their counters, and are added to a memory in the counter's time slot.
    pub struct PortCounters(port: &Port) as "tailback_port_counters" {
        /// Index of the counter whose slot this cycle is.
        input index[index_bits(port)];
        /// The counter of this slot restarts from 0; high in the first round after reset.
        input clear;
        /// An event of reception.
        input received;
        /// Index of the counter of that event.
        input received_index[index_bits(port)];
        /// Blocks of the received packet; ignored if the event is not a good packet.
        input received_blocks[port.block_bits()];
        /// A flow-control packet is transmitted.
        input sent;
        /// The transmission of a packet begins on the virtual lane (VL; VL15 last).
        input(port.lanes()) gone;
        /// Blocks transmitted on each VL in this cycle (VL15 last).
        input(port.lanes()) blocks_out[port.block_bits()];
        /// A packet of the VL is marked.
        input(port.virtual_lanes()) marked;
        /// A packet for the VL waits only for credits.
        input(port.virtual_lanes()) stalled;
        /// A packet of the VL (VL15 last) is dropped: its Head-of-Queue Life limit has expired.
        input(port.lanes()) late;

        /// Count of the counter whose slot was the cycle before.
        output value[WORD_BITS as usize];

        /// Assigns received blocks to VLs.
        sub blocks: ReceivedBlockCounts = ReceivedBlockCounts::new(port);
        /// Counts of events of reception.
        sub reception: EventTotals = EventTotals::new(port);
        /// Counts of all other events, and of received blocks.
        sub others: PendingTotals = PendingTotals::new(port);
    }
    connect {
        blocks: clear, received, received_index, received_blocks;
        blocks, others: came_blocks;
        reception: index, clear, received, received_index;
        others: index, clear, sent, gone, blocks_out, marked, stalled, late;
    }
}

impl Logic for PortCounters {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Each counter has events in one of the two memories, and is 0 in the other.");
        self.value.next = self.reception.value.val() | self.others.value.val();
    }
}
