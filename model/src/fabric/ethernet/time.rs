//! Ticks of a cycle, and phases of frames.

use tailback_spec::wire::efl::TICKS_PER_SECOND;

/// Mask of a time stamp.
pub const MASK: u32 = 0xFF_FFFF;

/// Clock of all components.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    hertz: u64,
}

impl Clock {
    pub fn new(hertz: u64) -> Self {
        Clock { hertz }
    }

    /// Ticks of 100 ns at a cycle.
    pub fn ticks(self, cycle: u64) -> u64 {
        (u128::from(cycle) * u128::from(TICKS_PER_SECOND) / u128::from(self.hertz)) as u64
    }

    /// `now` of an endpoint: ticks modulo 2²⁴.
    pub fn now(self, cycle: u64) -> u32 {
        self.ticks(cycle) as u32 & MASK
    }

    /// First cycle of a tick.
    pub fn first_cycle(self, tick: u64) -> u64 {
        (u128::from(tick) * u128::from(self.hertz)).div_ceil(u128::from(TICKS_PER_SECOND)) as u64
    }
}

/// First cycle from `cycle` on that is in a phase of frames of `frame` cycles.
pub fn at_phase(cycle: u64, phase: u64, frame: u64) -> u64 {
    cycle + (phase + frame - cycle % frame) % frame
}
