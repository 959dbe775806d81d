//! Queues with packets that wait.

use super::numbers::PacketNumbers;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::{InputBuffer, Reading};

block! {
    /// Tracks which queues have packets that wait, and which of them count for marking.
    ///
    /// All packets that wait have been received as a whole, except perhaps the one being written.
    pub struct WaitingPackets(config: &InputBuffer) as "tailback_buffer_waiting" {
        /// Queues: output ports times virtual lanes.
        count queues = config.queues();
        /// A packet counts once it has been received as a whole; if low, from its first beat on.
        choice received_only = config.reading() == Reading::Received;

        /// The first beat of a packet is written.
        input begins;
        /// The last beat of a packet is written.
        input finishes;
        /// The queue of the packet that is being written.
        input written_queue[config.queue_bits()];
        /// Queue of the packet of which a beat was written last.
        input open_queue[config.queue_bits()];
        /// The first packet of queue `start_queue` is started.
        input start;
        /// Queue whose first packet is looked up.
        input start_queue[config.queue_bits()];

        /// One bit per queue: a packet waits.
        output_reg(config.queues()) waiting;
        /// One bit per queue: a packet counts for marking.
        output(config.queues()) counts;
        /// The packet that begins enters an empty queue.
        output leads;
        /// The first packet of queue `start_queue` entered it while it was empty.
        output start_led;
        /// The packet that is started is still being written.
        output starts_open;
        /// Another packet of the queue waits behind the one that is started.
        output start_followed;
        /// The last beat of a packet that is being sent or started is written.
        output finishes_started;
        /// A packet begins to count for marking.
        output enqueue;
        /// Queue of the packet that begins to count; 0 without `enqueue`.
        output enqueue_queue[config.queue_bits()];
        /// A packet that counts for marking is started.
        output dequeue;

        /// Packet numbers within each queue.
        sub numbers: PacketNumbers = PacketNumbers::new(config);
        /// A packet waits in queue `written_queue`.
        local occupied;
        /// Queue `start_queue` is that of the packet of which a beat was written last.
        local same_queue;
        /// The first packet of queue `start_queue` is the last one received of the queue.
        local newest_received;
        /// No packet waits behind the first one of queue `start_queue`, except perhaps one that
        /// begins in this cycle.
        local empties;
        /// The packet whose last beat is written has not been started.
        local received;
        /// The packet that is being written waits.
        reg open_waits;
        /// The packet that is being written is the only one that waits in its queue.
        reg open_alone;
    }
    connect {
        numbers: begins, finishes, written_queue, occupied, start, start_queue, leads, start_led,
            newest_received;
    }
}

impl Logic for WaitingPackets {
    #[hdl_gen]
    fn update(&mut self) {
        self.occupied.next = self.waiting[self.written_queue.val().index()].val();

        self.same_queue.next = self.start_queue.val() == self.open_queue.val();
        self.starts_open.next = self.start.val() && self.same_queue.val() && self.open_alone.val();
        self.empties.next = self.starts_open.val()
            || (self.newest_received.val() && !(self.same_queue.val() && self.open_waits.val()));
        self.start_followed.next = !self.empties.val()
            || (self.begins.val() && self.written_queue.val() == self.start_queue.val());
        self.received.next = self.finishes.val()
            && (self.begins.val() || (self.open_waits.val() && !self.starts_open.val()));
        self.finishes_started.next = self.finishes.val() && !self.received.val();

        for number in 0..self.queues.val() {
            if self.begins.val() && self.written_queue.val() == number {
                self.waiting[number].next = true;
            } else if self.start.val() && self.empties.val() && self.start_queue.val() == number {
                self.waiting[number].next = false;
            }
        }
        if self.begins.val() {
            self.open_waits.next = !self.finishes.val();
        } else if self.finishes.val() || self.starts_open.val() {
            self.open_waits.next = false;
        }
        if self.begins.val() {
            comment!("The last packet that waits may be started in this cycle.");
            self.open_alone.next = !self.finishes.val()
                && (!self.occupied.val()
                    || (self.start.val()
                        && self.newest_received.val()
                        && self.start_queue.val() == self.written_queue.val()));
        } else if self.finishes.val() || self.starts_open.val() {
            self.open_alone.next = false;
        } else if self.start.val() && self.same_queue.val() && self.newest_received.val() {
            self.open_alone.next = self.open_waits.val();
        }

        for number in 0..self.queues.val() {
            self.counts[number].next = self.waiting[number].val()
                && !(self.received_only.val()
                    && self.open_alone.val()
                    && self.open_queue.val() == number);
        }
        self.dequeue.next =
            self.start.val() && !(self.received_only.val() && self.starts_open.val());
        if self.received_only.val() {
            self.enqueue.next = self.received.val();
        } else {
            self.enqueue.next = self.begins.val();
        }
        self.enqueue_queue.next = 0.into();
        if self.enqueue.val() {
            self.enqueue_queue.next = self.written_queue.val();
        }
    }
}
