//! A directed link of beats: delay and damage.

use super::super::super::random::Random;
use std::collections::VecDeque;
use tailback_spec::{efl::BEAT_BYTES, scenario::Damage};

/// A beat.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Beat {
    pub data: u64,
    pub keep: u64,
    pub last: bool,
    pub bad: bool,
}

/// Header of a frame that has entered a link with its last beat.
#[derive(Debug, Clone, Copy)]
pub struct Header {
    /// Cycle of the first beat.
    pub first: u64,
    pub source: u64,
    pub is_ack: bool,
    pub number: u32,
}

/// What becomes of a copy of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Whole,
    Lost,
    Corrupted,
}

/// A link.
#[derive(Debug)]
pub struct Line {
    delay: u64,
    damage: Damage,
    random: Random,
    /// Beats on the link, with the cycles in which they leave it.
    beats: VecDeque<(u64, Beat)>,
    /// Beats of the frame that is entering, and the cycle of the first.
    frame: Vec<Beat>,
    first: u64,
    /// Fates of the copies of that frame.
    fates: Vec<Fate>,
    /// First cycle in which a beat is accepted.
    free: u64,
}

impl Line {
    pub fn new(delay: u64, damage: Damage, random: Random) -> Self {
        Line {
            delay,
            damage,
            random,
            beats: VecDeque::new(),
            frame: Vec::new(),
            first: 0,
            fates: Vec::new(),
            free: 0,
        }
    }

    pub fn is_ready(&self, cycle: u64) -> bool {
        cycle >= self.free
    }

    /// Beat that leaves the link in a cycle.
    pub fn leave(&mut self, cycle: u64) -> Option<Beat> {
        self.beats.front().filter(|(at, _)| *at == cycle)?;
        self.beats.pop_front().map(|(_, beat)| beat)
    }

    fn happens(&mut self, ppm: u32) -> bool {
        ppm > 0 && self.random.below(1_000_000) < u64::from(ppm)
    }

    fn decide(&mut self) {
        let Damage { lost_ppm, corrupted_ppm, duplicated_ppm } = self.damage;
        let copies = 1 + usize::from(self.happens(duplicated_ppm));
        for _ in 0..copies {
            let fate = if self.happens(lost_ppm) {
                Fate::Lost
            } else if self.happens(corrupted_ppm) {
                Fate::Corrupted
            } else {
                Fate::Whole
            };
            self.fates.push(fate);
        }
    }

    /// A beat enters. Returns the header of a frame with its last beat.
    pub fn enter(&mut self, cycle: u64, beat: Beat) -> Option<Header> {
        if self.frame.is_empty() {
            self.first = cycle;
            self.fates.clear();
            self.decide();
        }
        self.frame.push(beat);
        self.put(cycle, beat, self.fates[0]);
        if !beat.last {
            return None;
        }
        let frame = std::mem::take(&mut self.frame);
        if let Some(fate) = self.fates.get(1).copied() {
            for (number, beat) in frame.iter().enumerate() {
                self.put(cycle + 1 + number as u64, *beat, fate);
            }
            self.free = cycle + 1 + frame.len() as u64;
        }
        let bytes: Vec<u8> = frame.iter().flat_map(|beat| beat.data.to_le_bytes()).collect();
        let number = |from: usize, count: usize| {
            bytes[from..from + count].iter().fold(0, |n, byte| n << 8 | u64::from(*byte))
        };
        const { assert!(BEAT_BYTES == 8) };
        Some(Header {
            first: self.first,
            source: number(6, 6),
            is_ack: bytes[14] & 1 != 0,
            number: number(17, 3) as u32,
        })
    }

    fn put(&mut self, cycle: u64, beat: Beat, fate: Fate) {
        if fate == Fate::Lost {
            return;
        }
        // The MAC at the end of the link sees that the FCS is wrong.
        let bad = fate == Fate::Corrupted && beat.last;
        let data = if fate == Fate::Corrupted { beat.data ^ 0x10 } else { beat.data };
        self.beats.push_back((cycle + self.delay, Beat { data, bad, ..beat }));
    }
}
