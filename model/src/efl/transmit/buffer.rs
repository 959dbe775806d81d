//! The retransmission buffer: numbers and payloads of each flow.

use serde::{Deserialize, Serialize};

/// Mask of a number of a packet.
pub(super) const MASK: u32 = 0xFF_FFFF;

/// Numbers of a flow: `una <= next <= high <= tail`, modulo 2²⁴.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Numbers {
    /// Packet to be acknowledged next.
    pub(super) una: u32,
    /// Packet to be sent next.
    pub(super) next: u32,
    /// Packet after the last one ever sent.
    pub(super) high: u32,
    /// Packet that the host fills next.
    pub(super) tail: u32,
    /// Bytes of all packets of the flow on the line, modulo 2³².
    pub(super) total: u32,
    /// Number of the group, modulo 256.
    pub(super) group: u8,
    /// First packet of the group.
    pub(super) first: u32,
}

impl Numbers {
    /// Packets in the buffer.
    pub(super) fn stored(&self) -> u32 {
        distance(self.una, self.tail)
    }
}

/// Packets from one number to another.
pub(super) fn distance(from: u32, to: u32) -> u32 {
    to.wrapping_sub(from) & MASK
}

/// The number after another.
pub(super) fn after(number: u32) -> u32 {
    (number + 1) & MASK
}

/// A packet in the buffer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Packet {
    pub(super) payload: Vec<u8>,
    /// `total` of the flow with this packet.
    pub(super) sum: u32,
}

/// The buffer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Buffer {
    /// W: slots of a flow.
    pub(super) window: u32,
    pub(super) flows: Vec<Numbers>,
    /// Slots, all of flow 0 first.
    slots: Vec<Packet>,
}

impl Buffer {
    pub(super) fn new(flows: usize, window: u32) -> Self {
        Buffer {
            window,
            flows: vec![Numbers::default(); flows],
            slots: vec![Packet::default(); flows * window as usize],
        }
    }

    pub(super) fn reset(&mut self) {
        self.flows.fill(Numbers::default());
        self.slots.fill(Packet::default());
    }

    fn index(&self, flow: usize, number: u32) -> usize {
        flow * self.window as usize + (number % self.window) as usize
    }

    /// Packet in the slot of a number.
    pub(super) fn slot(&self, flow: usize, number: u32) -> &Packet {
        &self.slots[self.index(flow, number)]
    }

    /// Appends a packet of `size` bytes on the line to a flow; `idle`: it begins a group.
    pub(super) fn append(&mut self, flow: usize, payload: Vec<u8>, size: u32, idle: bool) {
        let numbers = &mut self.flows[flow];
        let tail = numbers.tail;
        if idle {
            numbers.group = numbers.group.wrapping_add(1);
            numbers.first = tail;
        }
        numbers.tail = after(tail);
        numbers.total = numbers.total.wrapping_add(size);
        let sum = numbers.total;
        let index = self.index(flow, tail);
        self.slots[index] = Packet { payload, sum };
    }
}
