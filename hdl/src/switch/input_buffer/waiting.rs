//! Which queues have packets that wait.

use super::numbers::PacketNumbers;
use crate::comment;
use crate::prelude::*;
use tailback_spec::switch::input_buffer::{InputBuffer, Reading};

block! {
    /// Knows which queues have packets that wait, and which of them count for marking.
    ///
    /// Only the packet that is being written may wait and not be received.
    pub struct WaitingPackets(config: &InputBuffer) as "tailback_buffer_waiting" {
        /// Queues: output ports times lanes.
        count queues = config.queues();
        /// A packet counts when it has been received as a whole; if not so, from its first word on.
        choice received_only = config.reading() == Reading::Received;

        /// A packet begins.
        input begins;
        /// A packet is complete with this word.
        input finishes;
        /// The queue of the packet that is being written.
        input written_queue[config.queue_bits()];
        /// The queue of the packet of which a word was written last.
        input open_queue[config.queue_bits()];
        /// The first packet of a queue is started.
        input start;
        /// The queue.
        input start_queue[config.queue_bits()];

        /// A packet waits.
        output(config.queues()) waiting;
        /// A packet counts.
        output(config.queues()) counts;
        /// The packet that begins comes into an empty queue.
        output leads;
        /// The first packet of the queue that is asked for came into an empty queue.
        output start_led;
        /// The packet that is started is the one that is being written.
        output starts_open;
        /// Another packet of the queue waits behind the one that is started.
        output start_followed;
        /// The packet that is complete was started.
        output finishes_started;
        /// A packet begins to count.
        output enqueue;
        /// Its queue.
        output enqueue_queue[config.queue_bits()];
        /// A packet that counts is started.
        output dequeue;

        /// Which packets are the newest of their queues.
        sub numbers: PacketNumbers = PacketNumbers::new(config);
        /// A packet waits in the queue of the packet that is being written.
        local occupied;
        /// The queue that is asked for is the one of the packet that is being written.
        local same_queue;
        /// The packet that is asked for is the last of its queue that has been received.
        local newest_received;
        /// None waits behind it, but perhaps one that begins in this cycle.
        local empties;
        /// The packet that is complete has not been started.
        local received;
        /// A packet waits.
        reg(config.queues()) waits;
        /// The packet that is being written waits.
        reg open_waits;
        /// No other one waits in its queue.
        reg open_alone;
    }
}

impl Logic for WaitingPackets {
    #[hdl_gen]
    fn update(&mut self) {
        self.occupied.next = self.waits[self.written_queue.val().index()].val();
        self.numbers.begins.next = self.begins.val();
        self.numbers.finishes.next = self.finishes.val();
        self.numbers.written_queue.next = self.written_queue.val();
        self.numbers.occupied.next = self.occupied.val();
        self.numbers.start.next = self.start.val();
        self.numbers.start_queue.next = self.start_queue.val();
        self.leads.next = self.numbers.leads.val();
        self.start_led.next = self.numbers.start_led.val();
        self.newest_received.next = self.numbers.newest_received.val();

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
            self.waiting[number].next = self.waits[number].val();
            if self.begins.val() && self.written_queue.val() == number {
                self.waits[number].next = true;
            } else if self.start.val() && self.empties.val() && self.start_queue.val() == number {
                self.waits[number].next = false;
            }
        }
        if self.begins.val() {
            self.open_waits.next = !self.finishes.val();
        } else if self.finishes.val() || self.starts_open.val() {
            self.open_waits.next = false;
        }
        if self.begins.val() {
            comment!("The last one that waits may be started in this cycle.");
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
            self.counts[number].next = self.waits[number].val()
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
