//! Packets for the FIFO allocator: a switch in operation, queues that fill up and drain, and
//! packets that are bypassed until their output ports wait for them.

mod phase;
mod shadow;
#[cfg(test)]
mod tests;

use tailback_model::switch::allocator::fifo::{
    FifoAllocator, FifoAllocatorInputs, FifoAllocatorOutputs,
};
use tailback_spec::switch::allocator::fifo::Fifo;
use tailback_spec::{BitLanes, Lanes};

use self::phase::Phase;
use self::shadow::Shadow;
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, Often, Random};
use crate::switch::port::{all_ports, any_bits, any_numbers, each};

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

/// Rate at which a granted packet takes the credits of its queue.
const LAST_CREDITS: Often = Often::each_cycle(8);

/// Constrained-random packets and free ports.
pub struct FifoAllocatorStimulus {
    random: Random,
    phase: Phase,
    fifo: Fifo,
    shadow: Shadow,
    free_inputs: u64,
    free_outputs: u64,
    ready_queues: BitLanes,
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
            ready_queues: BitLanes::default(),
        }
    }

    /// Updates the ports that are free and the queues that are ready in the next cycle.
    fn ports(&mut self, last: &FifoAllocatorOutputs) {
        let held = self.shadow.held(last);
        let (all, random) = (all_ports(self.fifo.inputs()), &mut self.random);
        let [often_input, often_output, often_queue] = self.phase.free;
        let (kept_inputs, kept_outputs) = (self.free_inputs, self.free_outputs);
        let [granted_inputs, granted_outputs] = self.shadow.granted();
        self.free_inputs = random.events(often_input) & all;
        self.free_outputs = random.events(often_output) & all;
        let mut ready = any_bits(random, self.fifo.queues(), often_queue);
        if self.phase.is_switch {
            self.free_inputs |= kept_inputs;
            self.free_outputs |= kept_outputs;
            add(&mut ready, &self.ready_queues);
            for input in each(last.grant) {
                if happens(random, LAST_CREDITS) {
                    ready.clear(last.grant_queue[input] as usize);
                }
            }
        }
        // Ports are busy in the cycle after a grant at least.
        self.free_inputs &= !granted_inputs;
        self.free_outputs &= !granted_outputs;
        if let Some(blocked) = self.phase.blocked {
            if !happens(random, blocked.free) {
                self.free_inputs &= !(1 << blocked.input);
            }
        }
        if let Some(lane) = self.phase.closed {
            let closed = (lane..self.fifo.queues()).step_by(self.fifo.lanes());
            closed.for_each(|queue| ready.clear(queue));
        }
        self.free_inputs |= held.inputs;
        self.free_outputs |= held.outputs;
        add(&mut ready, &held.queues);
        self.ready_queues = ready;
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

/// Sets the bits of `others` in `queues`, too.
fn add(queues: &mut BitLanes, others: &BitLanes) {
    let words = queues.words_mut().iter_mut().zip(others.words());
    words.for_each(|(word, other)| *word |= other);
}

impl Stimulus<FifoAllocatorInputs, FifoAllocatorOutputs> for FifoAllocatorStimulus {
    fn drive(&mut self, last: &FifoAllocatorOutputs, step: &mut Step<FifoAllocatorInputs>) {
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random, &self.fifo);
        }
        self.phase.cycles -= 1;
        self.ports(last);
        let (arrive, arrive_queue) = self.arrivals();
        step.inputs = FifoAllocatorInputs {
            arrive,
            arrive_queue,
            input_free: self.free_inputs,
            output_free: self.free_outputs,
            queue_ready: self.ready_queues,
        };
        step.reset = happens(&mut self.random, self.phase.reset);
        self.shadow.drive(&step.inputs, step.reset);
    }
}
