//! Packets of a queue, in the order of arrival.

use super::FifoBatches;
use crate::prelude::*;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Holds the packets of a queue in the order of arrival; those that arrive in the same cycle in
    /// the order of their input ports.
    ///
    /// The oldest packets are in registers, each as the number of its input port: those of the
    /// window, and one more behind them, which enters the window as another packet leaves. One
    /// packet enters the registers in a cycle, if the last register is empty at its beginning. If
    /// there are fewer packets in the registers than in the window, the one that enters next, the
    /// follower, is in the window already: packets that arrive enter no register in the same cycle.
    pub struct FifoPackets(config: &Fifo) as "tailback_fifo_packets" {
        /// Packets of the window.
        count window = config.window();

        /// Input ports of which a packet for the queue arrives.
        input arrive[config.inputs()];
        /// A packet leaves the window: it was granted in the previous cycle.
        input leaves;
        /// Place of that packet in the window, one-hot.
        input leaves_place[config.window()];

        /// Input ports of the packets in the registers of the window, the oldest one first; any
        /// number in an empty register.
        output(config.window()) from[config.input_bits()];
        /// One bit per register of the window: there is a packet. No packet is behind an empty one.
        output holds[config.window()];
        /// A packet follows those in the registers.
        output follows;
        /// Input port of that packet; 0 without one.
        output follower[config.input_bits()];

        /// Batches of packets that have not entered the registers.
        sub batches: FifoBatches = FifoBatches::new(config);
        /// The last register holds a packet.
        local full;
        /// A packet enters the registers.
        local enters;
        /// The packet that leaves is at this place or before it.
        local reached;
        /// Packets that leave, or move to the register before theirs.
        local moves[config.window()];
        /// One bit per place in the window: there is a packet in the register behind it.
        local has_behind[config.window()];
        /// Input ports of the packets, the oldest one first.
        reg(config.window() + 1) packet[config.input_bits()];
        /// One bit per register: there is a packet.
        reg present[config.window() + 1];
    }
    connect {
        batches: arrive, full, waiting = follows, oldest = follower;
    }
}

impl Logic for FifoPackets {
    #[hdl_gen]
    fn update(&mut self) {
        for at in 0..self.window.val() {
            self.from[at].next = self.packet[at].val();
        }
        self.holds.next = self.present.val() >> 0;
        self.full.next = self.present.val().get_bit(self.window.val());
        self.has_behind.next = self.present.val() >> 1;
        self.enters.next = self.batches.waiting.val() && !self.full.val();

        self.reached.next = false;
        for at in 0..self.window.val() {
            self.reached.next = self.reached.val() || self.leaves_place.val().get_bit(at);
            self.moves.next =
                self.moves.val().replace_bit(at, self.reached.val() && self.leaves.val());
        }
        for at in 0..self.window.val() {
            if self.moves.val().get_bit(at) || !self.present.val().get_bit(at) {
                self.packet[at].next = self.batches.oldest.val();
                if self.has_behind.val().get_bit(at) {
                    self.packet[at].next = self.packet[at + 1].val();
                }
            }
        }
        if !self.full.val() {
            self.packet[self.window.val()].next = self.batches.oldest.val();
        }
        if (self.enters.val() && !self.leaves.val()) || (self.leaves.val() && !self.enters.val()) {
            self.present.next = (self.present.val() << 1) | 1;
            if self.leaves.val() {
                self.present.next = self.present.val() >> 1;
            }
        }
    }
}
