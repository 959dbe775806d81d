//! Arrival order, with bypass.
//!
//! "In our simulations we use a FIFO switch scheduling policy with bypass of older packets when the
//! crossbar is busy. To prevent starvation the head of the queue can be bypassed at most 4 times"
//! (INFOCOM'03 fn. 6; Globecom'02 Table I). Nor may an output port starve that offers itself to one
//! input port after the other, each time to one that accepts another offer: it *insists*.

mod queue;
#[cfg(test)]
mod tests;

use crate::{
    bits::{is_set, is_set_in, set_lanes},
    switch::rotation::next_after,
    Golden,
};
use queue::Queue;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use tailback_spec::{port_values, switch::allocator::fifo::Fifo, Lanes, WideWord, WideWords};

port_values! {
    /// Packets that arrive, and free resources; element (or bit) *i* belongs to input port *i*.
    pub struct FifoAllocatorInputs {
        /// Input ports at which a packet begins to wait: bit *i*.
        pub arrive: u64,
        /// Queue of the arriving packet, by input port.
        pub arrive_queue: Lanes,
        /// Input ports that can send a packet: bit *i*.
        pub input_free: u64,
        /// Output ports that can send a packet: bit *j*.
        pub output_free: u64,
        /// Queues of each input port with credits for its first packet: bit *q*.
        pub sendable: WideWords,
    }
}

port_values! {
    /// Packets that are granted; element (or bit) *i* belongs to input port *i*.
    pub struct FifoAllocatorOutputs {
        /// Input ports of which a packet is granted: bit *i*.
        pub grant: u64,
        /// Queue of the granted packet, by input port; 0 without a grant.
        pub grant_queue: Lanes,
    }
}

/// An output port that offers itself to an input port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Offer {
    input: usize,
    /// Queue of the packet.
    queue: usize,
    /// Index of the packet in the list of the queue.
    place: usize,
}

/// The queues of all output ports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FifoAllocator {
    /// Virtual lanes of an output port.
    lanes: usize,
    /// Oldest packets of a list among which an output port chooses.
    window: usize,
    /// Times that a packet may be bypassed by younger ones for its output.
    bypasses: u32,
    queues: Vec<Queue>,
    /// Output ports for which packets wait: bit *j*.
    waiting: u64,
    /// Offer that each output port can make now, as its queues looked in the cycle before.
    looks: Vec<Option<Offer>>,
    /// Offer of each output port that stands.
    offers: Vec<Option<Offer>>,
    /// Offers of each output port that have been declined since one was accepted, as far as they
    /// are counted.
    declines: Vec<usize>,
    /// Output ports that were granted in the cycle before, and in the one before it: bit *j*.
    granted: [u64; 2],
    /// Input ports that were granted in the cycle before, and in the one before it: bit *i*.
    closed: [u64; 2],
    /// Output port that each input port accepted last.
    last_output: Vec<usize>,
    /// Virtual lane that each output port served last.
    last_lane: Vec<usize>,
}

/// Whether there are credits for the first packet of an input port in a queue.
fn is_sendable(sendable: &[WideWord], input: usize, queue: usize) -> bool {
    sendable.get(input).is_some_and(|queues| is_set_in(queues, queue))
}

impl FifoAllocator {
    /// The module after reset.
    pub fn new(fifo: &Fifo) -> Self {
        FifoAllocator {
            lanes: fifo.lanes(),
            window: fifo.window(),
            bypasses: fifo.bypasses(),
            queues: vec![Queue::default(); fifo.queues()],
            waiting: 0,
            looks: vec![None; fifo.outputs()],
            offers: vec![None; fifo.outputs()],
            declines: vec![0; fifo.outputs()],
            granted: [0; 2],
            closed: [0; 2],
            last_output: vec![fifo.outputs() - 1; fifo.inputs()],
            last_lane: vec![fifo.lanes() - 1; fifo.outputs()],
        }
    }

    /// Queues of an output port.
    fn queues_of(&self, output: usize) -> Range<usize> {
        output * self.lanes..(output + 1) * self.lanes
    }

    /// Whether packets of a queue can be chosen, and there are credits for the oldest one.
    fn is_open(&self, queue: usize, sendable: &[WideWord]) -> bool {
        let oldest = self.queues[queue].list.front();
        oldest.is_some_and(|input| is_sendable(sendable, *input, queue))
    }

    /// Whether offers of an output port have been declined so often that it chooses only oldest
    /// packets, and input ports prefer it.
    fn insists(&self, output: usize) -> bool {
        self.declines[output] == Fifo::DECLINES
    }

    /// "To prevent starvation": whether the output port waits for the oldest packet of a queue,
    /// which has been bypassed often enough, or because it insists.
    fn is_owed(&self, queue: usize, sendable: &[WideWord]) -> bool {
        let must_wait = self.queues[queue].bypassed == self.bypasses;
        (must_wait || self.insists(queue / self.lanes)) && self.is_open(queue, sendable)
    }

    /// Output ports whose offers stand, void or not.
    fn stood(&self) -> u64 {
        let offers = self.offers.iter().enumerate();
        offers.fold(0, |stood, (output, offer)| stood | u64::from(offer.is_some()) << output)
    }

    /// Output ports whose offers stand and are not void, and the input ports to which they stand.
    fn standing(&self) -> (u64, u64) {
        let closed = self.closed[0] | self.closed[1];
        let offers = self.offers.iter().enumerate();
        offers.fold((0, 0), |(outputs, inputs), (output, offer)| match offer {
            Some(offer) if !is_set(closed, offer.input) => {
                (outputs | 1 << output, inputs | 1 << offer.input)
            }
            _ => (outputs, inputs),
        })
    }

    /// Index of the oldest packet in sight whose input port is free, and which has credits.
    fn place(&self, queue: usize, free: u64, sendable: &[WideWord]) -> Option<usize> {
        let seen = if self.is_owed(queue, sendable) { 1 } else { self.window };
        let can = |input: usize| is_set(free, input) && is_sendable(sendable, input, queue);
        self.queues[queue].list.iter().take(seen).position(|input| can(*input))
    }

    /// Offer that an output port can make in the next cycle, if one of its packets can be sent. Its
    /// lane is chosen here: only a grant changes the order of lanes, and no offer follows on one.
    fn look(&self, output: usize, free: u64, sendable: &[WideWord]) -> Option<Offer> {
        let queues = self.queues_of(output);
        let owes = queues.clone().any(|queue| self.is_owed(queue, sendable));
        let place = |queue: usize| {
            let is_open = self.is_open(queue, sendable);
            is_open.then(|| self.place(queue, free, sendable)).flatten()
        };
        let is_due = |lane: usize| match owes {
            true => self.is_owed(queues.start + lane, sendable),
            false => place(queues.start + lane).is_some(),
        };
        let lane = next_after(self.last_lane[output], self.lanes, is_due)?;
        let queue = queues.start + lane;
        let place = place(queue)?;
        Some(Offer { input: self.queues[queue].list[place], queue, place })
    }

    /// The offer that an input port accepts, with its output port: one of those that insist, if
    /// there are any.
    fn accepted(&self, input: usize, standing: u64) -> Option<(usize, Offer)> {
        let (mut choices, mut insisting) = (0u64, 0u64);
        for output in set_lanes(standing) {
            if self.offers[output].is_some_and(|offer| offer.input == input) {
                choices |= 1 << output;
                insisting |= u64::from(self.insists(output)) << output;
            }
        }
        if insisting != 0 {
            choices = insisting;
        }
        let (last, outputs) = (self.last_output[input], self.offers.len());
        let output = next_after(last, outputs, |output| is_set(choices, output))?;
        Some((output, self.offers[output]?))
    }

    /// Counts the offers of this cycle that were declined: those of output ports that are not
    /// granted.
    fn count_declines(&mut self, stood: u64) {
        for output in set_lanes(stood) {
            self.declines[output] = match is_set(self.granted[0], output) {
                true => 0,
                false => (self.declines[output] + 1).min(Fifo::DECLINES),
            };
        }
    }

    /// Counts the bypasses of the oldest packets of an output port, and removes the granted one.
    fn take(&mut self, output: usize, offer: Offer, sendable: &[WideWord]) {
        for queue in self.queues_of(output) {
            let is_open = self.is_open(queue, sendable);
            let bypassed = &mut self.queues[queue].bypassed;
            if queue == offer.queue && offer.place == 0 {
                *bypassed = 0;
            } else if is_open {
                *bypassed = (*bypassed + 1).min(self.bypasses);
            }
        }
        self.queues[offer.queue].list.remove(offer.place);
        if self.queues_of(output).all(|queue| self.queues[queue].is_empty()) {
            self.waiting &= !(1 << output);
        }
    }

    /// Grants packets, and makes the offers that stand in the next cycle.
    fn choose(&mut self, inputs: &FifoAllocatorInputs, outputs: &mut FifoAllocatorOutputs) {
        let sendable = &inputs.sendable;
        let rests = self.granted[0] | self.granted[1];
        self.granted = [0, self.granted[0]];
        let (standing, offered) = self.standing();
        let stood = self.stood();
        self.closed = [0, self.closed[0]];
        for input in set_lanes(offered) {
            let Some((output, offer)) = self.accepted(input, standing) else { continue };
            outputs.grant |= 1 << input;
            outputs.grant_queue[input] = offer.queue as u32;
            self.granted[0] |= 1 << output;
            self.closed[0] |= 1 << input;
            self.last_output[input] = output;
            self.last_lane[output] = offer.queue % self.lanes;
            self.take(output, offer, sendable);
        }
        // The grants have changed the queues only of output ports whose looks lapse.
        let lapse = standing | rests;
        for (output, (offer, look)) in self.offers.iter_mut().zip(&self.looks).enumerate() {
            *offer = look.filter(|_| !is_set(lapse, output));
        }
        self.looks.fill(None);
        for output in set_lanes(inputs.output_free & self.waiting) {
            self.looks[output] = self.look(output, inputs.input_free, sendable);
        }
        self.count_declines(stood);
    }

    /// Adds the batches of this cycle to the queues.
    fn arrive(&mut self, inputs: &FifoAllocatorInputs) {
        let queue_of = |input: usize| inputs.arrive_queue.get(input).copied().unwrap_or(0);
        let mut rest = inputs.arrive;
        while rest != 0 {
            let queue = queue_of(rest.trailing_zeros() as usize);
            let same = set_lanes(rest).filter(|input| queue_of(*input) == queue);
            let batch = same.fold(0u64, |batch, input| batch | 1 << input);
            self.queues[queue as usize].batches.push_back(batch);
            self.waiting |= 1 << (queue as usize / self.lanes);
            rest &= !batch;
        }
    }

    /// One packet of each queue enters its list.
    fn enter(&mut self) {
        for output in set_lanes(self.waiting) {
            for queue in self.queues_of(output) {
                self.queues[queue].enter();
            }
        }
    }
}

impl Golden for FifoAllocator {
    type Inputs = FifoAllocatorInputs;
    type Outputs = FifoAllocatorOutputs;

    #[inline]
    fn step(&mut self, inputs: &FifoAllocatorInputs, outputs: &mut FifoAllocatorOutputs) {
        outputs.grant = 0;
        outputs.grant_queue.clear();
        outputs.grant_queue.extend(std::iter::repeat_n(0, self.last_output.len()));
        // While no packet waits, no offer stands, and none is made.
        match self.waiting {
            0 => {
                self.granted = [0, self.granted[0]];
                self.closed = [0, self.closed[0]];
            }
            _ => self.choose(inputs, outputs),
        }
        self.arrive(inputs);
        self.enter();
    }

    fn reset(&mut self) {
        for queue in &mut self.queues {
            queue.list.clear();
            queue.batches.clear();
            queue.bypassed = 0;
        }
        (self.waiting, self.granted, self.closed) = (0, [0; 2], [0; 2]);
        self.declines.fill(0);
        self.looks.fill(None);
        self.offers.fill(None);
        let (outputs, lanes) = (self.offers.len(), self.lanes);
        self.last_output.fill(outputs - 1);
        self.last_lane.fill(lanes - 1);
    }
}
