//! Choice of packets by one of two dispatchers.

use crate::switch::dispatcher::{DispatcherOutputs, FifoDispatcher, RoundRobinDispatcher};
use crate::wired::Wired;
use tailback_spec::switch::dispatcher::{Choice, Dispatcher};
use tailback_spec::{Lanes, WideWords};

/// Inputs of a dispatcher; bit (or element) *i* belongs to input port *i*.
#[derive(Debug, Clone, Default)]
pub(super) struct Offered {
    /// Input ports at which the first word of a packet is stored.
    pub(super) arrive: u64,
    /// Queue of the arriving packet, by input port.
    pub(super) arrive_queue: Lanes,
    /// Queues of each input port whose first packet is known: bit *q*.
    pub(super) known: WideWords,
    /// Queues whose first packet has credits, on a link that is up: bit *q*.
    pub(super) sendable: WideWords,
    /// Output ports at which words would be held up.
    pub(super) clogged: u64,
    /// Input ports whose packet ends in this cycle or the next three.
    pub(super) near_end: u64,
    /// Input ports that issue the last word of their packet.
    pub(super) ends: u64,
}

/// Either dispatcher.
#[derive(Debug, Clone)]
pub(super) enum Chooser {
    Fifo(Box<Wired<FifoDispatcher>>),
    RoundRobin(Box<Wired<RoundRobinDispatcher>>),
}

impl Chooser {
    pub(super) fn new(dispatcher: &Dispatcher) -> Self {
        let Dispatcher { port, choice } = dispatcher;
        match choice {
            Choice::Fifo(fifo) => {
                Chooser::Fifo(Box::new(Wired::new(FifoDispatcher::new(port, fifo))))
            }
            Choice::RoundRobin(allocator, guard) => {
                let model = RoundRobinDispatcher::new(port, allocator, guard);
                Chooser::RoundRobin(Box::new(Wired::new(model)))
            }
        }
    }

    /// Drives the outputs that are registers; `stalled` keeps its value.
    pub(super) fn show_registers(&self, outputs: &mut DispatcherOutputs) {
        match self {
            Chooser::Fifo(it) => it.model.engagement.show_registers(outputs),
            Chooser::RoundRobin(it) => it.model.engagement.show_registers(outputs),
        }
    }

    /// Runs one cycle. Long lists are swapped, and returned with the next cycle.
    pub(super) fn step(&mut self, offered: &mut Offered) -> &DispatcherOutputs {
        match self {
            Chooser::Fifo(it) => {
                let inputs = &mut it.inputs;
                inputs.arrive = offered.arrive;
                inputs.arrive_queue.clone_from(&offered.arrive_queue);
                std::mem::swap(&mut inputs.known, &mut offered.known);
                std::mem::swap(&mut inputs.sendable, &mut offered.sendable);
                inputs.clogged = offered.clogged;
                (inputs.near_end, inputs.ends) = (offered.near_end, offered.ends);
                it.step();
                &it.outputs
            }
            Chooser::RoundRobin(it) => {
                let inputs = &mut it.inputs;
                std::mem::swap(&mut inputs.known, &mut offered.known);
                std::mem::swap(&mut inputs.sendable, &mut offered.sendable);
                inputs.clogged = offered.clogged;
                (inputs.near_end, inputs.ends) = (offered.near_end, offered.ends);
                it.step();
                &it.outputs
            }
        }
    }

    pub(super) fn reset(&mut self) {
        match self {
            Chooser::Fifo(it) => it.reset(),
            Chooser::RoundRobin(it) => it.reset(),
        }
    }
}
