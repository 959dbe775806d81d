//! Counts to which events are added in time slots.

use super::{CounterSlots, PendingBlocks, PendingEvents};
use crate::prelude::*;
use tailback_spec::registers::WORD_BITS;
use tailback_spec::switch::counters::{count, index_bits, pending_bits};
use tailback_spec::switch::port::Port;

block! {
    /// Collects the events of each counter, and adds them to a memory in the counter's time slot.
    ///
    /// Only counters of transmission and of received blocks have a register for events. All other
    /// counters are 0 in the memory.
    pub struct PendingTotals(port: &Port) as "tailback_pending_totals" {
        /// Index of the last counter.
        count last_counter = count(port) - 1;

        /// Index of the counter whose slot this cycle is; slots follow each other in order.
        input index[index_bits(port)];
        /// The counter of this slot restarts from 0; high in the first round after reset.
        input clear;
        /// A flow-control packet is transmitted.
        input sent;
        /// The transmission of a packet begins on the virtual lane (VL; VL15 last).
        input(port.lanes()) gone;
        /// Blocks transmitted on each VL in this cycle (VL15 last).
        input(port.lanes()) blocks_out[port.block_bits()];
        /// Blocks received on each VL (VL15 last); 0 without a good packet.
        input(port.lanes()) came_blocks[port.block_bits()];
        /// A packet of the VL is marked.
        input(port.virtual_lanes()) marked;
        /// A packet for the VL waits only for credits.
        input(port.virtual_lanes()) stalled;
        /// A packet of the VL (VL15 last) is dropped: its Head-of-Queue Life limit has expired.
        input(port.lanes()) late;

        /// Count of the counter whose slot was the cycle before, with all events before that cycle.
        output value[WORD_BITS as usize];

        /// A flow-control packet is transmitted, as an array of one.
        local(1) sends;
        /// Index of the counter whose slot is the next cycle.
        local next_index[index_bits(port)];
        /// Index of the counter whose slot was the cycle before.
        reg turn[index_bits(port)];
        /// Count of counter `turn`, as of its slot in the round before.
        reg counted[WORD_BITS as usize];
        /// Increments of counter `turn` since its slot in the round before.
        reg happened[pending_bits(port)];
        /// Count of each counter, as of its last slot.
        block_memory(count(port)) totals[WORD_BITS as usize];
        /// Decodes the index.
        sub slots: CounterSlots = CounterSlots::new(port);
        /// Flow-control packets sent.
        sub flow_control: PendingEvents = PendingEvents::new(port, 1);
        /// Packets transmitted.
        sub packets: PendingEvents = PendingEvents::new(port, port.lanes());
        /// Blocks transmitted.
        sub sent_blocks: PendingBlocks = PendingBlocks::new(port);
        /// Blocks received.
        sub received_blocks: PendingBlocks = PendingBlocks::new(port);
        /// Packets marked.
        sub marks: PendingEvents = PendingEvents::new(port, port.virtual_lanes());
        /// Cycles in which a packet waited only for credits.
        sub stalls: PendingEvents = PendingEvents::new(port, port.virtual_lanes());
        /// Packets dropped by the Head-of-Queue Life limit.
        sub drops: PendingEvents = PendingEvents::new(port, port.lanes());
    }
    connect {
        totals: write_address = turn, write_data = value, read_address = next_index;
        slots: index;
        slots, flow_control: is_sent = is_slot;
        slots, packets: is_packets_out = is_slot;
        slots, sent_blocks: is_blocks_out = is_slot;
        slots, received_blocks: is_blocks_in = is_slot;
        slots, marks: is_marked = is_slot;
        slots, stalls: is_stalled = is_slot;
        slots, drops: is_late = is_slot;
        flow_control: happens = sends;
        packets: happens = gone;
        sent_blocks: blocks = blocks_out;
        received_blocks: blocks = came_blocks;
        marks: happens = marked;
        stalls: happens = stalled;
        drops: happens = late;
    }
}

impl Logic for PendingTotals {
    #[hdl_gen]
    fn update(&mut self) {
        self.sends[0].next = self.sent.val();

        comment!("A count is read in the cycle before its slot, and written in the one after.");
        self.totals.read.next = true;
        self.totals.write.next = true;
        self.next_index.next = self.index.val() + 1;
        if self.index.val() == self.last_counter.val() {
            self.next_index.next = 0.into();
        }
        comment!("The memory content is unknown in the first round.");
        self.counted.next = self.totals.read_data.val();
        if self.clear.val() {
            self.counted.next = 0.into();
        }
        comment!("All but the counter of this slot are 0.");
        self.happened.next = self.flow_control.waiting.val()
            | self.packets.waiting.val()
            | self.sent_blocks.waiting.val()
            | self.received_blocks.waiting.val()
            | self.marks.waiting.val()
            | self.stalls.waiting.val()
            | self.drops.waiting.val();
        self.turn.next = self.index.val();
        self.value.next = self.counted.val() + self.happened.val();
    }
}
