//! Lowest input port of a batch.

use crate::prelude::*;
use tailback_spec::switch::allocator::fifo::Fifo;

/// Input ports of a group.
const GROUP: usize = 4;

block! {
    /// Selects the packet of a batch that enters the window next: the one of the lowest input port.
    ///
    /// A module of its own keeps synthesis from merging this logic with the selection of the next
    /// batch into larger lookup tables.
    pub struct FifoLowest(config: &Fifo) as "tailback_fifo_lowest" {
        /// Input ports.
        count ports = config.inputs();
        /// The last input port.
        count last = config.inputs() - 1;
        /// Input ports of a group: one lookup table counts their packets.
        count group = GROUP;
        /// Groups of input ports.
        count groups = config.inputs().div_ceil(GROUP);

        /// Packets of the batch; 0 without one.
        input pending[config.inputs()];
        /// The window takes no packet.
        input full;
        /// A packet waits.
        output waiting;
        /// The last packet of the batch enters the window, or there is none.
        output exhausted;
        /// Input port of the packet that enters next; 0 without one.
        output lowest[config.input_bits()];
        /// For each input port: the window is full, or a packet of a lower input port goes first.
        output stays[config.inputs()];

        /// The batch has a packet of a lower input port.
        local seen;
        /// Packets of the batch; 0 beyond the last input port.
        local padded[config.inputs().next_multiple_of(GROUP)];
        /// Packets of a group.
        local members[4];
        /// The group has a packet of a lower input port.
        local met;
        /// The groups so far have a packet.
        local started;
        /// The groups so far have several packets.
        local several;
    }
}

impl Logic for FifoLowest {
    #[hdl_gen]
    fn update(&mut self) {
        self.waiting.next = self.pending.val().any();
        self.seen.next = false;
        for port in 0..self.ports.val() {
            self.stays.next =
                self.stays.val().replace_bit(port, self.full.val() || self.seen.val());
            self.seen.next = self.seen.val() || self.pending.val().get_bit(port);
        }
        self.padded.next = self.pending.val();
        self.started.next = false;
        self.several.next = false;
        for number in 0..self.groups.val() {
            self.members.next = self.padded.val().get_bits::<4>(4 * number);
            self.several.next =
                self.several.val() || (self.started.val() && self.members.val().any());
            self.started.next = self.started.val() || self.members.val().any();
            self.met.next = false;
            for at in 0..self.group.val() {
                self.several.next =
                    self.several.val() || (self.met.val() && self.members.val().get_bit(at));
                self.met.next = self.met.val() || self.members.val().get_bit(at);
            }
        }
        self.exhausted.next = !self.waiting.val() || (!self.full.val() && !self.several.val());
        self.lowest.next = 0.into();
        for port in 0..self.ports.val() {
            if self.pending.val().get_bit(self.last.val() - port) {
                self.lowest.next = (self.last.val() - port).into();
            }
        }
    }
}
