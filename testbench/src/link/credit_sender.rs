//! Traffic for the sender's side of link-level credits: a sender that obeys, limits that are just
//! met and just missed, and arbitrary events.

#[cfg(test)]
mod tests;

use tailback_model::link::credit_sender::{CreditSender, CreditSenderInputs, CreditSenderOutputs};
use tailback_spec::link::credit_sender::{block_bits, want_bits};
use tailback_spec::link::{Link, COUNTER_BITS, MOST_OFFERED};

use super::{any_vl, MODULUS};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{any_number, happens, one_of, Often, Random};

/// Name on the command line.
const BLOCK: &str = "credit-sender";

/// Golden model and stimulus of the credits at a sender.
pub fn bench(link: &Link) -> Box<dyn Bench> {
    let link = *link;
    let (lanes, blocks) = (link.virtual_lanes(), link.packet_blocks());
    Box::new(BlockBench::new(
        BLOCK,
        format!("{lanes} VLs, packets of up to {blocks} blocks"),
        move || CreditSender::new(&link),
        move |seed| CreditSenderStimulus::new(&link, seed),
    ))
}

/// Kind of traffic in a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The sender obeys; the receiver offers at most `room` blocks.
    Obey { room: u32 },
    /// Limits around the blocks that the packets need, and around the farthest legal limit.
    Edges,
    /// Packets without regard to limits, so that the counter of a VL wraps around.
    Sprint { vl: u64 },
    /// Arbitrary events.
    Anything,
}

/// Constrained-random events at the sender of a link.
pub struct CreditSenderStimulus {
    random: Random,
    kind: Kind,
    reset: Often,
    /// Whether the phase begins with a reset.
    anew: bool,
    cycles: u64,
    /// VL of the last sprint.
    sprinter: u64,
    packet_blocks: u64,
    block_bits: usize,
    want_bits: usize,
    /// For each VL: blocks transmitted, modulo 4096.
    fctbs: Vec<u32>,
    /// For each VL: FCCL received last.
    fccl: Vec<u32>,
    /// VLs that have received an FCCL, one bit each.
    told: u64,
    /// VLs whose packet may be sent in this cycle, as looked up in the one before, one bit each.
    may: u64,
    /// For each VL: blocks of its packet in the cycle before.
    offered: Vec<u32>,
    /// VL of which a packet was sent in the cycle before.
    sent: Option<usize>,
}

impl CreditSenderStimulus {
    /// Stimulus from `seed`.
    pub fn new(link: &Link, seed: u64) -> Self {
        let lanes = link.virtual_lanes();
        let mut stimulus = CreditSenderStimulus {
            random: Random::new(seed),
            kind: Kind::Anything,
            reset: Often::NEVER,
            anew: false,
            cycles: 0,
            sprinter: 0,
            packet_blocks: link.packet_blocks() as u64,
            block_bits: block_bits(link),
            want_bits: want_bits(link),
            fctbs: vec![0; lanes],
            fccl: vec![0; lanes],
            told: 0,
            may: 0,
            offered: vec![0; lanes],
            sent: None,
        };
        stimulus.next_phase();
        stimulus
    }

    /// Whether no packet is sent without credit in this phase.
    #[cfg(test)]
    fn obeys(&self) -> bool {
        matches!(self.kind, Kind::Obey { .. })
    }

    #[cold]
    fn next_phase(&mut self) {
        let random = &mut self.random;
        // Packets of the longest length in one round of the counter.
        let round = u64::from(MODULUS) / self.packet_blocks;
        let room = random.below(u64::from(MOST_OFFERED) + 1) as u32;
        let (kind, cycles) = match random.below(8) {
            0 => (Kind::Anything, 1 + random.below(64)),
            1 | 2 => {
                self.sprinter = (self.sprinter + 1) % self.fctbs.len() as u64;
                (Kind::Sprint { vl: self.sprinter }, round + 1 + random.below(round))
            }
            3 | 4 => (Kind::Edges, 1 + random.below(128)),
            _ => {
                let room = one_of(random, &[room, MOST_OFFERED, 64]);
                (Kind::Obey { room }, 1 + random.below(512))
            }
        };
        let often = Often::ALWAYS.in_few_cycles(5);
        self.reset = match kind {
            Kind::Sprint { .. } => Often::NEVER,
            _ => one_of(random, &[Often::NEVER, Often::NEVER, Often::NEVER, often]),
        };
        // After a reset, the sprint has no limit; the counter alone would permit a packet.
        self.anew = random.below(4) == 0;
        (self.kind, self.cycles) = (kind, cycles);
    }

    /// Random length of a packet, in blocks.
    #[inline]
    fn any_blocks(&mut self) -> u32 {
        1 + self.random.below(self.packet_blocks) as u32
    }

    /// Credits that remain to a VL after `blocks` blocks; negative if they are missing.
    #[inline]
    fn credits(&self, vl: usize, blocks: u32) -> i32 {
        // Half of the numbers modulo 4096 are ahead, and the others behind.
        let ahead = (self.fccl[vl] + MODULUS - (self.fctbs[vl] + blocks) % MODULUS) % MODULUS;
        if ahead <= MOST_OFFERED {
            ahead as i32
        } else {
            ahead as i32 - MODULUS as i32
        }
    }

    /// A receiver may send a limit to a VL, and a packet is sent if it has credits.
    #[inline]
    fn obey(&mut self, room: u32, inputs: &mut CreditSenderInputs) {
        let vl = self.random.below(self.fctbs.len() as u64);
        if self.told >> vl & 1 == 0 || self.random.below(4) == 0 {
            // A limit never decreases.
            let offered = self.random.below(u64::from(room) + 1) as i32;
            let old = if self.told >> vl & 1 == 1 { self.credits(vl as usize, 0) } else { 0 };
            let limit = self.fctbs[vl as usize] as i32 + offered.max(old);
            inputs.update = true;
            inputs.update_vl = vl;
            inputs.update_fccl = limit.rem_euclid(MODULUS as i32) as u64;
        }
        let vl = any_vl(&mut self.random, self.fctbs.len()) as usize;
        inputs.send_vl = vl as u64;
        (inputs.send, inputs.send_blocks) = match inputs.blocks.get(vl) {
            // The look-up of the cycle before does not see a packet that was sent in it.
            Some(_) => {
                let may = self.may >> vl & 1 == 1 && self.sent != Some(vl);
                (may, u64::from(self.offered[vl]).min(self.packet_blocks))
            }
            // VL15 and unconfigured VLs need no credits.
            None => (true, self.any_blocks().into()),
        };
    }

    /// A limit that a VL's packet just meets or just misses.
    #[inline]
    fn edge(&mut self, inputs: &mut CreditSenderInputs) {
        let vl = self.random.below(self.fctbs.len() as u64) as usize;
        let exact = (self.fctbs[vl] + inputs.blocks[vl]) as i32;
        let most = MOST_OFFERED as i32;
        let step = 1 << self.random.below(COUNTER_BITS as u64);
        let edges = [0, -1, 1, most, most + 1, most - 1, step, -step];
        let limit = exact + one_of(&mut self.random, &edges);
        inputs.update = self.random.below(4) != 0;
        inputs.update_vl = vl as u64;
        inputs.update_fccl = limit.rem_euclid(MODULUS as i32) as u64;
        inputs.send = self.random.below(8) == 0;
        inputs.send_vl = self.random.below(self.fctbs.len() as u64);
        let blocks = inputs.blocks[inputs.send_vl as usize];
        inputs.send_blocks = u64::from(blocks).min(self.packet_blocks);
    }

    #[inline]
    fn anything(&mut self, inputs: &mut CreditSenderInputs) {
        let lanes = self.fctbs.len();
        inputs.update = self.random.below(2) == 0;
        inputs.update_vl = any_vl(&mut self.random, lanes);
        inputs.update_fccl = any_number(&mut self.random, COUNTER_BITS).into();
        inputs.send = self.random.below(2) == 0;
        inputs.send_vl = any_vl(&mut self.random, lanes);
        inputs.send_blocks = any_number(&mut self.random, self.block_bits).into();
        for blocks in &mut inputs.blocks {
            *blocks = any_number(&mut self.random, self.want_bits);
        }
    }

    /// Looks up which packets may be sent in the next cycle.
    #[inline]
    fn look_up(&mut self, step: &Step<CreditSenderInputs>) {
        let CreditSenderInputs { blocks, send, send_vl, .. } = &step.inputs;
        let has_credits =
            |vl: &usize| self.told >> vl & 1 == 1 && self.credits(*vl, blocks[*vl]) >= 0;
        let may = (0..self.fctbs.len()).filter(has_credits).fold(0, |all, vl| all | 1 << vl);
        self.may = if step.reset { 0 } else { may };
        self.offered.clear();
        self.offered.extend(blocks.iter().copied());
        self.sent = send.then_some(*send_vl as usize);
    }

    /// Updates the counters after a cycle.
    #[inline]
    fn count(&mut self, step: &Step<CreditSenderInputs>) {
        let CreditSenderInputs { update, update_vl, update_fccl, .. } = step.inputs;
        let CreditSenderInputs { send, send_vl, send_blocks, .. } = step.inputs;
        if let Some(fctbs) = self.fctbs.get_mut(send_vl as usize).filter(|_| send) {
            *fctbs = (*fctbs + send_blocks as u32) % MODULUS;
        }
        if let Some(fccl) = self.fccl.get_mut(update_vl as usize).filter(|_| update) {
            *fccl = update_fccl as u32;
            self.told |= 1 << update_vl;
        }
        if step.reset {
            self.fctbs.fill(0);
            self.fccl.fill(0);
            self.told = 0;
        }
    }
}

impl Stimulus<CreditSenderInputs, CreditSenderOutputs> for CreditSenderStimulus {
    #[inline]
    fn drive(&mut self, _: &CreditSenderOutputs, step: &mut Step<CreditSenderInputs>) {
        if self.cycles == 0 {
            self.next_phase();
        }
        self.cycles -= 1;
        let inputs = &mut step.inputs;
        let lanes = self.fctbs.len();
        inputs.blocks.extend((inputs.blocks.len()..lanes).map(|_| 0));
        // The packet sent is replaced by another; occasionally a VL changes its packet.
        let changes = match inputs.send {
            true => inputs.send_vl as usize,
            false => self.random.below(4 * lanes as u64) as usize,
        };
        if changes < lanes {
            // Occasionally the length of two packets.
            let two = if self.random.below(4) == 0 { self.any_blocks() } else { 0 };
            inputs.blocks[changes] = self.any_blocks() + two;
        }
        match self.kind {
            Kind::Obey { room } => self.obey(room, inputs),
            Kind::Edges => self.edge(inputs),
            Kind::Sprint { vl } => {
                (inputs.update, inputs.send, inputs.send_vl) = (false, true, vl);
                inputs.send_blocks = self.packet_blocks;
            }
            Kind::Anything => self.anything(inputs),
        }
        step.reset = std::mem::take(&mut self.anew) || happens(&mut self.random, self.reset);
        self.look_up(step);
        self.count(step);
    }
}
