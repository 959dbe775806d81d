//! Stimulus of the transmit path: host, limiter, reflector and link.

mod limiter;
mod phase;
#[cfg(test)]
mod tests;

use tailback_model::nic::transmit::{Transmit, TransmitInputs, TransmitOutputs};
use tailback_spec::nic::Nic;
use tailback_spec::wire::bth::OPCODE_CNP;

use self::limiter::Limiter;
use self::phase::Phase;
use super::{host_packets::HostPackets, variant};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::packets::{keep, noise};
use crate::random::{happens, Random};

/// Name on the command line.
const BLOCK: &str = "nic-transmit";

/// Golden model and stimulus of the transmit path.
pub fn bench(nic: &Nic) -> Box<dyn Bench> {
    let nic = *nic;
    Box::new(BlockBench::new(
        BLOCK,
        variant(&nic),
        move || Transmit::new(&nic),
        move |seed| TransmitStimulus::new(&nic, seed),
    ))
}

/// Constrained-random packets, grants, replies and link readiness.
pub struct TransmitStimulus {
    random: Random,
    phase: Phase,
    nic: Nic,
    width: usize,
    limiter: Limiter,
    packets: HostPackets,
    /// Flow of the packet being offered.
    flow: u64,
    /// A beat is offered, and has not been accepted.
    offered: bool,
    /// A reply is offered, and has not been accepted.
    answered: bool,
}

impl TransmitStimulus {
    /// Stimulus from `seed`.
    pub fn new(nic: &Nic, seed: u64) -> Self {
        let mut random = Random::new(seed);
        TransmitStimulus {
            phase: Phase::any(&mut random),
            random,
            nic: *nic,
            width: nic.port().width_bytes(),
            limiter: Limiter::default(),
            packets: HostPackets::new(nic.port()),
            flow: 0,
            offered: false,
            answered: false,
        }
    }

    /// Any flow, or rarely a number without a flow.
    fn any_flow(&mut self) -> u64 {
        let (flows, numbers) = (self.nic.flows() as u64, 1 << self.nic.flow_bits());
        match flows < numbers && self.random.below(16) == 0 {
            true => flows + self.random.below(numbers - flows),
            false => self.random.below(flows),
        }
    }

    /// Drives the host's stream.
    fn offer(&mut self, inputs: &mut TransmitInputs) {
        if self.offered {
            return;
        }
        let width = self.width;
        inputs.s_valid = happens(&mut self.random, self.phase.beat);
        inputs.s_more = self.random.bits() & 1 != 0;
        if inputs.s_valid && self.packets.is_over() {
            self.packets.begin(self.phase.mix, None, &mut self.random);
            self.flow = self.any_flow();
        }
        let beat = match inputs.s_valid {
            true => self.packets.next_beat(&mut self.random),
            false => None,
        };
        match beat {
            Some(beat) => {
                (inputs.s_data, inputs.s_keep, inputs.s_last) = (beat.data, beat.keep, beat.last);
                inputs.s_flow = self.flow;
            }
            None => {
                inputs.s_data = noise(width, &mut self.random);
                inputs.s_keep = self.random.bits() & keep(width);
                inputs.s_last = self.random.bits() & 1 != 0;
                inputs.s_flow = self.any_flow();
            }
        }
    }

    /// Drives a reply of the reflector.
    fn answer(&mut self, inputs: &mut TransmitInputs) {
        if self.answered {
            return;
        }
        let any = self.random.bits();
        let more = self.random.bits();
        let low = |bits: u32, from: u64| from & (u64::MAX >> (u64::BITS - bits));
        inputs.answer_valid = happens(&mut self.random, self.phase.answer);
        inputs.answer_opcode = match self.random.below(8) {
            0 => low(8, any),
            1 => u64::from(OPCODE_CNP) ^ 1 << low(3, any),
            2..5 => OPCODE_CNP.into(),
            _ => 0x11,
        };
        (inputs.answer_sl, inputs.answer_vl) = (low(4, any >> 8), low(4, any >> 12));
        (inputs.answer_dlid, inputs.answer_slid) = (low(16, any >> 16), low(16, any >> 32));
        (inputs.answer_p_key, inputs.answer_dest_qp) = (low(16, any >> 48), low(24, more));
        (inputs.answer_psn, inputs.answer_becn) = (low(24, more >> 24), more >> 63 != 0);
        inputs.answer_syndrome = low(8, more >> 48);
        inputs.answer_msn = low(24, self.random.bits());
    }
}

impl Stimulus<TransmitInputs, TransmitOutputs> for TransmitStimulus {
    fn drive(&mut self, last: &TransmitOutputs, step: &mut Step<TransmitInputs>) {
        self.limiter.follow(last, step);
        // An offer stays until accepted or reset.
        self.offered = step.inputs.s_valid && !last.s_ready && !step.reset;
        self.answered = step.inputs.answer_valid && !last.answer_ready && !step.reset;
        let declined = step.inputs.decline && !last.decline_ready && !step.reset;
        if step.reset && self.random.below(2) == 0 {
            self.packets.abandon();
        }
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random);
        }
        self.phase.cycles -= 1;
        let inputs = &mut step.inputs;
        self.offer(inputs);
        self.answer(inputs);
        if !declined {
            inputs.decline = happens(&mut self.random, self.phase.decline);
            inputs.decline_flow = self.any_flow();
        }
        self.limiter.drive(self.phase.grants, &mut self.random, inputs);
        inputs.host_may_send = happens(&mut self.random, self.phase.credits);
        inputs.answer_may_send = happens(&mut self.random, self.phase.credits);
        inputs.m_ready = happens(&mut self.random, self.phase.ready);
        step.reset = happens(&mut self.random, self.phase.reset);
    }
}
