//! An input: collects frames, judges them, and keeps those that are accepted.

use super::table::Table;
use crate::efl::beat;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use tailback_spec::{
    efl::switch::{Counter, EthernetSwitch},
    wire::efl::LEAST_BYTES,
};

/// A frame in a buffer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Frame {
    pub(super) bytes: Vec<u8>,
    pub(super) words: u32,
    /// Output to which the frame is sent.
    pub(super) output: usize,
}

/// A received beat.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Beat {
    pub(super) data: u64,
    pub(super) keep: u64,
    pub(super) last: bool,
    pub(super) bad: bool,
}

/// The frame that is being received.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Partial {
    /// Bytes, up to one more than those of a longest frame.
    bytes: Vec<u8>,
    beats: u32,
    /// Words that have been written.
    written: u32,
    /// A word did not fit.
    full: bool,
    /// Output for the destination.
    output: Option<usize>,
}

/// What becomes of a frame in a slot of its input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Moved {
    /// The first word is moved; the frame enters the queue of its output.
    First(Frame),
    /// The frame is dropped at an output.
    Dropped(usize),
}

/// An input.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Input {
    number: usize,
    /// Beat that was received in the cycle before.
    register: Option<Beat>,
    partial: Partial,
    /// Words in the buffer.
    used: u32,
    /// Accepted frames of which no word has been moved.
    queue: VecDeque<Frame>,
    /// Words that are left of the frame that is being moved.
    left: u32,
}

impl Input {
    pub(super) fn new(number: usize) -> Self {
        Input { number, ..Default::default() }
    }

    /// The slot of this input. `fits` tells whether a frame fits into the buffer of its output.
    pub(super) fn slot(&mut self, fits: impl Fn(&Frame) -> bool) -> Option<Moved> {
        if self.left > 0 {
            self.left -= 1;
            self.used -= 1;
            return None;
        }
        let frame = self.queue.pop_front()?;
        if !fits(&frame) {
            self.used -= frame.words;
            return Some(Moved::Dropped(frame.output));
        }
        self.left = frame.words - 1;
        self.used -= 1;
        Some(Moved::First(frame))
    }

    /// The end of a cycle; `used` is the number of words in the buffer as it began. Returns the
    /// verdict on a frame.
    pub(super) fn clock(
        &mut self,
        switch: &EthernetSwitch,
        table: &Table,
        used: u32,
        received: Option<Beat>,
    ) -> Option<Counter> {
        let beat = std::mem::replace(&mut self.register, received)?;
        let (partial, longest) = (&mut self.partial, switch.frame_bytes());
        let valid = beat::valid_bytes(beat.keep, beat.last);
        let bytes = beat::bytes(beat.data, valid);
        if partial.beats == 0 {
            partial.output = table.output(&bytes);
        }
        if partial.bytes.len() <= longest as usize {
            partial.bytes.extend(bytes);
        }
        partial.beats = partial.beats.saturating_add(1);
        if beat.last || partial.beats % switch.word_beats() == 0 {
            let belongs = partial.written < switch.words(longest) || partial.full;
            match used < switch.input_words() {
                true if belongs && !partial.full => {
                    partial.written += 1;
                    self.used += 1;
                }
                false if belongs => partial.full = true,
                _ => {}
            }
        }
        if !beat.last {
            return None;
        }
        let Partial { bytes, written, full, output, .. } = std::mem::take(partial);
        let legal = LEAST_BYTES..=longest as usize;
        let output = output.filter(|output| *output != self.number);
        let verdict = match output {
            _ if beat.bad || !legal.contains(&bytes.len()) => Counter::Malformed,
            _ if full => Counter::Full,
            None => Counter::Unknown,
            Some(output) => {
                let words = switch.words(bytes.len() as u32);
                self.queue.push_back(Frame { bytes, words, output });
                return Some(Counter::Received);
            }
        };
        self.used -= written;
        Some(verdict)
    }

    /// Words in the buffer.
    pub(super) fn used(&self) -> u32 {
        self.used
    }
}
