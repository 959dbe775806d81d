//! Traffic for the receiver's side of link-level credits: a buffer that fills and drains, free
//! space around the maximum of an offer, and arbitrary events.

#[cfg(test)]
mod tests;

use tailback_model::link::credit_receiver::{
    CreditReceiver, CreditReceiverInputs, CreditReceiverOutputs,
};
use tailback_spec::link::credit_receiver::free_bits;
use tailback_spec::link::{Link, COUNTER_BITS, MOST_OFFERED};

use super::{any_vl, MODULUS};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{any_number, happens, one_of, Often, Random};

/// Name on the command line.
const BLOCK: &str = "credit-receiver";

/// Golden model and stimulus of the credits at a receiver.
pub fn bench(link: &Link) -> Box<dyn Bench> {
    let link = *link;
    let (lanes, blocks) = (link.virtual_lanes(), link.buffer_blocks());
    Box::new(BlockBench::new(
        BLOCK,
        format!("{lanes} VLs, buffers of {blocks} blocks"),
        move || CreditReceiver::new(&link),
        move |seed| CreditReceiverStimulus::new(&link, seed),
    ))
}

/// Kind of traffic in a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Blocks enter and leave the buffer at these rates; some are lost on the link.
    Buffer { come: Often, leave: Often },
    /// An update sets a counter to a value before a carry, and a block follows.
    Carries,
    /// Arbitrary events.
    Anything,
}

const SOME: Often = Often::each_cycle(4);
const MOST: Often = Often::each_cycle(14);

/// Constrained-random events at the receiver of a link.
pub struct CreditReceiverStimulus {
    random: Random,
    kind: Kind,
    reset: Often,
    cycles: u64,
    buffer_blocks: u32,
    free_bits: usize,
    /// For each VL: blocks transmitted by the sender, modulo 4096.
    fctbs: Vec<u32>,
    /// For each VL: blocks in the buffer.
    held: Vec<u32>,
}

impl CreditReceiverStimulus {
    /// Stimulus from `seed`.
    pub fn new(link: &Link, seed: u64) -> Self {
        let lanes = link.virtual_lanes();
        let mut stimulus = CreditReceiverStimulus {
            random: Random::new(seed),
            kind: Kind::Anything,
            reset: Often::NEVER,
            cycles: 0,
            buffer_blocks: link.buffer_blocks() as u32,
            free_bits: free_bits(link),
            fctbs: vec![0; lanes],
            held: vec![0; lanes],
        };
        stimulus.next_phase();
        stimulus
    }

    #[cold]
    fn next_phase(&mut self) {
        let random = &mut self.random;
        let full = (2 * u64::from(self.buffer_blocks)).min(512);
        let (kind, longest) = match random.below(8) {
            0 => (Kind::Anything, 64),
            1..=3 => (Kind::Carries, 256),
            4 => (Kind::Buffer { come: Often::ALWAYS, leave: Often::NEVER }, full),
            5 => (Kind::Buffer { come: SOME, leave: Often::ALWAYS }, 256),
            6 => (Kind::Buffer { come: MOST, leave: SOME }, 256),
            _ => (Kind::Buffer { come: MOST, leave: MOST }, 256),
        };
        self.kind = kind;
        self.cycles = 1 + random.below(longest);
        // Each phase may start with any fill of the buffers.
        for held in &mut self.held {
            let blocks = self.buffer_blocks;
            let any = random.below(u64::from(blocks) + 1) as u32;
            let offered = blocks - blocks.min(MOST_OFFERED);
            *held = one_of(random, &[*held, 0, blocks, any, offered, blocks.min(offered + 1)]);
        }
        let often = Often::ALWAYS.in_few_cycles(5);
        self.reset = one_of(random, &[Often::NEVER, Often::NEVER, Often::NEVER, often]);
    }

    /// Blocks that enter and leave the buffers.
    #[inline]
    fn buffer(&mut self, come: Often, leave: Often, inputs: &mut CreditReceiverInputs) {
        let lanes = self.held.len();
        for (free, held) in inputs.free.iter_mut().zip(&self.held) {
            *free = self.buffer_blocks - held;
        }
        // A flow-control packet and a block never share a beat.
        let vl = any_vl(&mut self.random, lanes);
        inputs.update = self.random.below(16) == 0;
        inputs.update_vl = vl;
        inputs.update_fctbs = match self.fctbs.get(vl as usize) {
            Some(fctbs) => u64::from(*fctbs),
            None => self.random.below(u64::from(MODULUS)),
        };
        inputs.received = !inputs.update && happens(&mut self.random, come);
        inputs.received_vl = vl;
        if let Some(held) = self.held.get_mut(vl as usize) {
            inputs.received &= *held < self.buffer_blocks;
            *held += u32::from(inputs.received);
            // Blocks lost on the link count in FCTBS of the sender.
            let lost = self.random.below(64) == 0;
            let sent =
                u32::from(inputs.received) + if lost { self.random.below(9) as u32 } else { 0 };
            self.fctbs[vl as usize] = (self.fctbs[vl as usize] + sent) % MODULUS;
        }
        let leaving = self.random.events(leave);
        for (vl, held) in self.held.iter_mut().enumerate() {
            // A block received in this cycle stays in the buffer for the cycle.
            let came = inputs.received && inputs.received_vl == vl as u64;
            *held -= u32::from(leaving >> vl & 1 != 0 && *held > u32::from(came));
        }
    }

    /// Sets the counter of a VL to a value before a carry, or counts a block.
    #[inline]
    fn carry(&mut self, inputs: &mut CreditReceiverInputs) {
        let lanes = self.held.len();
        inputs.received = inputs.update;
        inputs.update = !inputs.received;
        inputs.received_vl = match self.random.below(4) {
            0 => any_vl(&mut self.random, lanes),
            _ => inputs.update_vl,
        };
        if inputs.update {
            inputs.update_vl = self.random.below(lanes as u64);
        }
        let any = any_number(&mut self.random, COUNTER_BITS).into();
        let carry = (1 << self.random.below(COUNTER_BITS as u64 + 1)) - 1;
        inputs.update_fctbs = one_of(&mut self.random, &[any, carry]);
        self.any_room(inputs);
    }

    #[inline]
    fn anything(&mut self, inputs: &mut CreditReceiverInputs) {
        let lanes = self.held.len();
        inputs.update = self.random.below(2) == 0;
        inputs.update_vl = any_vl(&mut self.random, lanes);
        inputs.update_fctbs = any_number(&mut self.random, COUNTER_BITS).into();
        inputs.received = self.random.below(2) == 0;
        inputs.received_vl = match self.random.below(2) {
            0 => inputs.update_vl,
            _ => any_vl(&mut self.random, lanes),
        };
        self.any_room(inputs);
    }

    /// Free space around the maximum of an offer, or anywhere else.
    #[inline]
    fn any_room(&mut self, inputs: &mut CreditReceiverInputs) {
        let highest = u32::MAX >> (u32::BITS as usize - self.free_bits);
        let vl = self.random.below(inputs.free.len() as u64) as usize;
        let any = any_number(&mut self.random, self.free_bits);
        let most = MOST_OFFERED;
        let free = one_of(&mut self.random, &[0, most - 1, most, most + 1, any, any, any]);
        inputs.free[vl] = free.min(highest);
    }
}

impl Stimulus<CreditReceiverInputs, CreditReceiverOutputs> for CreditReceiverStimulus {
    #[inline]
    fn drive(&mut self, _: &CreditReceiverOutputs, step: &mut Step<CreditReceiverInputs>) {
        if self.cycles == 0 {
            self.next_phase();
        }
        self.cycles -= 1;
        let inputs = &mut step.inputs;
        inputs.free.extend((inputs.free.len()..self.held.len()).map(|_| 0));
        match self.kind {
            Kind::Buffer { come, leave } => self.buffer(come, leave, inputs),
            Kind::Carries => self.carry(inputs),
            Kind::Anything => self.anything(inputs),
        }
        step.reset = happens(&mut self.random, self.reset);
        if step.reset {
            self.fctbs.fill(0);
        }
    }
}
