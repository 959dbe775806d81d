//! The ports of switches.

use super::{packets::NEVER, words::Words};
use crate::fabric::timing::{ISSUED, KNOWN, LASTS, LEFT, RELEASED};
use std::collections::VecDeque;

/// Blocks of a packet that arrives, and the cycle in which its first beat has been checked: each
/// beat that takes a block does so in the cycle of its check.
#[derive(Debug, Clone, Copy, Default)]
struct Arriving {
    came: u64,
    blocks: u64,
}

impl Arriving {
    /// Blocks that do not yet occupy the buffer as a cycle begins.
    #[inline]
    fn missing(&self, now: u64, block_words: u64) -> u64 {
        match now.checked_sub(self.came + 1) {
            None => self.blocks,
            Some(since) => self.blocks.saturating_sub(since / block_words + 1),
        }
    }
}

/// A packet that an input port sends, will send or has sent.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sending {
    pub packet: u32,
    /// Index of its output port.
    pub to: usize,
    /// Cycle in which it is read: its first word leaves the buffer [`ISSUED`] later or after that.
    pub read: u64,
    /// Cycle in which its last word leaves the buffer.
    pub last: u64,
    /// Cycle in which it ends, which may be later.
    pub ends: u64,
    /// First look that may choose the next packet, if the output port's queue has free space.
    pub near: u64,
    pub blocks: u64,
}

impl Sending {
    const NONE: Sending =
        Sending { packet: u32::MAX, to: 0, read: 0, last: 0, ends: 0, near: 0, blocks: 0 };

    /// A packet of so many beats that is read in a cycle and never held up.
    pub fn new(packet: u32, to: usize, read: u64, beats: u64, blocks: u64) -> Self {
        let last = read + ISSUED + beats - 1;
        let ends = last.max(read + LASTS);
        Sending { packet, to, read, last, ends, near: Self::near(read, ends), blocks }
    }

    fn near(read: u64, ends: u64) -> u64 {
        (ends - LEFT).max(read + KNOWN)
    }

    /// A word is held up for a cycle; reports whether the packet ends later.
    fn pause(&mut self, now: u64) -> bool {
        self.last += 1;
        let is_later = self.last > self.ends;
        self.ends = self.ends.max(self.last);
        if now < self.near {
            self.near = Self::near(self.read, self.ends);
        }
        is_later
    }
}

/// Packets that may have begun to arrive in the last few cycles for which the blocks of a buffer
/// are counted, or whose last block may have been taken in these cycles.
const ARRIVING: usize = 4;

/// An input port with its buffer.
#[derive(Debug)]
pub(super) struct Input {
    pub switch: usize,
    /// Index of the link to the port.
    pub link: usize,
    block_words: u64,
    /// Blocks of all packets that have arrived, less those that left before the packets in
    /// `before`.
    held: u64,
    /// The packets that arrived last, the latest first.
    arriving: [Arriving; ARRIVING],
    /// The packet that was chosen last.
    pub sending: Sending,
    /// The two packets that were chosen before it, the later one first. The blocks of the other one
    /// may not be free when the next packet is chosen.
    before: [Sending; 2],
    /// Packet that arrived last, if it has not left.
    pub newest: u32,
    /// Cycle of the next check whether the buffer is full.
    pub check: u64,
    /// With the reading `received`: cycles in which last words were written, if that has not been
    /// checked.
    pub tails: VecDeque<u64>,
    /// First cycle in which no packet is sent, for the last time that the buffer became full.
    pub full_since: u64,
    /// With the reading `received`: the buffer has had free space since it became full.
    pub armed: bool,
    /// Last cycle in which the coming releases of blocks were scheduled as checks.
    pub followed: u64,
}

impl Input {
    pub fn new(switch: usize, link: usize, block_words: u64) -> Self {
        Input {
            switch,
            link,
            block_words,
            held: 0,
            arriving: [Arriving::default(); ARRIVING],
            sending: Sending::NONE,
            before: [Sending::NONE; 2],
            newest: u32::MAX,
            check: NEVER,
            tails: VecDeque::new(),
            full_since: NEVER,
            armed: true,
            followed: NEVER,
        }
    }

    /// The first beat of a packet has been checked in a cycle.
    pub fn comes(&mut self, now: u64, blocks: u64) {
        self.held += blocks;
        self.arriving.rotate_right(1);
        self.arriving[0] = Arriving { came: now, blocks };
    }

    /// The allocator chooses a packet.
    pub fn engage(&mut self, sending: Sending) {
        let [before, left] = self.before;
        self.held -= left.blocks;
        self.before = [std::mem::replace(&mut self.sending, sending), before];
    }

    /// The packet that is sent, or was sent last, as seen in a cycle: a packet that has been chosen
    /// is not seen before it is read.
    pub fn seen(&self, now: u64) -> &Sending {
        if now < self.sending.read {
            &self.before[0]
        } else {
            &self.sending
        }
    }

    /// Blocks in use as a cycle begins.
    pub fn used(&self, now: u64) -> u64 {
        let missing: u64 = self.arriving.iter().map(|one| one.missing(now, self.block_words)).sum();
        self.held - missing - self.gone(now)
    }

    /// The packets whose blocks are in `held` and that have been chosen.
    fn sent(&self) -> [&Sending; 3] {
        let [before, first] = &self.before;
        [first, before, &self.sending]
    }

    /// Blocks in `held` that have left.
    fn gone(&self, now: u64) -> u64 {
        let gone = |sent: &Sending| if sent.ends + RELEASED <= now { sent.blocks } else { 0 };
        self.sent().into_iter().map(gone).sum()
    }

    /// First cycle that begins with more than `most` blocks in use, if nothing leaves and no
    /// further packet arrives.
    pub fn crosses(&self, now: u64, most: u64) -> Option<u64> {
        if self.held - self.gone(now) <= most {
            return None;
        }
        let used = self.used(now);
        if used > most {
            return Some(now);
        }
        let Arriving { came, blocks } = self.arriving[0];
        let missing = self.arriving[0].missing(now, self.block_words);
        let lacks = most + 1 - used;
        (lacks <= missing).then(|| came + (blocks - missing + lacks - 1) * self.block_words + 1)
    }

    /// Blocks in use once the packet that is sent has left and all packets that arrive have
    /// arrived.
    pub fn stays(&self) -> u64 {
        self.held - self.sent().iter().map(|sent| sent.blocks).sum::<u64>()
    }

    /// First cycles in which the blocks of the packet that is sent are free, and those of the ones
    /// before it, which may not be free when the next one is chosen.
    pub fn releases(&self) -> [u64; 3] {
        self.sent().map(|sent| sent.ends + RELEASED)
    }

    /// First cycle in which nothing is sent any more, considering packets whose reading starts no
    /// later than in cycle `now`.
    pub fn idle_from(&self, now: u64) -> u64 {
        1 + self.seen(now).ends
    }

    /// Holds up a word of the packet that is sent for a cycle; reports whether the packet ends
    /// later.
    pub fn pause(&mut self, now: u64) -> bool {
        self.sending.pause(now)
    }
}

/// An output port.
#[derive(Debug)]
pub(super) struct Output {
    pub switch: usize,
    /// Index of its link.
    pub link: usize,
    /// Input port that sends to it, or did last.
    pub source: usize,
    /// Copies of `ends` and `near` of the packet that was chosen last.
    pub ends: u64,
    pub near: u64,
    /// Packets granted that wait for the link, or will, the oldest first. An event is scheduled for
    /// the first of them.
    pub waiting: VecDeque<Words>,
    /// Packet on the link, or the last one that was, and the cycle in which its first word left the
    /// queue.
    pub going: Words,
    pub begun: u64,
    /// The packet before that on the link, and the cycle in which its first word left the queue.
    pub gone: (Words, u64),
    /// Last cycle in which the port checked whether its queue holds up words.
    pub paused: u64,
    /// Cycles in which the two packets chosen last are read, the later one first, and their blocks.
    pub claimed: [(u64, u64); 2],
}

impl Output {
    pub fn new(switch: usize, link: usize) -> Self {
        Output {
            switch,
            link,
            source: 0,
            ends: 0,
            near: 0,
            waiting: VecDeque::with_capacity(4),
            going: Words::NONE,
            begun: 0,
            gone: (Words::NONE, 0),
            paused: NEVER,
            claimed: [(0, 0); 2],
        }
    }

    /// Words in the port's queue as a cycle begins, which may be one of the last few cycles.
    #[inline]
    pub fn level(&self, now: u64) -> u64 {
        if self.waiting.is_empty() && now >= self.begun + self.going.beats {
            return 0;
        }
        let left = |(words, begun): &(Words, u64)| {
            words.came(now) - now.saturating_sub(*begun).min(words.beats)
        };
        let waiting: u64 = self.waiting.iter().map(|words| words.came(now)).sum();
        left(&self.gone) + left(&(self.going, self.begun)) + waiting
    }

    /// Whether the queue holds at most so many words.
    #[inline]
    pub fn has_at_most(&self, words: u64, now: u64) -> bool {
        // Words of waiting packets have not arrived, and the packet on the link had few words in
        // the queue as it started: it has no more of them since then.
        let comes_later = self.waiting.front().is_none_or(|next| now <= next.first);
        let has_few = self.begun - self.going.first <= words;
        now >= self.begun && comes_later && has_few || self.level(now) <= words
    }

    /// A word of the packet that an input port sends has been held up: no word reaches the queue in
    /// a cycle.
    pub fn pause(&mut self, sending: &Sending, now: u64) {
        (self.ends, self.near) = (sending.ends, sending.near);
        let mut places = self.waiting.iter_mut().chain([&mut self.going]);
        let Some(words) = places.find(|words| words.packet == sending.packet) else { return };
        words.pause(now);
    }
}
