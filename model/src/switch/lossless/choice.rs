//! What chooses packets: one of two dispatchers.

use crate::switch::dispatcher::{DispatcherOutputs, FifoDispatcher, RoundRobinDispatcher};
use crate::wired::Wired;
use tailback_spec::switch::dispatcher::{Choice, Dispatcher};
use tailback_spec::{BitLanes, Lanes, WideWords};

/// What a dispatcher is told; bit (or lane) *i* belongs to input port *i*.
#[derive(Debug, Clone, Default)]
pub(super) struct Offered {
    /// A packet begins to come in.
    pub(super) begins: u64,
    /// Its lane.
    pub(super) begins_lane: Lanes,
    /// It is stored.
    pub(super) arrive: u64,
    /// Its queue.
    pub(super) arrive_queue: Lanes,
    /// A packet waits in queue *q*: bit *q*.
    pub(super) waiting: WideWords,
    /// Queue *q* has credits, on a link that is up: bit *q*.
    pub(super) may_send: BitLanes,
    /// Words would be held up at the output port.
    pub(super) clogged: u64,
    /// The packet ends in this cycle or the next.
    pub(super) near_end: u64,
    /// Its last word is issued.
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
            Choice::Fifo(fifo, arrivals) => {
                let model = FifoDispatcher::new(port, fifo, arrivals);
                Chooser::Fifo(Box::new(Wired::new(model)))
            }
            Choice::RoundRobin(allocator, guard) => {
                let model = RoundRobinDispatcher::new(port, allocator, guard);
                Chooser::RoundRobin(Box::new(Wired::new(model)))
            }
        }
    }

    /// What has been started by now; `stalled` stays.
    pub(super) fn show_registers(&self, outputs: &mut DispatcherOutputs) {
        match self {
            Chooser::Fifo(it) => it.model.engagement.show_registers(outputs),
            Chooser::RoundRobin(it) => it.model.engagement.show_registers(outputs),
        }
    }

    /// One cycle. Lists that are long change hands, and come back with the next cycle.
    pub(super) fn step(&mut self, offered: &mut Offered) -> &DispatcherOutputs {
        match self {
            Chooser::Fifo(it) => {
                let inputs = &mut it.inputs;
                (inputs.begins, inputs.arrive) = (offered.begins, offered.arrive);
                inputs.begins_lane.clone_from(&offered.begins_lane);
                inputs.arrive_queue.clone_from(&offered.arrive_queue);
                std::mem::swap(&mut inputs.waiting, &mut offered.waiting);
                inputs.may_send = offered.may_send;
                inputs.clogged = offered.clogged;
                (inputs.near_end, inputs.ends) = (offered.near_end, offered.ends);
                it.step();
                &it.outputs
            }
            Chooser::RoundRobin(it) => {
                let inputs = &mut it.inputs;
                std::mem::swap(&mut inputs.waiting, &mut offered.waiting);
                inputs.may_send = offered.may_send;
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
