//! Order of delivery: packets with paths of their own overtake each other, and hosts deliver messages in order.

use std::{collections::BTreeSet, ops::Range};

/// Packets of a flow that its destination has received.
#[derive(Debug, Clone, Default)]
pub(super) struct Delivery {
    /// Sequence number of the first packet that has not been received.
    next: u32,
    /// Packets behind it that have been received.
    behind: BTreeSet<u32>,
}

impl Delivery {
    /// A packet is received; returns the sequence numbers of the packets that are delivered with it.
    pub fn receive(&mut self, sequence: u32) -> Range<u32> {
        let first = self.next;
        if sequence == first {
            self.next += 1;
            while self.behind.remove(&self.next) {
                self.next += 1;
            }
        } else {
            self.behind.insert(sequence);
        }
        first..self.next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_are_delivered_in_order_whatever_the_order_in_which_they_are_received() {
        let mut delivery = Delivery::default();
        let delivered = [0, 3, 2, 1, 5, 4].map(|sequence| delivery.receive(sequence));
        assert_eq!(delivered, [0..1, 1..1, 1..1, 1..4, 4..4, 4..6]);
    }
}
