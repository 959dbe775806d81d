//! A directed link: serialisation, delay and damage.

use super::frame::Frame;
use std::collections::VecDeque;
use tailback_spec::random::Random;
use tailback_spec::scenario::Damage;

/// A frame on a link.
#[derive(Debug, Clone, Copy)]
pub struct InFlight {
    /// Cycle in which the last beat leaves the link.
    pub last: u64,
    pub frame: Frame,
}

/// A link.
#[derive(Debug)]
pub struct Link {
    delay: u64,
    /// Cycles of a data frame, and beats of it: the ratio of the rates of datapath and link.
    ratio: (u64, u64),
    /// Beats by which the line is occupied in addition to those of a frame.
    overhead_beats: u64,
    damage: Damage,
    random: Random,
    /// First cycle in which the next first beat can enter.
    pub free: u64,
    /// Frames that will leave the link, in their order.
    pub frames: VecDeque<InFlight>,
    /// Frames that were lost or altered.
    pub lost: u64,
    pub corrupted: u64,
}

/// Result of a frame's transmission.
#[derive(Debug, Clone, Copy)]
pub struct Entered {
    /// Cycle of the first beat.
    pub first: u64,
    /// Cycle of the last beat, of the first copy.
    pub end: u64,
    /// Number of copies that leave the link.
    pub copies: u32,
}

impl Link {
    pub fn new(
        delay: u64,
        ratio: (u64, u64),
        overhead_beats: u64,
        damage: Damage,
        random: Random,
    ) -> Self {
        Link {
            // Between two components there are registers.
            delay: delay.max(1),
            ratio,
            overhead_beats,
            damage,
            random,
            free: 0,
            frames: VecDeque::new(),
            lost: 0,
            corrupted: 0,
        }
    }

    /// Cycles of so many beats.
    pub fn cycles(&self, beats: u64) -> u64 {
        let (cycles, of_beats) = self.ratio;
        if cycles == of_beats {
            return beats;
        }
        (beats * cycles).div_ceil(of_beats)
    }

    fn happens(&mut self, ppm: u32) -> bool {
        ppm > 0 && self.random.below(1_000_000) < u64::from(ppm)
    }

    /// A frame of `beats` beats that could enter in cycle `earliest`.
    pub fn enter(&mut self, frame: &Frame, beats: u64, earliest: u64) -> Entered {
        let first = earliest.max(self.free);
        let (whole, occupied) = (self.cycles(beats), self.cycles(beats + self.overhead_beats));
        let Damage { lost_ppm, corrupted_ppm, duplicated_ppm } = self.damage;
        let sent = 1 + u64::from(self.happens(duplicated_ppm));
        let mut copies = 0;
        for copy in 0..sent {
            if self.happens(lost_ppm) {
                self.lost += 1;
            } else if self.happens(corrupted_ppm) {
                self.corrupted += 1;
            } else {
                let last = first + copy * occupied + whole - 1 + self.delay;
                self.frames.push_back(InFlight { last, frame: *frame });
                copies += 1;
            }
        }
        self.free = first + sent * occupied;
        Entered { first, end: first + whole - 1, copies }
    }
}
