//! Packets of a small switch traced by hand, and properties for all traffic.

mod lanes;
mod toy;
mod traces;
mod traffic;

use super::*;
use crate::{switch::examples::port, Golden};
use tailback_spec::{
    switch::{
        allocator::{fifo::Fifo, guard::Guard, round_robin::RoundRobin},
        port::Port,
    },
    Lanes, WideWord, WideWords,
};

/// Inputs of either dispatcher in a cycle.
#[derive(Debug, Clone, Default)]
struct Around {
    /// Packets that arrive, as input ports and queues.
    arrive: Vec<(usize, usize)>,
    /// First packets that are known, as input ports and queues.
    known: Vec<(usize, usize)>,
    /// Queues with credits.
    credits: BitLanes,
    /// Packets for which these are not enough, as input ports and queues.
    long: Vec<(usize, usize)>,
    near_end: u64,
    ends: u64,
}

/// Either dispatcher.
#[derive(Debug, Clone, PartialEq)]
enum Either {
    Fifo(FifoDispatcher),
    RoundRobin(RoundRobinDispatcher),
}

/// Patience of the guard in cycles.
const PATIENCE: u32 = 30;
/// Packets that may wait for a virtual lane of an output.
const PACKETS: u32 = 64;

impl Either {
    /// Dispatcher with arrival order.
    fn fifo(port: &Port, bypasses: u32) -> Self {
        let (ports, lanes) = (port.ports() as u32, port.lanes() as u32);
        let fifo = Fifo::new(ports, lanes, PACKETS, bypasses).unwrap();
        Either::Fifo(FifoDispatcher::new(port, &fifo))
    }

    /// Dispatcher with round robin.
    fn round_robin(port: &Port) -> Self {
        let (ports, lanes) = (port.ports() as u32, port.lanes() as u32);
        let guard = Guard::new(ports, lanes, PATIENCE).unwrap();
        let allocator = RoundRobin::new(ports).unwrap();
        Either::RoundRobin(RoundRobinDispatcher::new(port, &allocator, &guard))
    }

    fn ports(&self) -> usize {
        match self {
            Either::Fifo(model) => model.engagement.ports,
            Either::RoundRobin(model) => model.engagement.ports,
        }
    }

    fn cycle(&mut self, around: &Around) -> DispatcherOutputs {
        let ports = self.ports();
        let Around { credits, near_end, ends, .. } = *around;
        let mut known: WideWords = vec![[0; 6].into_iter().collect::<WideWord>(); ports];
        let mut sendable = known.clone();
        for &(input, queue) in &around.known {
            let bit = 1 << (queue % 64);
            known[input][queue / 64] |= bit;
            if credits.is_set(queue) && !around.long.contains(&(input, queue)) {
                sendable[input][queue / 64] |= bit;
            }
        }
        match self {
            Either::Fifo(model) => {
                let mut arrive_queue: Lanes = std::iter::repeat_n(0, ports).collect();
                let mut arrive = 0;
                for &(input, queue) in &around.arrive {
                    arrive |= 1 << input;
                    arrive_queue[input] = queue as u32;
                }
                model.cycle(&FifoDispatcherInputs {
                    arrive,
                    arrive_queue,
                    known,
                    sendable,
                    clogged: 0,
                    near_end,
                    ends,
                })
            }
            Either::RoundRobin(model) => model.cycle(&RoundRobinDispatcherInputs {
                known,
                sendable,
                clogged: 0,
                near_end,
                ends,
            }),
        }
    }

    fn reset(&mut self) {
        match self {
            Either::Fifo(model) => model.reset(),
            Either::RoundRobin(model) => model.reset(),
        }
    }
}

/// Credits for all of so many queues.
fn all_credits(queues: usize) -> BitLanes {
    (0..queues).map(|_| true).collect()
}
