//! Packets from the receive path: those of a neighbour that keeps to its credits, or does not.

mod neighbour;
mod phase;
#[cfg(test)]
mod tests;

use tailback_model::nic::receive_buffer::{
    ReceiveBuffer, ReceiveBufferInputs, ReceiveBufferOutputs,
};
use tailback_spec::nic::receive_buffer as spec;

use self::neighbour::Neighbour;
use self::phase::Phase;
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, Random};

/// Name on the command line.
const BLOCK: &str = "nic-receive-buffer";

/// Golden model and stimulus of the receive buffer.
pub fn bench(buffer: &spec::ReceiveBuffer) -> Box<dyn Bench> {
    let buffer = *buffer;
    let port = buffer.port();
    let variant = format!(
        "{} packets of {} blocks for each of {} VLs, {} bytes wide",
        buffer.packets(),
        port.buffer().packet_blocks(),
        port.virtual_lanes(),
        port.width_bytes(),
    );
    Box::new(BlockBench::new(
        BLOCK,
        variant,
        move || ReceiveBuffer::new(&buffer),
        move |seed| ReceiveBufferStimulus::new(&buffer, Law::Broken, seed),
    ))
}

/// Whether the neighbour keeps to its credits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Law {
    /// It always does.
    Kept,
    /// At times, it does not; there are resets, too.
    Broken,
}

/// Constrained-random surroundings of a receive buffer: a receive path with a neighbour, and a host.
pub struct ReceiveBufferStimulus {
    random: Random,
    law: Law,
    phase: Phase,
    neighbour: Neighbour,
}

impl ReceiveBufferStimulus {
    /// Stimulus from `seed`.
    pub fn new(buffer: &spec::ReceiveBuffer, law: Law, seed: u64) -> Self {
        let mut random = Random::new(seed);
        ReceiveBufferStimulus {
            phase: Phase::any(law, &mut random),
            random,
            law,
            neighbour: Neighbour::new(buffer),
        }
    }
}

impl Stimulus<ReceiveBufferInputs, ReceiveBufferOutputs> for ReceiveBufferStimulus {
    fn drive(&mut self, last: &ReceiveBufferOutputs, step: &mut Step<ReceiveBufferInputs>) {
        match step.reset {
            true => self.neighbour.reset(&mut self.random),
            false => self.neighbour.learn(last),
        }
        if self.phase.cycles == 0 {
            self.phase = Phase::any(self.law, &mut self.random);
        }
        self.phase.cycles -= 1;
        let inputs = &mut step.inputs;
        let came = self.neighbour.cycle(&self.phase, &mut self.random);
        inputs.s_valid = came.m_host_valid;
        inputs.s_data.clone_from(&came.m_host_data);
        (inputs.s_keep, inputs.s_last) = (came.m_host_keep, came.m_host_last);
        inputs.s_bad = came.m_host_bad;
        (inputs.received, inputs.received_vl) = (came.received, came.received_vl);
        inputs.m_ready = happens(&mut self.random, self.phase.take);
        step.reset = happens(&mut self.random, self.phase.reset);
    }
}
