//! Packets for the reflector: of all kinds, for queue pairs that are known or nearly so; a link
//! that is ready or not; transmitted packets, and ACKs and releases that match them, or nearly so.

#[cfg(test)]
mod tests;

use tailback_model::nic::reflector::{Reflector, ReflectorInputs, ReflectorOutputs};
use tailback_spec::nic::reflector::{
    LID_BITS, MANAGEMENT_VL, OPCODE_BITS, PSN_BITS, P_KEY_BITS, QP_BITS, RC_ACK, SL_BITS,
};
use tailback_spec::nic::Nic;
use tailback_spec::wire::bth::OPCODE_CNP;
use tailback_spec::wire::lid::FIRST_MULTICAST_LID;

use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{any_number, happens, one_of, Often, Random};

/// Name on the command line.
const BLOCK: &str = "reflector";
/// Flows in use at a time.
const IN_USE: usize = 4;
/// Number of possible queue pairs.
const QPS: u64 = 1 << QP_BITS;
/// Number of PSNs.
const PSNS: u64 = 1 << PSN_BITS;

/// Golden model and stimulus of a reflector.
pub fn bench(nic: &Nic) -> Box<dyn Bench> {
    let nic = *nic;
    Box::new(BlockBench::new(
        BLOCK,
        format!("{} flows", nic.flows()),
        move || Reflector::new(&nic),
        move |seed| ReflectorStimulus::new(&nic, seed),
    ))
}

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
struct Phase {
    packet: Often,
    answer_ready: Often,
    write: Often,
    /// Rate of FECN, BECN and AckReq.
    flag: Often,
    /// Rates at which packets are transmitted, and released.
    sent: Often,
    release: Often,
    /// Rate at which a packet is an ACK.
    ack: Often,
    cycles: u64,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(8).in_few_cycles(4);
const SOME: Often = Often::each_cycle(4);
const MOST: Often = Often::each_cycle(13);
const ALL: Often = Often::ALWAYS;

impl Phase {
    fn any(random: &mut Random) -> Self {
        Phase {
            packet: one_of(random, &[RARE, SOME, MOST, ALL]),
            answer_ready: one_of(random, &[NEVER, RARE, SOME, MOST, ALL]),
            write: one_of(random, &[NEVER, RARE, SOME, MOST]),
            flag: one_of(random, &[RARE, SOME, MOST, ALL]),
            sent: one_of(random, &[NEVER, RARE, SOME, MOST, ALL]),
            release: one_of(random, &[NEVER, NEVER, RARE, MOST, ALL]),
            ack: one_of(random, &[NEVER, RARE, SOME, MOST, ALL]),
            cycles: 1 + random.below(200),
        }
    }
}

/// Constrained-random packets.
pub struct ReflectorStimulus {
    random: Random,
    phase: Phase,
    flows: u64,
    flow_bits: usize,
    in_use: [u64; IN_USE],
    /// Largest number of packets of a flow in flight.
    window: u64,
    /// PSN that each flow has transmitted last, and number of its packets in flight.
    sent: Vec<(u64, u64)>,
}

impl ReflectorStimulus {
    /// Stimulus from `seed`.
    pub fn new(nic: &Nic, seed: u64) -> Self {
        let mut random = Random::new(seed);
        ReflectorStimulus {
            phase: Phase::any(&mut random),
            random,
            flows: nic.flows() as u64,
            flow_bits: nic.flow_bits(),
            in_use: [0; IN_USE],
            window: nic.window().into(),
            sent: vec![(0, 0); nic.flows()],
        }
    }

    /// Starts another phase; returns whether a reset precedes it.
    #[cold]
    fn next_phase(&mut self, inputs: &mut ReflectorInputs) -> bool {
        self.phase = Phase::any(&mut self.random);
        let random = &mut self.random;
        if random.below(4) == 0 {
            let last = self.flows - 1;
            self.in_use = std::array::from_fn(|_| {
                let any = random.below(last + 1);
                one_of(random, &[0, last, any, any])
            });
            // Includes the wrap-around of queue pair numbers.
            let near = QPS - 1 - random.below(self.flows);
            let any = any_number(random, QP_BITS).into();
            inputs.qp_base = one_of(random, &[0, near, any]);
        }
        random.below(self.flows.max(32)) == 0
    }

    fn packet(&mut self, inputs: &mut ReflectorInputs) {
        let random = &mut self.random;
        let any = random.bits();
        inputs.opcode = match any % 8 {
            0 => any_number(random, OPCODE_BITS).into(),
            1 => RC_ACK.into(),
            2 => OPCODE_CNP.into(),
            // OpCodes of reliable connections, including responses.
            3..=5 => random.below(0x20),
            // One OpCode of each transport.
            _ => random.below(8) << 5 | 4,
        };
        [inputs.fecn, inputs.becn_in, inputs.ack_req] =
            [0; 3].map(|_| happens(random, self.phase.flag));
        let lid: u64 = any_number(random, LID_BITS).into();
        let first = u64::from(FIRST_MULTICAST_LID);
        inputs.dlid = one_of(random, &[lid % first, lid % first, lid, first - 1, first]);
        inputs.slid = any_number(random, LID_BITS).into();
        inputs.sl = any_number(random, SL_BITS).into();
        inputs.vl = match random.below(16) {
            0 => MANAGEMENT_VL.into(),
            1 => MANAGEMENT_VL as u64 - 1,
            _ => random.below(8),
        };
        inputs.p_key = any_number(random, P_KEY_BITS).into();
        let used = one_of(random, &self.in_use);
        inputs.psn = self.psn(used);
        let random = &mut self.random;
        let any = any_number(random, QP_BITS).into();
        // Queue pairs just before the first and just after the last are unknown.
        let flow = match random.below(16) {
            0 => any,
            1 => QPS - 1,
            2 => self.flows,
            _ => used,
        };
        inputs.dest_qp = (inputs.qp_base + flow) % QPS;
    }
}

impl ReflectorStimulus {
    /// A PSN around the one that a flow has transmitted last, or any. Packets that request replies
    /// use such PSNs, too.
    fn psn(&mut self, flow: u64) -> u64 {
        let random = &mut self.random;
        let (last, out) = self.sent[flow as usize];
        let any = any_number(random, PSN_BITS).into();
        let before = last + PSNS - random.below(out + 2);
        let ahead = last + random.below(20);
        one_of(random, &[last, before, before, ahead, any]) % PSNS
    }

    /// A transmitted packet, and a release.
    fn source(&mut self, is_first: bool, is_ready: bool, inputs: &mut ReflectorInputs) {
        let random = &mut self.random;
        let flow = one_of(random, &self.in_use);
        let (last, out) = &mut self.sent[flow as usize];
        // The limiter permits no more packets than the window.
        let counts = is_ready && *out < self.window;
        // In the first cycle after reset, no packet counts.
        inputs.sent = happens(random, self.phase.sent) && (counts || is_first);
        inputs.sent_flow = flow;
        inputs.sent_numbered = random.below(8) > 0;
        let any: u64 = any_number(random, PSN_BITS).into();
        let again = *last + PSNS - random.below(4);
        inputs.sent_psn = one_of(random, &[*last + 1, *last + 1, *last + 1, again, any]) % PSNS;
        if inputs.sent && counts {
            *out += 1;
            *last = if inputs.sent_numbered { inputs.sent_psn } else { *last };
        }
        let used = one_of(random, &self.in_use);
        let any = any_number(random, self.flow_bits).into();
        inputs.release_valid = happens(random, self.phase.release);
        inputs.release_flow = one_of(random, &[used, used, used, any]);
    }

    /// Observes an ACK, whose packets are no longer in flight.
    fn see(&mut self, last: &ReflectorOutputs) {
        if last.ack {
            self.sent[last.ack_flow as usize].1 -= last.ack_count;
        }
    }
}

impl Stimulus<ReflectorInputs, ReflectorOutputs> for ReflectorStimulus {
    fn drive(&mut self, last: &ReflectorOutputs, step: &mut Step<ReflectorInputs>) {
        let (is_first, is_ready) = (step.reset, last.ready && !step.reset);
        match step.reset {
            true => self.sent.fill((0, 0)),
            false => self.see(last),
        }
        let inputs = &mut step.inputs;
        step.reset = false;
        if self.phase.cycles == 0 {
            step.reset = self.next_phase(inputs);
        }
        self.phase.cycles -= 1;
        inputs.packet = happens(&mut self.random, self.phase.packet);
        if self.random.below(4) > 0 {
            self.packet(inputs);
        }
        if happens(&mut self.random, self.phase.ack) {
            inputs.opcode = RC_ACK.into();
        }
        self.source(is_first, is_ready, inputs);
        inputs.answer_ready = happens(&mut self.random, self.phase.answer_ready);
        let random = &mut self.random;
        inputs.write = happens(random, self.phase.write);
        let asked = (inputs.dest_qp + QPS - inputs.qp_base) % QPS;
        let asked = asked & ((1 << self.flow_bits) - 1);
        let used = one_of(random, &self.in_use);
        let any = any_number(random, self.flow_bits).into();
        inputs.write_flow = one_of(random, &[asked, used, used, any]);
        inputs.write_valid = random.below(4) > 0;
        inputs.write_qp = any_number(random, QP_BITS).into();
    }
}
