//! Packets of a queue behind its window.

use super::address::{FifoAddress, FEWEST_BITS};
use super::FifoLowest;
use crate::prelude::*;
use tailback_spec::switch::allocator::fifo::Fifo;

/// Bits of an address of the memory.
///
/// While the memory holds batches, at least one packet is in the window and one in front of the
/// memory, so that the addresses of [`FifoAddress`], two less than a power of two at a time, are
/// enough.
fn address_bits(config: &Fifo) -> usize {
    (config.packets().next_power_of_two().ilog2() as usize).max(FEWEST_BITS)
}

block! {
    /// Delivers the packets of a queue to its window in the order of arrival; those that arrive in
    /// the same cycle, a batch, in the order of their input ports.
    ///
    /// Batches wait as sets of input ports. The first one is in a register, from which its packets
    /// leave one by one. A second register, the read data of the memory, and the memory follow. A
    /// batch that arrives enters the first of these stages that is empty with all behind it. While
    /// the memory holds batches, there are others in front of it, so its latency delays no packet.
    /// The first batch has a packet whenever any packet waits. The read data of the memory is valid
    /// late in the cycle, and goes to a register.
    pub struct FifoBatches(config: &Fifo) as "tailback_fifo_batches" {
        /// Input ports of which a packet for the queue arrives.
        input arrive[config.inputs()];
        /// The window takes no packet.
        input full;
        /// A packet waits.
        output waiting;
        /// Input port of the oldest packet that waits; 0 without one.
        output oldest[config.input_bits()];

        /// Packets of the first batch that do not enter the window in this cycle.
        local rest[config.inputs()];
        /// The last packet of the first batch enters the window, or there is none.
        local exhausted;
        /// The read data of the memory becomes the first batch.
        local takes_read;
        /// The batch that arrives, if there is one, becomes the first one.
        local takes_arrival;
        /// Batch that becomes the first one, unless the read data does.
        local following[config.inputs()];
        /// The batch that arrives, if there is one, becomes the second one.
        local is_second;
        /// The memory holds batches.
        local stored;
        /// The batch that arrives is stored in the memory.
        local stores;
        /// A batch is read from the memory.
        local reads;
        /// Write address of the memory.
        local write_address[address_bits(config)];
        /// Read address of the memory.
        local read_address[address_bits(config)];

        /// Packets of the first batch that have not entered the window; 0 without one.
        reg pending[config.inputs()];
        /// The second batch.
        reg second[config.inputs()];
        /// There is a batch in `second`.
        reg has_second;
        /// The read data of the memory holds a batch, behind the second one.
        reg has_read;
        /// Packet of the first batch that enters the window next.
        sub order: FifoLowest = FifoLowest::new(config);
        /// Write addresses of the memory.
        sub tail: FifoAddress = FifoAddress::new(address_bits(config));
        /// Read addresses of the memory.
        sub head: FifoAddress = FifoAddress::new(address_bits(config));
        /// Other batches. Every arrival is written; one that is not stored is overwritten by the
        /// next.
        memory(1 << address_bits(config)) others[config.inputs()];
    }
    connect {
        order: pending, full, waiting, lowest = oldest, exhausted;
        tail: steps = stores, address = write_address;
        head: steps = reads, address = read_address;
        others: write_address, write_data = arrive, read = reads, read_address;
    }
}

impl Logic for FifoBatches {
    #[hdl_gen]
    fn update(&mut self) {
        self.rest.next = self.pending.val() & self.order.stays.val();
        self.stored.next = self.read_address.val() != self.write_address.val();
        self.takes_read.next =
            self.exhausted.val() && !self.has_second.val() && self.has_read.val();
        self.takes_arrival.next =
            self.exhausted.val() && !self.has_second.val() && !self.has_read.val();
        comment!("Both stages behind the first are empty, or the only batch in them moves.");
        self.is_second.next = !self.stored.val()
            && ((!self.has_second.val() && !self.has_read.val() && !self.exhausted.val())
                || (self.has_second.val() && !self.has_read.val() && self.exhausted.val())
                || self.takes_read.val());

        self.following.next = self.arrive.val();
        if self.has_second.val() {
            self.following.next = self.second.val();
        }
        comment!("The read data is valid late, and selected last.");
        self.pending.next = self.rest.val();
        if self.takes_read.val() {
            self.pending.next = self.others.read_data.val();
        } else if self.exhausted.val() {
            self.pending.next = self.following.val();
        }
        if self.is_second.val() {
            self.second.next = self.arrive.val();
        }
        self.has_second.next = (self.is_second.val() && self.arrive.val().any())
            || (self.has_second.val() && !self.exhausted.val());

        self.others.write.next = self.arrive.val().any();
        self.stores.next =
            self.arrive.val().any() && !self.takes_arrival.val() && !self.is_second.val();
        self.reads.next = self.stored.val() && (!self.has_read.val() || self.takes_read.val());
        self.has_read.next = self.reads.val() || (self.has_read.val() && !self.takes_read.val());
    }
}
