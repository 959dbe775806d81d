//! A channel that loses, repeats and corrupts frames, and makes some of its own.

use crate::efl::beat;
use crate::interface::PacketStream;
use std::collections::VecDeque;
use tailback_spec::wire::efl::{fcs::fcs, Content, Repr};
use tailback_spec::wire::Number;

/// A random number generator.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// Cycles from a frame's end to its delivery.
const DELAY_CYCLES: u64 = 60;

/// One direction.
pub(super) struct Channel {
    random: Random,
    has_fcs: bool,
    /// Frames of a thousand that are lost, that are repeated, and that are corrupted.
    pub(super) permille: u64,
    /// Frames of others appear.
    pub(super) forged: bool,
    frame: Vec<u8>,
    /// Frames with the cycle of their delivery, and whether they are marked as bad.
    frames: VecDeque<(u64, Vec<u8>, bool)>,
    /// Beats of the frame that is being delivered.
    beats: VecDeque<(u64, u64, bool, bool)>,
    cycle: u64,
}

impl Channel {
    pub(super) fn new(seed: u64, has_fcs: bool) -> Self {
        Channel {
            random: Random(seed),
            has_fcs,
            permille: 0,
            forged: false,
            frame: Vec::new(),
            frames: VecDeque::new(),
            beats: VecDeque::new(),
            cycle: 0,
        }
    }

    pub(super) fn is_ready(&mut self) -> bool {
        self.random.below(10) > 0
    }

    /// The end of a cycle at the sender.
    pub(super) fn accept(&mut self, mac: &PacketStream<bool, u64, u64, ()>, ready: bool) {
        self.cycle += 1;
        if self.forged && self.random.below(400) == 0 {
            let frame = self.forge();
            self.send(frame, false);
        }
        if !mac.tvalid || !ready {
            return;
        }
        self.frame.extend(beat::bytes(mac.tdata, mac.tkeep.count_ones() as usize));
        if !mac.tlast {
            return;
        }
        let mut frame = std::mem::take(&mut self.frame);
        if self.random.below(1000) < self.permille {
            return;
        }
        if self.random.below(1000) < self.permille {
            self.send(frame.clone(), false);
        }
        let is_corrupt = self.random.below(1000) < self.permille;
        if is_corrupt {
            let bit = self.random.below(frame.len() as u64 * 8) as usize;
            frame[bit / 8] ^= 1 << (bit % 8);
        }
        // Without an FCS, the MAC marks frames that are corrupt.
        self.send(frame, is_corrupt && !self.has_fcs);
    }

    fn send(&mut self, frame: Vec<u8>, bad: bool) {
        self.frames.push_back((self.cycle + DELAY_CYCLES, frame, bad));
    }

    /// A good frame that no endpoint has sent.
    fn forge(&mut self) -> Vec<u8> {
        let mut frame: Vec<u8> = match self.random.below(4) {
            0 => (0..1 + self.random.below(200)).map(|_| self.random.below(256) as u8).collect(),
            // From a stranger, to a flow that is none, for packets far away, or never sent.
            kind => {
                let own = |last| [0, 0, 0, 0, 0, last];
                let sources = [own(0xA0), own(0xA1), own(0xA2)];
                let source = sources[self.random.below(3) as usize];
                let label = self.random.below(6) as u16;
                let is_ack = self.random.below(2) == 0;
                let far = 1 << 22;
                let content = match is_ack {
                    true => Content::Ack { probe: true, gap: true },
                    false => Content::Data { probe: true, last: true, payload_bytes: 50 },
                };
                let destination = if kind == 1 { own(0xA3) } else { own(0xA0 + kind as u8 - 2) };
                let repr = Repr {
                    destination,
                    source,
                    ether_type: if kind == 3 { 0x88B5 } else { 0x88B5 + label },
                    label,
                    sequence: Number::low(far + self.random.below(1 << 20) as u32),
                    stamp: Number::low(self.random.below(1 << 24) as u32),
                    content,
                };
                repr.emit(&[7; 50])
            }
        };
        if self.has_fcs {
            frame.extend(fcs(&frame));
        }
        frame
    }

    /// The beat that the receiver gets in this cycle.
    pub(super) fn deliver(&mut self, mac: &mut PacketStream<bool, u64, u64, bool>) {
        if self.beats.is_empty() {
            let is_due = self.frames.front().is_some_and(|(due, ..)| *due <= self.cycle);
            if let Some((_, frame, bad)) = is_due.then(|| self.frames.pop_front()).flatten() {
                let beats = frame.len().div_ceil(8);
                self.beats = (frame.chunks(8).enumerate())
                    .map(|(number, part)| {
                        let last = number + 1 == beats;
                        (beat::data(part), beat::keep(part.len()), last, last && bad)
                    })
                    .collect();
            }
        }
        let beat = self.beats.pop_front();
        mac.tvalid = beat.is_some();
        (mac.tdata, mac.tkeep, mac.tlast, mac.tuser) = beat.unwrap_or_default();
    }
}
