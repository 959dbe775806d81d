//! Receiver of a flow (`tailback_spec::efl::receive`).

use super::frame::{Content, Frame};
use super::numbers::wire;
use tailback_spec::efl::receive::{data, Expected, Order};

/// The receiver of a flow.
#[derive(Debug, Default)]
pub struct Receiver {
    expected: Expected,
    /// Packets that were delivered.
    pub delivered: u64,
}

/// Result of receiving a data packet: delivery and reply.
#[derive(Debug, Clone, Copy)]
pub struct Received {
    /// Number of the packet, if it is delivered.
    pub delivered: Option<u64>,
    /// ACK to be sent.
    pub reply: Option<Frame>,
}

impl Receiver {
    pub fn receive(
        &mut self,
        frame: &Frame,
        (probe, last): (bool, bool),
        ack_every: u32,
    ) -> Received {
        let at_once = probe || last;
        let (order, expected, replies) =
            data(self.expected, wire(frame.number), at_once, ack_every);
        let is_next = order == Order::Next;
        let delivered = is_next.then_some(frame.number);
        if order != Order::Beyond {
            self.expected = expected;
        }
        self.delivered += u64::from(is_next);
        let content = Content::Ack { probe: probe && is_next, gap: order == Order::Gap };
        // The number is that of the wire; the sender extends it.
        let number = u64::from(expected.sequence);
        let reply = replies.then_some(Frame { content, number, ..*frame });
        Received { delivered, reply }
    }
}
