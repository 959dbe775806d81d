//! An output: a tail-drop buffer, and the stages that send its frames.

use super::input::Frame;
use crate::efl::beat;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use tailback_spec::efl::{switch::EthernetSwitch, BEAT_BYTES};

/// A word of a frame: the bytes that are still to be sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Word {
    bytes: VecDeque<u8>,
    /// Last word of its frame.
    last: bool,
}

/// A beat at the output.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Beat {
    pub(super) data: u64,
    pub(super) keep: u64,
    pub(super) last: bool,
}

/// An output.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Output {
    /// Frames that are not being read.
    queue: VecDeque<Frame>,
    /// Bytes and words in the buffer, until the last beat of their frame is sent.
    pub(super) occupied: u32,
    held: u32,
    /// Most bytes in the buffer, up to the cycle before.
    pub(super) peak: u32,
    /// Frames of which the last beat has not been sent: bytes and words.
    sizes: VecDeque<(u32, u32)>,
    /// Fetch: words of the frame that are still to be read.
    fetch: VecDeque<Word>,
    /// Cycles until the next word of the frame can be read.
    wait: u32,
    /// Word that is being read.
    flying: Option<Word>,
    spare: Option<Word>,
    current: Option<Word>,
}

impl Output {
    /// Whether a frame fits.
    pub(super) fn fits(&self, switch: &EthernetSwitch, frame: &Frame) -> bool {
        let bytes = self.occupied + frame.bytes.len() as u32;
        bytes <= switch.buffer_bytes() && self.held + frame.words <= switch.output_words()
    }

    /// Beat that is offered.
    pub(super) fn beat(&self) -> Option<Beat> {
        let word = self.current.as_ref()?;
        let bytes: Vec<u8> = word.bytes.iter().take(BEAT_BYTES).copied().collect();
        let last = word.last && word.bytes.len() <= BEAT_BYTES;
        Some(Beat { data: beat::data(&bytes), keep: beat::keep(bytes.len()), last })
    }

    /// The end of a cycle, with the frame that enters the queue. Returns whether the last beat of a
    /// frame was sent.
    pub(super) fn clock(
        &mut self,
        switch: &EthernetSwitch,
        ready: bool,
        enters: Option<Frame>,
    ) -> bool {
        self.peak = self.peak.max(self.occupied);
        let takes = self.current.is_some() && ready;
        let ends = takes && self.beat().is_some_and(|beat| beat.last);
        if ends {
            let (bytes, words) = self.sizes.pop_front().unwrap_or_default();
            self.occupied -= bytes;
            self.held -= words;
        }

        let is_spent =
            self.current.as_ref().is_none_or(|word| takes && word.bytes.len() <= BEAT_BYTES);
        let loads = self.spare.is_some() && is_spent;
        let can_read = self.wait == 0 && self.flying.is_none() && (self.spare.is_none() || loads);
        let pops = self.fetch.is_empty() && !self.queue.is_empty();
        let issued = if can_read { self.fetch.pop_front() } else { None };

        if loads {
            self.current = self.spare.take();
        } else if takes {
            let word = self.current.take();
            self.current = word.filter(|_| !is_spent).map(|mut word| {
                word.bytes.drain(..BEAT_BYTES);
                word
            });
        }
        if let Some(word) = self.flying.take() {
            self.spare = Some(word);
        }
        self.wait = match issued {
            Some(_) => switch.slots() - 1,
            None if pops => 0,
            None => self.wait.saturating_sub(1),
        };
        self.flying = issued;
        if pops {
            self.fetch =
                self.queue.pop_front().map(|frame| words(switch, &frame)).unwrap_or_default();
        }
        if let Some(frame) = enters {
            let bytes = frame.bytes.len() as u32;
            self.occupied += bytes;
            self.held += frame.words;
            self.sizes.push_back((bytes, frame.words));
            self.queue.push_back(frame);
        }
        ends
    }
}

/// Words of a frame.
fn words(switch: &EthernetSwitch, frame: &Frame) -> VecDeque<Word> {
    let word_bytes = switch.word_beats() as usize * BEAT_BYTES;
    let count = frame.words as usize;
    let chunks = frame.bytes.chunks(word_bytes).enumerate();
    chunks
        .map(|(number, part)| Word {
            bytes: part.iter().copied().collect(),
            last: number + 1 == count,
        })
        .collect()
}

#[cfg(test)]
impl Output {
    /// Whether a word is being read.
    pub(super) fn is_reading(&self) -> bool {
        self.flying.is_some()
    }
}
