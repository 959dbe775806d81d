//! Transfers: groups of packets of a flow, from the first packet sent to the last one received.

use std::collections::VecDeque;

/// A group of packets.
#[derive(Debug, Clone, Copy)]
struct Transfer {
    first: u64,
    packets: u64,
    /// Cycle of the first packet's first beat.
    began: Option<u64>,
}

/// The transfers of a flow that have not been completed, in their order.
#[derive(Debug, Default)]
pub struct Transfers {
    open: VecDeque<Transfer>,
    /// Index of the first one that has not begun.
    waiting: usize,
}

impl Transfers {
    /// A group arrives at the sender.
    pub fn add(&mut self, first: u64, packets: u64) {
        self.open.push_back(Transfer { first, packets, began: None });
    }

    /// A packet is sent; its first beat enters the link in this cycle.
    pub fn send(&mut self, number: u64, cycle: u64) {
        if let Some(next) = self.open.get_mut(self.waiting).filter(|next| next.first == number) {
            next.began = Some(cycle);
            self.waiting += 1;
        }
    }

    /// A packet is received in order, with its last beat in this cycle. Returns packets and cycles of a
    /// transfer that it completes.
    pub fn receive(&mut self, number: u64, cycle: u64) -> Option<(u64, u64)> {
        let Transfer { first, packets, began } = *self.open.front()?;
        let began = began.filter(|_| number + 1 == first + packets)?;
        self.open.pop_front();
        self.waiting -= 1;
        Some((packets, cycle - began))
    }

    /// Transfers that have begun, and are not completed.
    pub fn unfinished(&self) -> u64 {
        self.waiting as u64
    }
}
