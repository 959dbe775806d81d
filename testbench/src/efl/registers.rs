//! Traffic for the registers of an endpoint: a master that accesses all addresses, look-ups of the
//! peers that it writes, and events of few flows as often as the other modules report them.

pub mod errands;
#[cfg(test)]
mod tests;

use tailback_model::efl::registers::{EflRegisters, EflRegistersInputs, EflRegistersOutputs};
use tailback_spec::efl::{
    loss::FRAME_CYCLES,
    rate::{RATE_BITS, TIME_BITS},
    registers::COUNTERS,
    Efl,
};

use self::errands::Anywhere;
use super::flows::Flows;
use crate::axi_lite::{Master, Pace, Seen};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{any_number, happens, one_of, Often, Random};

/// Name on the command line.
const BLOCK: &str = "efl-registers";
/// Least cycles from an event to the next one of its kind.
const APART: u64 = FRAME_CYCLES as u64;

/// Golden model and stimulus of the registers.
pub fn bench(efl: &Efl) -> Box<dyn Bench> {
    let efl = *efl;
    let variant = super::parameters(&efl);
    Box::new(BlockBench::new(
        BLOCK,
        variant,
        move || EflRegisters::new(&efl),
        move |seed| EflRegistersStimulus::new(&efl, seed),
    ))
}

/// Kinds of events that are at least [`APART`] cycles apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Sent,
    Lost,
    Accepted,
    Updated,
    Acknowledged,
    State,
}

/// Number of kinds.
const KINDS: usize = 6;

/// Traffic in a phase.
#[derive(Debug, Clone, Copy)]
struct Phase {
    pace: Pace,
    /// Rates of the kinds of events, where they are possible.
    events: [Often; KINDS],
    /// Rate of events of the counters.
    happened: Often,
    reset: Often,
    cycles: u64,
}

impl Phase {
    #[cold]
    fn any(random: &mut Random, flows: u64, cycle: u64) -> Self {
        /// Cycles with frequent resets. After them, counters have time to become large.
        const SHORT: u64 = 1 << 17;
        let often = if cycle < SHORT { 8 + flows / 16 } else { 1 << 12 };
        const NEVER: Often = Often::NEVER;
        const ALL: Often = Often::ALWAYS;
        let some = [Often::each_cycle(1), Often::each_cycle(5), Often::each_cycle(12), ALL];
        let rates = [NEVER, Often::each_cycle(1), Often::each_cycle(4), ALL];
        Phase {
            pace: Pace {
                write: one_of(random, &some),
                read: one_of(random, &some),
                ready: one_of(random, &some),
            },
            events: [0; KINDS].map(|_| one_of(random, &rates)),
            happened: one_of(random, &[NEVER, Often::each_cycle(2), Often::each_cycle(8), ALL]),
            // Rare enough that memories are cleared completely.
            reset: match random.below(often) {
                0 => ALL.in_few_cycles(9),
                _ => NEVER,
            },
            cycles: 1 + random.below(1024),
        }
    }
}

/// Constrained-random traffic of a master and of the modules of an endpoint.
pub struct EflRegistersStimulus {
    random: Random,
    phase: Phase,
    /// AXI4-Lite master.
    master: Master,
    errands: Anywhere,
    flows: Flows,
    number: u64,
    /// Cycle from which there may be another event of each kind.
    event_from: [u64; KINDS],
    /// Number of the next cycle.
    cycle: u64,
    /// Cycles until no other module clears its memories.
    sweeping: u64,
}

impl EflRegistersStimulus {
    /// Stimulus from `seed`.
    pub fn new(efl: &Efl, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let (number, flows) = (efl.flows() as u64, Flows::all(efl.flows()));
        EflRegistersStimulus {
            phase: Phase::any(&mut random, number, 0),
            random,
            master: Master::default(),
            errands: Anywhere::new(efl),
            flows,
            number,
            event_from: [0; KINDS],
            cycle: 0,
            sweeping: 0,
        }
    }

    /// Whether an event of a kind happens. There are none before all memories are cleared.
    fn happens(&mut self, kind: Kind, ready: bool) -> bool {
        let at = kind as usize;
        let may = ready && self.cycle >= self.event_from[at];
        let happens = happens(&mut self.random, self.phase.events[at]) && may;
        if happens {
            self.event_from[at] = self.cycle + APART;
        }
        happens
    }

    fn flow(&mut self) -> u64 {
        self.flows.any(&mut self.random)
    }

    fn time(&mut self) -> u64 {
        any_number(&mut self.random, TIME_BITS as usize).into()
    }

    /// Drives the events of flows.
    fn events(&mut self, ready: bool, inputs: &mut EflRegistersInputs) {
        let any = self.random.bits();
        inputs.sent = self.happens(Kind::Sent, ready);
        (inputs.sent_flow, inputs.sent_again) = (self.flow(), any & 1 != 0);
        inputs.lost = self.happens(Kind::Lost, ready);
        (inputs.lost_flow, inputs.lost_late) = (self.flow(), any & 2 != 0);
        inputs.accepted = self.happens(Kind::Accepted, ready);
        inputs.accepted_flow = self.flow();
        inputs.updated = self.happens(Kind::Updated, ready);
        inputs.updated_flow = self.flow();
        inputs.updated_rate = any_number(&mut self.random, RATE_BITS as usize).into();
        inputs.updated_rtt = self.time();
        inputs.updated_rtt_min = self.time();
        inputs.updated_rtt_predicted = self.time();
        // Reported in different phases of a frame.
        let even = self.cycle & 1 == 0;
        inputs.acknowledged = self.happens(Kind::Acknowledged, ready && even);
        (inputs.acked_flow, inputs.acked_left) = (self.flow(), any & 4 != 0);
        inputs.state_write = self.happens(Kind::State, ready && !even);
        (inputs.state_flow, inputs.state) = (self.flow(), any >> 3 & 3);
        inputs.happened = self.random.events(self.phase.happened) & ((1 << COUNTERS.len()) - 1);
    }
}

impl Stimulus<EflRegistersInputs, EflRegistersOutputs> for EflRegistersStimulus {
    fn drive(&mut self, last: &EflRegistersOutputs, step: &mut Step<EflRegistersInputs>) {
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random, self.number, self.cycle);
            self.flows.change(&mut self.random);
            self.errands.flows = self.flows;
        }
        self.phase.cycles -= 1;
        let ready = last.ready && !step.reset;
        if step.reset {
            self.master.reset();
            let longest = one_of(&mut self.random, &[1, 1, 2 * self.number + 32]);
            self.sweeping = self.random.below(longest);
        }
        let seen = Seen { awready: last.s_axil.awready, arready: last.s_axil.arready };
        self.master.drive(seen, self.phase.pace, &mut self.errands, &mut self.random);
        let inputs = &mut step.inputs;
        inputs.s_axil.clone_from(&self.master.driven);
        inputs.sweeping = self.sweeping > 0;
        self.sweeping = self.sweeping.saturating_sub(1);
        [inputs.data_peer_flow, inputs.reply_peer_flow, inputs.peer_flow] =
            [(); 3].map(|()| self.flow());
        self.events(ready, inputs);
        step.reset = happens(&mut self.random, self.phase.reset);
        self.cycle += 1;
    }
}
