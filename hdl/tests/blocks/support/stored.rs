//! Reference model of the input buffer, from its specification.

use std::collections::VecDeque;
use tailback_kernels::generator::random::Random;
use tailback_spec::switch::input_buffer::{InputBuffer, Reading, STANDSTILL_CYCLES};

/// A packet that is stored or being received.
pub struct Packet {
    pub queue: usize,
    pub words: Vec<u128>,
    /// Length in beats.
    pub length: usize,
    pub bad: bool,
}

impl Packet {
    pub fn complete(&self) -> bool {
        self.words.len() == self.length
    }
}

/// The input buffer of the specification.
#[derive(Default)]
pub struct Buffer {
    pub packets: Vec<Packet>,
    pub queues: Vec<VecDeque<usize>>,
    pub free: Vec<usize>,
    /// Packet started in an earlier cycle, its number of issued beats, and whether it is discarded.
    pub sending: Option<(usize, usize, bool)>,
    /// Output: valid, first, last, bad, discard, and the beat.
    pub out: ([bool; 5], u128),
    /// Output of the next cycle.
    pub coming: ([bool; 5], u128),
    pub armed: Vec<bool>,
    pub tail: Vec<bool>,
    pub was_all: Vec<bool>,
    /// Trigger of each VL, in the cycle after it became full.
    pub rose: Vec<bool>,
    /// Cycles for which each VL has had no free space and sent nothing.
    pub stood: Vec<usize>,
}

/// A beat that is written.
#[derive(Clone, Copy)]
pub struct Write {
    pub queue: usize,
    /// Number of the beat in its packet, from 0.
    pub number: usize,
    pub word: u128,
    /// Length of the packet in beats.
    pub length: usize,
}

impl Write {
    pub fn first(&self) -> bool {
        self.number == 0
    }

    pub fn last(&self) -> bool {
        self.number + 1 == self.length
    }

    /// Whether the beat takes a block.
    pub fn takes(&self, config: &InputBuffer) -> bool {
        self.number.is_multiple_of(config.block_words())
    }
}

/// Inputs of a cycle.
#[derive(Default)]
pub struct Inputs {
    pub write: Option<Write>,
    pub bad: bool,
    /// VL of the block that the beat of the next cycle takes.
    pub take: Option<usize>,
    pub read: Option<usize>,
    pub pause: bool,
}

impl Inputs {
    pub fn last(&self) -> bool {
        self.write.is_some_and(|write| write.last())
    }

    pub fn ports(&self, config: &InputBuffer, random: &mut Random) -> Vec<(&'static str, u128)> {
        let last = self.last();
        // Without `take`, its VL is ignored.
        let lane = self.take.map_or_else(|| random.number(config.lane_bits()), |lane| lane as u128);
        let mut all = vec![
            ("pause", u128::from(self.pause)),
            ("take", u128::from(self.take.is_some())),
            ("take_lane", lane),
        ];
        if let Some(write) = self.write {
            let first = write.first();
            all.extend([
                ("write", 1),
                ("write_word", write.word),
                ("write_first", u128::from(first)),
                ("write_last", u128::from(last)),
                ("write_bad", u128::from(last && self.bad)),
                ("write_queue", if first { write.queue as u128 } else { 0 }),
            ]);
        } else {
            // Without `write`, the other write inputs are ignored.
            all.extend(
                ["write_first", "write_last", "write_bad"]
                    .map(|name| (name, random.below(2) as u128)),
            );
        }
        if let Some(queue) = self.read {
            all.extend([("read", 1), ("read_queue", queue as u128)]);
        }
        all
    }
}

impl Buffer {
    pub fn new(config: &InputBuffer) -> Buffer {
        let lanes = config.virtual_lanes();
        Buffer {
            queues: vec![VecDeque::new(); config.queues()],
            free: (0..config.lanes()).map(|lane| config.blocks_of(lane)).collect(),
            armed: vec![true; lanes],
            tail: vec![false; lanes],
            was_all: vec![false; lanes],
            rose: vec![false; lanes],
            stood: vec![0; lanes],
            ..Buffer::default()
        }
    }

    /// Returns the packet that is being sent or started.
    fn current(&self, inputs: &Inputs) -> Option<(usize, usize, bool)> {
        let start = |queue: usize| {
            let packet = self.queues[queue][0];
            (packet, 0, self.packets[packet].complete() && self.packets[packet].bad)
        };
        self.sending.or(inputs.read.map(start))
    }

    /// Whether a beat is issued, and whether it is the last of its packet.
    fn issue(&self, inputs: &Inputs) -> (bool, bool) {
        let Some((packet, sent, _)) = self.current(inputs) else { return (false, false) };
        let packet = &self.packets[packet];
        let issue = !inputs.pause && sent < packet.words.len();
        (issue, issue && sent + 1 == packet.length)
    }

    /// Returns the outputs of a cycle by name; arrays as their elements.
    pub fn outputs(&self, config: &InputBuffer, inputs: &Inputs) -> Vec<(&'static str, Vec<u128>)> {
        let received = config.reading() == Reading::Received;
        let counts = |packet: &&usize| !received || self.packets[**packet].complete();
        let taken = inputs.write.is_some_and(|write| write.takes(config));
        let first = inputs.write.is_some_and(|write| write.first());
        let started = inputs.read.map(|queue| self.queues[queue][0]);
        let last = inputs.last();
        // Only the newest packet may be incomplete.
        let writing = self.packets.len().wrapping_sub(1);
        let waits = first
            || (inputs.write.is_some()
                && self.queues.iter().any(|queue| queue.contains(&writing))
                && started != Some(writing));
        let enqueue = if received { last && waits } else { first };
        let queue = inputs.write.map_or(0, |write| write.queue);
        let low = |vl: usize| self.free[vl] < config.packet_blocks();
        let trigger = |vl: usize| match received {
            true => self.tail[vl] && low(vl) && self.armed[vl],
            false => self.rose[vl],
        };
        let flags = ["word_valid", "word_first", "word_last", "word_bad", "word_discard"];
        let bit = |value: bool| vec![u128::from(value)];
        let mut all = vec![
            ("taken", bit(taken)),
            ("free", self.free.iter().map(|free| *free as u128).collect()),
            ("waiting", self.queues.iter().map(|queue| u128::from(!queue.is_empty())).collect()),
            ("sending", bit(self.sending.is_some())),
            ("complete", bit(self.sending.is_some_and(|(sent, ..)| self.packets[sent].complete()))),
            ("issue", bit(self.issue(inputs).0)),
            ("ends", bit(self.issue(inputs).1)),
            ("word", vec![self.out.1]),
            ("enqueue", bit(enqueue)),
            ("enqueue_queue", vec![if enqueue { queue as u128 } else { 0 }]),
            ("dequeue", bit(started.as_ref().is_some_and(|packet| counts(&packet)))),
        ];
        all.extend(flags.into_iter().zip(self.out.0).map(|(name, value)| (name, bit(value))));
        let triggers = self.queues.iter().enumerate().map(|(queue, packets)| {
            let lane = queue % config.lanes();
            let full = lane < config.virtual_lanes() && trigger(lane);
            u128::from(full && packets.iter().any(|p| counts(&p)))
        });
        all.push(("trigger", triggers.collect()));
        all
    }

    /// Applies the clock edge.
    pub fn step(&mut self, config: &InputBuffer, inputs: &Inputs) {
        let lanes = config.lanes();
        let idle = self.sending.is_none() && inputs.read.is_none();
        let last = inputs.last();
        let goes = self.current(inputs).map(|(packet, ..)| self.packets[packet].queue % lanes);
        for vl in 0..config.virtual_lanes() {
            let low = self.free[vl] < config.packet_blocks();
            let trigger = self.tail[vl] && low && self.armed[vl];
            self.armed[vl] = !low || (self.armed[vl] && !trigger);
            self.tail[vl] = last && inputs.write.is_some_and(|write| write.queue % lanes == vl);
            self.stood[vl] = if low && goes != Some(vl) { self.stood[vl] + 1 } else { 0 };
            let all = match config.reading() {
                Reading::Arbitrated => self.stood[vl] >= STANDSTILL_CYCLES,
                Reading::Waiting | Reading::Received => low && idle,
            };
            self.rose[vl] = all && !self.was_all[vl];
            self.was_all[vl] = all;
        }

        let (issue, ends) = self.issue(inputs);
        self.out = std::mem::take(&mut self.coming);
        self.sending = self.current(inputs);
        if let Some(queue) = inputs.read {
            self.queues[queue].pop_front();
        }
        if let Some((index, sent, discard)) = self.sending.as_mut().filter(|_| issue) {
            let packet = &self.packets[*index];
            self.coming =
                ([true, *sent == 0, ends, ends && packet.bad, *discard], packet.words[*sent]);
            *sent += 1;
            if ends {
                self.free[packet.queue % lanes] += packet.length.div_ceil(config.block_words());
                self.sending = None;
            }
        }
        if let Some(lane) = inputs.take {
            self.free[lane] -= 1;
        }
        if let Some(write) = inputs.write {
            if write.first() {
                let Write { queue, length, .. } = write;
                self.queues[queue].push_back(self.packets.len());
                self.packets.push(Packet { queue, words: Vec::new(), length, bad: false });
            }
            if let Some(packet) = self.packets.last_mut() {
                packet.words.push(write.word);
                packet.bad = last && inputs.bad;
            }
        }
    }
}
