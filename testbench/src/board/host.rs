//! Software and a NIC for the host: registers that change at any time, a cycle count that jumps, and a NIC
//! that stalls and grants flows in any order, also those that are none.

mod errands;
mod nic;
mod phase;
#[cfg(test)]
mod tests;

use tailback_model::board::host::{BoardHost, BoardHostInputs, BoardHostOutputs};
use tailback_spec::board::{host as spec, CYCLE_BITS};

use self::errands::Software;
use self::nic::Nic;
use self::phase::{Jump, Phase};
use crate::axi_lite::{Master, Seen};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, one_of, Random};

/// Name on the command line.
const BLOCK: &str = "board-host";

/// Golden model and stimulus of the host.
pub fn bench(host: &spec::BoardHost) -> Box<dyn Bench> {
    let host = *host;
    Box::new(BlockBench::new(
        BLOCK,
        format!(
            "{} bytes per beat, packets of {} words, {} flows with an index of {} bits",
            host.width_bytes(),
            host.packet_words(),
            host.flows(),
            host.flow_bits()
        ),
        move || BoardHost::new(&host),
        move |seed| BoardHostStimulus::new(&host, seed),
    ))
}

/// The last cycle that is counted.
const LAST: u64 = u64::MAX >> (u64::BITS as usize - CYCLE_BITS);

/// Surroundings of the host.
pub struct BoardHostStimulus {
    random: Random,
    phase: Phase,
    master: Master,
    software: Software,
    nic: Nic,
    /// Cycle count.
    cycle: u64,
}

impl BoardHostStimulus {
    /// Stimulus from `seed`.
    pub fn new(host: &spec::BoardHost, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut stimulus = BoardHostStimulus {
            phase: Phase::any(&mut random),
            master: Master::default(),
            software: Software::new(host),
            nic: Nic::new(host),
            cycle: 0,
            random,
        };
        stimulus.begin();
        stimulus
    }

    /// After a reset: the cycle count begins anywhere, and software writes the registers of most flows.
    fn begin(&mut self) {
        let random = &mut self.random;
        self.master.reset();
        self.nic.reset();
        let any = random.bits() & LAST;
        let late = LAST - random.below(10_000);
        self.cycle = one_of(random, &[0, 0, 0, any, any, late]);
        self.master.wanted.extend(self.software.program(self.cycle, random));
    }
}

impl Stimulus<BoardHostInputs, BoardHostOutputs> for BoardHostStimulus {
    fn drive(&mut self, last: &BoardHostOutputs, step: &mut Step<BoardHostInputs>) {
        // At the end of all cycles, nothing is sent any more.
        let is_over = self.phase.cycles == 0 && self.cycle == LAST;
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random);
            self.cycle = match self.phase.jump {
                Jump::None => self.cycle,
                Jump::By(cycles) => self.cycle.wrapping_add(cycles) & LAST,
                Jump::BeforeLast(cycles) => LAST - cycles,
            };
        }
        self.phase.cycles -= 1;
        if step.reset {
            self.begin();
        } else {
            self.nic.see(last, &step.inputs);
        }
        let (random, phase) = (&mut self.random, &self.phase);
        let inputs = &mut step.inputs;
        self.software.now = self.cycle;
        let seen = Seen { awready: last.s_axil.awready, arready: last.s_axil.arready };
        let pace = if self.master.is_done() { phase.pace } else { phase.first_pace() };
        self.master.drive(seen, pace, &mut self.software, random);
        inputs.s_axil.clone_from(&self.master.driven);
        inputs.cycle = self.cycle;
        self.nic.drive(phase, inputs, random);
        inputs.arrived_valid = happens(random, phase.arrived);
        inputs.arrived_last = random.below(4) == 0;
        inputs.arrived_bad = random.below(4) == 0;
        self.cycle = LAST.min(self.cycle + 1);
        step.reset = is_over || happens(random, phase.reset);
    }
}
