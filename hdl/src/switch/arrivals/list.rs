//! Packets of one input port and virtual lane that have arrived and have not been passed on.

use crate::address_bits;
use crate::prelude::*;
use tailback_spec::switch::arrivals::Arrivals as Config;

block! {
    /// Holds the queues of packets in order of arrival.
    ///
    /// The two oldest are in registers, the next one is the read data of the memory, and the others
    /// are in the memory. An arrival enters the first of these stages that is empty with all behind
    /// it. So the oldest is available at once, although the memory has a latency of two cycles: it
    /// is written only while both registers stay full.
    pub struct ArrivalList(config: &Config) as "tailback_arrival_list" {
        /// Last address of the memory.
        param last_address[address_bits(config.waiting())] =
            config.waiting() as u128 - 1;

        /// A packet arrives.
        input arrive;
        /// Queue of the packet that arrives.
        input arrive_queue[config.port().buffer().queue_bits()];
        /// The oldest packet is passed on, or the one that arrives if the list is empty.
        input pass;

        /// The list holds a packet that arrived in an earlier cycle.
        output_reg holds;
        /// Queue of the oldest packet, or of the one that arrives if the list is empty.
        output first_queue[config.port().buffer().queue_bits()];

        /// The packet in the first register leaves the list.
        local leaves;
        /// The first register is empty, or its packet leaves.
        local vacant;
        /// The memory holds packets.
        local stored;
        /// The packet in the memory's read data moves into a register.
        local moves;
        /// A packet is read from the memory.
        local reads;
        /// The packet that arrives stays in the list.
        local stays;
        /// The packet that arrives is stored in the memory.
        local stores;
        /// The packet that arrives is stored in a register.
        local comes;

        /// First register: queue of the oldest packet.
        reg first[config.port().buffer().queue_bits()];
        /// The second register holds a packet.
        reg has_second;
        /// Second register: queue of the packet behind the oldest one.
        reg second[config.port().buffer().queue_bits()];
        /// The read data of the memory holds a packet.
        reg has_third;
        /// Write address of the memory.
        reg tail[address_bits(config.waiting())];
        /// Read address of the memory.
        reg head[address_bits(config.waiting())];
        /// Queues of the other packets. Every arrival is written; one that is not stored is overwritten
        /// by the next.
        memory(config.waiting()) others[config.port().buffer().queue_bits()];
    }
    connect {
        others: write = arrive, write_address = tail, write_data = arrive_queue, read = reads,
            read_address = head;
    }
}

impl Logic for ArrivalList {
    #[hdl_gen]
    fn update(&mut self) {
        self.first_queue.next = self.arrive_queue.val();
        if self.holds.val() {
            self.first_queue.next = self.first.val();
        }

        self.leaves.next = self.pass.val() && self.holds.val();
        self.stays.next = self.arrive.val() && (!self.pass.val() || self.holds.val());
        self.vacant.next = !self.holds.val() || self.leaves.val();
        self.moves.next = self.has_third.val() && (!self.has_second.val() || self.leaves.val());
        self.stored.next = self.head.val() != self.tail.val();
        self.reads.next = self.stored.val() && (!self.has_third.val() || self.moves.val());
        comment!("An arrival enters the memory behind others, or while both registers stay full.");
        self.stores.next = self.stays.val()
            && (self.stored.val()
                || (self.has_second.val() && self.has_third.val())
                || ((self.has_second.val() || self.has_third.val()) && !self.leaves.val()));
        self.comes.next = self.stays.val() && !self.stores.val();

        if self.vacant.val() {
            self.holds.next = self.has_second.val() || self.has_third.val() || self.stays.val();
            if self.has_second.val() {
                self.first.next = self.second.val();
            } else if self.has_third.val() {
                self.first.next = self.others.read_data.val();
            } else {
                self.first.next = self.arrive_queue.val();
            }
        }
        if self.leaves.val() {
            if self.has_second.val() {
                self.has_second.next = self.has_third.val() || self.comes.val();
            } else {
                self.has_second.next = self.has_third.val() && self.comes.val();
            }
        } else {
            self.has_second.next = self.has_second.val()
                || (self.holds.val() && (self.has_third.val() || self.comes.val()));
        }
        if !self.has_second.val() || self.leaves.val() {
            if self.has_third.val() && (self.has_second.val() || !self.leaves.val()) {
                self.second.next = self.others.read_data.val();
            } else {
                self.second.next = self.arrive_queue.val();
            }
        }
        self.has_third.next = self.reads.val() || (self.has_third.val() && !self.moves.val());

        if self.stores.val() {
            if self.tail.val() == self.last_address.val() {
                self.tail.next = 0.into();
            } else {
                self.tail.next = self.tail.val() + 1;
            }
        }
        if self.reads.val() {
            if self.head.val() == self.last_address.val() {
                self.head.next = 0.into();
            } else {
                self.head.next = self.head.val() + 1;
            }
        }
    }
}
