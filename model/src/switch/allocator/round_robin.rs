//! Round robin over virtual output queues (Pfister'05 §IV-A).
//!
//! "Our SE model is based on a generic IB switch with shared input buffers and virtual output
//! queuing per shared buffer. [...] The output queue scheduler performs round-robin service across
//! all the SEs." An input that several outputs choose serves them by round robin, too.

#[cfg(test)]
mod tests;

use crate::{
    bits::{is_set, set_lanes},
    switch::rotation::next_after,
    Golden,
};
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

/// Round-robin pointers of all ports, the requests that are held, and the offers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RoundRobinAllocator {
    /// Input port that each output port served last.
    last_input: Vec<usize>,
    /// Output port to which each input port sent last.
    last_output: Vec<usize>,
    /// Input ports that requested each output port in the cycle before: bit *i*.
    asked: Vec<u64>,
    /// Output ports that offer themselves to each input port: bit *j*.
    offers: Vec<u64>,
    /// Output ports that were granted in the cycle before: bit *j*.
    granted: u64,
    /// Input ports that were granted in the cycle before, and in the one before it: bit *i*.
    closed: [u64; 2],
}

impl RoundRobinAllocator {
    /// The module after reset.
    pub fn new(allocator: &RoundRobin) -> Self {
        let last = vec![allocator.ports() - 1; allocator.ports()];
        let none = vec![0; allocator.ports()];
        RoundRobinAllocator {
            last_input: last.clone(),
            last_output: last,
            asked: none.clone(),
            offers: none,
            granted: 0,
            closed: [0; 2],
        }
    }

    /// Each input accepts one of the offers to it, unless they are void. All others are discarded.
    /// Returns the outputs that make no offer now.
    fn accept(&mut self, outputs: &mut RoundRobinAllocatorOutputs) -> u64 {
        let ports = self.last_input.len();
        let void = self.closed[0] | self.closed[1];
        let mut rest = std::mem::take(&mut self.granted);
        self.closed = [0, self.closed[0]];
        for (input, offers) in self.offers.iter_mut().enumerate() {
            let choices = if is_set(void, input) { 0 } else { *offers };
            *offers = 0;
            rest |= choices;
            let granted = match choices {
                0 => None,
                _ => next_after(self.last_output[input], ports, |output| is_set(choices, output)),
            };
            outputs.grant.push(granted.map_or(0, |output| 1 << output));
            // Only a grant moves the pointers.
            if let Some(output) = granted {
                self.last_input[output] = input;
                self.last_output[input] = output;
                self.granted |= 1 << output;
                self.closed[0] |= 1 << input;
            }
        }
        rest
    }

    /// Each output but those of `rest` offers itself to one of the inputs that requested it.
    fn offer(&mut self, rest: u64) {
        let ports = self.last_input.len();
        for (output, &asked) in self.asked.iter().enumerate() {
            if asked == 0 || is_set(rest, output) {
                continue;
            }
            let input = next_after(self.last_input[output], ports, |input| is_set(asked, input));
            if let Some(input) = input {
                self.offers[input] |= 1 << output;
            }
        }
    }

    /// Holds the requests.
    fn ask(&mut self, inputs: &RoundRobinAllocatorInputs) {
        self.asked.fill(0);
        for (input, &request) in inputs.request.iter().enumerate() {
            for output in set_lanes(request) {
                self.asked[output] |= 1 << input;
            }
        }
    }
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
        let rest = self.accept(outputs);
        self.offer(rest);
        self.ask(inputs);
    }

    fn reset(&mut self) {
        let last = self.last_input.len() - 1;
        self.last_input.fill(last);
        self.last_output.fill(last);
        self.asked.fill(0);
        self.offers.fill(0);
        (self.granted, self.closed) = (0, [0; 2]);
    }
}
