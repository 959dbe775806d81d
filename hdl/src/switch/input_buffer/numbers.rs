//! Packet numbers within a queue.

use super::sizes::block_bits;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::InputBuffer;

block! {
    /// Numbers the packets of each queue, and indicates whether the first one that waits is also
    /// the last one received.
    ///
    /// A packet that enters an empty queue has number 0. There are at least as many numbers as
    /// blocks, and they wrap.
    pub struct PacketNumbers(config: &InputBuffer) as "tailback_buffer_numbers" {
        /// Queues: output ports times virtual lanes.
        count queues = config.queues();

        /// The first beat of a packet is written.
        input begins;
        /// The last beat of a packet is written.
        input finishes;
        /// Queue of the packet that is being written.
        input written_queue[config.queue_bits()];
        /// A packet waits in queue `written_queue`.
        input occupied;
        /// The first packet of queue `start_queue` is started.
        input start;
        /// Queue whose first packet is looked up.
        input start_queue[config.queue_bits()];

        /// The packet that begins enters an empty queue.
        output leads;
        /// The first packet of queue `start_queue` entered it while it was empty.
        output start_led;
        /// The first packet of queue `start_queue` is the last one received of the queue.
        output newest_received;

        /// Number of the packet that is being written.
        local number[block_bits(config)];
        /// Number of the first packet of queue `start_queue`.
        local start_number[block_bits(config)];
        /// Per queue: number of the packet received last; read for queue `written_queue`.
        lut_memory(config.queues()) received[block_bits(config)];
        /// Per queue: number of the packet received last; read for queue `start_queue`.
        lut_memory(config.queues()) received_of_start[block_bits(config)];
        /// Per queue: number of the first packet that waits, unless it entered an empty queue.
        lut_memory(config.queues()) next_started[block_bits(config)];
        /// One bit per queue: the first packet entered the queue while it was empty.
        reg(config.queues()) led;
        /// Number of the packet of which a beat was written last.
        reg number_reg[block_bits(config)];
    }
    connect {
        received: read_address = written_queue, write = finishes, write_address = written_queue,
            write_data = number;
        received_of_start: write = finishes, write_address = written_queue, write_data = number,
            read_address = start_queue;
        next_started: read_address = start_queue, write = start, write_address = start_queue;
    }
}

impl Logic for PacketNumbers {
    #[hdl_gen]
    fn update(&mut self) {
        self.leads.next = self.begins.val() && !self.occupied.val();
        self.number.next = self.number_reg.val();
        if self.begins.val() {
            self.number.next = 0.into();
            if self.occupied.val() {
                self.number.next = self.received.read_data.val() + 1;
            }
        }
        self.number_reg.next = self.number.val();

        self.start_led.next = self.led[self.start_queue.val().index()].val();
        comment!("Timing: both comparisons are made before `start_led` selects one.");
        self.start_number.next = self.next_started.read_data.val();
        self.newest_received.next =
            self.next_started.read_data.val() == self.received_of_start.read_data.val();
        if self.start_led.val() {
            self.start_number.next = 0.into();
            self.newest_received.next = self.received_of_start.read_data.val() == 0;
        }
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
