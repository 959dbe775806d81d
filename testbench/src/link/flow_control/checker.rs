//! Flow-control packets for the checker: good ones, ones with one or a few flipped bits, unknown
//! Ops and VLs, and random bits.

#[cfg(test)]
mod tests;

use tailback_model::link::flow_control::{
    FlowControlChecker, FlowControlCheckerInputs, FlowControlCheckerOutputs, Packet,
};
use tailback_spec::link::flow_control::PACKET_BITS;
use tailback_spec::link::{Link, COUNTER_BITS};

use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{any_number, one_of, Random};

/// Name on the command line.
const BLOCK: &str = "flow-control-checker";

/// Golden model and stimulus of a checker.
pub fn bench(link: &Link) -> Box<dyn Bench> {
    let link = *link;
    Box::new(BlockBench::new(
        BLOCK,
        format!("{} VLs", link.virtual_lanes()),
        move || FlowControlChecker::new(&link),
        move |seed| FlowControlCheckerStimulus::new(&link, seed),
    ))
}

/// Constrained-random flow-control packets.
pub struct FlowControlCheckerStimulus {
    random: Random,
    lanes: usize,
}

impl FlowControlCheckerStimulus {
    /// Stimulus from `seed`.
    pub fn new(link: &Link, seed: u64) -> Self {
        FlowControlCheckerStimulus { random: Random::new(seed), lanes: link.virtual_lanes() }
    }

    /// Mask of the bits of a packet to flip.
    #[inline]
    fn wrong(&mut self) -> u64 {
        let bits = PACKET_BITS as u64;
        match self.random.below(8) {
            // A burst no longer than the LPCRC, at any position.
            0 => (self.random.bits() & 0xffff) << self.random.below(bits - 15),
            1 => 1 << self.random.below(bits) | 1 << self.random.below(bits),
            2 => 1 << self.random.below(bits),
            _ => 0,
        }
    }
}

impl Stimulus<FlowControlCheckerInputs, FlowControlCheckerOutputs> for FlowControlCheckerStimulus {
    #[inline]
    fn drive(&mut self, _: &FlowControlCheckerOutputs, step: &mut Step<FlowControlCheckerInputs>) {
        let random = &mut self.random;
        let (any_op, any_vl) = (random.below(16) as u32, random.below(16) as u32);
        let configured = random.below(self.lanes as u64) as u32;
        let packet = Packet {
            op: one_of(random, &[0, 1, any_op, any_op]),
            fctbs: any_number(random, COUNTER_BITS),
            vl: one_of(random, &[any_vl, configured]),
            fccl: any_number(random, COUNTER_BITS),
        };
        let valid = random.below(8) != 0;
        let packet = match random.below(32) {
            0 => random.bits() >> (u64::BITS as usize - PACKET_BITS),
            _ => packet.encode() ^ self.wrong(),
        };
        step.inputs = FlowControlCheckerInputs { valid, packet };
        step.reset = false;
    }
}
