//! Packets that have arrived, and stand in line for the FIFO allocator.

#[cfg(test)]
mod tests;

use super::rotation::next_after;
use crate::{
    bits::{is_set, set_lanes},
    Golden,
};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use tailback_spec::{port_values, switch::port::Port, Lanes};

port_values! {
    /// Packets that come; lane (or bit) *i* belongs to input port *i*.
    pub struct ArrivalsInputs {
        /// A packet begins.
        pub begins: u64,
        /// It is stored.
        pub arrive: u64,
        /// Its queue.
        pub arrive_queue: Lanes,
        /// Nothing can be passed on.
        pub full: bool,
    }
}

port_values! {
    /// The packet that is passed on.
    pub struct ArrivalsOutputs {
        /// There is one.
        pub pass: bool,
        /// The input port that holds it; 0 without one.
        pub pass_input: u64,
        /// Its queue; 0 without one.
        pub pass_queue: u64,
    }
}

/// The lists of all input ports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arrivals {
    /// For each input port, the queues of the packets that have not been passed on, the oldest
    /// first.
    pub(crate) lists: Vec<VecDeque<u32>>,
    /// The port that had its turn last.
    pub(crate) last: usize,
}

impl Arrivals {
    /// The block after reset.
    pub fn new(port: &Port) -> Self {
        Arrivals { lists: vec![VecDeque::new(); port.ports()], last: port.ports() - 1 }
    }
}

impl Golden for Arrivals {
    type Inputs = ArrivalsInputs;
    type Outputs = ArrivalsOutputs;

    #[inline]
    fn step(&mut self, inputs: &ArrivalsInputs, outputs: &mut ArrivalsOutputs) {
        *outputs = ArrivalsOutputs::default();
        let ports = self.lists.len();
        let offers = |port: usize| !self.lists[port].is_empty() || is_set(inputs.begins, port);
        let chosen = match inputs.full {
            true => None,
            false => next_after(self.last, ports, offers),
        };
        for port in set_lanes(inputs.arrive).take_while(|port| *port < ports) {
            self.lists[port].push_back(inputs.arrive_queue.get(port).copied().unwrap_or(0));
        }
        // One that began, and is dropped, has its turn all the same.
        if let Some(port) = chosen {
            self.last = port;
            if let Some(queue) = self.lists[port].pop_front() {
                (outputs.pass, outputs.pass_input) = (true, port as u64);
                outputs.pass_queue = queue.into();
            }
        }
    }

    fn reset(&mut self) {
        self.lists.iter_mut().for_each(VecDeque::clear);
        self.last = self.lists.len() - 1;
    }
}
