//! The counters of a port: 32 bits each, in memories.

mod blocks;
mod pending;
mod totals;

pub use blocks::ReceivedBlockCounts;
pub use pending::PendingTotals;
pub use totals::EventTotals;

use crate::prelude::*;
use tailback_spec::registers::WORD_BITS;
use tailback_spec::switch::counters::{
    blocks_in, blocks_out, count, credit_stalls, flow_control, head_of_queue_dropped, index_bits,
    marked, packets_out, pending_bits, GROUP,
};
use tailback_spec::switch::port::Port;

block! {
    /// Counts the events at a port of the switch, modulo 2^32.
    ///
    /// The counts are in memories. Events of reception, of which a cycle has at most one, are added
    /// at once. Other events, and received blocks, are collected in a small register for each
    /// counter, and are added to a memory in the counter's time slot.
    pub struct PortCounters(port: &Port) as "tailback_port_counters" {
        /// Counters.
        count counters = count(port);
        /// Counters from those of one virtual lane (VL) to those of the next.
        count group = GROUP;
        /// Data VLs.
        count virtual_lanes = port.virtual_lanes();
        /// VL15 is configured.
        choice has_management = port.lanes() > port.virtual_lanes();
        /// Index of the counter of flow-control packets sent.
        count sent_counter = flow_control::SENT;
        /// Index of the counter of blocks received on VL 0.
        count lane_blocks_in = blocks_in(port, 0);
        /// Index of the counter of packets transmitted on VL 0.
        count lane_packets_out = packets_out(port, 0);
        /// Index of the counter of blocks transmitted on VL 0.
        count lane_blocks_out = blocks_out(port, 0);
        /// Index of the counter of packets marked on VL 0.
        count lane_marked = marked(port, 0);
        /// Index of the counter of cycles in which a packet of VL 0 waited only for credits.
        count lane_stalls = credit_stalls(port, 0);
        /// Index of the counter of VL 0 packets dropped by the Head-of-Queue Life limit.
        count lane_late = head_of_queue_dropped(port, 0);
        /// Index of the counter of blocks received on VL15.
        count management_blocks_in = blocks_in(port, port.virtual_lanes());
        /// Index of the counter of packets transmitted on VL15.
        count management_packets_out = packets_out(port, port.virtual_lanes());
        /// Index of the counter of blocks transmitted on VL15.
        count management_blocks_out = blocks_out(port, port.virtual_lanes());
        /// Index of the counter of VL15 packets dropped by the Head-of-Queue Life limit.
        count management_late = head_of_queue_dropped(port, port.virtual_lanes());

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
        /// The transmission of a packet begins on the VL (VL15 last).
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

        /// Increment of each counter in this cycle; 0 for those of packets received.
        local(count(port)) happens[pending_bits(port)];
        /// Blocks received on each VL (VL15 last) in the cycle before; 0 without a good packet.
        local(port.lanes()) came_blocks[port.block_bits()];
        /// Assigns received blocks to VLs.
        sub blocks: ReceivedBlockCounts = ReceivedBlockCounts::new(port);
        /// Counts of events of reception.
        sub reception: EventTotals = EventTotals::new(port);
        /// Counts of all other events, and of received blocks.
        sub others: PendingTotals = PendingTotals::new(port);
    }
    connect {
        blocks: clear, received, received_index, received_blocks, came_blocks;
        reception: index, clear, received, received_index;
        others: index, clear, happens;
    }
}

impl Logic for PortCounters {
    #[hdl_gen]
    fn update(&mut self) {
        for counter in 0..self.counters.val() {
            self.happens[counter].next = 0.into();
        }
        if self.sent.val() {
            self.happens[self.sent_counter.val()].next = 1.into();
        }
        for vl in 0..self.virtual_lanes.val() {
            self.happens[self.lane_blocks_in.val() + vl * self.group.val()].next =
                self.came_blocks[vl].val();
            if self.gone[vl].val() {
                self.happens[self.lane_packets_out.val() + vl * self.group.val()].next = 1.into();
            }
            self.happens[self.lane_blocks_out.val() + vl * self.group.val()].next =
                self.blocks_out[vl].val();
            if self.marked[vl].val() {
                self.happens[self.lane_marked.val() + vl * self.group.val()].next = 1.into();
            }
            if self.stalled[vl].val() {
                self.happens[self.lane_stalls.val() + vl * self.group.val()].next = 1.into();
            }
            if self.late[vl].val() {
                self.happens[self.lane_late.val() + vl * self.group.val()].next = 1.into();
            }
        }
        if self.has_management.val() {
            self.happens[self.management_blocks_in.val()].next =
                self.came_blocks[self.virtual_lanes.val()].val();
            if self.gone[self.virtual_lanes.val()].val() {
                self.happens[self.management_packets_out.val()].next = 1.into();
            }
            self.happens[self.management_blocks_out.val()].next =
                self.blocks_out[self.virtual_lanes.val()].val();
            if self.late[self.virtual_lanes.val()].val() {
                self.happens[self.management_late.val()].next = 1.into();
            }
        }

        comment!("Each counter has events in one of the two memories, and is 0 in the other.");
        self.value.next = self.reception.value.val() | self.others.value.val();
    }
}
