//! The ports of switches, and hosts.

use crate::fabric::{
    lengths::Length,
    pool::Pool,
    timing::{ACCEPTS, CLAIMED},
};
use std::collections::VecDeque;

pub(super) use crate::fabric::timing::NEVER;

/// A packet in the fabric.
#[derive(Debug, Clone, Copy)]
pub(super) struct Packet {
    pub flow: u16,
    pub sequence: u32,
    pub length: Length,
    pub marked: bool,
    /// Whether the packet counts for marking where it is.
    pub counted: bool,
    /// Cycle in which its present buffer is read; [`NEVER`] if not known yet.
    pub read: u64,
    /// Cycle in which its first beat reached that buffer.
    pub came: u64,
}

/// No packet.
pub(super) const NONE: u32 = u32::MAX;

/// The packets that exist.
pub(super) type Packets = Pool<Packet>;

/// The sender to an input port.
#[derive(Debug, Clone, Copy)]
pub(super) enum Sender {
    Host(u16),
    Output(u16),
}

/// An input port with its buffer.
#[derive(Debug)]
pub(super) struct Input {
    pub switch: u16,
    pub sender: Sender,
    /// Delay of its link in cycles.
    pub delay: u64,
    /// Cycles in which a packet arrives.
    pub cycles: u64,
    /// Blocks in use, including those of packets that still arrive.
    held: u32,
    /// Blocks that become free, and the cycle in which they do.
    leaving: (u32, u64),
    /// Packets on the link to it, the oldest first; only of a link with a delay.
    pub on_link: VecDeque<u32>,
    /// Packets that may begin to count, the oldest first; [`NONE`] for one that has left.
    pub arriving: VecDeque<u32>,
    /// Packet that the allocator must not learn of yet, with its output first.
    pub held_back: Option<(u8, u32)>,
    /// Cycles from that in which the packet that was granted last is read to its end, both included.
    pub hold: u64,
    /// Packet that was granted last, its output, and the cycle in which it is read.
    pub last: (u32, u8, u64),
    /// First cycle in which the packet before that is no longer sent.
    pub sent_until: u64,
    /// First look that sees that the port was chosen; [`NEVER`] before the first choice.
    pub busy_from: u64,
    /// First look that can choose the port again.
    pub free_at: u64,
}

impl Input {
    pub fn new(switch: usize, sender: Sender, delay: u64, cycles: u64) -> Self {
        Input {
            switch: switch as u16,
            sender,
            delay,
            cycles,
            held: 0,
            leaving: (0, 0),
            on_link: VecDeque::new(),
            arriving: VecDeque::with_capacity(4),
            held_back: None,
            hold: cycles,
            last: (NONE, 0, NEVER),
            sent_until: 0,
            busy_from: NEVER,
            free_at: 0,
        }
    }

    /// The port is chosen by the look of a cycle, and can be chosen again by that of another one.
    pub fn engage(&mut self, now: u64, free_at: u64) {
        (self.busy_from, self.free_at) = (now + ACCEPTS, free_at);
    }

    /// First cycle from now on in which a look sees the port as free.
    pub fn free_from(&self, now: u64) -> u64 {
        if now < self.busy_from {
            now
        } else {
            self.free_at.max(now)
        }
    }

    /// A packet occupies its blocks.
    pub fn take(&mut self, blocks: u32) {
        self.held += blocks;
    }

    /// A packet's blocks become free in a cycle.
    pub fn free(&mut self, blocks: u32, from: u64) {
        self.held -= self.leaving.0;
        self.leaving = (blocks, from);
    }

    /// Blocks in use in this cycle.
    pub fn held(&self, now: u64) -> u32 {
        let (blocks, from) = self.leaving;
        self.held - if from <= now { blocks } else { 0 }
    }
}

/// A packet on its way from an input port to an output port.
#[derive(Debug, Clone, Copy)]
pub(super) struct Crossing {
    pub packet: u32,
    /// Input port of the packet.
    pub input: u16,
    /// Cycles in which it leaves the input port.
    pub hold: u64,
}

/// An output port.
#[derive(Debug)]
pub(super) struct Output {
    /// Index of its directed link.
    pub link: u16,
    /// Delay of the link in cycles.
    pub delay: u64,
    /// The input port at the other end; `None` for a host.
    pub to: Option<u16>,
    /// Cycles in which a packet is transmitted.
    pub cycles: u64,
    /// Cycles in which the host at the other end accepts a packet; 0 if the host has no limit.
    pub drain: u64,
    /// Cycle in which that host will have accepted everything that has been sent.
    pub drained: u64,
    /// First cycle in which packets may be marked again after credits were missing.
    pub unmarked_until: u64,
    /// Blocks that may be sent.
    pub credits: u32,
    /// Blocks whose credits return, packet by packet, the first ones first.
    pub returning: VecDeque<u32>,
    /// Blocks of the packet chosen last.
    pub claimed: u32,
    /// First look that can choose the port again.
    pub free_at: u64,
    /// First look that sees the credits without the blocks of the packet chosen last; earlier ones
    /// see them without those of a longest packet.
    pub counts_from: u64,
    /// Packets chosen and not yet transmitted, the first one first. There are several if they are
    /// shorter than the crossbar.
    pub crossing: VecDeque<Crossing>,
}

impl Output {
    /// Whether the port needs credits to send: a host without a rate limit of its own accepts every
    /// packet.
    pub fn has_credits(&self) -> bool {
        self.to.is_some() || self.drain > 0
    }

    /// The port is chosen for a packet of so many blocks that is read in a cycle, and can be chosen
    /// again by the look of another one.
    pub fn engage(&mut self, blocks: u32, read: u64, free_at: u64) {
        (self.free_at, self.counts_from) = (free_at, read + CLAIMED);
        self.claimed = blocks;
        if self.has_credits() {
            // Deducted now: a short packet has not left when the next one is chosen.
            self.credits -= blocks;
        }
    }

    /// First cycle from now on in which the port may be chosen for a packet of so many blocks, where a
    /// longest packet has `longest`; [`NEVER`] if it lacks the credits.
    pub fn free(&self, now: u64, blocks: u32, longest: u32) -> u64 {
        if now < self.free_at {
            self.free_at
        } else if self.credits < blocks {
            NEVER
        } else if now < self.counts_from && self.credits < blocks + longest - self.claimed {
            now + 1
        } else {
            now
        }
    }
}

/// A host's end of its link.
#[derive(Debug)]
pub(super) struct Host {
    /// Index of its link.
    pub link: u16,
    pub delay: u64,
    /// Input port at the other end.
    pub to: u16,
    /// Cycles from one start to the next.
    pub interval: u64,
    pub credits: u32,
    /// Cycles in which further credits return, each with the blocks of a packet.
    pub returning: VecDeque<(u64, u32)>,
    /// True while the host waits for credits.
    pub lacks: bool,
    /// First cycle in which a packet can start.
    pub free_at: u64,
    /// Whether an event is scheduled for that cycle.
    pub waits: bool,
    /// Flows that are due, in the order in which they send, each with the value that orders them.
    pub due: VecDeque<(u64, u16)>,
}
