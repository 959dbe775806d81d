//! Beats received from the link: packets, mostly legal, and ones with any fault.

mod phase;
#[cfg(test)]
mod tests;

use tailback_model::nic::receive::{Receive, ReceiveInputs, ReceiveOutputs};
use tailback_spec::nic::Nic;

use self::phase::Phase;
use super::{link_packets::LinkPackets, variant};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::packets::{keep, noise};
use crate::random::{happens, one_of, Random};

/// Name on the command line.
const BLOCK: &str = "nic-receive";

/// Golden model and stimulus of the receive path.
pub fn bench(nic: &Nic) -> Box<dyn Bench> {
    let nic = *nic;
    Box::new(BlockBench::new(
        BLOCK,
        variant(&nic),
        move || Receive::new(&nic),
        move |seed| ReceiveStimulus::new(&nic, seed),
    ))
}

/// Constrained-random beats.
pub struct ReceiveStimulus {
    random: Random,
    phase: Phase,
    width: usize,
    packets: LinkPackets,
}

impl ReceiveStimulus {
    /// Stimulus from `seed`.
    pub fn new(nic: &Nic, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let port = nic.port();
        ReceiveStimulus {
            phase: Phase::any(&mut random),
            random,
            width: port.width_bytes(),
            packets: LinkPackets::new(port),
        }
    }

    /// Next beat of the current packet, or the first of another one.
    fn beat(&mut self, inputs: &mut ReceiveInputs) {
        if self.packets.is_over() {
            self.packets.begin(self.phase.mix, &mut self.random);
        }
        let Some(beat) = self.packets.next_beat(&mut self.random) else { return };
        (inputs.rx_valid, inputs.rx_flow_control) = (true, false);
        (inputs.rx_data, inputs.rx_keep) = (beat.data, beat.keep);
        (inputs.rx_last, inputs.rx_bad) = (beat.last, beat.bad);
    }

    /// Beat of a flow-control packet, with or without legal framing.
    fn flow_control(&mut self, inputs: &mut ReceiveInputs) {
        const BYTES: usize = tailback_spec::wire::flow_control::BYTES;
        let any = self.random.below(self.width as u64 + 1) as usize;
        let counted = one_of(&mut self.random, &[BYTES, BYTES, BYTES, BYTES - 1, BYTES + 1, any]);
        (inputs.rx_valid, inputs.rx_flow_control) = (true, true);
        inputs.rx_last = self.random.below(8) != 0;
        inputs.rx_keep = self.packets.keep_of(counted, &mut self.random);
    }
}

impl Stimulus<ReceiveInputs, ReceiveOutputs> for ReceiveStimulus {
    fn drive(&mut self, _: &ReceiveOutputs, step: &mut Step<ReceiveInputs>) {
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random);
        }
        self.phase.cycles -= 1;
        let inputs = &mut step.inputs;
        let any = self.random.bits();
        inputs.rx_valid = false;
        inputs.rx_data = noise(self.width, &mut self.random);
        inputs.rx_keep = self.random.bits() & keep(self.width);
        (inputs.rx_last, inputs.rx_flow_control) = (any & 1 != 0, any & 2 != 0);
        inputs.rx_bad = any & 4 != 0;
        if happens(&mut self.random, self.phase.flow_control) {
            self.flow_control(inputs);
        } else if happens(&mut self.random, self.phase.beat) {
            self.beat(inputs);
        }
        step.reset = happens(&mut self.random, self.phase.reset);
        // The rest of a packet may follow a reset, as if it were another one.
        if step.reset && self.random.below(2) == 0 {
            self.packets.abandon();
        }
    }
}
