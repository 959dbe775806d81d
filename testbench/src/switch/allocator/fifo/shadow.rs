//! Model of a legal environment of a FIFO allocator: the packets that wait, and the signals that
//! must not be withdrawn.

use std::collections::VecDeque;

use tailback_model::switch::allocator::fifo::{FifoAllocatorInputs, FifoAllocatorOutputs};
use tailback_spec::switch::allocator::fifo::Fifo;
use tailback_spec::BitLanes;

use crate::switch::port::each;

/// Ports that are free and packets that can be sent, and must stay so.
#[derive(Debug, Clone, Default)]
pub struct Held {
    /// Input ports: bit *i*.
    pub inputs: u64,
    /// Output ports: bit *j*.
    pub outputs: u64,
    /// Input ports and queues of the packets.
    pub packets: Vec<(usize, usize)>,
}

impl Held {
    /// Removes granted ports, and the packets of granted input and output ports.
    fn withdraw(&mut self, [inputs, outputs]: [u64; 2], lanes: usize) {
        self.inputs &= !inputs;
        self.outputs &= !outputs;
        self.packets.retain(|(input, queue)| {
            inputs >> input & 1 == 0 && outputs >> (queue / lanes) & 1 == 0
        });
    }

    /// Adds what `other` holds.
    fn join(&mut self, other: &Held) {
        self.inputs |= other.inputs;
        self.outputs |= other.outputs;
        self.packets.extend_from_slice(&other.packets);
    }
}

/// Waiting packets, and inputs of the last cycle.
#[derive(Debug)]
pub struct Shadow {
    lanes: usize,
    /// Packets that a queue may have.
    packets: usize,
    window: usize,
    /// For each queue, the input ports of its packets, the oldest first.
    waiting: Vec<VecDeque<usize>>,
    /// For each queue, its packets that can be chosen, which are the oldest ones.
    listed: Vec<usize>,
    /// For each queue, its number of packets, including those that arrive in this cycle.
    counts: Vec<usize>,
    /// Queues with a packet.
    occupied: BitLanes,
    /// Input ports and output ports granted in the previous cycle.
    granted: [u64; 2],
    /// What must stay because of looks of the cycle before the previous one.
    looked: Held,
    /// Inputs of the previous cycle.
    before: FifoAllocatorInputs,
    was_reset: bool,
}

impl Shadow {
    /// The environment after reset.
    pub fn new(fifo: &Fifo) -> Self {
        Shadow {
            lanes: fifo.lanes(),
            packets: fifo.packets(),
            window: fifo.window(),
            waiting: vec![VecDeque::new(); fifo.queues()],
            listed: vec![0; fifo.queues()],
            counts: vec![0; fifo.queues()],
            occupied: BitLanes::default(),
            granted: [0; 2],
            looked: Held::default(),
            before: FifoAllocatorInputs::default(),
            was_reset: false,
        }
    }

    /// Applies the previous cycle, whose outputs are `last`; returns what must stay because of the
    /// looks of the previous two cycles. May include a little more, because an output port serves
    /// one of its virtual lanes at a time, and may wait for a packet.
    pub fn held(&mut self, last: &FifoAllocatorOutputs) -> Held {
        if self.was_reset {
            self.clear();
            return Held::default();
        }
        let output = |input: usize| last.grant_queue[input] as usize / self.lanes;
        let outputs = each(last.grant).fold(0, |outputs, input| outputs | 1 << output(input));
        self.granted = [last.grant, outputs];
        let found = self.found();
        let mut held = std::mem::replace(&mut self.looked, found.clone());
        held.withdraw(self.granted, self.lanes);
        held.join(&found);
        for input in each(last.grant) {
            self.leave(input, last.grant_queue[input] as usize);
        }
        self.arrive();
        held
    }

    /// Input ports and output ports granted in the previous cycle, which must not be free.
    pub fn granted(&self) -> [u64; 2] {
        self.granted
    }

    /// Ports of packets that looks of the previous cycle may have found, and that can
    /// still be granted.
    fn found(&self) -> Held {
        let mut held = Held::default();
        let [inputs, outputs] = self.granted;
        let idle = self.before.output_free & !outputs;
        for queue in self.occupied.set_lanes() {
            let output = queue / self.lanes;
            let packets = &self.waiting[queue];
            let is_open = packets.front().is_some_and(|input| self.is_sendable(*input, queue));
            if idle >> output & 1 == 0 || !is_open {
                continue;
            }
            let seen = self.listed[queue].min(self.window);
            let mut packets = packets.iter().take(seen);
            let can_go = |input: &&usize| {
                self.before.input_free >> **input & 1 != 0 && self.is_sendable(**input, queue)
            };
            // The look does not see the grants of its own cycle.
            let input = packets.find(can_go).filter(|input| inputs >> **input & 1 == 0);
            let Some(input) = input else { continue };
            held.inputs |= 1 << *input;
            held.outputs |= 1 << output;
            held.packets.push((*input, queue));
        }
        held
    }

    /// Whether the first packet of an input port and queue could be sent in the previous cycle.
    fn is_sendable(&self, input: usize, queue: usize) -> bool {
        self.before.sendable[input][queue / 64] >> (queue % 64) & 1 != 0
    }

    /// The oldest packet of this input port leaves the queue.
    fn leave(&mut self, input: usize, queue: usize) {
        let packets = &mut self.waiting[queue];
        let Some(place) = packets.iter().position(|from| *from == input) else { return };
        packets.remove(place);
        self.listed[queue] -= 1;
        self.counts[queue] -= 1;
        if packets.is_empty() {
            self.occupied.clear(queue);
        }
    }

    /// The packets of the previous cycle arrive, and one packet of each queue can be chosen from
    /// now on.
    fn arrive(&mut self) {
        for input in each(self.before.arrive) {
            let queue = self.before.arrive_queue[input] as usize;
            self.waiting[queue].push_back(input);
            self.occupied.set(queue);
        }
        for queue in self.occupied.set_lanes() {
            self.listed[queue] = self.waiting[queue].len().min(self.listed[queue] + 1);
        }
    }

    /// Whether one more packet of the queue may arrive in this cycle; counts it.
    pub fn admits(&mut self, queue: usize) -> bool {
        let admitted = self.counts[queue] < self.packets;
        self.counts[queue] += usize::from(admitted);
        admitted
    }

    /// Records the inputs of this cycle.
    pub fn drive(&mut self, inputs: &FifoAllocatorInputs, reset: bool) {
        self.before.clone_from(inputs);
        self.was_reset = reset;
    }

    /// Empties all queues.
    fn clear(&mut self) {
        self.waiting.iter_mut().for_each(VecDeque::clear);
        self.listed.fill(0);
        self.counts.fill(0);
        self.occupied = BitLanes::default();
        self.granted = [0; 2];
        self.looked = Held::default();
    }
}
