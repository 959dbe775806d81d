//! Which packet of a queue is the newest.

use super::sizes::block_bits;
use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Numbers the packets of each queue, and tells whether the first one that waits is also the
    /// last one that was received.
    ///
    /// A packet that comes into an empty queue has the number 0. As many numbers as blocks are
    /// enough, and they may go round.
    pub struct PacketNumbers(config: &InputBuffer) as "tailback_buffer_numbers" {
        /// Queues: output ports times lanes.
        count queues = config.queues();

        /// A packet begins.
        input begins;
        /// A packet is complete with the word that is written.
        input finishes;
        /// The queue of the packet that is being written.
        input written_queue[config.queue_bits()];
        /// A packet waits in it.
        input occupied;
        /// The first packet of a queue is started.
        input start;
        /// The queue.
        input start_queue[config.queue_bits()];

        /// The packet that begins comes into an empty queue.
        output leads;
        /// The first packet of the queue that is asked for came into an empty queue.
        output start_led;
        /// It is the last of its queue that has been received.
        output newest_received;

        /// The number of the packet that is being written.
        local number[block_bits(config)];
        /// The number of the packet that is asked for.
        local start_number[block_bits(config)];
        /// The number of the packet of each queue that was received last, for who writes,
        lut_memory(config.queues()) received[block_bits(config)];
        /// and for who reads.
        lut_memory(config.queues()) received_of_start[block_bits(config)];
        /// The number of the first packet that waits, unless it came into an empty queue.
        lut_memory(config.queues()) next_started[block_bits(config)];
        /// The first packet of the queue came into an empty queue.
        reg(config.queues()) led;
        /// The number of the packet of which a word was written last.
        reg number_reg[block_bits(config)];
    }
}

impl Logic for PacketNumbers {
    #[hdl_gen]
    fn update(&mut self) {
        self.leads.next = self.begins.val() && !self.occupied.val();
        self.received.read_address.next = self.written_queue.val();
        self.number.next = self.number_reg.val();
        if self.begins.val() {
            self.number.next = 0.into();
            if self.occupied.val() {
                self.number.next = self.received.read_data.val() + 1;
            }
        }
        self.number_reg.next = self.number.val();
        self.received.write.next = self.finishes.val();
        self.received.write_address.next = self.written_queue.val();
        self.received.write_data.next = self.number.val();
        self.received_of_start.write.next = self.finishes.val();
        self.received_of_start.write_address.next = self.written_queue.val();
        self.received_of_start.write_data.next = self.number.val();

        self.received_of_start.read_address.next = self.start_queue.val();
        self.next_started.read_address.next = self.start_queue.val();
        self.start_led.next = self.led[self.start_queue.val().index()].val();
        comment!("Both comparisons are made before it is known which one counts.");
        self.start_number.next = self.next_started.read_data.val();
        self.newest_received.next =
            self.next_started.read_data.val() == self.received_of_start.read_data.val();
        if self.start_led.val() {
            self.start_number.next = 0.into();
            self.newest_received.next = self.received_of_start.read_data.val() == 0;
        }
        self.next_started.write.next = self.start.val();
        self.next_started.write_address.next = self.start_queue.val();
        self.next_started.write_data.next = self.start_number.val() + 1;
        for at in 0..self.queues.val() {
            if self.leads.val() && self.written_queue.val() == at {
                self.led[at].next = true;
            } else if self.start.val() && self.start_queue.val() == at {
                self.led[at].next = false;
            }
        }
    }
}
