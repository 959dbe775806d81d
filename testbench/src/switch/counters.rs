//! Traffic for the counters of a port: an event of reception in a cycle, often of the same counter or
//! of two in turn, bursts of other events, and blocks up to the limit between two updates of a
//! counter.

#[cfg(test)]
mod tests;

use tailback_model::switch::counters::{PortCounters, PortCountersInputs, PortCountersOutputs};
use tailback_spec::switch::counters::{
    blocks_in, blocks_out, count, is_of_reception, packets_in, pending_bits,
};
use tailback_spec::switch::port::Port;

use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, one_of, Often, Random};

/// Name on the command line.
const BLOCK: &str = "port-counters";

/// Golden model and stimulus of a port's counters.
pub fn bench(port: &Port) -> Box<dyn Bench> {
    let port = *port;
    let blocks = port.buffer().packet_blocks();
    Box::new(BlockBench::new(
        BLOCK,
        format!("{} lanes, {} VLs, {blocks} blocks per packet", port.lanes(), port.virtual_lanes()),
        move || PortCounters::new(&port),
        move |seed| PortCountersStimulus::new(&port, seed),
    ))
}

/// Traffic in a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Phase {
    cycles: u64,
    /// Rate of events of reception.
    received: Often,
    /// The first of the counters of reception that have events.
    first: usize,
    /// Number of consecutive counters of reception that have events.
    kinds: u64,
    /// Rate of each other event.
    events: Often,
    /// Rate of transmitted blocks.
    blocks: Often,
    /// Largest number of blocks per event.
    most_blocks: u32,
    reset: Often,
}

/// Constrained-random events of one port.
pub struct PortCountersStimulus {
    random: Random,
    phase: Phase,
    port: Port,
    /// Number of counters, which are updated in rotation.
    count: usize,
    /// Index of the counter that is updated.
    index: usize,
    /// First round after reset.
    clear: bool,
    /// Counters of reception.
    receivers: Vec<usize>,
    /// Blocks that each counter can still accumulate before its update.
    room: Vec<u32>,
    most_pending: u32,
}

impl PortCountersStimulus {
    /// Stimulus from `seed`.
    pub fn new(port: &Port, seed: u64) -> Self {
        let most_pending = (1 << pending_bits(port)) - 1;
        let mut stimulus = PortCountersStimulus {
            random: Random::new(seed),
            phase: Phase {
                cycles: 0,
                received: Often::NEVER,
                first: 0,
                kinds: 1,
                events: Often::NEVER,
                blocks: Often::NEVER,
                most_blocks: 1,
                reset: Often::NEVER,
            },
            port: *port,
            count: count(port),
            index: 0,
            clear: true,
            receivers: (0..count(port)).filter(|at| is_of_reception(port, *at)).collect(),
            room: vec![most_pending; count(port)],
            most_pending,
        };
        stimulus.next_phase();
        stimulus
    }

    #[cold]
    fn next_phase(&mut self) {
        let random = &mut self.random;
        let often = [
            Often::NEVER,
            Often::each_cycle(2),
            Often::each_cycle(8),
            Often::each_cycle(15),
            Often::ALWAYS,
        ];
        let packet = self.port.buffer().packet_blocks() as u32;
        let rare = Often::ALWAYS.in_few_cycles(8);
        let receivers = self.receivers.len() as u64;
        self.phase = Phase {
            cycles: 1 + random.below(4 * self.count as u64),
            received: one_of(random, &often),
            first: random.below(receivers) as usize,
            kinds: one_of(random, &[1, 2, receivers]),
            events: one_of(random, &often),
            blocks: one_of(random, &often),
            most_blocks: one_of(random, &[1, 3, packet]),
            reset: one_of(random, &[Often::NEVER, Often::NEVER, Often::NEVER, rare]),
        };
    }

    /// Whether a counter counts received blocks.
    #[inline]
    fn is_blocks_in(&self, counter: usize) -> bool {
        (0..self.port.lanes()).any(|lane| blocks_in(&self.port, lane) == counter)
    }

    /// Up to `most` blocks for `counter`, within the limit of its register.
    #[inline]
    fn limited(&mut self, counter: usize, most: u32) -> u32 {
        let any = 1 + self.random.below(most.into()) as u32;
        let blocks = any.min(self.room[counter]);
        self.room[counter] -= blocks;
        blocks
    }

    /// Transmitted blocks of a virtual lane.
    #[inline]
    fn transmitted(&mut self, lane: usize) -> u32 {
        match happens(&mut self.random, self.phase.blocks) {
            true => self.limited(blocks_out(&self.port, lane), self.phase.most_blocks),
            false => 0,
        }
    }

    /// At most one event of reception.
    #[inline]
    fn receive(&mut self, inputs: &mut PortCountersInputs) {
        let Phase { received, first, kinds, most_blocks, .. } = self.phase;
        inputs.received = happens(&mut self.random, received);
        let at = first + self.random.below(kinds) as usize;
        let counter = self.receivers[at % self.receivers.len()];
        inputs.received_index = counter as u64;
        let lane = (0..self.port.lanes()).find(|lane| packets_in(&self.port, *lane) == counter);
        inputs.received_blocks = match lane.filter(|_| inputs.received) {
            Some(lane) => self.limited(blocks_in(&self.port, lane), most_blocks).into(),
            // The blocks are ignored.
            None => 1 + self.random.below(most_blocks.into()),
        };
    }

    fn start_again(&mut self) {
        (self.index, self.clear) = (0, true);
        self.room.fill(self.most_pending);
    }
}

impl Stimulus<PortCountersInputs, PortCountersOutputs> for PortCountersStimulus {
    #[inline]
    fn drive(&mut self, _: &PortCountersOutputs, step: &mut Step<PortCountersInputs>) {
        if self.phase.cycles == 0 {
            self.next_phase();
        }
        self.phase.cycles -= 1;
        let inputs = &mut step.inputs;
        (inputs.index, inputs.clear) = (self.index as u64, self.clear);
        // Transmitted blocks in the cycle of the update count for the next round, and received
        // blocks also in the cycle before.
        if !self.is_blocks_in(self.index) {
            self.room[self.index] = self.most_pending;
        }
        let next = (self.index + 1) % self.count;
        if self.is_blocks_in(next) {
            self.room[next] = self.most_pending;
        }

        self.receive(inputs);
        let lanes = (1 << self.port.lanes()) - 1;
        let data_lanes = (1 << self.port.virtual_lanes()) - 1;
        inputs.sent = happens(&mut self.random, self.phase.events);
        inputs.gone = self.random.events(self.phase.events) & lanes;
        inputs.marked = self.random.events(self.phase.events) & data_lanes;
        inputs.stalled = self.random.events(self.phase.events) & data_lanes;
        inputs.late = self.random.events(self.phase.events) & lanes;
        inputs.blocks_out.clear();
        for lane in 0..self.port.lanes() {
            inputs.blocks_out.push(self.transmitted(lane));
        }

        self.index += 1;
        if self.index == self.count {
            (self.index, self.clear) = (0, false);
        }
        step.reset = happens(&mut self.random, self.phase.reset);
        if step.reset {
            self.start_again();
        }
    }
}
