//! Inputs and outputs of a tail-drop switch (`tailback_spec::efl::switch`).

use super::latency::{ISSUED, LOADED, MOVED, POPPED, SHOWN};
use super::time::at_phase;
use std::collections::VecDeque;
use tailback_spec::efl::switch::EthernetSwitch;

/// Geometry of a switch.
#[derive(Debug, Clone, Copy)]
pub struct Geometry {
    /// Slots.
    pub slots: u64,
    /// Beats of a word.
    pub word_beats: u64,
    /// Bytes and words of an output's buffer.
    buffer_bytes: u64,
    output_words: u64,
}

impl Geometry {
    /// Geometry of a switch with so many ports; with more ports than hardware has, inputs share slots.
    pub fn new(switch: &EthernetSwitch, ports: usize) -> Self {
        let most = *EthernetSwitch::PORTS.end();
        let ports = (ports as u64).clamp(*EthernetSwitch::PORTS.start(), most) as u32;
        let resized =
            EthernetSwitch::new(ports, switch.frame_bytes(), switch.buffer_bytes(), most as u32);
        let switch = resized.unwrap_or(*switch);
        Geometry {
            slots: switch.slots().into(),
            word_beats: switch.word_beats().into(),
            buffer_bytes: switch.buffer_bytes().into(),
            output_words: switch.output_words().into(),
        }
    }

    /// Words of a frame.
    pub fn words(&self, beats: u64) -> u64 {
        beats.div_ceil(self.word_beats)
    }
}

/// An input: the end of a link.
#[derive(Debug, Clone)]
pub struct Input {
    /// Slot of the input.
    slot: u64,
    slots: u64,
    /// First cycle in which the next frame can be moved.
    free: u64,
    /// A move is pending.
    pub pending: bool,
}

impl Input {
    pub fn new(geometry: &Geometry, port: usize) -> Self {
        let slots = geometry.slots;
        Input { slot: port as u64 % slots, slots, free: 0, pending: false }
    }

    /// Slot in which a frame can be moved whose last beat is received in cycle `last`.
    pub fn next_slot(&self, last: u64) -> u64 {
        at_phase((last + MOVED).max(self.free), self.slot, self.slots)
    }

    /// So many words are moved from this slot on.
    pub fn move_words(&mut self, slot: u64, words: u64) {
        self.free = slot + words * self.slots;
    }
}

/// Frame in an output's buffer: cycle of its last beat, bytes and words.
type Stored = (u64, u64, u64);

/// An output: the beginning of a link.
#[derive(Debug, Clone, Default)]
pub struct Output {
    /// Cycle in which the last word was, or will be, read.
    issued: u64,
    /// Cycle at whose end that word is at the output.
    loaded: u64,
    /// Cycle in which its last beat is taken.
    taken: u64,
    stored: VecDeque<Stored>,
    bytes: u64,
    words: u64,
}

impl Output {
    /// Bytes in the buffer as a cycle begins.
    pub fn occupied(&mut self, cycle: u64) -> u64 {
        while let Some((_, bytes, words)) = self.stored.front().filter(|(end, ..)| *end < cycle) {
            self.bytes -= bytes;
            self.words -= words;
            self.stored.pop_front();
        }
        self.bytes
    }

    /// Bytes in the buffer, as of the last frame.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether a frame fits, in its slot.
    pub fn fits(&mut self, geometry: &Geometry, slot: u64, bytes: u64, words: u64) -> bool {
        self.occupied(slot) + bytes <= geometry.buffer_bytes
            && self.words + words <= geometry.output_words
    }

    /// Cycle from which on the first beat of a frame that is moved in `slot` is offered.
    pub fn first_beat(&mut self, slot: u64) -> u64 {
        let popped = (slot + POPPED).max(self.issued + 1);
        self.issued = (popped + ISSUED).max(self.loaded);
        self.loaded = (self.issued + LOADED).max(self.taken);
        self.loaded + SHOWN
    }

    /// The frame of `first_beat` has been given to the link, which takes its first and last beats in
    /// these cycles.
    pub fn send(&mut self, geometry: &Geometry, bytes: u64, beats: u64, (first, end): (u64, u64)) {
        let words = geometry.words(beats);
        let cycles = end + 1 - first;
        let taken = |words: u64| {
            let beats_taken = (words * geometry.word_beats).min(beats);
            first + (beats_taken * cycles).div_ceil(beats) - 1
        };
        self.taken = taken(1);
        for word in 1..words {
            self.issued = (self.issued + geometry.slots).max(self.loaded);
            self.loaded = (self.issued + LOADED).max(self.taken);
            self.taken = taken(word + 1);
        }
        self.stored.push_back((end, bytes, words));
        self.bytes += bytes;
        self.words += words;
    }
}
