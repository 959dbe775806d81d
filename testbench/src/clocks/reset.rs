//! A reset of a module with several clocks.

use crate::random::Random;

/// Progress of a reset of all clocks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Progress {
    /// No clock is in reset.
    #[default]
    Off,
    /// All clocks are in reset; one bit for each that has had an edge, and for each that has had two.
    All { once: u64, twice: u64 },
    /// Each clock leaves its reset at any time.
    Ending,
}

/// Resets that are held together until each clock has had two edges, and then end one by one.
#[derive(Debug, Clone)]
pub struct ResetAll {
    clocks: u64,
    progress: Progress,
    /// Resets of this step, one bit for each clock.
    resets: u64,
}

impl ResetAll {
    /// A reset of this number of clocks.
    pub fn new(clocks: usize) -> Self {
        let clocks = u64::MAX >> (u64::BITS as usize - clocks);
        ResetAll { clocks, progress: Progress::Off, resets: 0 }
    }

    /// Whether any clock is in reset, or was in the step before.
    pub fn is_active(&self) -> bool {
        self.progress != Progress::Off
    }

    /// Begins a reset, unless there is one.
    pub fn begin(&mut self) {
        if !self.is_active() {
            self.progress = Progress::All { once: 0, twice: 0 };
        }
    }

    /// The resets of a step in which the clocks `rises` have an edge.
    pub fn next(&mut self, rises: u64, random: &mut Random) -> u64 {
        self.progress = match self.progress {
            Progress::All { twice, .. } if twice == self.clocks => Progress::Ending,
            Progress::All { once, twice } => {
                self.resets = self.clocks;
                Progress::All { once: once | rises, twice: twice | (once & rises) }
            }
            other => other,
        };
        if self.progress == Progress::Ending {
            self.resets &= random.bits() | random.bits();
            if self.resets == 0 {
                self.progress = Progress::Off;
            }
        }
        self.resets
    }
}
