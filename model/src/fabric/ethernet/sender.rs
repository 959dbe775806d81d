//! Sender of a flow: retransmission buffer, go-back-N, and the timer (`tailback_spec::efl::transmit`
//! and `loss`).

use super::controller::Rate;
use super::feed::Feed;
use super::limiter::Limiter;
use super::numbers::{distance, wire};
use tailback_spec::efl::{
    loss::Timer,
    transmit::{verdict, Verdict},
};

/// The sender of a flow. Numbers are whole: `una <= next <= high <= tail`.
#[derive(Debug)]
pub struct Sender {
    /// Host of the flow.
    pub host: usize,
    /// Packet to be acknowledged next.
    pub una: u64,
    /// Packet to be sent next.
    pub next: u64,
    /// Packet after the last one ever sent.
    pub high: u64,
    /// Packet that the host fills next; the last one is in the buffer from its doorbell on.
    tail: u64,
    /// First packet of the group, and its number.
    pub first: u64,
    pub group: u8,
    pub feed: Feed,
    pub limiter: Limiter,
    pub rate: Rate,
    pub timer: Timer,
    /// A scan of the timer is pending.
    pub scans: bool,
}

/// A packet to be sent.
#[derive(Debug, Clone, Copy)]
pub struct Send {
    pub number: u64,
    /// The host has given a further packet.
    pub more: bool,
    /// The packet was sent before.
    pub again: bool,
    /// Packets of its group before it.
    pub sent: u32,
}

impl Sender {
    pub fn new(host: usize, feed: Feed, limiter: Limiter) -> Self {
        Sender {
            host,
            una: 0,
            next: 0,
            high: 0,
            tail: 0,
            first: 0,
            group: 0,
            feed,
            limiter,
            rate: Rate::default(),
            timer: Timer::default(),
            scans: false,
        }
    }

    /// Lets the host give all packets that begin up to a cycle. Returns the doorbell that grants the
    /// flow, if one does: the first cycle in which the grant is held.
    pub fn fill(&mut self, cycle: u64) -> Option<u64> {
        let mut held = None;
        while let Some(begins) = self.feed.next().filter(|begins| *begins <= cycle) {
            if self.una == self.tail {
                self.group = self.group.wrapping_add(1);
                self.first = self.tail;
            }
            self.tail += 1;
            let rings = self.feed.give(begins);
            held = held.or(self.limiter.doorbell(rings));
        }
        held
    }

    /// As `fill`, for all packets whose doorbell rings up to a cycle.
    pub fn fill_to_doorbell(&mut self, cycle: u64) -> Option<u64> {
        self.feed.begins(cycle).and_then(|begins| self.fill(begins))
    }

    /// The packet to be sent next, as read in a cycle; it becomes the last one sent.
    pub fn send(&mut self, cycle: u64) -> Option<Send> {
        let tail = self.tail - u64::from(self.feed.rang > cycle);
        if self.next >= tail {
            return None;
        }
        let number = self.next;
        let again = number < self.high;
        self.next += 1;
        self.high = self.high.max(self.next);
        let sent = number.saturating_sub(self.first) as u32;
        Some(Send { number, more: number + 1 < tail, again, sent })
    }

    /// An ACK with this number on the wire. Returns the verdict, and the packets acknowledged.
    pub fn acknowledge(&mut self, number: u32, gap: bool) -> (Verdict, u64) {
        let una = wire(self.una);
        let verdict = verdict(number, gap, una, wire(self.high));
        if verdict != Verdict::New {
            return (verdict, 0);
        }
        let packets = distance(una, number);
        self.una += packets;
        self.next = self.next.max(self.una);
        (verdict, packets)
    }

    /// Packets of the group that are acknowledged.
    pub fn covered(&self) -> u64 {
        self.una - self.first
    }
}
