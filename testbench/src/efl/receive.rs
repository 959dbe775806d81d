//! Frames for the receive path: data in order, behind gaps and again, ACKs, damaged frames of each
//! kind, and hosts and queues that stall.

mod frames;
mod phase;
#[cfg(test)]
mod tests;

use tailback_model::efl::receive::{EflReceive, EflReceiveInputs, EflReceiveOutputs};
use tailback_spec::efl::{transmit::PEER_CYCLES, Efl};

use self::frames::Frames;
use self::phase::Phase;
use super::{beats::Beat, time::Time};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, Random};

/// Name on the command line.
const BLOCK: &str = "efl-receive";
/// Cycles after the memories are cleared in which no peer is valid.
const SETTLED_CYCLES: u32 = 5;

/// Golden model and stimulus of the receive path.
pub fn bench(efl: &Efl) -> Box<dyn Bench> {
    let efl = *efl;
    let (bytes, every, kind) = (efl.payload_bytes(), efl.ack_every(), efl.ether_type());
    Box::new(BlockBench::new(
        BLOCK,
        format!(
            "{}, payloads of {bytes} bytes, an ACK for {every} packets, EtherType {kind:#06x}",
            super::number_of_flows(&efl)
        ),
        move || EflReceive::new(&efl),
        move |seed| EflReceiveStimulus::new(&efl, seed),
    ))
}

/// Constrained-random frames.
pub struct EflReceiveStimulus {
    random: Random,
    phase: Phase,
    time: Time,
    frames: Frames,
    /// Flows at the look-up in the last cycles, the last one first.
    looked_up: [u64; PEER_CYCLES],
    /// Cycles in which all memories were cleared, up to [`SETTLED_CYCLES`].
    settled: u32,
}

impl EflReceiveStimulus {
    /// Stimulus from `seed`.
    pub fn new(efl: &Efl, seed: u64) -> Self {
        let mut random = Random::new(seed);
        EflReceiveStimulus {
            phase: Phase::any(&mut random, efl.flows() as u64),
            frames: Frames::new(efl, &mut random),
            random,
            time: Time::default(),
            looked_up: [0; PEER_CYCLES],
            settled: 0,
        }
    }
}

impl Stimulus<EflReceiveInputs, EflReceiveOutputs> for EflReceiveStimulus {
    fn drive(&mut self, last: &EflReceiveOutputs, step: &mut Step<EflReceiveInputs>) {
        self.looked_up.rotate_right(1);
        self.looked_up[0] = last.peer_flow;
        if step.reset {
            self.frames.reset(&mut self.random);
        } else {
            self.frames.see(last);
        }
        if self.phase.cycles == 0 {
            self.phase = self.phase.next(&mut self.random);
            self.time.change(&mut self.random);
            self.frames.change(&mut self.random);
        }
        self.phase.cycles -= 1;
        if happens(&mut self.random, self.phase.jump) {
            self.time.jump(&mut self.random);
        }

        let inputs = &mut step.inputs;
        inputs.now = self.time.next(&mut self.random);
        self.settled = match last.sweeping || step.reset {
            true => 0,
            false => SETTLED_CYCLES.min(self.settled + 1),
        };
        inputs.set_address = self.frames.address();
        let peer = self.frames.peer(self.looked_up[PEER_CYCLES - 1]);
        let settled = self.settled == SETTLED_CYCLES;
        (inputs.peer_valid, inputs.peer_address) = (peer.valid && settled, peer.address);
        inputs.rx_tvalid = happens(&mut self.random, self.phase.beat);
        let (beat, bad) = match inputs.rx_tvalid {
            true => self.frames.next(&self.phase, inputs.now, &mut self.random),
            false => (Beat::noise(&mut self.random), self.random.bits() & 1 != 0),
        };
        (inputs.rx_tdata, inputs.rx_tkeep, inputs.rx_tlast) = (beat.data, beat.keep, beat.last);
        inputs.rx_tuser = bad;
        inputs.m_tready = happens(&mut self.random, self.phase.ready);
        inputs.ack_take = happens(&mut self.random, self.phase.ack_take);
        inputs.reply_take = happens(&mut self.random, self.phase.reply_take);
        step.reset = happens(&mut self.random, self.phase.reset);
    }
}
