//! Input port and queue of the oldest candidate.

use crate::prelude::*;
use tailback_spec::switch::allocator::fifo::Fifo;

/// Entries of a group.
const GROUP: usize = 4;

block! {
    /// Selects the input port and the queue of the oldest candidate.
    ///
    /// Groups of neighbouring entries select their oldest candidate at the same time, and the first
    /// group with a candidate provides the result: a chain of all entries would take longer than
    /// the rest of the cycle.
    pub struct FifoChoice(config: &Fifo) as "tailback_fifo_choice" {
        /// Entries of the list.
        count entries = config.entries();
        /// Groups of entries.
        count groups = config.entries().div_ceil(GROUP);
        /// Entries of a group.
        count group = GROUP;
        /// Entries of all groups, with the unused ones of the last group.
        count places = config.entries().div_ceil(GROUP) * GROUP;

        /// Entries that can be granted; bit 0 is the oldest.
        input candidates[config.entries()];
        /// The input port of each entry.
        input(config.entries()) from[config.input_bits()];
        /// Queue of each entry.
        input(config.entries()) queue_of[config.queue_bits()];
        /// Some entry is a candidate.
        output found;
        /// Input port of the oldest candidate; 0 without `found`.
        output oldest_from[config.input_bits()];
        /// Queue of the oldest candidate; 0 without `found`.
        output oldest_queue[config.queue_bits()];

        /// Candidates, extended to whole groups.
        local in_groups[config.entries().div_ceil(GROUP) * GROUP];
        /// Input port of each entry; 0 for unused ones.
        local(config.entries().div_ceil(GROUP) * GROUP) each_from[config.input_bits()];
        /// Queue of each entry; 0 for unused ones.
        local(config.entries().div_ceil(GROUP) * GROUP) each_queue[config.queue_bits()];
        /// One bit per entry: the group has an older candidate.
        local behind[config.entries().div_ceil(GROUP) * GROUP];
        /// The oldest candidate of each group.
        local leads[config.entries().div_ceil(GROUP) * GROUP];
        /// Groups that have a candidate.
        local has[config.entries().div_ceil(GROUP)];
        /// First group that has a candidate, one-hot.
        local first[config.entries().div_ceil(GROUP)];
        /// Input port of each group's oldest candidate.
        local(config.entries().div_ceil(GROUP)) group_from[config.input_bits()];
        /// Queue of each group's oldest candidate.
        local(config.entries().div_ceil(GROUP)) group_queue[config.queue_bits()];
    }
}

impl Logic for FifoChoice {
    #[hdl_gen]
    fn update(&mut self) {
        self.in_groups.next = self.candidates.val();
        for place in 0..self.places.val() {
            self.each_from[place].next = 0.into();
            self.each_queue[place].next = 0.into();
        }
        for entry in 0..self.entries.val() {
            self.each_from[entry].next = self.from[entry].val();
            self.each_queue[entry].next = self.queue_of[entry].val();
        }

        self.behind.next = 0.into();
        self.has.next = 0.into();
        for at in 0..self.groups.val() {
            for place in 0..self.group.val() {
                if self.in_groups.val().get_bit(at * self.group.val() + place) {
                    self.has.next = self.has.val().replace_bit(at, true);
                }
            }
            for place in 1..self.group.val() {
                self.behind.next = self.behind.val().replace_bit(
                    at * self.group.val() + place,
                    self.behind.val().get_bit(at * self.group.val() + place - 1)
                        || self.in_groups.val().get_bit(at * self.group.val() + place - 1),
                );
            }
        }
        self.leads.next = self.in_groups.val() & !self.behind.val();
        for at in 0..self.groups.val() {
            self.group_from[at].next = 0.into();
            self.group_queue[at].next = 0.into();
            for place in 0..self.group.val() {
                if self.leads.val().get_bit(at * self.group.val() + place) {
                    self.group_from[at].next = self.group_from[at].val()
                        | self.each_from[at * self.group.val() + place].val();
                    self.group_queue[at].next = self.group_queue[at].val()
                        | self.each_queue[at * self.group.val() + place].val();
                }
            }
        }

        comment!("Bit 0 is the oldest group.");
        self.first.next = self.has.val() & -self.has.val();
        self.found.next = self.has.val().any();
        self.oldest_from.next = 0.into();
        self.oldest_queue.next = 0.into();
        for at in 0..self.groups.val() {
            if self.first.val().get_bit(at) {
                self.oldest_from.next = self.oldest_from.val() | self.group_from[at].val();
                self.oldest_queue.next = self.oldest_queue.val() | self.group_queue[at].val();
            }
        }
    }
}
