//! The line of an input: one frame after the other.

use tailback_spec::efl::switch::EthernetSwitch;
use tailback_spec::efl::BEAT_BYTES;
use tailback_spec::wire::efl::LEAST_BYTES;

use super::phase::{Length, Phase};
use super::table::Table;
use crate::efl::beats::{append_noise, Beat, Beats};
use crate::random::{happens, one_of, Random};

/// Bytes of a MAC address.
const ADDRESS_BYTES: usize = 6;

/// A line.
#[derive(Debug, Clone, Default)]
pub(super) struct Line {
    beats: Beats,
    /// The frame is marked as bad.
    bad: bool,
}

impl Line {
    /// A frame is cut short, or its rest follows.
    pub fn reset(&mut self, random: &mut Random) {
        if random.below(2) == 0 {
            self.beats.begin();
        }
    }

    /// The beat of a cycle: whether it is valid, which may be if `may`, the beat, and whether its
    /// frame is bad.
    pub fn next(
        &mut self,
        may: bool,
        phase: &Phase,
        table: &Table,
        switch: &EthernetSwitch,
        random: &mut Random,
    ) -> (bool, Beat, bool) {
        if may && self.beats.is_over() && happens(random, phase.start) {
            self.frame(phase, table, switch, random);
        }
        let beat = if may { self.beats.next(random) } else { None };
        match beat {
            // Counts with the last beat only.
            Some(beat) if beat.last => (true, beat, self.bad),
            Some(beat) => (true, beat, random.bits() & 1 != 0),
            None => (false, Beat::noise(random), random.bits() & 1 != 0),
        }
    }

    fn frame(
        &mut self,
        phase: &Phase,
        table: &Table,
        switch: &EthernetSwitch,
        random: &mut Random,
    ) {
        let length = match happens(random, phase.ill) {
            true => illegal_length(switch, random),
            false => legal_length(phase, switch, random),
        };
        self.bad = happens(random, phase.bad);
        let address = table.destination(phase, random).to_be_bytes();
        let frame = self.beats.begin();
        frame.extend(&address[address.len() - ADDRESS_BYTES..]);
        frame.truncate(length);
        append_noise(frame, length - frame.len(), random);
    }
}

/// Bytes of a frame that the switch accepts.
fn legal_length(phase: &Phase, switch: &EthernetSwitch, random: &mut Random) -> usize {
    let longest = switch.frame_bytes() as usize;
    let near = random.below(9) as usize;
    let any = LEAST_BYTES + random.below((longest - LEAST_BYTES + 1) as u64) as usize;
    // Around a whole number of words.
    let word = switch.word_beats() as usize * BEAT_BYTES;
    let words = (any / word).max(1) * word + near;
    let length = match phase.length {
        Length::Shortest => LEAST_BYTES,
        Length::Short => LEAST_BYTES + near,
        Length::Any => one_of(random, &[any, any, words.saturating_sub(4), LEAST_BYTES, longest]),
        Length::Longest => longest - near.min(longest - LEAST_BYTES),
    };
    length.clamp(LEAST_BYTES, longest)
}

/// Bytes of a frame that is too short or too long, or just not.
fn illegal_length(switch: &EthernetSwitch, random: &mut Random) -> usize {
    let longest = switch.frame_bytes() as usize;
    let near = random.below(24) as usize;
    let short = 1 + random.below(LEAST_BYTES as u64) as usize;
    let few = 1 + random.below(16) as usize;
    let edge = LEAST_BYTES - 2 + near / 8;
    let long = longest + near;
    let any = longest + random.below(longest as u64) as usize;
    // Beyond all numbers of bytes that the switch distinguishes, sometimes.
    let huge = if random.below(16) == 0 { 5 * longest } else { long };
    one_of(random, &[short, few, edge, long, long, any, huge])
}
