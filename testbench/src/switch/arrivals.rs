//! Packets that arrive at all ports, some of them dropped, before an allocator that is full at times.

#[cfg(test)]
mod tests;

use tailback_model::switch::arrivals::{Arrivals, ArrivalsInputs, ArrivalsOutputs};
use tailback_spec::switch::port::Port;

use super::port::{any_numbers, each, long_or_short, some_ports, variant};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, one_of, Often, Random};

/// Its name on the command line.
const BLOCK: &str = "arrivals";

/// Golden model and stimulus of the lists of arriving packets.
pub fn bench(port: &Port) -> Box<dyn Bench> {
    let port = *port;
    Box::new(BlockBench::new(
        BLOCK,
        variant(&port),
        move || Arrivals::new(&port),
        move |seed| ArrivalsStimulus::new(&port, seed),
    ))
}

/// A stretch of cycles with the same kind of traffic.
#[derive(Debug, Clone, Copy)]
struct Phase {
    /// A packet begins, for each port.
    begins: Often,
    /// It is stored.
    stored: Often,
    /// The allocator is full.
    full: Often,
    /// Ports that take part.
    ports: u64,
    reset: Often,
    cycles: u64,
}

const NEVER: Often = Often::NEVER;
const FEW: Often = Often::each_cycle(1).in_few_cycles(1);
const RARE: Often = Often::each_cycle(1);
const SOME: Often = Often::each_cycle(4);
const HALF: Often = Often::each_cycle(8);
const MOST: Often = Often::each_cycle(14);
const ALL: Often = Often::ALWAYS;

/// How often packets begin, are stored, and the allocator is full.
const KINDS: [[Often; 3]; 12] = [
    // All ports at once.
    [ALL, ALL, NEVER],
    [ALL, ALL, RARE],
    // A load that can be passed on, with packets that are dropped.
    [FEW, ALL, NEVER],
    [FEW, MOST, RARE],
    [RARE, MOST, NEVER],
    [SOME, HALF, SOME],
    [HALF, HALF, HALF],
    // All is dropped.
    [HALF, NEVER, RARE],
    // Lists fill up to the last place.
    [ALL, ALL, ALL],
    [ALL, MOST, MOST],
    // They drain.
    [NEVER, ALL, NEVER],
    [NEVER, ALL, SOME],
];

/// Constrained-random packets.
pub struct ArrivalsStimulus {
    random: Random,
    phase: Phase,
    /// For each port, the packets in its list.
    held: Vec<usize>,
    /// Packets for which a list has room.
    room: usize,
    queues: u64,
    queue_bits: usize,
    /// Whether the cycle before ended with a reset.
    was_reset: bool,
}

impl ArrivalsStimulus {
    /// The packets that follow from `seed`.
    pub fn new(port: &Port, seed: u64) -> Self {
        let (mut random, buffer) = (Random::new(seed), port.buffer());
        let phase = Phase::any(&mut random, port.ports(), buffer.blocks());
        ArrivalsStimulus {
            random,
            phase,
            held: vec![0; port.ports()],
            room: buffer.blocks(),
            queues: buffer.queues() as u64,
            queue_bits: buffer.queue_bits(),
            was_reset: false,
        }
    }
}

impl Phase {
    fn any(random: &mut Random, ports: usize, room: usize) -> Self {
        let [begins, stored, full] = one_of(random, &KINDS);
        Phase {
            begins,
            stored,
            full,
            ports: some_ports(random, ports),
            reset: one_of(random, &[NEVER, NEVER, NEVER, NEVER, NEVER, ALL.in_few_cycles(5)]),
            cycles: long_or_short(random, 2 * room as u64),
        }
    }
}

impl Stimulus<ArrivalsInputs, ArrivalsOutputs> for ArrivalsStimulus {
    fn drive(&mut self, last: &ArrivalsOutputs, step: &mut Step<ArrivalsInputs>) {
        let ports = self.held.len();
        if self.was_reset {
            self.held.fill(0);
        } else if last.pass {
            self.held[last.pass_input as usize] -= 1;
        }
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random, ports, self.room);
        }
        self.phase.cycles -= 1;
        let random = &mut self.random;
        let begins = random.events(self.phase.begins) & self.phase.ports;
        let mut arrive = begins & random.events(self.phase.stored);
        // What comes with no packet may be anything.
        let mut arrive_queue = any_numbers(random, ports, self.queue_bits);
        for port in each(arrive) {
            if self.held[port] == self.room {
                arrive &= !(1 << port);
                continue;
            }
            self.held[port] += 1;
            arrive_queue[port] = random.below(self.queues) as u32;
        }
        let full = happens(random, self.phase.full);
        step.inputs = ArrivalsInputs { begins, arrive, arrive_queue, full };
        step.reset = happens(random, self.phase.reset);
        self.was_reset = step.reset;
    }
}
