//! Choice of a packet of one queue.

use super::{FifoFirst, FifoPackets, FifoSelected};
use crate::prelude::*;
use tailback_spec::parameter::bits_for;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Looks for the oldest packet of a queue whose input port is free, among the oldest packets,
    /// the window. The packets that are found are in registers; the first of them is chosen for an
    /// offer in the next cycle.
    ///
    /// Younger packets may bypass the oldest one a few times; from then on, the output port is owed
    /// to it: no other packet of the queue is chosen. An output port that insists is owed to the
    /// oldest packet of each queue.
    pub struct FifoQueue(config: &Fifo) as "tailback_fifo_queue" {
        /// Packets of the window.
        count window = config.window();
        /// Bypasses after which the output port is owed to the oldest packet.
        count limit = config.bypasses() as usize;

        /// Input ports of which a packet for the queue arrives.
        input arrive[config.inputs()];
        /// Input ports whose first packet of the queue can be sent.
        input sendable[config.inputs()];
        /// Input ports that can send a packet.
        input able[config.inputs()];
        /// The output port insists.
        input insists;
        /// A packet for the output port was granted in the previous cycle.
        input granted;
        /// The packet granted in the previous cycle is in this queue, and leaves it.
        input leaves;
        /// Place in the window of that packet, one-hot.
        input leaves_place[config.window()];

        /// A packet can be offered the output port.
        output can;
        /// The output port is owed to the oldest packet.
        output_reg owed;
        /// Place in the window of the chosen packet, one-hot; any place without `can`.
        output chosen_place[config.window()];
        /// Input port of the chosen packet; any port without `can`.
        output chosen_from[config.input_bits()];

        /// Packets in the order of arrival.
        sub order: FifoPackets = FifoPackets::new(config);
        /// First of the packets that were found.
        sub first: FifoFirst = FifoFirst::new(config);
        /// Whether the first packet of the input port of the oldest packet can be sent.
        sub oldest_ready: FifoSelected = FifoSelected::new(config);
        /// Whether the first packet of the input port of the follower can be sent.
        sub follower_ready: FifoSelected = FifoSelected::new(config);
        /// Whether the input port of the follower can send a packet of the queue.
        sub follower_can: FifoSelected = FifoSelected::new(config);
        /// For each packet of the window: whether its input port can send a packet of the queue.
        sub(config.window()) place: FifoSelected = FifoSelected::new(config);
        /// A packet waits, and the oldest one can be sent once its input port is free.
        local open;
        /// The oldest packet was bypassed as often as it may be.
        local limited;
        /// Input ports that can send a packet of the queue.
        local sends[config.inputs()];
        /// A packet follows those in registers, and its input port is able.
        local follower_able;
        /// There is a packet in the register before, or there is none before.
        local preceded;
        /// Packets of the window whose input port is able.
        local found[config.window()];
        /// The queue was open in the previous cycle.
        reg was_open;
        /// Packets of the window whose input port was able in the previous cycle.
        reg was_found[config.window()];
        /// Times that the oldest packet was bypassed.
        reg bypassed[bits_for(config.bypasses().max(1))];
    }
    connect {
        order: arrive, leaves, leaves_place;
        order, place: from = number;
        order, follower_ready: follower = number;
        order, follower_can: follower = number;
        place: ports = sends;
        oldest_ready: ports = sendable;
        follower_ready: ports = sendable;
        follower_can: ports = sends;
        first: found = was_found, open = was_open, owed, can, chosen_place;
    }
}

impl Logic for FifoQueue {
    #[hdl_gen]
    fn update(&mut self) {
        self.oldest_ready.number.next = self.order.from[0].val();
        self.open.next = (self.order.holds.val().get_bit(0) && self.oldest_ready.selected.val())
            || (!self.order.holds.val().get_bit(0)
                && self.order.follows.val()
                && self.follower_ready.selected.val());
        self.limited.next = self.bypassed.val() == self.limit.val();
        self.sends.next = self.able.val() & self.sendable.val();
        self.follower_able.next = self.order.follows.val() && self.follower_can.selected.val();
        comment!("The follower is at the first place without a packet in its register.");
        self.preceded.next = true;
        for at in 0..self.window.val() {
            self.found.next = self.found.val().replace_bit(
                at,
                (self.order.holds.val().get_bit(at) && self.place[at].selected.val())
                    || (!self.order.holds.val().get_bit(at)
                        && self.preceded.val()
                        && self.follower_able.val()),
            );
            self.preceded.next = self.order.holds.val().get_bit(at);
        }
        self.was_open.next = self.open.val();
        self.was_found.next = self.found.val();
        self.owed.next = self.open.val() && (self.limited.val() || self.insists.val());

        comment!("The follower has entered a register. As a packet leaves, no place is used.");
        self.chosen_from.next = 0.into();
        for at in 0..self.window.val() {
            if self.first.chosen_place.val().get_bit(at) {
                self.chosen_from.next = self.chosen_from.val() | self.order.from[at].val();
            }
        }

        if self.leaves.val() && self.leaves_place.val().get_bit(0) {
            self.bypassed.next = 0.into();
        } else if self.granted.val() && self.was_open.val() && !self.limited.val() {
            self.bypassed.next = self.bypassed.val() + 1;
        }
    }
}
