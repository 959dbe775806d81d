//! The ports of switches, and hosts.

use crate::fabric::pool::Pool;
use std::collections::VecDeque;

/// A packet on its way.
#[derive(Debug, Clone, Copy)]
pub(super) struct Packet {
    pub flow: u16,
    pub sequence: u32,
    pub marked: bool,
    /// It counts for marking where it is.
    pub counted: bool,
    /// The cycle in which it is read where it is; [`NEVER`] if that is not known yet.
    pub read: u64,
    /// The cycle in which its first beat came there.
    pub came: u64,
}

/// Later than any time.
pub(super) const NEVER: u64 = u64::MAX;
/// No packet.
pub(super) const NONE: u32 = u32::MAX;

/// The packets that there are.
pub(super) type Packets = Pool<Packet>;

/// Who sends to an input port.
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
    /// Cycles of its link.
    pub delay: u64,
    /// Cycles that a packet takes to come in.
    pub cycles: u64,
    /// Blocks in use, those of packets that come in included.
    held: u32,
    /// Blocks that become free, and when.
    leaving: (u32, u64),
    /// Packets on the link to it, the oldest first; only of a link with a delay.
    pub on_link: VecDeque<u32>,
    /// Packets that may begin to count, the oldest first; [`NONE`] for one that has gone.
    pub arriving: VecDeque<u32>,
    /// Packets that have come and that the allocator does not know of.
    pub offered: VecDeque<(u8, u32)>,
    /// A packet that must not be offered yet, and its output.
    pub held_back: Option<(u8, u32)>,
    /// Cycles in which the packet that was granted last leaves the buffer.
    pub hold: u64,
    /// The packet that was granted last, its output, and the cycle in which it is read.
    pub last: (u32, u8, u64),
    /// The first cycle in which the one before it is no longer sent.
    pub sent_until: u64,
    /// The first cycle in which it can be chosen again.
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
            offered: VecDeque::with_capacity(4),
            held_back: None,
            hold: cycles,
            last: (NONE, 0, NEVER),
            sent_until: 0,
            free_at: 0,
        }
    }

    /// A packet takes its blocks.
    pub fn take(&mut self, blocks: u32) {
        self.held += blocks;
    }

    /// A packet's blocks will be free from a cycle on.
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
    /// The input port that it comes from.
    pub input: u16,
    /// Cycles that it takes to leave that.
    pub hold: u64,
}

/// An output port.
#[derive(Debug)]
pub(super) struct Output {
    /// Its directed link.
    pub link: u16,
    /// Cycles of that.
    pub delay: u64,
    /// The input port at the other end; `None` for a host.
    pub to: Option<u16>,
    /// Cycles that a packet takes to go out.
    pub cycles: u64,
    /// Cycles in which the host at the other end takes a packet; 0 if it takes whatever comes.
    pub drain: u64,
    /// The cycle in which it will have taken all that has been sent.
    pub drained: u64,
    /// No packet is marked before this cycle, because credits were missing.
    pub unmarked_until: u64,
    /// Blocks that may be sent.
    pub credits: u32,
    /// The first cycle in which it can be chosen again.
    pub free_at: u64,
    /// The only later cycle in which it cannot.
    pub blink: u64,
    /// Packets that have been chosen and do not go out yet, the first one first. There are several if
    /// they are shorter than the crossbar.
    pub crossing: VecDeque<Crossing>,
    /// How often the head of its queue was bypassed.
    pub bypassed: u32,
}

impl Output {
    /// Whether what it sends takes credits: a host without a rate of its own takes whatever comes.
    pub fn has_credits(&self) -> bool {
        self.to.is_some() || self.drain > 0
    }
}

/// A host's end of its link.
#[derive(Debug)]
pub(super) struct Host {
    /// Its link.
    pub link: u16,
    pub delay: u64,
    /// The input port at the other end.
    pub to: u16,
    /// Cycles from one start to the next.
    pub interval: u64,
    pub credits: u32,
    /// When further credits come back, each for a packet.
    pub returning: VecDeque<u64>,
    /// It waits for credits.
    pub lacks: bool,
    /// The first cycle in which a packet can start.
    pub free_at: u64,
    /// Whether an event will come then.
    pub waits: bool,
    /// Flows that are due, in the order in which they became so.
    pub due: VecDeque<u16>,
}
