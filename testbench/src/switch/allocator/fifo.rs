//! Packets for the FIFO allocator: a switch in operation, queues that fill up and drain, and
//! packets that are bypassed until their output ports wait for them.

mod phase;
mod sendable;
mod shadow;
#[cfg(test)]
mod tests;

use tailback_model::switch::allocator::fifo::{
    FifoAllocator, FifoAllocatorInputs, FifoAllocatorOutputs,
};
use tailback_spec::switch::allocator::fifo::Fifo;
use tailback_spec::Lanes;

use self::phase::Phase;
use self::sendable::Sendable;
use self::shadow::Shadow;
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, Random};
use crate::switch::port::{all_ports, any_numbers, each};

/// Name on the command line.
const BLOCK: &str = "fifo-allocator";

/// Golden model and stimulus of a FIFO allocator.
pub fn bench(fifo: &Fifo) -> Box<dyn Bench> {
    let fifo = *fifo;
    let (inputs, lanes) = (fifo.inputs(), fifo.lanes());
    let (packets, bypasses) = (fifo.packets(), fifo.bypasses());
    Box::new(BlockBench::new(
        BLOCK,
        format!("{inputs} ports, {lanes} lanes, {packets} packets, {bypasses} bypasses"),
        move || FifoAllocator::new(&fifo),
        move |seed| FifoAllocatorStimulus::new(&fifo, seed),
    ))
}

/// Constrained-random packets and free ports.
pub struct FifoAllocatorStimulus {
    random: Random,
    phase: Phase,
    fifo: Fifo,
    shadow: Shadow,
    free_inputs: u64,
    free_outputs: u64,
    sendable: Sendable,
}

impl FifoAllocatorStimulus {
    /// Stimulus from `seed`.
    pub fn new(fifo: &Fifo, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let phase = Phase::any(&mut random, fifo);
        FifoAllocatorStimulus {
            random,
            phase,
            fifo: *fifo,
            shadow: Shadow::new(fifo),
            free_inputs: 0,
            free_outputs: 0,
            sendable: Sendable::new(fifo),
        }
    }

    /// Updates the ports that are free and the packets that can be sent in the next cycle.
    fn ports(&mut self, last: &FifoAllocatorOutputs) {
        let held = self.shadow.held(last);
        let (all, random) = (all_ports(self.fifo.inputs()), &mut self.random);
        let [often_input, often_output, _] = self.phase.free;
        let (kept_inputs, kept_outputs) = (self.free_inputs, self.free_outputs);
        let [granted_inputs, granted_outputs] = self.shadow.granted();
        self.free_inputs = random.events(often_input) & all;
        self.free_outputs = random.events(often_output) & all;
        if self.phase.is_switch {
            self.free_inputs |= kept_inputs;
            self.free_outputs |= kept_outputs;
        }
        // Ports are busy in the cycle after a grant at least.
        self.free_inputs &= !granted_inputs;
        self.free_outputs &= !granted_outputs;
        if let Some(blocked) = self.phase.blocked {
            if !happens(random, blocked.free) {
                self.free_inputs &= !(1 << blocked.input);
            }
        }
        self.free_inputs |= held.inputs;
        self.free_outputs |= held.outputs;
        self.sendable.change(&self.phase, last, &held.packets, random);
    }

    /// Packets that arrive, if their queues may have more.
    fn arrivals(&mut self) -> (u64, Lanes) {
        let (inputs, bits) = (self.fifo.inputs(), self.fifo.queue_bits());
        let mut arrive = self.random.events(self.phase.arrive) & self.phase.inputs;
        if let Some(blocked) = self.phase.blocked.as_mut().filter(|blocked| blocked.ahead > 0) {
            blocked.ahead -= 1;
            arrive = 1 << blocked.input;
        }
        // Without a packet, the queue may have any value.
        let mut queues = any_numbers(&mut self.random, inputs, bits);
        for input in each(arrive) {
            let queue = self.phase.queues.one(&mut self.random);
            match self.shadow.admits(queue) {
                true => queues[input] = queue as u32,
                false => arrive &= !(1 << input),
            }
        }
        (arrive, queues)
    }
}

impl Stimulus<FifoAllocatorInputs, FifoAllocatorOutputs> for FifoAllocatorStimulus {
    fn drive(&mut self, last: &FifoAllocatorOutputs, step: &mut Step<FifoAllocatorInputs>) {
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random, &self.fifo);
            self.sendable.shuffle(&mut self.random);
        }
        self.phase.cycles -= 1;
        self.ports(last);
        let (arrive, arrive_queue) = self.arrivals();
        step.inputs = FifoAllocatorInputs {
            arrive,
            arrive_queue,
            input_free: self.free_inputs,
            output_free: self.free_outputs,
            sendable: self.sendable.packets().clone(),
        };
        step.reset = happens(&mut self.random, self.phase.reset);
        self.shadow.drive(&step.inputs, step.reset);
    }
}
