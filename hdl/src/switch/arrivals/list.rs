//! The packets of one lane of an input port that have arrived and have not been passed on.

use crate::address_bits;
use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::arrivals::Arrivals as Config;

block! {
    /// Holds the queues of packets in the order of their arrival.
    ///
    /// The two oldest are in registers, the next one is what was read from the memory last, and the
    /// others are in the memory. What arrives takes the first of these places that is free with all
    /// behind it. So the oldest is there at once, although a word takes two cycles through the
    /// memory: it is written only while both registers stay full.
    pub struct ArrivalList(config: &Config) as "tailback_arrival_list" {
        /// The last word of the memory.
        param last_address[address_bits(config.waiting())] =
            config.waiting() as u128 - 1;

        /// A packet arrives.
        input arrive;
        /// Its queue.
        input arrive_queue[config.port().buffer().queue_bits()];
        /// The oldest packet is passed on, or the one that arrives if there is none.
        input pass;

        /// There is a packet that has arrived before.
        output holds;
        /// The queue of the oldest packet, or of the one that arrives.
        output first_queue[config.port().buffer().queue_bits()];

        /// The packet in the first register leaves it.
        local leaves;
        /// The first register is free, but for what moves up behind it.
        local vacant;
        /// The memory has packets.
        local stored;
        /// What was read moves into a register.
        local moves;
        /// A packet is read from the memory.
        local reads;
        /// What arrives stays here.
        local stays;
        /// It is put into the memory.
        local stores;
        /// It is put into a register.
        local comes;

        /// There is a packet in the first register.
        reg has_first;
        /// Its queue.
        reg first[config.port().buffer().queue_bits()];
        /// There is one in the second register.
        reg has_second;
        /// Its queue.
        reg second[config.port().buffer().queue_bits()];
        /// There is one that was read from the memory.
        reg has_third;
        /// Where the next packet is written.
        reg tail[address_bits(config.waiting())];
        /// Where the next one is read.
        reg head[address_bits(config.waiting())];
        /// The others.
        memory(config.waiting()) others[config.port().buffer().queue_bits()];
    }
}

impl Logic for ArrivalList {
    #[hdl_gen]
    fn update(&mut self) {
        self.holds.next = self.has_first.val();
        self.first_queue.next = self.arrive_queue.val();
        if self.has_first.val() {
            self.first_queue.next = self.first.val();
        }

        self.leaves.next = self.pass.val() && self.has_first.val();
        self.stays.next = self.arrive.val() && (!self.pass.val() || self.has_first.val());
        self.vacant.next = !self.has_first.val() || self.leaves.val();
        self.moves.next = self.has_third.val() && (!self.has_second.val() || self.leaves.val());
        self.stored.next = self.head.val() != self.tail.val();
        self.reads.next = self.stored.val() && (!self.has_third.val() || self.moves.val());
        comment!("There is no way past packets in the memory, nor past two in registers.");
        self.stores.next = self.stays.val()
            && (self.stored.val()
                || (self.has_second.val() && self.has_third.val())
                || ((self.has_second.val() || self.has_third.val()) && !self.leaves.val()));
        self.comes.next = self.stays.val() && !self.stores.val();

        if self.vacant.val() {
            self.has_first.next = self.has_second.val() || self.has_third.val() || self.stays.val();
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
                || (self.has_first.val() && (self.has_third.val() || self.comes.val()));
        }
        if !self.has_second.val() || self.leaves.val() {
            if self.has_third.val() && (self.has_second.val() || !self.leaves.val()) {
                self.second.next = self.others.read_data.val();
            } else {
                self.second.next = self.arrive_queue.val();
            }
        }
        self.has_third.next = self.reads.val() || (self.has_third.val() && !self.moves.val());

        comment!("What is written beyond the last one does not count.");
        self.others.write.next = self.arrive.val();
        self.others.write_address.next = self.tail.val();
        self.others.write_data.next = self.arrive_queue.val();
        self.others.read.next = self.reads.val();
        self.others.read_address.next = self.head.val();
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
