//! Packets of a queue, in the order of arrival.

use super::FifoBatches;
use crate::prelude::*;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Holds the packets of a queue in the order of arrival; those that arrive in the same cycle in
    /// the order of their input ports.
    ///
    /// The oldest packets, which form the window, are in registers, each as the number of its input
    /// port. One more register behind the window holds the packet that enters it as another one
    /// leaves. Packets leave in every third cycle at most, and one packet enters the registers in a
    /// cycle, if the last register is empty at its beginning. So a packet that leaves, which is
    /// known late in the cycle, does not matter to the batches that wait.
    pub struct FifoPackets(config: &Fifo) as "tailback_fifo_packets" {
        /// Packets of the window.
        count window = config.window();

        /// Input ports of which a packet for the queue arrives.
        input arrive[config.inputs()];
        /// A packet leaves the window.
        input leaves;
        /// Place of that packet in the window, one-hot.
        input leaves_place[config.window()];

        /// Input ports of the packets in the window, the oldest one first; any number for a packet
        /// that does not exist.
        output(config.window()) from[config.input_bits()];
        /// One bit per place in the window: there is a packet. No packet is behind an empty place.
        output holds[config.window()];

        /// Batches of packets that have not entered the registers.
        sub batches: FifoBatches = FifoBatches::new(config);
        /// The last register holds a packet.
        local full;
        /// A packet enters the registers.
        local enters;
        /// Input port of that packet.
        local entering[config.input_bits()];
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
        batches: arrive, full, enters, entering;
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

        self.reached.next = false;
        for at in 0..self.window.val() {
            self.reached.next = self.reached.val() || self.leaves_place.val().get_bit(at);
            self.moves.next =
                self.moves.val().replace_bit(at, self.reached.val() && self.leaves.val());
        }
        for at in 0..self.window.val() {
            if self.moves.val().get_bit(at) || !self.present.val().get_bit(at) {
                self.packet[at].next = self.entering.val();
                if self.has_behind.val().get_bit(at) {
                    self.packet[at].next = self.packet[at + 1].val();
                }
            }
        }
        if !self.full.val() {
            self.packet[self.window.val()].next = self.entering.val();
        }
        if self.enters.val() && !self.leaves.val() {
            self.present.next = (self.present.val() << 1) | 1;
        } else if self.leaves.val() && !self.enters.val() {
            self.present.next = self.present.val() >> 1;
        }
    }
}
