//! Damage on a directed link: frames that are lost, altered or doubled.

use std::collections::VecDeque;
use tailback_spec::random::Random;
use tailback_spec::scenario::Damage;

/// A beat.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Beat {
    pub data: u64,
    pub keep: u64,
    pub last: bool,
    pub bad: bool,
}

/// Damage that a frame takes on a link: none, lost, or altered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Fate {
    #[default]
    Whole,
    Lost,
    Corrupted,
}

/// Inputs of a link.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Given {
    pub ready: bool,
    pub lost: bool,
    pub corrupted: bool,
    pub copy: Option<Beat>,
}

/// The world around a link.
pub(super) struct Wire {
    damage: Damage,
    random: Random,
    /// Fates of the frame that is entering, or of the next one, and of its copy.
    fate: Fate,
    copy_fate: Option<Fate>,
    /// Beats of that frame, if it is to be doubled.
    frame: VecDeque<Beat>,
    /// Whether the copy is entering.
    copies: bool,
}

impl Wire {
    /// A link before its first frame.
    pub fn new(damage: Damage, random: Random) -> Self {
        let mut wire = Wire {
            damage,
            random,
            fate: Fate::Whole,
            copy_fate: None,
            frame: VecDeque::new(),
            copies: false,
        };
        wire.decide();
        wire
    }

    fn happens(&mut self, ppm: u32) -> bool {
        ppm > 0 && self.random.below(1_000_000) < u64::from(ppm)
    }

    fn fate(&mut self) -> Fate {
        let Damage { lost_ppm, corrupted_ppm, .. } = self.damage;
        if self.happens(lost_ppm) {
            Fate::Lost
        } else if self.happens(corrupted_ppm) {
            Fate::Corrupted
        } else {
            Fate::Whole
        }
    }

    /// Decides what becomes of the next frame.
    fn decide(&mut self) {
        let doubled = self.happens(self.damage.duplicated_ppm);
        self.fate = self.fate();
        self.copy_fate = doubled.then(|| self.fate());
    }

    /// A beat entered the link in the last cycle.
    pub fn see(&mut self, beat: Beat) {
        if self.copy_fate.is_some() {
            self.frame.push_back(beat);
        }
        if beat.last {
            match self.copy_fate {
                Some(_) => self.copies = true,
                None => self.decide(),
            }
        }
    }

    /// Inputs of the link in the next cycle.
    pub fn drive(&mut self) -> Given {
        let Some(beat) = self.frame.front().copied().filter(|_| self.copies) else {
            if self.copies {
                self.copies = false;
                self.decide();
            }
            return Given {
                ready: true,
                lost: self.fate == Fate::Lost,
                corrupted: self.fate == Fate::Corrupted,
                copy: None,
            };
        };
        self.frame.pop_front();
        let altered = |beat: Beat| Beat { data: beat.data ^ 0x10, bad: beat.last, ..beat };
        let copy = match self.copy_fate.unwrap_or_default() {
            Fate::Whole => Some(beat),
            Fate::Corrupted => Some(altered(beat)),
            Fate::Lost => None,
        };
        Given { copy, ..Given::default() }
    }
}
