//! Legal traffic of an input buffer, and what its specification says of each cycle.

use super::blocks::drive;
use super::words;
use std::collections::VecDeque;
use tailback_hdl::{clock, settle, Bits, Hardware};
use tailback_kernels::generator::random::Random;
use tailback_spec::switch::input_buffer::{InputBuffer, Reading};

/// Cycles from a reset to the next one.
const LIFE: usize = 900;
/// Cycles after which the traffic takes another temper.
const TEMPER: usize = 60;
/// Chances of a hundred: of a word, of a start, of a pause, and of the one favourite queue.
const CHANCES: [usize; 5] = [0, 20, 60, 95, 100];

struct Packet {
    queue: usize,
    words: Vec<u128>,
    /// So many words it will have.
    length: usize,
    bad: bool,
}

impl Packet {
    fn complete(&self) -> bool {
        self.words.len() == self.length
    }
}

/// The buffer as the specification has it.
#[derive(Default)]
struct Buffer {
    packets: Vec<Packet>,
    queues: Vec<VecDeque<usize>>,
    free: Vec<usize>,
    /// The packet that is being sent, its words that were issued, and whether it is discarded.
    sending: Option<(usize, usize, bool)>,
    /// What goes out: valid, first, last, bad, discard, and the word.
    out: ([bool; 5], u128),
    armed: Vec<bool>,
    tail: Vec<bool>,
    was_all: Vec<bool>,
    rose: Vec<bool>,
}

/// The inputs of a cycle.
#[derive(Default)]
struct Inputs {
    /// The queue of the packet, whether this is its first word, the word, and the packet's length.
    write: Option<(usize, bool, u128, usize)>,
    bad: bool,
    read: Option<usize>,
    pause: bool,
}

impl Inputs {
    fn last(&self, buffer: &Buffer) -> bool {
        self.write.is_some_and(|(_, first, _, length)| {
            let before = if first { 0 } else { buffer.packets.last().map_or(0, |p| p.words.len()) };
            before + 1 == length
        })
    }

    fn ports(&self, buffer: &Buffer, random: &mut Random) -> Vec<(&'static str, u128)> {
        let last = self.last(buffer);
        let mut all = vec![("pause", u128::from(self.pause))];
        if let Some((queue, first, word, _)) = self.write {
            all.extend([("write", 1), ("write_word", word), ("write_first", u128::from(first))]);
            all.extend([
                ("write_last", u128::from(last)),
                ("write_bad", u128::from(last && self.bad)),
            ]);
            all.push(("write_queue", if first { queue as u128 } else { 0 }));
        } else {
            // Without `write`, nothing of the rest counts.
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
    fn new(config: &InputBuffer) -> Buffer {
        let lanes = config.virtual_lanes();
        Buffer {
            queues: vec![VecDeque::new(); config.queues()],
            free: vec![config.lane_blocks(); lanes],
            armed: vec![true; lanes],
            tail: vec![false; lanes],
            was_all: vec![false; lanes],
            rose: vec![false; lanes],
            ..Buffer::default()
        }
    }

    /// Whether a word is issued, and whether it is the last of its packet.
    fn issue(&self, pause: bool) -> (bool, bool) {
        let Some((packet, sent, _)) = self.sending else { return (false, false) };
        let packet = &self.packets[packet];
        let issue = !pause && sent < packet.words.len();
        (issue, issue && sent + 1 == packet.length)
    }

    fn ready(&self, pause: bool) -> bool {
        self.sending.is_none() || self.issue(pause).1
    }

    /// The outputs of a cycle, by name; arrays as their lanes.
    fn outputs(&self, config: &InputBuffer, inputs: &Inputs) -> Vec<(&'static str, Vec<u128>)> {
        let received = config.reading() == Reading::Received;
        let counts = |packet: &&usize| !received || self.packets[**packet].complete();
        let (taken, first) = inputs.write.map_or((false, false), |(_, first, ..)| {
            let words = self.packets.last().map_or(0, |packet| packet.words.len());
            (first || words.is_multiple_of(config.block_words()), first)
        });
        let started = inputs.read.map(|queue| self.queues[queue][0]);
        let last = inputs.last(self);
        // Only the newest packet may be incomplete.
        let writing = self.packets.len().wrapping_sub(1);
        let waits = first
            || (inputs.write.is_some()
                && self.queues.iter().any(|queue| queue.contains(&writing))
                && started != Some(writing));
        let enqueue = if received { last && waits } else { first };
        let queue = inputs.write.map_or(0, |(queue, ..)| queue);
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
            ("ready", bit(self.ready(inputs.pause))),
            ("word", vec![self.out.1]),
            ("enqueue", bit(enqueue)),
            ("enqueue_queue", vec![if enqueue { queue as u128 } else { 0 }]),
            ("dequeue", bit(started.as_ref().is_some_and(|packet| counts(&packet)))),
        ];
        all.extend(flags.into_iter().zip(self.out.0).map(|(name, value)| (name, bit(value))));
        let triggers = self.queues.iter().enumerate().map(|(queue, packets)| {
            u128::from(
                trigger(queue % config.virtual_lanes()) && packets.iter().any(|p| counts(&p)),
            )
        });
        all.push(("trigger", triggers.collect()));
        all
    }

    /// The clock edge.
    fn step(&mut self, config: &InputBuffer, inputs: &Inputs) {
        let lanes = config.virtual_lanes();
        let idle = self.sending.is_none() && inputs.read.is_none();
        let last = inputs.last(self);
        for vl in 0..lanes {
            let low = self.free[vl] < config.packet_blocks();
            let trigger = self.tail[vl] && low && self.armed[vl];
            self.armed[vl] = !low || (self.armed[vl] && !trigger);
            self.tail[vl] = last && inputs.write.is_some_and(|(queue, ..)| queue % lanes == vl);
            let all = low && idle;
            self.rose[vl] = all && !self.was_all[vl];
            self.was_all[vl] = all;
        }

        let (issue, ends) = self.issue(inputs.pause);
        self.out = ([false; 5], 0);
        if let Some((index, sent, discard)) = self.sending.as_mut().filter(|_| issue) {
            let packet = &self.packets[*index];
            self.out =
                ([true, *sent == 0, ends, ends && packet.bad, *discard], packet.words[*sent]);
            *sent += 1;
            if ends {
                self.free[packet.queue % lanes] += packet.length.div_ceil(config.block_words());
                self.sending = None;
            }
        }
        if let Some(packet) = inputs.read.and_then(|queue| self.queues[queue].pop_front()) {
            let started = &self.packets[packet];
            self.sending = Some((packet, 0, started.complete() && started.bad));
        }
        if let Some((queue, first, word, length)) = inputs.write {
            if first {
                self.queues[queue].push_back(self.packets.len());
                self.packets.push(Packet { queue, words: Vec::new(), length, bad: false });
            }
            if let Some(packet) = self.packets.last_mut() {
                if packet.words.len().is_multiple_of(config.block_words()) {
                    self.free[packet.queue % lanes] -= 1;
                }
                packet.words.push(word);
                packet.bad = last && inputs.bad;
            }
        }
    }
}

/// How the traffic is just now.
struct Temper {
    write: usize,
    read: usize,
    pause: usize,
    /// The queue that most packets are for.
    favourite: usize,
    favour: usize,
    /// The most words of a packet.
    longest: usize,
}

impl Temper {
    fn new(config: &InputBuffer, random: &mut Random) -> Temper {
        let longest = config.packet_blocks() * config.block_words();
        Temper {
            write: *random.pick(&CHANCES[1..]),
            read: *random.pick(&CHANCES),
            pause: *random.pick(&CHANCES[..3]),
            favourite: random.below(config.queues()),
            favour: *random.pick(&CHANCES),
            longest: *random.pick(&[1, longest.min(config.block_words() + 1), longest]),
        }
    }

    /// A word, if one may come.
    fn word(
        &self,
        config: &InputBuffer,
        buffer: &Buffer,
        random: &mut Random,
    ) -> Option<(usize, bool, u128, usize)> {
        if !random.percent(self.write) {
            return None;
        }
        let word = random.number(config.word_bits());
        if let Some(open) = buffer.packets.last().filter(|packet| !packet.complete()) {
            return Some((open.queue, false, word, open.length));
        }
        let favoured = random.percent(self.favour);
        let queue = if favoured { self.favourite } else { random.below(config.queues()) };
        let length = random.between(1, self.longest);
        // As with credits: a packet comes only if there is room for all of it.
        let room = buffer.free[queue % config.virtual_lanes()] * config.block_words();
        (length <= room).then_some((queue, true, word, length))
    }
}

/// Whether the cycle is one of a reset.
pub fn resets(cycle: usize) -> bool {
    cycle % LIFE == LIFE - 1
}

/// Legal inputs for so many cycles, each as the words of a stimulus without the reset.
///
/// # Panics
///
/// If an output is not what the specification says.
pub fn legal<H: Hardware>(
    hardware: &mut H,
    config: &InputBuffer,
    cycles: usize,
    seed: u64,
) -> Vec<Vec<u32>> {
    let mut random = Random::new(seed);
    let mut buffer = Buffer::new(config);
    let mut temper = Temper::new(config, &mut random);
    clock(hardware, true);
    let mut all = Vec::new();
    for cycle in 0..cycles {
        if cycle % TEMPER == 0 {
            temper = Temper::new(config, &mut random);
        }
        let mut inputs = Inputs {
            write: temper.word(config, &buffer, &mut random),
            bad: random.percent(30),
            read: None,
            pause: random.percent(temper.pause),
        };
        let waiting: Vec<usize> =
            (0..config.queues()).filter(|queue| !buffer.queues[*queue].is_empty()).collect();
        if buffer.ready(inputs.pause) && !waiting.is_empty() && random.percent(temper.read) {
            inputs.read = Some(*random.pick(&waiting));
        }
        drive(hardware, &inputs.ports(&buffer, &mut random));
        settle(hardware).expect("a block that settles");
        let expected = buffer.outputs(config, &inputs);
        for (name, port) in hardware.ports() {
            if let Some((_, lanes)) = expected.iter().find(|(output, _)| *output == name) {
                let value = port.read();
                let width = value.width() / lanes.len();
                for (lane, expected) in lanes.iter().enumerate() {
                    let found = (value.clone() >> (lane * width)).resize(width);
                    let expected = Bits::new(width, *expected);
                    assert_eq!(found, expected, "cycle {cycle}, `{name}[{lane}]` of {config:?}");
                }
            }
        }
        all.push(input_words(hardware));
        clock(hardware, resets(cycle));
        match resets(cycle) {
            true => buffer = Buffer::new(config),
            false => buffer.step(config, &inputs),
        }
    }
    all
}

/// The inputs of a block as words of a stimulus: they are the ports up to `pause`.
fn input_words(hardware: &mut dyn Hardware) -> Vec<u32> {
    let mut all = Vec::new();
    for (name, port) in hardware.ports() {
        let value = port.read();
        let halves = value.words().into_iter().flat_map(|word| [word as u32, (word >> 32) as u32]);
        all.extend(halves.take(words(value.width())));
        if name == "pause" {
            break;
        }
    }
    all
}
