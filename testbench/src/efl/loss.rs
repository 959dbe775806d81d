//! Events for the detection of losses: ACKs, duplicates and packets of few flows, often of the one
//! that is scanned, and times around all deadlines.

mod phase;
#[cfg(test)]
mod tests;

use tailback_model::efl::loss::{EflLoss, EflLossInputs, EflLossOutputs};
use tailback_spec::efl::{loss::FRAME_CYCLES, Efl};

use self::phase::Phase;
use super::{flows::Flows, time::Time};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{any_number, happens, Random};

/// Name on the command line.
const BLOCK: &str = "efl-loss";

/// Golden model and stimulus of the detection of losses.
pub fn bench(efl: &Efl) -> Box<dyn Bench> {
    let efl = *efl;
    Box::new(BlockBench::new(
        BLOCK,
        super::number_of_flows(&efl),
        move || EflLoss::new(&efl),
        move |seed| EflLossStimulus::new(&efl, seed),
    ))
}

/// Constrained-random events of flows.
pub struct EflLossStimulus {
    random: Random,
    phase: Phase,
    time: Time,
    /// Flows in use.
    flows: Flows,
    number: u64,
    /// Values of the scan.
    scans: u64,
    /// Flow that is scanned, if it exists.
    scan: u64,
    /// The frame before had a scan, as no memory was cleared.
    scanning: bool,
    /// Cycles since reset.
    cycle: u64,
}

impl EflLossStimulus {
    /// Stimulus from `seed`.
    pub fn new(efl: &Efl, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let (number, scans) = (efl.flows() as u64, 1 << efl.flow_bits());
        let phase = Phase::any(&mut random, number);
        EflLossStimulus {
            random,
            phase,
            time: Time::default(),
            flows: Flows::all(efl.flows()),
            number,
            scans,
            scan: 0,
            scanning: false,
            cycle: 0,
        }
    }

    /// A flow of the phase, or the one that is scanned.
    fn flow(&mut self) -> u64 {
        if happens(&mut self.random, self.phase.at_scan) {
            return self.scan % self.number;
        }
        self.flows.any(&mut self.random)
    }

    /// Follows the scan: it waits for a frame after a loss by duplicates.
    fn follow(&mut self, last: &EflLossOutputs) {
        if self.cycle % u64::from(FRAME_CYCLES) != 1 || last.sweeping {
            return;
        }
        let waits = last.lost && !last.lost_late;
        self.scan = (self.scan + u64::from(self.scanning && !waits)) % self.scans;
        self.scanning = true;
    }
}

impl Stimulus<EflLossInputs, EflLossOutputs> for EflLossStimulus {
    fn drive(&mut self, last: &EflLossOutputs, step: &mut Step<EflLossInputs>) {
        self.follow(last);
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random, self.number);
            self.flows.change(&mut self.random);
            self.time.change(&mut self.random);
        }
        self.phase.cycles -= 1;
        if happens(&mut self.random, self.phase.jump) {
            self.time.jump(&mut self.random);
        }

        let inputs = &mut step.inputs;
        inputs.now = self.time.next(&mut self.random);
        inputs.ack_flow = self.flow();
        inputs.sent_flow = self.flow();
        let (random, phase) = (&mut self.random, &self.phase);
        inputs.acknowledged = happens(random, phase.acknowledged);
        inputs.duplicate = happens(random, phase.duplicate) && !inputs.acknowledged;
        inputs.ack_left = happens(random, phase.left);
        inputs.ack_rtt = any_number(random, phase.rtt_bits).into();
        inputs.sent = happens(random, phase.sent);
        // At least one tick.
        inputs.set_rto_min = u64::from(any_number(random, phase.rto_bits)).max(1);

        step.reset = happens(random, phase.reset);
        self.cycle += 1;
        if step.reset {
            (self.cycle, self.scan, self.scanning) = (0, 0, false);
        }
    }
}
