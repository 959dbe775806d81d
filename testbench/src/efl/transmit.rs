//! Hosts, a limiter, a network and a MAC for the transmit path: packets within and beyond the
//! credits of their flow, grants with and without packets, ACKs of every kind, and losses.

mod host;
mod network;
mod phase;
#[cfg(test)]
mod tests;

use tailback_model::efl::transmit::{EflTransmit, EflTransmitInputs, EflTransmitOutputs};
use tailback_spec::efl::{transmit::PEER_CYCLES, Efl};

use self::host::Host;
use self::network::Network;
use self::phase::Phase;
use super::{flows::Flows, time::Time};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{any_number, happens, Random};

/// Name on the command line.
const BLOCK: &str = "efl-transmit";
/// Mask of a MAC address.
const ADDRESS_MASK: u64 = (1 << 48) - 1;

/// Golden model and stimulus of the transmit path.
pub fn bench(efl: &Efl) -> Box<dyn Bench> {
    let efl = *efl;
    let (window, bytes, overhead) = (efl.window(), efl.payload_bytes(), efl.overhead_bytes());
    Box::new(BlockBench::new(
        BLOCK,
        format!(
            "{}, window {window}, payloads of {bytes} bytes, {overhead} bytes of overhead, EtherType {:#06x}",
            super::number_of_flows(&efl),
            efl.ether_type()
        ),
        move || EflTransmit::new(&efl),
        move |seed| EflTransmitStimulus::new(&efl, seed),
    ))
}

/// Constrained-random environment of the transmit path.
pub struct EflTransmitStimulus {
    random: Random,
    phase: Phase,
    time: Time,
    flows: Flows,
    number: u64,
    host: Host,
    network: Network,
    /// Flows with a packet, which may be granted.
    rung: Vec<u64>,
    /// Address and label of the peer of each flow.
    peers: Vec<(u64, u64)>,
    /// Flows at the look-ups of data and replies in the last cycles, the last one first.
    looked_up: [(u64, u64); PEER_CYCLES],
}

impl EflTransmitStimulus {
    /// Stimulus from `seed`.
    pub fn new(efl: &Efl, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let peers = (0..efl.flows()).map(|_| any_peer(&mut random)).collect();
        EflTransmitStimulus {
            phase: Phase::any(&mut random, efl),
            random,
            time: Time::default(),
            flows: Flows::all(efl.flows()),
            number: efl.flows() as u64,
            host: Host::new(efl),
            network: Network::new(efl),
            rung: Vec::new(),
            peers,
            looked_up: Default::default(),
        }
    }

    /// Follows what the module did in the cycle before.
    fn see(&mut self, last: &EflTransmitOutputs, step: &Step<EflTransmitInputs>) {
        self.looked_up.rotate_right(1);
        self.looked_up[0] = (last.data_peer_flow, last.reply_peer_flow);
        let inputs = &step.inputs;
        if step.reset {
            self.host.reset(&mut self.random);
            self.network.reset();
            self.rung.clear();
            return;
        }
        let left = self.host.see(last, inputs);
        self.network.see(last, left);
        if last.doorbell && inputs.doorbell_ready {
            self.rung.push(last.doorbell_flow);
        }
        if last.start && inputs.start_ready && last.start_more {
            self.rung.push(last.start_flow);
        }
    }

    /// Drives the limiter and the pacing.
    fn limiter(&mut self, last: &EflTransmitOutputs, step: &mut Step<EflTransmitInputs>) {
        let (random, phase, inputs) = (&mut self.random, &self.phase, &mut step.inputs);
        let waits = inputs.grant && !last.grant_ready && !step.reset;
        if !waits {
            inputs.grant = happens(random, phase.grant);
            inputs.grant_flow = self.flows.any(random);
            if !self.rung.is_empty() && !happens(random, phase.stray) {
                let one = random.below(self.rung.len() as u64) as usize;
                inputs.grant_flow = self.rung[one];
                if inputs.grant {
                    self.rung.swap_remove(one);
                }
            }
        }
        inputs.doorbell_ready = happens(random, phase.doorbell_ready);
        inputs.start_ready = happens(random, phase.start_ready);
        if happens(random, phase.wild) {
            let any = random.bits();
            (inputs.words, inputs.ipd, inputs.probe) =
                (any & 0xFFF, any >> 16 & 0xFF, any >> 32 & 1 != 0);
            inputs.set_probe_packets = u64::from(any_number(random, 8)).max(1);
            inputs.set_address = random.bits() & ADDRESS_MASK;
        }
    }

    /// Drives losses; there is one in a frame at most, and it counts in one cycle of it.
    fn losses(&mut self, inputs: &mut EflTransmitInputs) {
        inputs.lost = happens(&mut self.random, self.phase.lost);
        inputs.lost_flow = self.flows.any(&mut self.random);
    }

    /// Drives ACKs to be sent.
    fn replies(&mut self, last: &EflTransmitOutputs, step: &mut Step<EflTransmitInputs>) {
        let (random, inputs) = (&mut self.random, &mut step.inputs);
        if inputs.reply && !last.reply_take && !step.reset {
            return;
        }
        let any = random.bits();
        inputs.reply = happens(random, self.phase.reply);
        inputs.reply_flow = self.flows.any(random);
        (inputs.reply_sequence, inputs.reply_stamp) = (any & 0xFF_FFFF, any >> 24 & 0xFF_FFFF);
        (inputs.reply_probe, inputs.reply_gap) = (any >> 48 & 1 != 0, any >> 49 & 1 != 0);
    }
}

/// Address and flow label of a peer.
fn any_peer(random: &mut Random) -> (u64, u64) {
    (random.bits() & ADDRESS_MASK, random.bits() & 0xFFFF)
}

impl Stimulus<EflTransmitInputs, EflTransmitOutputs> for EflTransmitStimulus {
    fn drive(&mut self, last: &EflTransmitOutputs, step: &mut Step<EflTransmitInputs>) {
        self.see(last, step);
        if self.phase.cycles == 0 {
            self.phase = self.phase.next(&mut self.random);
            self.time.change(&mut self.random);
            self.flows.change(&mut self.random);
            let one = self.random.below(self.number) as usize;
            self.peers[one] = any_peer(&mut self.random);
        }
        self.phase.cycles -= 1;
        self.limiter(last, step);
        self.replies(last, step);
        self.network.acks(last, &self.phase, &self.flows, step, &mut self.random);
        self.host.drive(last, &self.phase, &self.flows, step, &mut self.random);
        let inputs = &mut step.inputs;
        self.losses(inputs);
        inputs.now = self.time.next(&mut self.random);
        let (data, reply) = self.looked_up[PEER_CYCLES - 1];
        (inputs.data_peer_address, inputs.data_peer_label) = self.peers[data as usize];
        (inputs.reply_peer_address, inputs.reply_peer_label) = self.peers[reply as usize];
        inputs.m_tready = happens(&mut self.random, self.phase.ready);
        step.reset = happens(&mut self.random, self.phase.reset);
    }
}
