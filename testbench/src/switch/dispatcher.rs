//! Surroundings of each dispatcher in a switch: packets arrive, wait, and take some time to be
//! sent.

mod credits;
mod phase;
mod surroundings;
#[cfg(test)]
mod tests;

use tailback_model::switch::dispatcher::{
    DispatcherOutputs, FifoDispatcher, FifoDispatcherInputs, RoundRobinDispatcher,
    RoundRobinDispatcherInputs,
};
use tailback_spec::switch::allocator::{fifo::Fifo, guard::Guard, round_robin::RoundRobin};
use tailback_spec::switch::dispatcher::{Choice, Dispatcher};
use tailback_spec::switch::port::Port;

use self::surroundings::Surroundings;
use super::port::variant;
use crate::harness::{Bench, BlockBench, Step, Stimulus};

/// Golden model and stimulus of a dispatcher.
pub fn bench(dispatcher: &Dispatcher) -> Box<dyn Bench> {
    let Dispatcher { port, choice } = *dispatcher;
    match choice {
        Choice::Fifo(fifo) => in_order(port, fifo),
        Choice::RoundRobin(allocator, guard) => in_turns(port, allocator, guard),
    }
}

fn in_order(port: Port, fifo: Fifo) -> Box<dyn Bench> {
    let (packets, bypasses) = (fifo.packets(), fifo.bypasses());
    Box::new(BlockBench::new(
        "fifo-dispatcher",
        format!("{}, {packets} packets per queue, {bypasses} bypasses", variant(&port)),
        move || FifoDispatcher::new(&port, &fifo),
        move |seed| FifoDispatcherStimulus::new(&port, seed),
    ))
}

fn in_turns(port: Port, allocator: RoundRobin, guard: Guard) -> Box<dyn Bench> {
    Box::new(BlockBench::new(
        "round-robin-dispatcher",
        format!("{}, {} cycles of patience", variant(&port), guard.patience_cycles()),
        move || RoundRobinDispatcher::new(&port, &allocator, &guard),
        move |seed| RoundRobinDispatcherStimulus::new(&port, &guard, seed),
    ))
}

/// Surroundings of a dispatcher with the FIFO allocator.
pub struct FifoDispatcherStimulus {
    surroundings: Surroundings,
}

impl FifoDispatcherStimulus {
    /// Stimulus from `seed`.
    pub fn new(port: &Port, seed: u64) -> Self {
        FifoDispatcherStimulus { surroundings: Surroundings::new(port, None, seed) }
    }
}

impl Stimulus<FifoDispatcherInputs, DispatcherOutputs> for FifoDispatcherStimulus {
    fn drive(&mut self, last: &DispatcherOutputs, step: &mut Step<FifoDispatcherInputs>) {
        let around = self.surroundings.next(last);
        let inputs = &mut step.inputs;
        (inputs.arrive, inputs.arrive_queue) = (around.arrive, around.arrive_queue);
        inputs.known.clone_from(self.surroundings.known());
        inputs.sendable.clone_from(self.surroundings.sendable());
        inputs.clogged = around.clogged;
        (inputs.near_end, inputs.ends) = (around.near_end, around.ends);
        step.reset = around.reset;
    }
}

/// Surroundings of a dispatcher with the round-robin allocator.
pub struct RoundRobinDispatcherStimulus {
    surroundings: Surroundings,
}

impl RoundRobinDispatcherStimulus {
    /// Stimulus from `seed`.
    pub fn new(port: &Port, guard: &Guard, seed: u64) -> Self {
        let patience = Some(guard.patience_cycles() as u64);
        RoundRobinDispatcherStimulus { surroundings: Surroundings::new(port, patience, seed) }
    }
}

impl Stimulus<RoundRobinDispatcherInputs, DispatcherOutputs> for RoundRobinDispatcherStimulus {
    fn drive(&mut self, last: &DispatcherOutputs, step: &mut Step<RoundRobinDispatcherInputs>) {
        let around = self.surroundings.next(last);
        let inputs = &mut step.inputs;
        inputs.known.clone_from(self.surroundings.known());
        inputs.sendable.clone_from(self.surroundings.sendable());
        inputs.clogged = around.clogged;
        (inputs.near_end, inputs.ends) = (around.near_end, around.ends);
        step.reset = around.reset;
    }
}
