//! Reference model of the input buffer, from its specification.

use std::collections::VecDeque;
use tailback_kernels::generator::random::Random;
use tailback_spec::switch::input_buffer::{
    InputBuffer, Reading, FETCH_CYCLES, STANDSTILL_CYCLES, VISIBLE_CYCLES,
};

/// Cycles after its start in which a packet may end.
const FIRST_END: usize = 2;
/// Most beats left near the end of a packet.
const FEW: usize = 4;

/// A packet that is stored or being received.
pub struct Packet {
    pub queue: usize,
    /// Beats and blocks by the header.
    pub beats: usize,
    pub blocks: usize,
    /// Each beat, and the cycle of its write.
    pub words: Vec<(u128, usize)>,
    pub complete: bool,
    pub bad: bool,
}

/// A beat that is written.
#[derive(Debug, Clone, Copy)]
pub struct Beat {
    pub queue: usize,
    pub first: bool,
    pub last: bool,
    pub bad: bool,
    pub word: u128,
    /// Beats and blocks of the packet by its header.
    pub beats: usize,
    pub blocks: usize,
}

/// A packet that is being sent.
#[derive(Clone, Copy)]
pub struct Sent {
    packet: usize,
    start: usize,
    issued: usize,
    discard: bool,
}

/// A beat on its way to the output: first, last, bad, discard, and the beat.
type Delivered = Option<([bool; 4], u128)>;

/// The input buffer of the specification.
#[derive(Default)]
pub struct Buffer {
    now: usize,
    pub packets: Vec<Packet>,
    pub queues: Vec<VecDeque<usize>>,
    /// Cycle from which on the first packet of each queue is known.
    known_from: Vec<usize>,
    pub free: Vec<usize>,
    pub sending: Option<Sent>,
    /// VL and blocks of the packet that ended in the cycle before.
    ended: Option<(usize, usize)>,
    taken: bool,
    left: usize,
    near: bool,
    /// Beats issued one and two cycles ago.
    pipe: [Delivered; 2],
    armed: Vec<bool>,
    tail: Vec<bool>,
    was_all: Vec<bool>,
    /// Trigger of each VL, in the cycle after it became full.
    rose: Vec<bool>,
    /// Cycles for which each VL has had no free space and sent nothing.
    stood: Vec<usize>,
}

/// Inputs of a cycle.
#[derive(Default)]
pub struct Inputs {
    pub write: Option<Beat>,
    /// VL of the block that the beat of the next cycle takes.
    pub take: Option<usize>,
    pub read: Option<usize>,
    pub pause: bool,
    pub roomy: bool,
}

/// Returns a random value for a port that is not valid.
fn any(random: &mut Random, below: usize) -> u128 {
    random.below(below) as u128
}

impl Inputs {
    /// Returns the values of the ports; those that are not valid are random.
    pub fn ports(&self, config: &InputBuffer, random: &mut Random) -> Vec<(&'static str, u128)> {
        let bit = |value: bool| u128::from(value);
        let first = self.write.filter(|beat| beat.first);
        let last = self.write.filter(|beat| beat.last);
        let beats = config.packet_blocks() * config.block_words();
        vec![
            ("write", bit(self.write.is_some())),
            ("write_first", self.write.map_or(any(random, 2), |beat| bit(beat.first))),
            ("write_last", self.write.map_or(any(random, 2), |beat| bit(beat.last))),
            ("write_bad", last.map_or(any(random, 2), |beat| bit(beat.bad))),
            ("write_queue", first.map_or(any(random, config.queues()), |beat| beat.queue as u128)),
            (
                "write_blocks",
                first.map_or(any(random, config.packet_blocks()), |beat| beat.blocks as u128),
            ),
            ("write_beats", first.map_or(any(random, beats), |beat| beat.beats as u128)),
            ("write_word", self.write.map_or(any(random, 2), |beat| beat.word)),
            ("take", bit(self.take.is_some())),
            ("take_lane", self.take.map_or(any(random, config.lanes()), |lane| lane as u128)),
            ("read", bit(self.read.is_some())),
            ("read_queue", self.read.map_or(any(random, config.queues()), |queue| queue as u128)),
            ("pause", bit(self.pause)),
            ("roomy", bit(self.roomy)),
        ]
    }
}

impl Buffer {
    pub fn new(config: &InputBuffer) -> Buffer {
        let lanes = config.virtual_lanes();
        Buffer {
            queues: vec![VecDeque::new(); config.queues()],
            known_from: vec![0; config.queues()],
            free: (0..config.lanes()).map(|lane| config.blocks_of(lane)).collect(),
            armed: vec![true; lanes],
            tail: vec![false; lanes],
            was_all: vec![false; lanes],
            rose: vec![false; lanes],
            stood: vec![0; lanes],
            ..Buffer::default()
        }
    }

    /// Returns the first packet of a queue, if it is known.
    pub fn known(&self, queue: usize) -> Option<usize> {
        self.queues[queue].front().copied().filter(|_| self.now >= self.known_from[queue])
    }

    /// Whether a packet may be started in a cycle with these inputs.
    pub fn may_start(&self, inputs: &Inputs) -> bool {
        self.sending.is_none() || self.issue(inputs).1
    }

    /// Whether a beat is issued, and whether the packet ends.
    fn issue(&self, inputs: &Inputs) -> (bool, bool) {
        let Some(sent) = self.sending else { return (false, false) };
        let packet = &self.packets[sent.packet];
        let visible =
            |(_, written): &(u128, usize)| sent.issued == 0 || self.now - written >= VISIBLE_CYCLES;
        let issue = !inputs.pause && packet.words.get(sent.issued).is_some_and(visible);
        let all = packet.complete && sent.issued + usize::from(issue) == packet.words.len();
        (issue, all && self.now >= sent.start + FIRST_END)
    }

    /// Returns the outputs of a cycle by name; arrays as their elements.
    pub fn outputs(&self, config: &InputBuffer, inputs: &Inputs) -> Vec<(&'static str, Vec<u128>)> {
        let received = config.reading() == Reading::Received;
        let counts = |packet: &usize| !received || self.packets[*packet].complete;
        let first = inputs.write.is_some_and(|beat| beat.first);
        let last = inputs.write.is_some_and(|beat| beat.last);
        let started = inputs.read.map(|queue| self.queues[queue][0]);
        // Only the newest packet may be incomplete.
        let writing = self.packets.len().wrapping_sub(1);
        let waits = first
            || (self.queues.iter().any(|queue| queue.contains(&writing))
                && started != Some(writing));
        let enqueue = if received { last && waits } else { first };
        let queue = inputs.write.map_or(0, |beat| beat.queue);
        let trigger = |vl: usize| match received {
            true => self.tail[vl] && self.armed[vl],
            false => self.rose[vl],
        };
        let bit = |value: bool| vec![u128::from(value)];
        let known = (0..config.queues()).map(|queue| self.known(queue));
        let blocks = known.clone().map(|at| at.map_or(0, |at| self.packets[at].blocks as u128));
        let mut all = vec![
            ("taken", bit(self.taken)),
            ("free", self.free.iter().map(|free| *free as u128).collect()),
            ("known", known.map(|packet| u128::from(packet.is_some())).collect()),
            ("blocks", blocks.collect()),
            ("sending", bit(self.sending.is_some())),
            ("ends", bit(self.issue(inputs).1)),
            ("near_end", bit(self.near && inputs.roomy && inputs.read.is_none())),
            ("enqueue", bit(enqueue)),
            ("enqueue_queue", vec![if enqueue { queue as u128 } else { 0 }]),
            ("dequeue", bit(started.as_ref().is_some_and(counts))),
        ];
        let (flags, word) = self.pipe[1].unwrap_or_default();
        let names = ["word_first", "word_last", "word_bad", "word_discard"];
        all.extend(names.into_iter().zip(flags).map(|(name, value)| (name, bit(value))));
        all.extend([("word_valid", bit(self.pipe[1].is_some())), ("word", vec![word])]);
        let triggers = self.queues.iter().enumerate().map(|(queue, packets)| {
            let lane = queue % config.lanes();
            let full = lane < config.virtual_lanes() && trigger(lane);
            u128::from(full && packets.iter().any(counts))
        });
        all.push(("trigger", triggers.collect()));
        all
    }

    /// Applies the clock edge.
    pub fn step(&mut self, config: &InputBuffer, inputs: &Inputs) {
        self.triggers(config, inputs);
        let (issue, ends) = self.issue(inputs);
        if let Some((lane, blocks)) = self.ended.take() {
            self.free[lane] += blocks;
        }
        self.pipe = [None, self.pipe[0]];
        self.near = false;
        if let Some(sent) = self.sending {
            let packet = &self.packets[sent.packet];
            self.left -= usize::from(issue);
            self.near = self.left <= FEW && !ends && packet.complete;
            if issue {
                let last = packet.complete && sent.issued + 1 == packet.words.len();
                let flags = [sent.issued == 0, last, last && packet.bad, sent.discard];
                self.pipe[0] = Some((flags, packet.words[sent.issued].0));
                self.sending = Some(Sent { issued: sent.issued + 1, ..sent });
            }
            if ends {
                let blocks = packet.words.len().div_ceil(config.block_words());
                self.ended = Some((packet.queue % config.lanes(), blocks));
                self.sending = None;
            }
        }
        if let Some(queue) = inputs.read {
            self.start(queue);
        }
        if let Some(beat) = inputs.write {
            self.write(beat);
        }
        self.taken = inputs.take.is_some();
        if let Some(lane) = inputs.take {
            self.free[lane] -= 1;
        }
        self.now += 1;
    }

    /// Starts the first packet of a queue.
    fn start(&mut self, queue: usize) {
        let first = self.queues[queue].pop_front().expect("a packet that waits");
        let packet = &self.packets[first];
        let discard = packet.complete && packet.bad;
        self.sending = Some(Sent { packet: first, start: self.now, issued: 0, discard });
        self.left = packet.beats;
        self.near = self.left <= FEW && packet.complete;
        self.known_from[queue] = self.now + FETCH_CYCLES;
    }

    fn write(&mut self, beat: Beat) {
        if beat.first {
            if self.queues[beat.queue].is_empty() {
                self.known_from[beat.queue] = self.now + 1;
            }
            self.queues[beat.queue].push_back(self.packets.len());
            let Beat { queue, beats, blocks, .. } = beat;
            let words = Vec::new();
            let packet = Packet { queue, beats, blocks, words, complete: false, bad: false };
            self.packets.push(packet);
        }
        if let Some(packet) = self.packets.last_mut() {
            packet.words.push((beat.word, self.now));
            packet.complete = beat.last;
            packet.bad = beat.last && beat.bad;
        }
    }

    /// Applies the clock edge to the state that makes a buffer full.
    fn triggers(&mut self, config: &InputBuffer, inputs: &Inputs) {
        let lanes = config.lanes();
        let sent = self.sending.map(|sent| self.packets[sent.packet].queue % lanes);
        let goes = [sent, inputs.read.map(|queue| queue % lanes)];
        let last = inputs.write.filter(|beat| beat.last).map(|beat| beat.queue % lanes);
        for vl in 0..config.virtual_lanes() {
            let low = self.free[vl] < config.packet_blocks();
            let trigger = self.tail[vl] && self.armed[vl];
            self.armed[vl] = !low || (self.armed[vl] && !trigger);
            self.tail[vl] = last == Some(vl) && low;
            self.stood[vl] = if low && !goes.contains(&Some(vl)) { self.stood[vl] + 1 } else { 0 };
            let all = match config.reading() {
                Reading::Arbitrated => self.stood[vl] >= STANDSTILL_CYCLES,
                Reading::Waiting | Reading::Received => {
                    low && goes == [None; 2] && self.ended.is_none()
                }
            };
            self.rose[vl] = all && !self.was_all[vl];
            self.was_all[vl] = all;
        }
    }
}
