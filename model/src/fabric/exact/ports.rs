//! The ports of switches.

use super::packets::NEVER;
use std::collections::VecDeque;

/// Blocks of a packet that arrives, and the cycle of its first beat.
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

/// The packet that an input port sends, or sent last.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sending {
    pub packet: u32,
    /// Index of its output port.
    pub to: usize,
    /// Cycle in which its first word leaves the buffer.
    pub read: u64,
    /// Cycle in which its last word leaves the buffer.
    pub ends: u64,
    /// First cycle in which the next packet may be chosen, if the output port's queue has free
    /// space.
    pub near: u64,
    blocks: u64,
}

/// An input port with its buffer.
#[derive(Debug)]
pub(super) struct Input {
    pub switch: usize,
    /// Index of the link to the port.
    pub link: usize,
    block_words: u64,
    /// Blocks of all packets that have arrived, less those that left before the packet in `before`.
    held: u64,
    arriving: [Arriving; 2],
    pub sending: Sending,
    /// Blocks of the packet sent before `sending`, and the cycle of its last word.
    before: (u64, u64),
    /// Packet that arrived last, if it has not left.
    pub newest: u32,
    /// Cycle of the next check whether the buffer is full.
    pub check: u64,
    /// First cycle in which no packet is sent, for the last time that the buffer became full.
    pub full_since: u64,
    /// With the reading `received`: the buffer has had free space since it became full.
    pub armed: bool,
}

impl Input {
    pub fn new(switch: usize, link: usize, block_words: u64) -> Self {
        Input {
            switch,
            link,
            block_words,
            held: 0,
            arriving: [Arriving::default(); 2],
            sending: Sending { packet: u32::MAX, to: 0, read: 0, ends: 0, near: 0, blocks: 0 },
            before: (0, 0),
            newest: u32::MAX,
            check: NEVER,
            full_since: NEVER,
            armed: true,
        }
    }

    /// The first beat of a packet arrives.
    pub fn comes(&mut self, now: u64, blocks: u64) {
        self.held += blocks;
        self.arriving = [Arriving { came: now, blocks }, self.arriving[0]];
    }

    /// The allocator chooses a packet.
    pub fn engage(&mut self, packet: u32, blocks: u64, to: usize, read: u64, ends: u64, near: u64) {
        self.held -= self.before.0;
        self.before = (self.sending.blocks, self.sending.ends);
        self.sending = Sending { packet, to, read, ends, near, blocks };
    }

    /// Blocks in use as a cycle begins.
    pub fn used(&self, now: u64) -> u64 {
        let missing: u64 = self.arriving.iter().map(|one| one.missing(now, self.block_words)).sum();
        self.held - missing - self.gone(now)
    }

    /// Blocks in `held` that have left.
    fn gone(&self, now: u64) -> u64 {
        let gone = |(blocks, ends): (u64, u64)| if ends < now { blocks } else { 0 };
        gone(self.before) + gone((self.sending.blocks, self.sending.ends))
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
        self.held - self.before.0 - self.sending.blocks
    }

    /// Cycles of the last words of the packet that is sent and of the one before it, which may not
    /// have left when the other one is chosen.
    pub fn ends(&self) -> [u64; 2] {
        [self.before.1, self.sending.ends]
    }

    /// First cycle in which nothing is sent any more, considering packets whose reading starts no
    /// later than in cycle `now`.
    pub fn idle_from(&self, now: u64) -> u64 {
        1 + if self.sending.read <= now { self.sending.ends } else { self.before.1 }
    }

    /// Holds up a word of the packet that is sent for a cycle.
    pub fn pause(&mut self, now: u64) {
        let sending = &mut self.sending;
        sending.near += u64::from(now < sending.near);
        sending.ends += 1;
    }
}

/// Words on their way into an output port's queue.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words {
    pub packet: u32,
    /// Input port that sends them.
    pub source: u32,
    /// Cycle in which the first one arrives.
    pub first: u64,
    pub beats: u64,
    /// Delays: from so many cycles after `first` on, words arrive so many cycles later.
    paused: [(u32, u32); EPISODES],
}

/// Most intervals in which words of a packet are held up: by the packet before it in the queue, and
/// by flow-control packets before its own first beat on the link.
const EPISODES: usize = 3;

impl Words {
    const NONE: Words = Words::new(u32::MAX, 0, 0, 0);

    pub const fn new(packet: u32, source: usize, first: u64, beats: u64) -> Self {
        Words { packet, source: source as u32, first, beats, paused: [(0, 0); EPISODES] }
    }

    /// No word arrives in a cycle, which is not that of the first word.
    fn pause(&mut self, cycle: u64) {
        let since = cycle.saturating_sub(self.first) as u32;
        let goes_on = |(from, pause): &(u32, u32)| *pause > 0 && from + pause == since;
        let place = self.paused.iter().position(goes_on);
        let place = place.or_else(|| self.paused.iter().position(|(_, pause)| *pause == 0));
        let (from, pause) = &mut self.paused[place.unwrap_or(EPISODES - 1)];
        if *pause == 0 {
            *from = since;
        }
        *pause += 1;
    }

    /// Words that arrived before a cycle.
    fn came(&self, now: u64) -> u64 {
        let Some(cycles) = now.checked_sub(self.first) else { return 0 };
        let [(_, first), ..] = self.paused;
        if first == 0 {
            return cycles.min(self.beats);
        }
        let held_up = |(from, pause): &(u32, u32)| {
            cycles.saturating_sub(u64::from(*from)).min(u64::from(*pause))
        };
        let held_up: u64 = self.paused.iter().map(held_up).sum();
        (cycles - held_up).min(self.beats)
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
    /// Copies of the input port's `ends` and `near` at the choice.
    pub ends: u64,
    pub near: u64,
    /// Packets granted that wait for the link, or will, the oldest first. An event is scheduled for
    /// the first of them.
    pub waiting: VecDeque<Words>,
    /// Packet on the link, or the last one that was, and its first cycle there.
    pub going: Words,
    pub begun: u64,
    /// The packet before that on the link, and its first cycle there.
    pub gone: (Words, u64),
    /// Last cycle in which the port checked whether its queue holds up words.
    pub paused: u64,
    /// Cycle in which the first word of the last packet arrives, and the blocks of that packet.
    pub sent: (u64, u64),
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
            sent: (NEVER, 0),
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

    /// A word of a packet is held up in a cycle: it reaches the queue later.
    pub fn pause(&mut self, packet: u32, now: u64, crossing: u64) {
        self.ends += 1;
        self.near += u64::from(now < self.near);
        let places = self.waiting.iter_mut().chain([&mut self.going]);
        let Some(words) = places.into_iter().find(|words| words.packet == packet) else { return };
        words.pause(now + crossing);
    }
}
