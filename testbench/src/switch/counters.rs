//! Traffic for the counters of a port: bursts of events, and blocks up to the limit between two
//! updates of a counter.

#[cfg(test)]
mod tests;

use tailback_model::switch::counters::{PortCounters, PortCountersInputs, PortCountersOutputs};
use tailback_spec::switch::counters::{blocks_in, blocks_out, count, pending_bits};
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
    events: Often,
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
                events: Often::NEVER,
                blocks: Often::NEVER,
                most_blocks: 1,
                reset: Often::NEVER,
            },
            port: *port,
            count: count(port),
            index: 0,
            clear: true,
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
        self.phase = Phase {
            cycles: 1 + random.below(4 * self.count as u64),
            events: one_of(random, &often),
            blocks: one_of(random, &often),
            most_blocks: one_of(random, &[1, 3, packet]),
            reset: one_of(random, &[Often::NEVER, Often::NEVER, Often::NEVER, rare]),
        };
    }

    /// Blocks of a virtual lane for `counter`, within the limit of its register.
    #[inline]
    fn blocks(&mut self, counter: usize) -> u32 {
        if !happens(&mut self.random, self.phase.blocks) {
            return 0;
        }
        let any = 1 + self.random.below(self.phase.most_blocks.into()) as u32;
        let blocks = any.min(self.room[counter]);
        self.room[counter] -= blocks;
        blocks
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
        // Blocks in the cycle of the update count for the next round.
        self.room[self.index] = self.most_pending;

        for word in inputs.events.words_mut() {
            *word = self.random.events(self.phase.events);
        }
        inputs.events.truncate(self.count);
        inputs.blocks_in.clear();
        inputs.blocks_out.clear();
        for lane in 0..self.port.lanes() {
            let [come, go] = [blocks_in(&self.port, lane), blocks_out(&self.port, lane)];
            inputs.blocks_in.push(self.blocks(come));
            inputs.blocks_out.push(self.blocks(go));
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
