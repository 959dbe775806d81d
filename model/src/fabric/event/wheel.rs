//! The queue of events.
//!
//! Nearly all events are less than a few packet times away. Those have a slot for each cycle of the
//! near future, which comes round like a wheel, and a slot has a list of its events; a map of bits
//! finds the next slot that has one. What is further away waits in a heap, and gets its slot as
//! soon as there is one. Nothing is allocated once there are as many places as events at a time.

use super::Kinds;
use std::{cmp::Reverse, collections::BinaryHeap, marker::PhantomData};

const SLOTS: usize = 2048;
const WORD_BITS: usize = u64::BITS as usize;
const WORDS: usize = SLOTS / WORD_BITS;
const INDEX_BITS: u32 = 16;
/// No further event in a list.
const NONE: u32 = u32::MAX;

/// An event of a slot: kind and index, which are its place in the order of its cycle.
#[derive(Debug, Clone, Copy)]
struct Node {
    key: u32,
    next: u32,
}

/// The events to come, in order of their time, kind and index.
#[derive(Debug)]
pub(in super::super) struct Queue<K> {
    kinds: PhantomData<K>,
    /// The cycle of the last event; there is none before it.
    now: u64,
    /// The first event of each slot.
    slots: [u32; SLOTS],
    /// Which slots have events.
    occupied: [u64; WORDS],
    /// Which words of `occupied` are not 0.
    words: u32,
    nodes: Vec<Node>,
    /// The first of the nodes that are not used.
    unused: u32,
    /// Events at least [`SLOTS`] cycles away, by cycle and key.
    far: BinaryHeap<Reverse<(u64, u32)>>,
}

impl<K> Default for Queue<K> {
    fn default() -> Self {
        Queue {
            kinds: PhantomData,
            now: 0,
            slots: [NONE; SLOTS],
            occupied: [0; WORDS],
            words: 0,
            nodes: Vec::new(),
            unused: NONE,
            far: BinaryHeap::new(),
        }
    }
}

impl<K: Kinds> Queue<K> {
    /// An event of a cycle that is not before the last one.
    pub fn push(&mut self, cycle: u64, kind: K, index: u16) {
        let key = kind.number() << INDEX_BITS | u32::from(index);
        if cycle - self.now < SLOTS as u64 {
            self.put(cycle, key);
        } else {
            self.far.push(Reverse((cycle, key)));
        }
    }

    fn put(&mut self, cycle: u64, key: u32) {
        let slot = cycle as usize % SLOTS;
        let node = Node { key, next: self.slots[slot] };
        if self.unused == NONE {
            self.slots[slot] = self.nodes.len() as u32;
            self.nodes.push(node);
        } else {
            self.slots[slot] = self.unused;
            let place = &mut self.nodes[self.unused as usize];
            self.unused = place.next;
            *place = node;
        }
        self.occupied[slot / WORD_BITS] |= 1 << (slot % WORD_BITS);
        self.words |= 1 << (slot / WORD_BITS);
    }

    /// The cycle of the next event.
    fn next_cycle(&self) -> Option<u64> {
        let here = self.now as usize % SLOTS;
        let (word, bit) = (here / WORD_BITS, here % WORD_BITS);
        let later = self.occupied[word] >> bit;
        if later != 0 {
            return Some(self.now + u64::from(later.trailing_zeros()));
        }
        if self.words == 0 {
            return self.far.peek().map(|Reverse((cycle, _))| *cycle);
        }
        // The words after this one, in rotation; this one, with what is before `bit`, is the last.
        let words = self.words.rotate_right(word as u32 + 1);
        let next = (word + 1 + words.trailing_zeros() as usize) % WORDS;
        let slot = next * WORD_BITS + self.occupied[next].trailing_zeros() as usize;
        Some(self.now + ((slot + SLOTS - here) % SLOTS) as u64)
    }

    /// The next event before cycle `end`.
    pub fn pop_before(&mut self, end: u64) -> Option<(u64, K, u16)> {
        let cycle = self.next_cycle().filter(|cycle| *cycle < end)?;
        self.now = cycle;
        while let Some(Reverse((far, key))) = self.far.peek().copied() {
            if far - cycle >= SLOTS as u64 {
                break;
            }
            self.far.pop();
            self.put(far, key);
        }
        let key = self.take_first(cycle as usize % SLOTS);
        Some((cycle, K::ALL[(key >> INDEX_BITS) as usize], key as u16))
    }

    /// Takes the first event of a slot out of its list, which has one.
    fn take_first(&mut self, slot: usize) -> u32 {
        let (mut before, mut first) = (NONE, self.slots[slot]);
        let mut last = first;
        loop {
            let next = self.nodes[last as usize].next;
            if next == NONE {
                break;
            }
            if self.nodes[next as usize].key < self.nodes[first as usize].key {
                (before, first) = (last, next);
            }
            last = next;
        }
        let Node { key, next } = self.nodes[first as usize];
        if before != NONE {
            self.nodes[before as usize].next = next;
        } else {
            self.slots[slot] = next;
            if next == NONE {
                let word = slot / WORD_BITS;
                self.occupied[word] &= !(1 << (slot % WORD_BITS));
                if self.occupied[word] == 0 {
                    self.words &= !(1 << word);
                }
            }
        }
        self.nodes[first as usize].next = self.unused;
        self.unused = first;
        key
    }
}

#[cfg(test)]
mod tests {
    use super::{super::Kind, *};
    use proptest::{collection::vec, prelude::*};

    proptest! {
        /// Events are pushed at times near and far, and some are taken in between.
        #[test]
        fn events_come_in_the_order_of_cycle_kind_and_index(
            steps in vec(
                (prop_oneof![0..8_u64, 0..5000_u64, 2040..2060_u64, 0..200_000_u64], 0..Kind::ALL.len(), 0..40_u16, 0..3_usize),
                1..300,
            ),
        ) {
            let (mut queue, mut reference, mut now) = (Queue::<Kind>::default(), BinaryHeap::new(), 0);
            for (away, kind, index, taken) in steps {
                queue.push(now + away, Kind::ALL[kind], index);
                reference.push(Reverse((now + away, kind, index)));
                for _ in 0..taken {
                    let expected = reference.pop().map(|Reverse(event)| event);
                    let event = queue.pop_before(u64::MAX);
                    let event = event.map(|(cycle, kind, index)| (cycle, kind as usize, index));
                    prop_assert_eq!(event, expected);
                    now = expected.map_or(now, |(cycle, ..)| cycle);
                }
            }
        }
    }

    #[test]
    fn what_is_not_before_the_end_stays() {
        let mut queue = Queue::<Kind>::default();
        queue.push(5000, Kind::Ack, 3);
        assert_eq!(queue.pop_before(5000), None);
        queue.push(10, Kind::Due, 1);
        assert_eq!(queue.pop_before(5000), Some((10, Kind::Due, 1)));
        assert_eq!(queue.pop_before(5001), Some((5000, Kind::Ack, 3)));
        assert_eq!(queue.pop_before(u64::MAX), None);
    }
}
