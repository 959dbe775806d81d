//! Which packets must wait for an older one of their queue.

use crate::comment;
use crate::prelude::*;
use tailback_spec::parameter::bits_for;
use tailback_spec::switch::allocator::fifo::Fifo;

block! {
    /// Says which entries of the list must wait for the first one of their queue.
    ///
    /// A queue counts how often its first packet was bypassed; at the limit, the others wait for
    /// it. What a grant changes for the rest of its queue is worked out in the cycle after it, from
    /// the queue that was granted: nothing but that one bit of the grant itself is late, whether
    /// the granted packet was the first of its queue.
    pub struct FifoOrder(config: &Fifo) as "tailback_fifo_order" {
        /// Entries.
        count entries = config.entries();
        /// The youngest entry.
        count youngest = config.entries() - 1;
        /// Queues.
        count queues = config.queues();
        /// Whether a packet is never bypassed.
        choice strict = config.bypasses() == 0;
        /// Times that a packet may be bypassed.
        count limit = config.bypasses() as usize;
        /// Times after which one more is the last.
        count last_but_one = config.bypasses().saturating_sub(1) as usize;

        /// The entry is a packet that waits.
        input waits[config.entries()];
        /// The queue it waits for.
        input(config.entries()) queue_of[config.queue_bits()];
        /// The entry takes over the next younger one; the youngest takes over the arrival.
        input moves[config.entries()];
        /// The queue of the arrival.
        input arrive_queue[config.queue_bits()];
        /// The entry that is granted, one bit for each.
        input granted[config.entries()];
        /// Its queue.
        input granted_queue[config.queue_bits()];
        /// The entry must wait for the first one of its queue.
        output blocked[config.entries()];

        /// A packet was granted in the cycle before.
        reg settles;
        /// Its queue.
        reg settled_queue[config.queue_bits()];
        /// It was the first of its queue.
        reg was_first;

        /// Entries of that queue.
        local same[config.entries()];
        /// The first of them.
        local oldest[config.entries()];
        /// How often the first packet of that queue was bypassed so far.
        local so_far[bits_for(config.bypasses())];
        /// All others of that queue must wait for its first.
        local limited;
        /// Entries that are the first of their queue.
        local first[config.entries()];
        /// The arrival settles with its queue.
        local joins;
        /// The arrival is the first of its queue.
        local arrive_first;
        /// The arrival must wait.
        local arrive_blocked;
        /// What each entry becomes if it moves.
        local next_first[config.entries()];
        /// What each entry becomes if it moves.
        local next_blocked[config.entries()];

        /// The entry is the first of its queue.
        reg(config.entries()) held_first;
        /// The entry must wait.
        reg(config.entries()) held_blocked;
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
        self.so_far.next = self.bypassed[self.settled_queue.val().index()].val();
        self.limited.next = self.strict.val()
            || (!self.was_first.val() && self.so_far.val() == self.last_but_one.val());
        for entry in 0..self.entries.val() {
            if self.same.val().get_bit(entry) {
                self.first.next =
                    self.first.val().replace_bit(entry, self.oldest.val().get_bit(entry));
                comment!("At the limit, the first has stayed the same.");
                if self.strict.val() {
                    self.blocked.next =
                        self.blocked.val().replace_bit(entry, !self.oldest.val().get_bit(entry));
                } else {
                    self.blocked.next = self
                        .blocked
                        .val()
                        .replace_bit(entry, self.limited.val() && !self.held_first[entry].val());
                }
            } else {
                self.first.next = self.first.val().replace_bit(entry, self.held_first[entry].val());
                self.blocked.next =
                    self.blocked.val().replace_bit(entry, self.held_blocked[entry].val());
            }
        }

        comment!("What arrives follows the other packets of its queue.");
        self.joins.next = self.settles.val() && self.settled_queue.val() == self.arrive_queue.val();
        if self.joins.val() {
            self.arrive_first.next = !self.same.val().any();
            self.arrive_blocked.next = self.same.val().any() && self.limited.val();
        } else {
            self.arrive_first.next = !self.present[self.arrive_queue.val().index()].val();
            self.arrive_blocked.next = self.present[self.arrive_queue.val().index()].val()
                && self.bypassed[self.arrive_queue.val().index()].val() == self.limit.val();
        }

        for entry in 0..self.youngest.val() {
            self.next_first.next =
                self.next_first.val().replace_bit(entry, self.first.val().get_bit(entry + 1));
            self.next_blocked.next =
                self.next_blocked.val().replace_bit(entry, self.blocked.val().get_bit(entry + 1));
        }
        self.next_first.next =
            self.next_first.val().replace_bit(self.youngest.val(), self.arrive_first.val());
        self.next_blocked.next =
            self.next_blocked.val().replace_bit(self.youngest.val(), self.arrive_blocked.val());
        for entry in 0..self.entries.val() {
            if self.moves.val().get_bit(entry) {
                self.held_first[entry].next = self.next_first.val().get_bit(entry);
                self.held_blocked[entry].next = self.next_blocked.val().get_bit(entry);
            } else {
                self.held_first[entry].next = self.first.val().get_bit(entry);
                self.held_blocked[entry].next = self.blocked.val().get_bit(entry);
            }
        }

        for at in 0..self.queues.val() {
            if self.moves.val().get_bit(self.youngest.val()) && self.arrive_queue.val() == at {
                self.present[at].next = true;
            } else if self.settles.val() && self.settled_queue.val() == at {
                self.present[at].next = self.same.val().any();
            }
            if self.settles.val() && self.settled_queue.val() == at {
                if self.was_first.val() {
                    self.bypassed[at].next = 0.into();
                } else {
                    self.bypassed[at].next = self.so_far.val() + 1;
                }
            }
        }
        self.settles.next = self.granted.val().any();
        self.settled_queue.next = self.granted_queue.val();
        self.was_first.next = (self.granted.val() & self.first.val()).any();
    }
}
