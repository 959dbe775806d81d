//! Traffic for the credits of an output port: packets that start only with credits, limits around
//! those that matter, and arbitrary events.

mod phase;
#[cfg(test)]
mod tests;

use tailback_model::switch::credits::{OutputCredits, OutputCreditsInputs, OutputCreditsOutputs};
use tailback_spec::link::{COUNTER_BITS, MOST_OFFERED};
use tailback_spec::switch::ingress::lane_bits;
use tailback_spec::switch::port::Port;

use self::phase::{Kind, Phase};
use super::port::variant;
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::link::{any_vl, MODULUS};
use crate::random::{any_number, happens, one_of, Random};

/// Name on the command line.
const BLOCK: &str = "output-credits";

/// Golden model and stimulus of the credits of an output port.
pub fn bench(port: &Port) -> Box<dyn Bench> {
    let port = *port;
    Box::new(BlockBench::new(
        BLOCK,
        variant(&port),
        move || OutputCredits::new(&port),
        move |seed| OutputCreditsStimulus::new(&port, seed),
    ))
}

/// A packet for the output port.
#[derive(Debug, Clone, Copy)]
struct Packet {
    lane: usize,
    blocks: u32,
}

/// Cycles after a reset or a change of phase in which no packet is chosen, because `available` is
/// not yet that of the counters.
const CALM: u32 = 4;

/// Constrained-random events at an output port.
pub struct OutputCreditsStimulus {
    random: Random,
    phase: Phase,
    /// Cycles left without a choice.
    calm: u32,
    /// VLs, of which the first `data` are data VLs.
    lanes: usize,
    data: usize,
    longest: u32,
    lane_bits: usize,
    block_bits: usize,
    /// The packet that is chosen, and the cycles before that of its start.
    chosen: Option<(Packet, u32)>,
    /// The packet that started in the previous cycle.
    started: Option<Packet>,
    /// A packet that was claimed, and is to be dropped.
    dropped: Option<Packet>,
    /// For each data VL: blocks claimed, modulo 4096.
    claimed: Vec<u32>,
    /// For each data VL: FCCL received last.
    limit: Vec<Option<u32>>,
}

impl OutputCreditsStimulus {
    /// Stimulus from `seed`.
    pub fn new(port: &Port, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let (data, longest) = (port.virtual_lanes(), port.buffer().packet_blocks() as u32);
        let phase = Phase::any(&mut random, data, longest);
        OutputCreditsStimulus {
            random,
            phase,
            calm: CALM,
            lanes: port.lanes(),
            data,
            longest,
            lane_bits: lane_bits(port),
            block_bits: port.block_bits(),
            chosen: None,
            started: None,
            dropped: None,
            claimed: vec![0; data],
            limit: vec![None; data],
        }
    }

    /// Whether no packet starts without credits in this phase.
    #[cfg(test)]
    fn obeys(&self) -> bool {
        matches!(self.phase.kind, Kind::Obey { .. }) && self.calm == 0
    }

    /// Blocks that may be claimed of a VL, by the limit received last; negative if too many have
    /// been claimed.
    fn rest(&self, vl: usize) -> Option<i32> {
        let ahead = (self.limit[vl]? + MODULUS - self.claimed[vl]) % MODULUS;
        Some(match ahead <= MOST_OFFERED {
            true => ahead as i32,
            false => ahead as i32 - MODULUS as i32,
        })
    }

    /// Sends a limit `rest` blocks ahead of those claimed.
    fn announce(&self, vl: usize, rest: i32, inputs: &mut OutputCreditsInputs) {
        (inputs.update, inputs.update_vl) = (true, vl as u64);
        let limit = (self.claimed[vl] as i32 + rest).rem_euclid(MODULUS as i32);
        inputs.update_fccl = limit as u64;
    }

    fn any_blocks(&mut self) -> u32 {
        1 + self.random.below(self.longest.into()) as u32
    }

    /// A receiver that offers at most `room` blocks, and packets that start only with credits.
    fn obey(&mut self, room: u32, last: &OutputCreditsOutputs, inputs: &mut OutputCreditsInputs) {
        let vl = self.random.below(self.data as u64) as usize;
        if self.rest(vl).is_none() || self.random.below(4) == 0 {
            // A limit never decreases. Blocks that will be waived are not offered.
            let waived = self.dropped.filter(|packet| packet.lane == vl);
            let offered = self.random.below(u64::from(room) + 1) as i32;
            let offered = offered - waived.map_or(0, |packet| packet.blocks as i32);
            self.announce(vl, offered.max(self.rest(vl).unwrap_or(0)), inputs);
        }
        if self.random.below(4) == 0 {
            if let Some(packet) = self.dropped.take() {
                waive(packet, inputs);
            }
        }
        if let Some(packet) = self.started.take() {
            claim(packet, inputs);
            if self.dropped.is_none() && self.random.below(4) == 0 {
                self.dropped = Some(packet);
            }
        } else if let Some((packet, left)) = self.chosen.take() {
            match left {
                0 => (inputs.begins, self.started) = (true, Some(packet)),
                _ => self.chosen = Some((packet, left - 1)),
            }
        } else if self.calm == 0 {
            self.chosen = self.look(last).map(|packet| (packet, 1));
        }
    }

    /// A packet that the credits of the previous cycle allow, if it is chosen.
    fn look(&mut self, last: &OutputCreditsOutputs) -> Option<Packet> {
        let lane = self.random.below(self.lanes as u64) as usize;
        let most = match lane < self.data {
            true => last.available.get(lane).copied().unwrap_or(0),
            false => self.longest,
        };
        let any = self.any_blocks();
        let blocks = one_of(&mut self.random, &[any, most, self.longest]);
        let is_chosen = blocks > 0 && blocks <= most && happens(&mut self.random, self.phase.look);
        is_chosen.then_some(Packet { lane, blocks })
    }

    /// Limits at which `available` changes, with and without a longest packet in reserve.
    fn edge(&mut self, inputs: &mut OutputCreditsInputs) {
        let (longest, most) = (self.longest as i32, MOST_OFFERED as i32);
        let near = self.random.below(3) as i32 - 1;
        let any = self.random.below(2 * u64::from(self.longest)) as i32;
        let step = 1 << self.random.below(COUNTER_BITS as u64);
        let edges = [0, longest, 2 * longest, most, any, step, -step];
        let rest = near + one_of(&mut self.random, &edges);
        let vl = self.random.below(self.data as u64) as usize;
        self.announce(vl, rest, inputs);
        inputs.update = self.random.below(4) != 0;
        let events = self.random.bits();
        inputs.begins = events & 3 == 0;
        inputs.claim = events >> 2 & 7 == 0;
        inputs.waive = events >> 5 & 7 == 0;
        let lanes = [0, 1].map(|_| self.random.below(self.lanes as u64));
        [inputs.claim_lane, inputs.waive_lane] = lanes;
        let blocks = [0, 1].map(|_| u64::from(self.any_blocks()));
        [inputs.claim_blocks, inputs.waive_blocks] = blocks;
    }

    /// Any values.
    fn anything(&mut self) -> OutputCreditsInputs {
        let random = &mut self.random;
        let events = random.bits();
        let [update, begins, claim, waive] = [0, 1, 2, 3].map(|event| events >> event & 1 != 0);
        OutputCreditsInputs {
            update,
            update_vl: any_vl(random, self.data),
            update_fccl: any_number(random, COUNTER_BITS).into(),
            begins,
            claim,
            claim_lane: any_number(random, self.lane_bits).into(),
            claim_blocks: any_number(random, self.block_bits).into(),
            waive,
            waive_lane: any_number(random, self.lane_bits).into(),
            waive_blocks: any_number(random, self.block_bits).into(),
        }
    }

    /// Updates the counters after a cycle.
    fn count(&mut self, step: &Step<OutputCreditsInputs>) {
        let inputs = &step.inputs;
        if let Some(claimed) = self.claimed.get_mut(inputs.claim_lane as usize) {
            *claimed += if inputs.claim { inputs.claim_blocks as u32 } else { 0 };
        }
        if let Some(claimed) = self.claimed.get_mut(inputs.waive_lane as usize) {
            *claimed += MODULUS - if inputs.waive { inputs.waive_blocks as u32 } else { 0 };
        }
        self.claimed.iter_mut().for_each(|claimed| *claimed %= MODULUS);
        if let Some(limit) = self.limit.get_mut(inputs.update_vl as usize) {
            if inputs.update {
                *limit = Some(inputs.update_fccl as u32);
            }
        }
        if step.reset {
            self.claimed.fill(0);
            self.limit.fill(None);
            self.forget();
        }
    }

    /// Forgets all packets.
    fn forget(&mut self) {
        (self.chosen, self.started, self.dropped) = (None, None, None);
        self.calm = CALM;
    }
}

/// Claims the blocks of a packet.
fn claim(packet: Packet, inputs: &mut OutputCreditsInputs) {
    let Packet { lane, blocks } = packet;
    (inputs.claim, inputs.claim_lane) = (true, lane as u64);
    inputs.claim_blocks = blocks.into();
}

/// Waives the blocks of a packet.
fn waive(packet: Packet, inputs: &mut OutputCreditsInputs) {
    let Packet { lane, blocks } = packet;
    (inputs.waive, inputs.waive_lane) = (true, lane as u64);
    inputs.waive_blocks = blocks.into();
}

impl Stimulus<OutputCreditsInputs, OutputCreditsOutputs> for OutputCreditsStimulus {
    fn drive(&mut self, last: &OutputCreditsOutputs, step: &mut Step<OutputCreditsInputs>) {
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random, self.data, self.longest);
            self.forget();
        }
        self.phase.cycles -= 1;
        self.calm = self.calm.saturating_sub(1);
        // Without an event, the other signals may have any value.
        let any = self.anything();
        step.inputs = match self.phase.kind {
            Kind::Anything => any,
            _ => OutputCreditsInputs {
                update: false,
                begins: false,
                claim: false,
                waive: false,
                ..any
            },
        };
        match self.phase.kind {
            Kind::Obey { room } => self.obey(room, last, &mut step.inputs),
            Kind::Edges => self.edge(&mut step.inputs),
            Kind::Sprint { lane } => {
                claim(Packet { lane, blocks: self.longest }, &mut step.inputs);
            }
            Kind::Anything => {}
        }
        step.reset = happens(&mut self.random, self.phase.reset);
        self.count(step);
    }
}
