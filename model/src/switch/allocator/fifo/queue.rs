//! The packets of a queue.

use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Packets that wait for a virtual lane of an output port.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Queue {
    /// Input ports of the packets that can be chosen, the oldest one first.
    pub(super) list: VecDeque<usize>,
    /// Input ports of the packets that have not entered the list, by cycle of arrival, the oldest
    /// ones first: bit *i*.
    pub(super) batches: VecDeque<u64>,
    /// Times that the oldest packet of the list has been bypassed.
    pub(super) bypassed: u32,
}

impl Queue {
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty() && self.batches.is_empty()
    }

    /// The first packet that has not entered the list enters it.
    pub(super) fn enter(&mut self) {
        let Some(batch) = self.batches.front_mut() else { return };
        self.list.push_back(batch.trailing_zeros() as usize);
        *batch &= *batch - 1;
        if *batch == 0 {
            self.batches.pop_front();
        }
    }
}
