//! The ports of switches.

use super::packets::NEVER;
use std::collections::VecDeque;

/// Blocks of a packet that comes in, and the cycle of its first beat.
#[derive(Debug, Clone, Copy, Default)]
struct Arriving {
    came: u64,
    blocks: u64,
}

impl Arriving {
    /// Blocks that are not taken as a cycle begins.
    #[inline]
    fn missing(&self, now: u64, block_words: u64) -> u64 {
        match now.checked_sub(self.came + 1) {
            None => self.blocks,
            Some(since) => self.blocks.saturating_sub(since / block_words + 1),
        }
    }
}

/// What an input port sends, or sent last.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sending {
    pub packet: u32,
    /// Its output port.
    pub to: usize,
    /// The cycle in which its first word leaves the buffer.
    pub read: u64,
    /// That in which its last one does.
    pub ends: u64,
    /// The first one in which the next packet may be chosen, if there is room at the output port.
    pub near: u64,
    blocks: u64,
}

/// An input port with its buffer.
#[derive(Debug)]
pub(super) struct Input {
    pub switch: usize,
    /// The link to it.
    pub link: usize,
    block_words: u64,
    /// Blocks of all packets that have come, as far as they have not gone before `before`.
    held: u64,
    arriving: [Arriving; 2],
    pub sending: Sending,
    /// Blocks of the packet before it, and the cycle of its last word.
    before: (u64, u64),
    /// Packets on the link to it, the oldest first.
    pub on_link: VecDeque<u32>,
    /// The packet that came last.
    pub newest: u32,
    /// Packets that have come and that the allocator does not know of, with their outputs and the cycle
    /// in which they came.
    pub offered: VecDeque<(u8, u32, u64)>,
    /// Packets that wait, or whose first word has not come to their output port, with their outputs.
    pub present: VecDeque<(u8, u32)>,
    /// The output to which it was granted last.
    pub last_output: u8,
    /// The cycle in which it will be seen whether the buffer is full.
    pub check: u64,
    /// The first cycle without a packet that is sent, of the last time that it became full.
    pub full_since: u64,
    /// With the reading `received`: it has had room since it became full.
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
            on_link: VecDeque::new(),
            newest: u32::MAX,
            offered: VecDeque::with_capacity(4),
            present: VecDeque::with_capacity(8),
            last_output: u8::MAX,
            check: NEVER,
            full_since: NEVER,
            armed: true,
        }
    }

    /// The first beat of a packet comes.
    pub fn comes(&mut self, now: u64, blocks: u64) {
        self.held += blocks;
        self.arriving = [Arriving { came: now, blocks }, self.arriving[0]];
    }

    /// A packet is chosen.
    pub fn engage(&mut self, packet: u32, blocks: u64, to: usize, read: u64, ends: u64, near: u64) {
        self.held -= self.before.0;
        self.before = (self.sending.blocks, self.sending.ends);
        self.sending = Sending { packet, to, read, ends, near, blocks };
    }

    /// Blocks in use as a cycle begins.
    pub fn used(&self, now: u64) -> u64 {
        let missing: u64 = self.arriving.iter().map(|one| one.missing(now, self.block_words)).sum();
        let gone = |(blocks, ends): (u64, u64)| if ends < now { blocks } else { 0 };
        let sending = (self.sending.blocks, self.sending.ends);
        self.held - missing - gone(self.before) - gone(sending)
    }

    /// The first cycle as which begins more than `most` blocks are in use, if nothing leaves and nothing
    /// else comes.
    pub fn crosses(&self, now: u64, most: u64) -> Option<u64> {
        let used = self.used(now);
        if used > most {
            return Some(now);
        }
        let Arriving { came, blocks } = self.arriving[0];
        let missing = self.arriving[0].missing(now, self.block_words);
        let lacks = most + 1 - used;
        (lacks <= missing).then(|| came + (blocks - missing + lacks - 1) * self.block_words + 1)
    }

    /// Blocks in use when the packet that is sent has left, and all that comes has come.
    pub fn stays(&self) -> u64 {
        self.held - self.before.0 - self.sending.blocks
    }

    /// The cycles of the last words of the packet that is sent and of the one before it, which may not have
    /// left if the other one has been chosen.
    pub fn ends(&self) -> [u64; 2] {
        [self.before.1, self.sending.ends]
    }

    /// The first cycle in which nothing is sent any more, of packets that are read before `now` ends.
    pub fn idle_from(&self, now: u64) -> u64 {
        1 + if self.sending.read <= now { self.sending.ends } else { self.before.1 }
    }

    /// A word of the packet that is sent is held up in a cycle.
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
    /// The cycle in which the first one comes.
    pub first: u64,
    pub beats: u64,
    /// From a cycle on, they come so many cycles later.
    paused: [(u64, u64); EPISODES],
}

/// Times that words of a packet are held up: by the packet before it in the queue, and by flow-control
/// packets before its own first beat on the link.
const EPISODES: usize = 3;

impl Words {
    const NONE: Words = Words::new(u32::MAX, 0, 0);

    pub const fn new(packet: u32, first: u64, beats: u64) -> Self {
        Words { packet, first, beats, paused: [(NEVER, 0); EPISODES] }
    }

    /// None comes in a cycle.
    fn pause(&mut self, cycle: u64) {
        let goes_on = |(from, pause): &(u64, u64)| *from != NEVER && from + pause == cycle;
        let place = self.paused.iter().position(goes_on);
        let place = place.or_else(|| self.paused.iter().position(|(from, _)| *from == NEVER));
        let (from, pause) = &mut self.paused[place.unwrap_or(EPISODES - 1)];
        *from = cycle.min(*from);
        *pause += 1;
    }

    /// Those that came before a cycle.
    fn came(&self, now: u64) -> u64 {
        let Some(cycles) = now.checked_sub(self.first) else { return 0 };
        let [(_, first), ..] = self.paused;
        if first == 0 {
            return cycles.min(self.beats);
        }
        let held_up = |(from, pause): &(u64, u64)| now.saturating_sub(*from).min(*pause);
        let held_up: u64 = self.paused.iter().map(held_up).sum();
        (cycles - held_up).min(self.beats)
    }
}

/// An output port.
#[derive(Debug)]
pub(super) struct Output {
    pub switch: usize,
    /// Its link.
    pub link: usize,
    /// The input port that sends to it, or did last.
    pub source: usize,
    /// As those of the input port then.
    pub ends: u64,
    pub near: u64,
    /// The packet that is granted, until its first word comes.
    pub granted: Words,
    /// Packets that wait for the link, the oldest first.
    pub waiting: VecDeque<Words>,
    /// The packet that is on the link, or was last, and since when.
    pub going: Words,
    pub begun: u64,
    /// The same of the one before it.
    pub gone: (Words, u64),
    /// An event will come in which the next packet may begin.
    pub starting: bool,
    /// The last cycle in which it was seen whether its queue holds words up.
    pub paused: u64,
    /// The cycle in which the first word of a packet came, and the blocks of that.
    pub sent: (u64, u64),
    /// How often the head of its queue was bypassed.
    pub bypassed: u32,
    /// The local number of the input that was last granted to it.
    pub last_input: u8,
}

impl Output {
    pub fn new(switch: usize, link: usize) -> Self {
        Output {
            switch,
            link,
            source: 0,
            ends: 0,
            near: 0,
            granted: Words::NONE,
            waiting: VecDeque::with_capacity(4),
            going: Words::NONE,
            begun: 0,
            gone: (Words::NONE, 0),
            starting: false,
            paused: NEVER,
            sent: (NEVER, 0),
            bypassed: 0,
            last_input: u8::MAX,
        }
    }

    /// Words in its queue as a cycle begins, which may be one of the last few.
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

    /// A word of a packet is held up in a cycle: it comes to the queue later.
    pub fn pause(&mut self, packet: u32, now: u64, crossing: u64) {
        self.ends += 1;
        self.near += u64::from(now < self.near);
        let places = self.waiting.iter_mut().chain([&mut self.granted, &mut self.going]);
        let Some(words) = places.into_iter().find(|words| words.packet == packet) else { return };
        words.pause(now + crossing);
    }
}
