//! What the host, the limiter, the reflector and the link may do to the way to the link.

mod limiter;
mod phase;
#[cfg(test)]
mod tests;

use tailback_model::nic::transmit::{Transmit, TransmitInputs, TransmitOutputs};
use tailback_spec::nic::Nic;
use tailback_spec::switch::port::Port;
use tailback_spec::wire::bth::OPCODE_CNP;

use self::limiter::Limiter;
use self::phase::{Length, Phase};
use super::variant;
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, one_of, Random};
use crate::switch::packets::{bytes_of, keep, noise, Damage, Kind, Next, Packet};

/// Its name on the command line.
const BLOCK: &str = "nic-transmit";

/// Golden model and stimulus of the way to the link.
pub fn bench(nic: &Nic) -> Box<dyn Bench> {
    let nic = *nic;
    Box::new(BlockBench::new(
        BLOCK,
        variant(&nic),
        move || Transmit::new(&nic),
        move |seed| TransmitStimulus::new(&nic, seed),
    ))
}

/// Constrained-random packets, grants, answers and links.
pub struct TransmitStimulus {
    random: Random,
    phase: Phase,
    nic: Nic,
    port: Port,
    limiter: Limiter,
    packet: Packet,
    /// Of that packet.
    flow: u64,
    nothing_counts: bool,
    /// A beat is offered, and has not been taken.
    offered: bool,
    /// An answer is offered, and has not been taken.
    answered: bool,
}

impl TransmitStimulus {
    /// What follows from `seed`.
    pub fn new(nic: &Nic, seed: u64) -> Self {
        let mut random = Random::new(seed);
        TransmitStimulus {
            phase: Phase::any(&mut random),
            random,
            nic: *nic,
            port: nic.port(),
            limiter: Limiter::default(),
            packet: Packet::default(),
            flow: 0,
            nothing_counts: false,
            offered: false,
            answered: false,
        }
    }

    /// Any flow, or rarely a number that is none.
    fn any_flow(&mut self) -> u64 {
        let (flows, numbers) = (self.nic.flows() as u64, 1 << self.nic.flow_bits());
        match flows < numbers && self.random.below(16) == 0 {
            true => flows + self.random.below(numbers - flows),
            false => self.random.below(flows),
        }
    }

    /// A legal PktLen, or now and then another one.
    fn words(&mut self, next: Next, lane: usize) -> usize {
        const MOST: u64 = (1 << 11) - 1;
        let (least, most) = (next.least_words(), self.port.longest_words(lane));
        if happens(&mut self.random, self.phase.ill) {
            let beyond = (most as u64 + 1 + self.random.below(3)).min(MOST);
            let below = self.random.below(least as u64);
            let any = self.random.below(MOST + 1);
            return one_of(&mut self.random, &[beyond, below, least as u64 - 1, any]) as usize;
        }
        let words = match self.phase.length {
            Length::Shortest => least,
            Length::Short => least + self.random.below(40) as usize,
            Length::Any => self.random.below(most as u64 + 1) as usize,
            Length::Longest => most - self.random.below(2) as usize,
        };
        words.clamp(least, most.max(least))
    }

    /// Another packet of the host.
    fn begin(&mut self) {
        let random = &mut self.random;
        let ill = happens(random, self.phase.ill);
        let lane = random.below(self.port.lanes() as u64) as usize;
        let data = self.port.virtual_lanes();
        let virtual_lane = if lane < data { lane } else { Port::MANAGEMENT_VL };
        let other = random.below(16) as usize;
        let virtual_lane = if ill && other < 4 { data + other } else { virtual_lane };
        let version = if ill && other == 5 { 1 << random.below(4) } else { 0 };
        let next = one_of(random, &Next::ALL);
        let words = self.words(next, lane);
        let damage = match happens(&mut self.random, self.phase.ill) {
            true => self.damage(bytes_of(words)),
            false => Damage::None,
        };
        self.nothing_counts = damage != Damage::None && self.random.below(8) == 0;
        let kind = Kind {
            virtual_lane: virtual_lane as u8,
            version,
            destination: self.random.bits() as u16,
            words,
            next,
            fecn: false,
            damage,
        };
        self.packet.fill(&kind, &mut self.random);
        self.flow = self.any_flow();
    }

    /// Another number of bytes than the header says.
    fn damage(&mut self, whole: usize) -> Damage {
        let width = self.port.width_bytes();
        let near = 1 + self.random.below(2 * width as u64) as usize;
        let any = 1 + self.random.below(whole as u64) as usize;
        let choices = [any, whole.saturating_sub(near).max(1), whole + near, whole + 5 * width];
        // What is swallowed need not take long.
        Damage::Bytes(one_of(&mut self.random, &choices).min(64 * width + near))
    }

    /// What the host offers.
    fn offer(&mut self, inputs: &mut TransmitInputs) {
        if self.offered {
            return;
        }
        let width = self.port.width_bytes();
        let mask = keep(width);
        inputs.s_valid = happens(&mut self.random, self.phase.beat);
        let any = self.random.bits();
        inputs.s_more = any & 1 != 0;
        if !inputs.s_valid {
            inputs.s_data = noise(width, &mut self.random);
            inputs.s_keep = self.random.bits() & mask;
            inputs.s_last = any & 2 != 0;
            inputs.s_flow = self.any_flow();
            return;
        }
        if self.packet.is_over() {
            self.begin();
        }
        let Some(beat) = self.packet.next_beat(width) else { return };
        (inputs.s_data, inputs.s_last, inputs.s_flow) = (beat.data, beat.last, self.flow);
        inputs.s_keep = self.random.bits() & mask;
        if beat.last {
            let counted = if self.nothing_counts { 0 } else { beat.counted };
            let above = if any & 12 == 0 { self.random.bits() } else { 0 };
            inputs.s_keep = match counted < width {
                true => (keep(counted) | above << 1 << counted) & mask,
                false => mask,
            };
        }
    }

    /// An answer of the reflector.
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
        // Whoever offers something keeps it up, but for a reset.
        self.offered = step.inputs.s_valid && !last.s_ready && !step.reset;
        self.answered = step.inputs.answer_valid && !last.answer_ready && !step.reset;
        let declined = step.inputs.decline && !last.decline_ready && !step.reset;
        if step.reset && self.random.below(2) == 0 {
            self.packet.abandon();
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
        inputs.may_send = happens(&mut self.random, self.phase.credits);
        inputs.m_ready = happens(&mut self.random, self.phase.ready);
        step.reset = happens(&mut self.random, self.phase.reset);
    }
}
