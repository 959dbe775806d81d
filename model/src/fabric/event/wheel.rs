//! The queue of events.
//!
//! Nearly all events are less than a few packet times away. Each of the next [`SLOTS`] cycles has a
//! slot; the slots are reused in rotation, like a timing wheel. A slot stores one event, and an
//! unordered list of the others: few in a small fabric, hundreds in one of a thousand hosts. They
//! are sorted when their cycle comes, so that it takes no longer to add an event to a large fabric
//! than to a small one. A bitmap finds the next slot with an event. Events further away wait in a
//! heap until their cycle has a slot. Nothing is allocated once there are as many nodes as events
//! at a time.

use super::Kinds;
use std::{cmp::Reverse, collections::BinaryHeap, marker::PhantomData};

const SLOTS: usize = 2048;
const WORD_BITS: usize = u64::BITS as usize;
const WORDS: usize = SLOTS / WORD_BITS;
const INDEX_BITS: u32 = 16;
/// End of a list, or a slot without events.
const NONE: u32 = u32::MAX;

/// An event of a slot: kind and index, which give its position within the cycle, and the node of
/// the next event.
#[derive(Debug, Clone, Copy)]
struct Node {
    key: u32,
    next: u32,
}

impl Node {
    /// A slot without events.
    const EMPTY: Node = Node { key: NONE, next: NONE };
}

/// Pending events, in order of their time, kind and index.
#[derive(Debug)]
pub(in super::super) struct Queue<K> {
    kinds: PhantomData<K>,
    /// Cycle of the last event; no pending event is earlier.
    now: u64,
    /// Events of the cycle `now` that have been taken out of its slot, the first one last.
    due: Vec<u32>,
    /// An event of each slot, with a list of the others.
    slots: [Node; SLOTS],
    /// Bitmap of the slots that have events.
    occupied: [u64; WORDS],
    /// Bitmap of the words of `occupied` that are not 0.
    words: u32,
    nodes: Vec<Node>,
    /// First of the unused nodes.
    unused: u32,
    /// Events at least [`SLOTS`] cycles away, by cycle and key.
    far: BinaryHeap<Reverse<(u64, u32)>>,
    /// First cycle in which one of the far events has a slot.
    nears: u64,
}

impl<K> Default for Queue<K> {
    fn default() -> Self {
        Queue {
            kinds: PhantomData,
            now: 0,
            due: Vec::new(),
            slots: [Node::EMPTY; SLOTS],
            occupied: [0; WORDS],
            words: 0,
            nodes: Vec::new(),
            unused: NONE,
            far: BinaryHeap::new(),
            nears: u64::MAX,
        }
    }
}

impl<K: Kinds> Queue<K> {
    /// Adds an event in a cycle that is not before the last event's.
    pub fn push(&mut self, cycle: u64, kind: K, index: u16) {
        let key = kind.number() << INDEX_BITS | u32::from(index);
        if cycle == self.now && !self.due.is_empty() {
            let place = self.due.partition_point(|other| *other > key);
            self.due.insert(place, key);
        } else if cycle - self.now < SLOTS as u64 {
            self.put(cycle, key);
        } else {
            self.far.push(Reverse((cycle, key)));
            self.nears = self.nears.min(cycle - (SLOTS as u64 - 1));
        }
    }

    fn put(&mut self, cycle: u64, key: u32) {
        let slot = cycle as usize % SLOTS;
        let first = &mut self.slots[slot];
        if first.key == NONE {
            first.key = key;
            self.occupied[slot / WORD_BITS] |= 1 << (slot % WORD_BITS);
            self.words |= 1 << (slot / WORD_BITS);
        } else {
            let next = first.next;
            let node = self.add(Node { key, next });
            self.slots[slot].next = node;
        }
    }

    /// Stores a node for a list; returns its index.
    fn add(&mut self, node: Node) -> u32 {
        let place = self.unused;
        if place == NONE {
            self.nodes.push(node);
            return self.nodes.len() as u32 - 1;
        }
        self.unused = std::mem::replace(&mut self.nodes[place as usize], node).next;
        place
    }

    /// Cycle of the next event.
    #[inline]
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
        // The search goes over the words after this one, in rotation; this word, with the bits
        // below `bit`, is the last.
        let words = self.words.rotate_right(word as u32 + 1);
        let next = (word + 1 + words.trailing_zeros() as usize) % WORDS;
        let slot = next * WORD_BITS + self.occupied[next].trailing_zeros() as usize;
        Some(self.now + ((slot + SLOTS - here) % SLOTS) as u64)
    }

    /// Returns the next event before cycle `end`.
    // Inlined: called in one place, for each of millions of events.
    #[inline(always)]
    pub fn pop_before(&mut self, end: u64) -> Option<(u64, K, u16)> {
        if let Some(key) = self.due.pop() {
            return Some((self.now, K::ALL[(key >> INDEX_BITS) as usize], key as u16));
        }
        let cycle = self.next_cycle().filter(|cycle| *cycle < end)?;
        self.now = cycle;
        if cycle >= self.nears {
            self.fetch();
        }
        let key = self.take_first(cycle as usize % SLOTS);
        Some((cycle, K::ALL[(key >> INDEX_BITS) as usize], key as u16))
    }

    /// Moves the far events that are near now into slots.
    fn fetch(&mut self) {
        self.nears = u64::MAX;
        while let Some(Reverse((cycle, key))) = self.far.peek().copied() {
            if cycle - self.now >= SLOTS as u64 {
                self.nears = cycle - (SLOTS as u64 - 1);
                break;
            }
            self.far.pop();
            self.put(cycle, key);
        }
    }

    /// Removes the events of a slot that has one. Returns the first; the others are due.
    #[inline]
    fn take_first(&mut self, slot: usize) -> u32 {
        let Node { key, next } = self.slots[slot];
        self.slots[slot] = Node::EMPTY;
        let word = slot / WORD_BITS;
        self.occupied[word] &= !(1 << (slot % WORD_BITS));
        if self.occupied[word] == 0 {
            self.words &= !(1 << word);
        }
        match next {
            NONE => key,
            next => self.take_sorted(key, next),
        }
    }

    /// Takes an event, and those of a list; returns the first of them.
    fn take_sorted(&mut self, key: u32, mut next: u32) -> u32 {
        self.due.push(key);
        while next != NONE {
            let node = &mut self.nodes[next as usize];
            self.due.push(node.key);
            let unused = std::mem::replace(&mut self.unused, next);
            next = std::mem::replace(&mut node.next, unused);
        }
        self.due.sort_unstable_by(|one, other| other.cmp(one));
        self.due.pop().unwrap_or(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::{collection::vec, prelude::*};

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum Kind {
        First,
        Second,
        Third,
    }

    impl Kinds for Kind {
        const ALL: &'static [Self] = &[Kind::First, Kind::Second, Kind::Third];

        fn number(self) -> u32 {
            self as u32
        }
    }

    proptest! {
        /// Events are pushed at times near and far, and some are popped in between.
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
        queue.push(5000, Kind::First, 3);
        assert_eq!(queue.pop_before(5000), None);
        queue.push(10, Kind::Third, 1);
        assert_eq!(queue.pop_before(5000), Some((10, Kind::Third, 1)));
        assert_eq!(queue.pop_before(5001), Some((5000, Kind::First, 3)));
        assert_eq!(queue.pop_before(u64::MAX), None);
    }
}
