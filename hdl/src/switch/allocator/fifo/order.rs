//! Which packets must wait for one that is owed their output port.

use crate::comment;
use crate::prelude::*;
use tailback_spec::parameter::bits_for;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Says which entries of the list must wait for an older one.
    ///
    /// A queue counts how often its first packet was bypassed by a younger one for the same output
    /// port; at the limit, it is owed the port. What a grant changes is worked out in the cycle
    /// after it, in which nothing is granted.
    pub struct FifoOrder(config: &Fifo) as "tailback_fifo_order" {
        /// Entries.
        count entries = config.entries();
        /// The youngest entry.
        count youngest = config.entries() - 1;
        /// Output ports.
        count outputs = config.outputs();
        /// Lanes of each.
        count lanes = config.lanes();
        /// Queues.
        count queues = config.queues();
        /// Times that a packet may be bypassed.
        count limit = config.bypasses() as usize;

        /// The entry is a packet that waits.
        input waits[config.entries()];
        /// The queue it waits for.
        input(config.entries()) queue_of[config.queue_bits()];
        /// The same, one bit for each queue.
        input(config.entries()) queue_one_hot[config.queues()];
        /// The entry takes over the next younger one; the youngest takes over the arrival.
        input moves[config.entries()];
        /// The queue of the arrival.
        input arrive_queue[config.queue_bits()];
        /// Queues that are ready.
        input ready[config.queues()];
        /// The entry that is granted, one bit for each.
        input granted[config.entries()];
        /// Its queue.
        input granted_queue[config.queue_bits()];
        /// The entry must wait for one that is owed its output port.
        output is_held[config.entries()];

        /// A packet was granted in the cycle before.
        reg settles;
        /// Its queue.
        reg settled_queue[config.queue_bits()];
        /// It was the first of its queue.
        reg was_first;
        /// The entry is the first of its queue, and older than that packet.
        reg(config.entries()) passed;

        /// Entries of that queue.
        local same[config.entries()];
        /// The first of them.
        local oldest[config.entries()];
        /// Entries that are the first of their queue.
        local first[config.entries()];
        /// Those that are older than the one that is granted.
        local older[config.entries()];
        /// The arrival is the first of its queue.
        local arrive_first;
        /// Queues whose first packet is older than the one granted in the cycle before.
        local passed_queues[config.queues()];
        /// The queue is one of the output port for which a packet was granted in the cycle before.
        local same_output[config.queues()];
        /// Queues that have an entry.
        local has_entry[config.queues()];
        /// How often the first packet of each queue was bypassed.
        local(config.queues()) count_now[bits_for(config.bypasses())];
        /// Queues that are owed their output port.
        local owed[config.queues()];
        /// Queues of output ports that are owed to some queue.
        local kept[config.queues()];
        /// What each entry becomes if it moves.
        local next_first[config.entries()];
        /// What each entry becomes if it moves.
        local next_passed[config.entries()];

        /// The entry is the first of its queue.
        reg(config.entries()) held_first;
        /// The queue has an entry.
        reg(config.queues()) present;
        /// How often the first packet of each queue was bypassed.
        reg(config.queues()) bypassed[bits_for(config.bypasses())];
    }
}

impl Logic for FifoOrder {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("The queue of the last grant is settled.");
        for entry in 0..self.entries.val() {
            self.same.next = self.same.val().replace_bit(
                entry,
                self.settles.val()
                    && self.waits.val().get_bit(entry)
                    && self.queue_of[entry].val() == self.settled_queue.val(),
            );
        }
        self.oldest.next = self.same.val() & -self.same.val();
        for entry in 0..self.entries.val() {
            if self.same.val().get_bit(entry) {
                self.first.next =
                    self.first.val().replace_bit(entry, self.oldest.val().get_bit(entry));
            } else {
                self.first.next = self.first.val().replace_bit(entry, self.held_first[entry].val());
            }
        }

        self.passed_queues.next = 0.into();
        for entry in 0..self.entries.val() {
            if self.passed[entry].val() {
                self.passed_queues.next =
                    self.passed_queues.val() | self.queue_one_hot[entry].val();
            }
        }
        self.same_output.next = 0.into();
        for port in 0..self.outputs.val() {
            for lane in 0..self.lanes.val() {
                for other in 0..self.lanes.val() {
                    if self.settles.val()
                        && self.settled_queue.val() == port * self.lanes.val() + other
                    {
                        self.same_output.next = self
                            .same_output
                            .val()
                            .replace_bit(port * self.lanes.val() + lane, true);
                    }
                }
            }
        }
        for at in 0..self.queues.val() {
            if self.settles.val() && self.settled_queue.val() == at {
                self.has_entry.next = self.has_entry.val().replace_bit(at, self.same.val().any());
            } else {
                self.has_entry.next = self.has_entry.val().replace_bit(at, self.present[at].val());
            }
            self.count_now[at].next = self.bypassed[at].val();
            if self.was_first.val() && self.settles.val() && self.settled_queue.val() == at {
                self.count_now[at].next = 0.into();
            } else if self.same_output.val().get_bit(at)
                && self.passed_queues.val().get_bit(at)
                && self.bypassed[at].val() != self.limit.val()
            {
                self.count_now[at].next = self.bypassed[at].val() + 1;
            }
            self.owed.next = self.owed.val().replace_bit(
                at,
                self.has_entry.val().get_bit(at)
                    && self.ready.val().get_bit(at)
                    && self.count_now[at].val() == self.limit.val(),
            );
        }

        self.kept.next = 0.into();
        for port in 0..self.outputs.val() {
            for lane in 0..self.lanes.val() {
                for other in 0..self.lanes.val() {
                    if self.owed.val().get_bit(port * self.lanes.val() + other) {
                        self.kept.next =
                            self.kept.val().replace_bit(port * self.lanes.val() + lane, true);
                    }
                }
            }
        }
        for entry in 0..self.entries.val() {
            self.is_held.next = self.is_held.val().replace_bit(
                entry,
                (self.queue_one_hot[entry].val() & self.kept.val()).any()
                    && !(self.first.val().get_bit(entry)
                        && (self.queue_one_hot[entry].val() & self.owed.val()).any()),
            );
        }

        comment!("What arrives follows the other packets of its queue.");
        self.arrive_first.next = !self.has_entry.val().get_bit(self.arrive_queue.val().index());
        comment!("All entries below the one that is granted are older.");
        self.older.next = self.granted.val() - 1;
        for entry in 0..self.youngest.val() {
            self.next_first.next =
                self.next_first.val().replace_bit(entry, self.first.val().get_bit(entry + 1));
            self.next_passed.next = self.next_passed.val().replace_bit(
                entry,
                self.first.val().get_bit(entry + 1)
                    && self.waits.val().get_bit(entry + 1)
                    && self.older.val().get_bit(entry + 1),
            );
        }
        self.next_first.next =
            self.next_first.val().replace_bit(self.youngest.val(), self.arrive_first.val());
        self.next_passed.next = self.next_passed.val().replace_bit(self.youngest.val(), false);
        for entry in 0..self.entries.val() {
            if self.moves.val().get_bit(entry) {
                self.held_first[entry].next = self.next_first.val().get_bit(entry);
                self.passed[entry].next = self.next_passed.val().get_bit(entry);
            } else {
                self.held_first[entry].next = self.first.val().get_bit(entry);
                self.passed[entry].next = self.first.val().get_bit(entry)
                    && self.waits.val().get_bit(entry)
                    && self.older.val().get_bit(entry);
            }
        }

        for at in 0..self.queues.val() {
            if self.moves.val().get_bit(self.youngest.val()) && self.arrive_queue.val() == at {
                self.present[at].next = true;
            } else {
                self.present[at].next = self.has_entry.val().get_bit(at);
            }
            self.bypassed[at].next = self.count_now[at].val();
        }
        self.settles.next = self.granted.val().any();
        self.settled_queue.next = self.granted_queue.val();
        self.was_first.next = (self.granted.val() & self.first.val()).any();
    }
}
