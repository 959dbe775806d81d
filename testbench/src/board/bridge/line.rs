//! Levels of the serial line.

use std::collections::VecDeque;

use crate::random::Random;

/// Parts of a cycle in which the length of a bit is given.
pub(super) const PARTS: u64 = 1 << 10;

/// Bits of a byte.
const BYTE_BITS: u64 = u8::BITS as u64;

/// Level and cycles of each interval that is left.
#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    intervals: VecDeque<(bool, u64)>,
    /// Cycles of the last byte.
    pub frame_cycles: u64,
}

impl Line {
    /// Whether all intervals have ended: the line is at 1.
    pub fn is_idle(&self) -> bool {
        self.intervals.is_empty()
    }

    /// Level in the next cycle.
    pub fn next(&mut self) -> bool {
        let Some((level, cycles)) = self.intervals.front_mut() else { return true };
        let level = *level;
        *cycles -= 1;
        if *cycles == 0 {
            self.intervals.pop_front();
        }
        level
    }

    /// Adds an interval, which may be empty.
    pub fn hold(&mut self, level: bool, cycles: u64) {
        if cycles > 0 {
            self.intervals.push_back((level, cycles));
        }
    }

    /// Adds a byte of bits with this length, and with this level in place of its stop bit.
    pub fn byte(&mut self, byte: u8, bit_parts: u64, stop: bool) {
        let bits = u64::from(byte) << 1 | u64::from(stop) << (BYTE_BITS + 1);
        let edge = |bit: u64| bit * bit_parts / PARTS;
        for bit in 0..=BYTE_BITS + 1 {
            self.hold(bits >> bit & 1 != 0, edge(bit + 1) - edge(bit));
        }
        self.frame_cycles = edge(BYTE_BITS + 2);
    }

    /// Inverts the level in one cycle of an interval that is left.
    pub fn disturb(&mut self, random: &mut Random) {
        let index = random.below(self.intervals.len() as u64) as usize;
        let (level, cycles) = self.intervals[index];
        let before = random.below(cycles);
        let parts = [(level, before), (!level, 1), (level, cycles - before - 1)];
        let behind = self.intervals.split_off(index);
        parts.into_iter().for_each(|(level, cycles)| self.hold(level, cycles));
        self.intervals.extend(behind.into_iter().skip(1));
    }
}
