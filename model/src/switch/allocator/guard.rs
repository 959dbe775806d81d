//! The guard that keeps the round-robin allocator from passing over a packet for ever.
//!
//! Round robin serves any requester, and a packet requests only while its input and its output are
//! both free. The guard watches one queue of one input after the other, and withholds the requests
//! that compete with a queue that has waited for too long.

#[cfg(test)]
mod tests;

use crate::{bits::is_set, Golden};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use tailback_spec::{
    port_values, ports::WideWords, switch::allocator::guard::Guard, Lanes, WideWord,
};

port_values! {
    /// Queues with requests, and packets that start; element *i* belongs to input port *i*.
    pub struct RequestGuardInputs {
        /// Queues with a packet and with credits for its virtual lane: bit *q*.
        pub wants: WideWords,
        /// Input ports that start a packet: bit *i*.
        pub serve: u64,
        /// Queue of the packet that starts, by input port.
        pub serve_queue: Lanes,
    }
}

port_values! {
    /// Requests that remain; element *i* belongs to input port *i*.
    pub struct RequestGuardOutputs {
        /// Queues that may be requested: bit *q*.
        pub allowed: WideWords,
        /// The watched queue is urgent.
        pub urgent: bool,
    }
}

/// The guard: it watches one queue of one input at a time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestGuard {
    pub(crate) ports: usize,
    /// Virtual lanes of an output port.
    pub(crate) lanes: usize,
    /// Cycles of waiting after which a queue is urgent.
    pub(crate) patience: u32,
    /// Input port that is watched.
    pub(crate) input: usize,
    /// Queue of that input that is watched.
    pub(crate) queue: usize,
    /// Cycles for which the watched queue has waited.
    pub(crate) age: u32,
}

/// Whether the bit of a queue is set.
fn has(queues: &WideWord, queue: usize) -> bool {
    queues.get(queue / 64).is_some_and(|&word| is_set(word, queue % 64))
}

/// Bits of some queues in word `index` of all.
fn bits_of(queues: Range<usize>, index: usize) -> u64 {
    queues.filter(|queue| queue / 64 == index).fold(0, |bits, queue| bits | 1 << (queue % 64))
}

impl RequestGuard {
    /// The module after reset.
    pub fn new(guard: &Guard) -> Self {
        RequestGuard {
            ports: guard.ports(),
            lanes: guard.lanes(),
            patience: guard.patience_cycles() as u32,
            input: 0,
            queue: 0,
            age: 0,
        }
    }

    /// Removes the requests that an urgent queue withholds.
    fn withhold(&self, wants: &mut WideWords) {
        let first = self.queue - self.queue % self.lanes;
        let of_output = first..first + self.lanes;
        for (input, queues) in wants.iter_mut().enumerate() {
            for (index, word) in queues.iter_mut().enumerate() {
                *word &= match input == self.input {
                    true => bits_of(self.queue..self.queue + 1, index),
                    false => !bits_of(of_output.clone(), index),
                };
            }
        }
    }

    /// Moves to the next queue.
    fn move_on(&mut self) {
        self.age = 0;
        self.queue += 1;
        if self.queue == self.ports * self.lanes {
            self.queue = 0;
            self.input += 1;
        }
        if self.input == self.ports {
            self.input = 0;
        }
    }
}

impl Golden for RequestGuard {
    type Inputs = RequestGuardInputs;
    type Outputs = RequestGuardOutputs;

    fn step(&mut self, inputs: &RequestGuardInputs, outputs: &mut RequestGuardOutputs) {
        let RequestGuardInputs { wants, serve, serve_queue } = inputs;
        let wanted = wants.get(self.input).is_some_and(|queues| has(queues, self.queue));
        let queue = serve_queue.get(self.input).copied().unwrap_or_default() as usize;
        let served = is_set(*serve, self.input) && queue == self.queue;

        outputs.urgent = self.age == self.patience;
        outputs.allowed.clone_from(wants);
        if outputs.urgent {
            self.withhold(&mut outputs.allowed);
        }

        match wanted && !served {
            true => self.age = (self.age + 1).min(self.patience),
            false => self.move_on(),
        }
    }

    fn reset(&mut self) {
        (self.input, self.queue, self.age) = (0, 0, 0);
    }
}
