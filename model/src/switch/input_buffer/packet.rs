//! The packets of a buffer, and their words.

use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use tailback_spec::{switch::input_buffer::VISIBLE_CYCLES, WideWord};

/// A word in the buffer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stored {
    pub(crate) word: WideWord,
    /// Cycle in which the word was written.
    pub(crate) written: u64,
}

/// A packet in the buffer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Packet {
    /// Words received and not yet issued.
    pub(crate) words: VecDeque<Stored>,
    /// Number of words received.
    pub(crate) came: usize,
    /// Virtual lane whose blocks the packet occupies.
    pub(crate) lane: usize,
    /// Blocks that the packet occupies.
    pub(crate) blocks: u32,
    /// Blocks of the packet by its header.
    pub(crate) header_blocks: u32,
    /// Words of the packet by its header.
    pub(crate) header_words: u32,
    /// First cycle in which the packet is known, if it is the first of its queue.
    pub(crate) known_from: u64,
    /// Whether the last word has been received.
    pub(crate) complete: bool,
    /// Whether the packet has turned out to be bad.
    pub(crate) bad: bool,
    /// Whether the packet counts as waiting.
    pub(crate) counts: bool,
}

/// A word between issue and output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Issued {
    pub(crate) word: WideWord,
    pub(crate) first: bool,
    pub(crate) last: bool,
    pub(crate) bad: bool,
    pub(crate) discard: bool,
}

/// The packet that is being sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sending {
    packet: Packet,
    /// Cycle in which the packet was started.
    started: u64,
    /// Words that have not been issued, by the header.
    left: u32,
    /// Whether no word of it has been issued.
    first: bool,
    /// Whether the packet was known to be bad as it was started.
    discard: bool,
}

/// Cycles from the start of a packet to its end, at least.
const LEAST_CYCLES: u64 = 2;

/// Most words that are left of a packet near its end.
const NEAR: u32 = 4;

impl Sending {
    /// Starts a packet in cycle `now`.
    pub(crate) fn new(packet: Packet, now: u64) -> Self {
        let (left, discard) = (packet.header_words, packet.complete && packet.bad);
        Sending { packet, started: now, left, first: true, discard }
    }

    /// The packet, to which words may still be added.
    pub(crate) fn packet(&mut self) -> &mut Packet {
        &mut self.packet
    }

    /// Virtual lane whose blocks the packet occupies.
    pub(crate) fn lane(&self) -> usize {
        self.packet.lane
    }

    /// Blocks that the packet occupies.
    pub(crate) fn blocks(&self) -> u32 {
        self.packet.blocks
    }

    /// Whether the last word has been issued.
    fn is_issued(&self) -> bool {
        self.packet.complete && self.packet.words.is_empty()
    }

    /// Issues the next word in cycle `now`, if it can be read by then.
    pub(crate) fn issue(&mut self, now: u64) -> Option<Issued> {
        let next = self.packet.words.front()?;
        if !self.first && now < next.written + VISIBLE_CYCLES as u64 {
            return None;
        }
        let Stored { word, .. } = self.packet.words.pop_front()?;
        self.left = self.left.wrapping_sub(1);
        let (first, last) = (std::mem::take(&mut self.first), self.is_issued());
        Some(Issued { word, first, last, bad: last && self.packet.bad, discard: self.discard })
    }

    /// Whether the packet ends in cycle `now`.
    pub(crate) fn ends(&self, now: u64) -> bool {
        self.is_issued() && now >= self.started + LEAST_CYCLES
    }

    /// Whether few words are left, and all of them have been received.
    pub(crate) fn is_near(&self) -> bool {
        self.left <= NEAR && self.packet.complete
    }
}
