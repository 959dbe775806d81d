//! A queue of 16 entries between two modules.

use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use tailback_spec::efl::endpoint::QUEUE;

/// The queue.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Queue<T> {
    entries: VecDeque<T>,
}

impl<T: Copy + Default> Queue<T> {
    /// Whether there is an entry.
    pub(crate) fn is_valid(&self) -> bool {
        !self.entries.is_empty()
    }

    /// The head; 0 if there is no entry.
    pub(crate) fn head(&self) -> T {
        self.entries.front().copied().unwrap_or_default()
    }

    /// Whether an entry that is put in this cycle is lost.
    pub(crate) fn is_full(&self) -> bool {
        self.entries.len() == QUEUE
    }

    /// The end of a cycle. An entry that is put while the queue is full is lost, even if one is
    /// taken.
    pub(crate) fn clock(&mut self, put: Option<T>, take: bool) {
        let put = put.filter(|_| !self.is_full());
        if take {
            self.entries.pop_front();
        }
        self.entries.extend(put);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_that_is_put_while_the_queue_is_full_is_lost() {
        let mut queue = Queue::default();
        for entry in 1..=17 {
            queue.clock(Some(entry), false);
        }
        queue.clock(Some(18), true);
        let mut taken = Vec::new();
        while queue.is_valid() {
            taken.push(queue.head());
            queue.clock(None, true);
        }
        assert_eq!(taken, (2..=16).collect::<Vec<_>>());
        assert_eq!(queue.head(), 0);
    }
}
