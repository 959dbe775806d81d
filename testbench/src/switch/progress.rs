//! Packets of all lengths that an input port sends, with occasional pauses; and arbitrary events.

#[cfg(test)]
mod tests;

use tailback_model::switch::progress::{
    PacketProgress, PacketProgressInputs, PacketProgressOutputs,
};
use tailback_spec::switch::port::{beats, Port};

use super::port::variant;
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, one_of, Often, Random};

/// Name on the command line.
const BLOCK: &str = "progress";
/// Number of values of PktLen.
const PACKET_LENGTHS: u64 = 1 << 11;

/// Golden model and stimulus of the progress of a packet.
pub fn bench(port: &Port) -> Box<dyn Bench> {
    let port = *port;
    Box::new(BlockBench::new(
        BLOCK,
        variant(&port),
        move || PacketProgress::new(&port),
        move |seed| PacketProgressStimulus::new(&port, seed),
    ))
}

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
struct Phase {
    /// Rate of packet starts while no packet is being sent.
    start: Often,
    /// Rate at which a word is held up.
    held: Often,
    /// Rate at which the packet's last word enters the buffer.
    completes: Often,
    roomy: Often,
    length: Length,
    /// Whether there may be events that no switch causes. The behaviour is still defined, because
    /// the count of words wraps around.
    lawless: bool,
    reset: Often,
    cycles: u64,
}

/// Distribution of packet lengths.
#[derive(Debug, Clone, Copy)]
enum Length {
    /// A few words of the datapath.
    Short,
    Any,
    Longest,
}

/// A packet being sent.
#[derive(Debug, Clone, Copy)]
struct Packet {
    /// PktLen.
    words: u64,
    /// Words of the datapath that have not been issued.
    left: usize,
    complete: bool,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(2);
const HALF: Often = Often::each_cycle(8);
const MOST: Often = Often::each_cycle(14);
const ALL: Often = Often::ALWAYS;

/// Rates of packet starts, of held-up words, of packets that become complete, and of `roomy`.
const KINDS: [[Often; 4]; 7] = [
    // Packets follow each other without a gap.
    [ALL, NEVER, ALL, ALL],
    [ALL, NEVER, HALF, MOST],
    // Packets with gaps, and with conditions that prevent an early choice of the next packet.
    [HALF, RARE, RARE, HALF],
    [HALF, HALF, HALF, HALF],
    // The last words are held up for long.
    [MOST, MOST, ALL, ALL],
    // The next packet cannot be chosen.
    [ALL, RARE, ALL, NEVER],
    [ALL, RARE, NEVER, ALL],
];

/// Constrained-random packets.
pub struct PacketProgressStimulus {
    random: Random,
    phase: Phase,
    width_bytes: usize,
    /// Largest PktLen.
    longest: u64,
    packet: Option<Packet>,
    /// PktLen of packets whose first words were issued one and two cycles ago.
    headers: [Option<u64>; 2],
}

impl PacketProgressStimulus {
    /// Stimulus from `seed`.
    pub fn new(port: &Port, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let (width_bytes, longest) = (port.width_bytes(), port.longest_words(0) as u64);
        let phase = Phase::any(&mut random, beats(longest as usize, width_bytes) as u64);
        let (packet, headers) = (None, [None; 2]);
        PacketProgressStimulus { random, phase, width_bytes, longest, packet, headers }
    }

    /// Random PktLen of a packet.
    fn length(&mut self) -> u64 {
        const SHORT_BEATS: u64 = 7;
        let short = SHORT_BEATS * self.width_bytes as u64 / 4;
        match self.phase.length {
            Length::Short => (1 + self.random.below(short)).min(self.longest),
            Length::Any => 1 + self.random.below(self.longest),
            Length::Longest => self.longest,
        }
    }

    /// Issues a word, or holds it up.
    fn send(&mut self, inputs: &mut PacketProgressInputs) {
        // A packet starts after the header of the previous one.
        let is_known = !inputs.header && self.headers == [None; 2];
        if self.packet.is_none() && is_known && happens(&mut self.random, self.phase.start) {
            let words = self.length();
            let left = beats(words as usize, self.width_bytes);
            self.packet = Some(Packet { words, left, complete: false });
            inputs.start = true;
        }
        let Some(packet) = &mut self.packet else { return };
        // `complete` is valid from the cycle after the start on.
        inputs.complete = packet.complete && !inputs.start;
        packet.complete |= happens(&mut self.random, self.phase.completes);
        let last_missing = packet.left == 1 && !packet.complete;
        if last_missing || happens(&mut self.random, self.phase.held) {
            return;
        }
        inputs.issue = true;
        inputs.ends = packet.left == 1;
        if packet.left == beats(packet.words as usize, self.width_bytes) {
            self.headers[0] = Some(packet.words);
        }
        packet.left -= 1;
        if packet.left == 0 {
            self.packet = None;
        }
    }

    fn anything(&mut self) -> PacketProgressInputs {
        let events = self.random.bits();
        let [start, issue, ends, complete, roomy, header] =
            [0, 1, 2, 3, 4, 5].map(|event| events >> event & 1 != 0);
        // Starts and ends are rare, so that words are counted.
        let (start, ends) = (start && events >> 8 & 7 == 0, ends && events >> 16 & 7 == 0);
        let words = self.random.below(PACKET_LENGTHS);
        PacketProgressInputs { start, issue, ends, complete, roomy, header, words }
    }
}

impl Phase {
    fn any(random: &mut Random, longest: u64) -> Self {
        let [start, held, completes, roomy] = one_of(random, &KINDS);
        let cycles = one_of(random, &[32, 64, 4 * longest]);
        Phase {
            start,
            held,
            completes,
            roomy,
            length: one_of(random, &[Length::Short, Length::Short, Length::Any, Length::Longest]),
            lawless: random.below(16) == 0,
            reset: one_of(random, &[NEVER, NEVER, NEVER, NEVER, NEVER, ALL.in_few_cycles(5)]),
            cycles: 1 + random.below(cycles),
        }
    }
}

impl Stimulus<PacketProgressInputs, PacketProgressOutputs> for PacketProgressStimulus {
    fn drive(&mut self, _: &PacketProgressOutputs, step: &mut Step<PacketProgressInputs>) {
        let mut is_over = false;
        if self.phase.cycles == 0 {
            let longest = beats(self.longest as usize, self.width_bytes) as u64;
            is_over = self.phase.lawless;
            self.phase = Phase::any(&mut self.random, longest);
        }
        self.phase.cycles -= 1;
        step.inputs = match self.phase.lawless {
            true => self.anything(),
            false => {
                // Without an event, `words` may have any value.
                let any = self.random.below(PACKET_LENGTHS);
                let [next, header] = self.headers;
                self.headers = [None, next];
                let mut inputs = PacketProgressInputs {
                    header: header.is_some(),
                    words: header.unwrap_or(any),
                    roomy: happens(&mut self.random, self.phase.roomy),
                    ..Default::default()
                };
                self.send(&mut inputs);
                inputs
            }
        };
        step.reset = is_over || happens(&mut self.random, self.phase.reset);
        if step.reset || self.phase.lawless {
            (self.packet, self.headers) = (None, [None; 2]);
        }
    }
}
