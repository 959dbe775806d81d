//! Round robin over virtual output queues (Pfister'05 §IV-A).
//!
//! "Our SE model is based on a generic IB switch with shared input buffers and virtual output
//! queuing per shared buffer. [...] The output queue scheduler performs round-robin service across
//! all the SEs." An input that several outputs choose serves them by round robin, too.

#[cfg(test)]
mod tests;

use crate::{bits::is_set, Golden};
use serde::{Deserialize, Serialize};
use tailback_spec::{port_values, switch::allocator::round_robin::RoundRobin, WideLanes};

port_values! {
    /// Requests; element *i* belongs to input port *i*.
    pub struct RoundRobinAllocatorInputs {
        /// Output ports for which the input port has a packet: bit *j*.
        pub request: WideLanes,
    }
}

port_values! {
    /// Grants; element *i* belongs to input port *i*.
    pub struct RoundRobinAllocatorOutputs {
        /// Output port to which the input port may send: bit *j*.
        pub grant: WideLanes,
    }
}

/// Round-robin pointers of all ports, and the offers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundRobinAllocator {
    /// Input port that each output port served last.
    pub(crate) last_input: Vec<usize>,
    /// Output port to which each input port sent last.
    pub(crate) last_output: Vec<usize>,
    /// Output ports that offer themselves to each input port: bit *j*.
    pub(crate) offers: Vec<u64>,
}

impl RoundRobinAllocator {
    /// The module after reset.
    pub fn new(allocator: &RoundRobin) -> Self {
        let last = vec![allocator.ports() - 1; allocator.ports()];
        let offers = vec![0; allocator.ports()];
        RoundRobinAllocator { last_input: last.clone(), last_output: last, offers }
    }
}

impl RoundRobinAllocator {
    /// Each output offers itself to one of the inputs that request it.
    fn offer(&mut self, inputs: &RoundRobinAllocatorInputs) {
        for (output, &last) in self.last_input.iter().enumerate() {
            let requests = |input| inputs.request.get(input).is_some_and(|&to| is_set(to, output));
            if let Some(input) = next_after(last, self.last_input.len(), requests) {
                self.offers[input] |= 1 << output;
            }
        }
    }

    /// Each input accepts one of the offers, and all others are discarded.
    fn accept(&mut self, outputs: &mut RoundRobinAllocatorOutputs) {
        let ports = self.last_input.len();
        for (input, offers) in self.offers.iter_mut().enumerate() {
            let offered = |output| is_set(*offers, output);
            let granted = match *offers {
                0 => None,
                _ => next_after(self.last_output[input], ports, offered),
            };
            outputs.grant.push(granted.map_or(0, |output| 1 << output));
            // Only a grant moves the pointers.
            if let Some(output) = granted {
                self.last_input[output] = input;
                self.last_output[input] = output;
            }
            *offers = 0;
        }
    }
}

/// First port after `last`, in rotation, that is `wanted`.
#[inline]
fn next_after(last: usize, ports: usize, wanted: impl Fn(usize) -> bool) -> Option<usize> {
    (last + 1..ports).chain(0..=last).find(|&port| wanted(port))
}

impl Golden for RoundRobinAllocator {
    type Inputs = RoundRobinAllocatorInputs;
    type Outputs = RoundRobinAllocatorOutputs;

    #[inline]
    fn step(
        &mut self,
        inputs: &RoundRobinAllocatorInputs,
        outputs: &mut RoundRobinAllocatorOutputs,
    ) {
        outputs.grant.clear();
        match self.offers.iter().all(|offers| *offers == 0) {
            true => {
                outputs.grant.extend(self.offers.iter().copied());
                self.offer(inputs);
            }
            false => self.accept(outputs),
        }
    }

    fn reset(&mut self) {
        let last = self.last_input.len() - 1;
        self.last_input.fill(last);
        self.last_output.fill(last);
        self.offers.fill(0);
    }
}
