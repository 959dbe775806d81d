//! Packets of a queue, in the order of arrival.

use crate::address_bits;
use crate::prelude::*;
use tailback_spec::switch::allocator::fifo::Fifo;

/// Words of the memory: one for each packet, and at least two; a power of two, so that addresses
/// wrap by themselves.
fn words(config: &Fifo) -> usize {
    config.packets().max(2).next_power_of_two()
}

block! {
    /// Holds the packets of a queue in the order of arrival; those that arrive in the same cycle, a
    /// batch, in the order of their input ports.
    ///
    /// The oldest packets, which form the window, are in registers, each as the number of its input
    /// port. One packet enters the window in a cycle, until it is full. Batches wait behind it as
    /// sets of input ports: the rest of the oldest one in a register, the next one as the read data
    /// of the memory, and the others in the memory. An arrival enters the first of these stages
    /// that is empty with all behind it. While the memory holds batches, there is one in front of
    /// it, so its latency delays no packet.
    pub struct FifoPackets(config: &Fifo) as "tailback_fifo_packets" {
        /// Input ports.
        count ports = config.inputs();
        /// Packets of the window.
        count window = config.window();
        /// The last place of the window.
        count last = config.window() - 1;

        /// Input ports of which a packet for the queue arrives.
        input arrive[config.inputs()];
        /// Place in the window of the packet that leaves, one-hot; 0 without one.
        input leaves_place[config.window()];

        /// Input ports of the packets in the window, the oldest one first; any number for a packet
        /// that does not exist.
        output_reg(config.window()) from[config.input_bits()];
        /// One bit per place in the window: there is a packet. No packet is behind an empty place.
        output_reg holds[config.window()];

        /// A packet leaves the window.
        local leaves;
        /// Packets that leave, or move to the place before theirs.
        local moves[config.window()];
        /// One bit per place in the window: there is a packet in the place behind it.
        local has_behind[config.window()];
        /// Input ports of the packets behind those of the window.
        local(config.window()) behind[config.input_bits()];
        /// There is a place in the window, or one becomes free.
        local has_place;
        /// No batch is in the register behind the window.
        local none_pending;
        /// Batch whose first packet may enter the window.
        local source[config.inputs()];
        /// The batch that arrives, if there is one, is `source`.
        local at_once;
        /// Input port of the packet that may enter the window, one-hot.
        local first[config.inputs()];
        /// Input port of the packet that may enter the window.
        local entering[config.input_bits()];
        /// A packet enters the window.
        local enters;
        /// Packets of `source` that do not enter the window in this cycle.
        local rest[config.inputs()];
        /// The memory holds batches.
        local stored;
        /// The batch that arrives, if there is one, moves to the register behind the window.
        local is_next;
        /// The batch that arrives is stored in the memory.
        local stores;
        /// A batch is read from the memory.
        local reads;

        /// Rest of the batch behind the window; 0 without one.
        reg pending[config.inputs()];
        /// The read data of the memory holds a batch.
        reg has_read;
        /// Write address of the memory.
        reg tail[address_bits(words(config))];
        /// Read address of the memory.
        reg head[address_bits(words(config))];
        /// Other batches. Every arrival is written; one that is not stored is overwritten by the
        /// next.
        memory(words(config)) others[config.inputs()];
    }
    connect {
        others: write_address = tail, write_data = arrive, read = reads, read_address = head;
    }
}

impl Logic for FifoPackets {
    #[hdl_gen]
    fn update(&mut self) {
        self.leaves.next = self.leaves_place.val().any();
        comment!("All bits from the packet that leaves upwards.");
        self.moves.next = -self.leaves_place.val();
        self.has_behind.next = self.holds.val() >> 1;
        self.has_place.next = !self.holds.val().get_bit(self.last.val()) || self.leaves.val();

        self.none_pending.next = !self.pending.val().any();
        self.at_once.next = self.none_pending.val() && !self.has_read.val();
        self.source.next = self.pending.val();
        if self.at_once.val() {
            self.source.next = self.arrive.val();
        } else if self.none_pending.val() {
            self.source.next = self.others.read_data.val();
        }
        self.first.next = self.source.val() & -self.source.val();
        self.entering.next = 0.into();
        for port in 0..self.ports.val() {
            if self.first.val().get_bit(port) {
                self.entering.next = self.entering.val() | port;
            }
        }
        self.enters.next = self.source.val().any() && self.has_place.val();
        self.rest.next = self.source.val();
        if self.enters.val() {
            self.rest.next = self.source.val() & !self.first.val();
        }

        for at in 1..self.window.val() {
            self.behind[at - 1].next = self.from[at].val();
        }
        self.behind[self.last.val()].next = self.entering.val();
        for at in 0..self.window.val() {
            if self.moves.val().get_bit(at) || !self.holds.val().get_bit(at) {
                self.from[at].next = self.entering.val();
                if self.has_behind.val().get_bit(at) {
                    self.from[at].next = self.behind[at].val();
                }
            }
        }
        if self.enters.val() && !self.leaves.val() {
            self.holds.next = (self.holds.val() << 1) | 1;
        } else if self.leaves.val() && !self.enters.val() {
            self.holds.next = self.has_behind.val();
        }

        self.stored.next = self.head.val() != self.tail.val();
        self.is_next.next = !self.at_once.val()
            && !self.rest.val().any()
            && !self.stored.val()
            && (self.none_pending.val() || !self.has_read.val());
        self.stores.next = self.arrive.val().any() && !self.at_once.val() && !self.is_next.val();
        self.reads.next = self.stored.val() && (self.none_pending.val() || !self.has_read.val());

        self.pending.next = self.rest.val();
        if self.is_next.val() {
            self.pending.next = self.arrive.val();
        }
        self.has_read.next = self.reads.val() || (self.has_read.val() && !self.none_pending.val());

        self.others.write.next = self.arrive.val().any();
        if self.stores.val() {
            self.tail.next = self.tail.val() + 1;
        }
        if self.reads.val() {
            self.head.next = self.head.val() + 1;
        }
    }
}
