//! One direction of the channel between two endpoints: loses, delays, repeats and corrupts frames.

use std::collections::VecDeque;

use tailback_model::interface::PacketStream;
use tailback_spec::efl::{Efl, BEAT_BYTES};
use tailback_spec::wire::efl::{Field, Flags, FLAGS, HEADER_BYTES, SEQUENCE, STAMP};

use super::phase::ChannelPhase;
use crate::efl::beats::{append_noise, Beat, Beats};
use crate::random::{happens, Random};

/// Frames in the channel, at most.
const MOST_FRAMES: usize = 64;
/// Frames that can be sent again later.
const OLD_FRAMES: usize = 16;

/// A frame that an endpoint has sent.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Frame {
    pub is_ack: bool,
    pub sequence: u64,
    pub stamp: u64,
}

impl Frame {
    /// The frame with these bytes.
    fn new(bytes: &[u8]) -> Self {
        let number = |field: Field| {
            let bytes = bytes.iter().skip(field.offset).take(field.bytes);
            bytes.fold(0, |number, byte| number << u8::BITS | u64::from(*byte))
        };
        Frame {
            is_ack: Flags::from_byte(number(FLAGS) as u8).has(Flags::ACK),
            sequence: number(SEQUENCE),
            stamp: number(STAMP),
        }
    }
}

/// A frame in the channel.
#[derive(Debug, Clone)]
struct InFlight {
    due: u64,
    bytes: Vec<u8>,
    /// Marked as bad by the MAC.
    bad: bool,
}

/// One direction.
pub(super) struct Channel {
    has_fcs: bool,
    cycle: u64,
    /// Bytes of the frame that is being sent.
    bytes: Vec<u8>,
    frames: VecDeque<InFlight>,
    old: VecDeque<Vec<u8>>,
    /// The frame that is being received.
    beats: Beats,
    bad: bool,
}

impl Channel {
    pub fn new(efl: &Efl) -> Self {
        Channel {
            has_fcs: efl.has_fcs(),
            cycle: 0,
            bytes: Vec::new(),
            frames: VecDeque::new(),
            old: VecDeque::new(),
            beats: Beats::default(),
            bad: false,
        }
    }

    /// The end of a cycle at the sender. Returns the frame that ended.
    pub fn accept(
        &mut self,
        mac: &PacketStream<bool, u64, u64, ()>,
        ready: bool,
        phase: &ChannelPhase,
        random: &mut Random,
    ) -> Option<Frame> {
        self.cycle += 1;
        if !mac.tvalid || !ready {
            return None;
        }
        let valid = if mac.tlast { mac.tkeep.count_ones() as usize } else { BEAT_BYTES };
        self.bytes.extend(&mac.tdata.to_le_bytes()[..valid]);
        if !mac.tlast {
            return None;
        }
        let bytes = std::mem::take(&mut self.bytes);
        let frame = Frame::new(&bytes);
        self.transfer(bytes, phase, random);
        Some(frame)
    }

    /// Treats a frame as the phase demands.
    fn transfer(&mut self, mut bytes: Vec<u8>, phase: &ChannelPhase, random: &mut Random) {
        let due = self.cycle + phase.delay;
        let mut send = |bytes: Vec<u8>, bad: bool| {
            if self.frames.len() < MOST_FRAMES {
                self.frames.push_back(InFlight { due, bytes, bad });
            }
        };
        if happens(random, phase.replayed) {
            let one = random.below(OLD_FRAMES as u64) as usize;
            if let Some(old) = self.old.get(one) {
                send(old.clone(), false);
            }
        }
        if self.old.len() == OLD_FRAMES {
            self.old.pop_front();
        }
        self.old.push_back(bytes.clone());
        if happens(random, phase.lost) {
            return;
        }
        if happens(random, phase.twice) {
            send(bytes.clone(), false);
        }
        let corrupted = happens(random, phase.corrupted);
        if corrupted {
            let bits = bytes.len() as u64 * u64::from(u8::BITS);
            let bit = random.below(bits) as usize;
            bytes[bit / u8::BITS as usize] ^= 1 << (bit % u8::BITS as usize);
        }
        if happens(random, phase.resized) {
            match random.below(2) {
                0 => bytes.truncate(1 + random.below(2 * HEADER_BYTES as u64) as usize),
                _ => append_noise(&mut bytes, 1 + random.below(16) as usize, random),
            }
        }
        // Without an FCS, the MAC marks frames that are corrupt.
        send(bytes, corrupted && !self.has_fcs);
    }

    /// Adds a frame that no endpoint has sent.
    pub fn insert(&mut self, bytes: Vec<u8>) {
        if self.frames.len() < MOST_FRAMES {
            self.frames.push_back(InFlight { due: self.cycle, bytes, bad: false });
        }
    }

    /// Drives the beat that the receiver gets.
    pub fn deliver(
        &mut self,
        mac: &mut PacketStream<bool, u64, u64, bool>,
        phase: &ChannelPhase,
        random: &mut Random,
    ) {
        mac.tvalid = happens(random, phase.beat);
        if mac.tvalid && self.beats.is_over() {
            let is_due = self.frames.front().is_some_and(|frame| frame.due <= self.cycle);
            let due = if is_due { self.frames.pop_front() } else { None };
            if let Some(frame) = due {
                *self.beats.begin() = frame.bytes;
                self.bad = frame.bad;
            }
        }
        let beat = if mac.tvalid { self.beats.next(random) } else { None };
        mac.tvalid = beat.is_some();
        // Counts with the last beat only.
        mac.tuser = match beat {
            Some(Beat { last: true, .. }) => self.bad,
            _ => random.bits() & 1 != 0,
        };
        let beat = beat.unwrap_or_else(|| Beat::noise(random));
        (mac.tdata, mac.tkeep, mac.tlast) = (beat.data, beat.keep, beat.last);
    }
}
