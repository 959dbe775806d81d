//! Packets that arrive at all ports, some of them dropped, ahead of an allocator that holds some
//! for long.

#[cfg(test)]
mod tests;

use tailback_model::switch::arrivals::{Arrivals, ArrivalsInputs, ArrivalsOutputs};
use tailback_spec::switch::arrivals::Arrivals as Parameters;
use tailback_spec::Lanes;

use super::port::{any_numbers, each, long_or_short, some_ports, variant, Window};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, one_of, Often, Random};

/// Name on the command line.
const BLOCK: &str = "arrivals";

/// Golden model and stimulus of the lists of arriving packets.
pub fn bench(parameters: &Parameters) -> Box<dyn Bench> {
    let parameters = *parameters;
    Box::new(BlockBench::new(
        BLOCK,
        format!("{}, {} listed", variant(parameters.port()), parameters.packets_per_lane()),
        move || Arrivals::new(&parameters),
        move |seed| ArrivalsStimulus::new(&parameters, seed),
    ))
}

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
struct Phase {
    /// Rate of packets that begin, for each port.
    begins: Often,
    /// Rate at which a packet is stored.
    stored: Often,
    /// Rate at which a packet leaves the allocator's list.
    leaves: Often,
    /// Active ports.
    ports: u64,
    /// Virtual lanes of arriving packets.
    lanes: Window,
    /// Virtual lanes of packets that leave the allocator's list; packets of other lanes stay.
    leaving: Window,
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

/// Rates of packets that begin, are stored, and leave the allocator's list.
const KINDS: [[Often; 3]; 12] = [
    // All ports at once.
    [ALL, ALL, ALL],
    [ALL, ALL, MOST],
    // A sustainable load, with dropped packets.
    [FEW, ALL, ALL],
    [FEW, MOST, MOST],
    [RARE, MOST, ALL],
    [SOME, HALF, SOME],
    [HALF, HALF, HALF],
    // All packets are dropped.
    [HALF, NEVER, MOST],
    // Lists fill up to the last entry.
    [ALL, ALL, NEVER],
    [ALL, MOST, RARE],
    // Lists drain.
    [NEVER, ALL, ALL],
    [NEVER, ALL, SOME],
];

/// Constrained-random packets.
pub struct ArrivalsStimulus {
    random: Random,
    phase: Phase,
    parameters: Parameters,
    /// Packets in the list of each port and virtual lane.
    held: Vec<Vec<usize>>,
    /// Packets of each port and virtual lane in the allocator's list.
    listed: Vec<Vec<usize>>,
    /// Whether the previous cycle ended with a reset.
    was_reset: bool,
}

impl ArrivalsStimulus {
    /// Stimulus from `seed`.
    pub fn new(parameters: &Parameters, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let phase = Phase::any(&mut random, parameters);
        let (ports, lanes) = (parameters.port().ports(), parameters.port().lanes());
        ArrivalsStimulus {
            random,
            phase,
            parameters: *parameters,
            held: vec![vec![0; lanes]; ports],
            listed: vec![vec![0; lanes]; ports],
            was_reset: false,
        }
    }

    /// Applies the effect of the previous cycle to the lists.
    fn settle(&mut self, last: &ArrivalsOutputs) {
        if self.was_reset {
            self.held.iter_mut().chain(&mut self.listed).for_each(|lanes| lanes.fill(0));
        } else if last.pass {
            let (input, lane) = (last.pass_input as usize, self.lane(last.pass_queue));
            self.held[input][lane] -= 1;
            self.listed[input][lane] += 1;
        }
    }

    /// Virtual lane of a queue.
    fn lane(&self, queue: u64) -> usize {
        queue as usize % self.parameters.port().lanes()
    }

    /// A packet leaves the allocator's list; returns its input port and virtual lane.
    fn leaves(&mut self) -> Option<(usize, usize)> {
        let (ports, random) = (self.listed.len(), &mut self.random);
        let (first, lane) = (random.below(ports as u64) as usize, self.phase.leaving.one(random));
        let leaves = happens(random, self.phase.leaves);
        let mut from = (first..ports).chain(0..first);
        let input = from.find(|input| self.listed[*input][lane] > 0).filter(|_| leaves)?;
        self.listed[input][lane] -= 1;
        Some((input, lane))
    }
}

impl Phase {
    fn any(random: &mut Random, parameters: &Parameters) -> Self {
        let [begins, stored, leaves] = one_of(random, &KINDS);
        let (port, lanes) = (parameters.port(), parameters.port().lanes());
        let (all, some) = (Window::of(0, lanes, lanes), Window::any(random, lanes));
        Phase {
            begins,
            stored,
            leaves,
            ports: some_ports(random, port.ports()),
            lanes: Window::any(random, lanes),
            leaving: one_of(random, &[all, all, some]),
            reset: one_of(random, &[NEVER, NEVER, NEVER, NEVER, NEVER, ALL.in_few_cycles(5)]),
            cycles: long_or_short(random, 2 * port.buffer().blocks() as u64),
        }
    }
}

impl Stimulus<ArrivalsInputs, ArrivalsOutputs> for ArrivalsStimulus {
    fn drive(&mut self, last: &ArrivalsOutputs, step: &mut Step<ArrivalsInputs>) {
        self.settle(last);
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random, &self.parameters);
        }
        self.phase.cycles -= 1;
        let left = self.leaves();
        let (port, random) = (*self.parameters.port(), &mut self.random);
        let (ports, lanes, buffer) = (port.ports(), port.lanes(), port.buffer());
        let begins = random.events(self.phase.begins) & self.phase.ports;
        let mut arrive = begins & random.events(self.phase.stored);
        // Without a packet, queue and lane may have any value.
        let mut arrive_queue = any_numbers(random, ports, buffer.queue_bits());
        let mut begins_lane: Lanes =
            (0..ports).map(|_| random.below(lanes as u64) as u32).collect();
        for input in each(arrive) {
            let lane = self.phase.lanes.one(random);
            if self.held[input][lane] == buffer.blocks_of(lane) {
                arrive &= !(1 << input);
                continue;
            }
            self.held[input][lane] += 1;
            let output = random.below(ports as u64) as usize;
            begins_lane[input] = lane as u32;
            arrive_queue[input] = (output * lanes + lane) as u32;
        }
        step.inputs = ArrivalsInputs {
            begins,
            begins_lane,
            arrive,
            arrive_queue,
            leaves: left.map_or(0, |(input, _)| 1 << input),
            leaves_lane: left.map_or_else(|| random.below(lanes as u64), |(_, lane)| lane as u64),
        };
        step.reset = happens(random, self.phase.reset);
        self.was_reset = step.reset;
    }
}
