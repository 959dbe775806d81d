//! Traffic for the registers of the switch: a master that accesses all addresses, and status inputs
//! that change all the time.

pub mod errands;
#[cfg(test)]
mod tests;

use tailback_model::switch::registers::{
    SwitchRegisters, SwitchRegistersInputs, SwitchRegistersOutputs,
};
use tailback_spec::registers::WORD_BITS;
use tailback_spec::switch::forwarding::PORT_BITS;
use tailback_spec::switch::registers::Registers;

use self::errands::Anywhere;
use crate::axi_lite::{Master, Pace, Seen};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{any_number, happens, one_of, Often, Random};

/// Name on the command line.
const BLOCK: &str = "switch-registers";

/// Golden model and stimulus of the registers.
pub fn bench(registers: &Registers) -> Box<dyn Bench> {
    let registers = *registers;
    let Registers { port, forwarding, detector } = &registers;
    let buffer = port.buffer();
    let variant = format!(
        "{} ports, {} VLs, {} bit, {} entries, buffers of {} blocks, {} per packet, \
         occupancies of {} bit",
        port.ports(),
        port.virtual_lanes(),
        port.width_bits(),
        forwarding.entries(),
        buffer.lane_blocks(),
        buffer.packet_blocks(),
        detector.occupancy_bits(),
    );
    Box::new(BlockBench::new(
        BLOCK,
        variant,
        move || SwitchRegisters::new(&registers),
        move |seed| SwitchRegistersStimulus::new(&registers, seed),
    ))
}

/// Traffic in a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Phase {
    cycles: u64,
    pace: Pace,
    clearing: Often,
    reset: Often,
}

/// Constrained-random traffic of a master, and random status inputs.
pub struct SwitchRegistersStimulus {
    random: Random,
    phase: Phase,
    master: Master,
    errands: Anywhere,
    registers: Registers,
}

impl SwitchRegistersStimulus {
    /// Stimulus from `seed`.
    pub fn new(registers: &Registers, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let phase = Self::any_phase(&mut random);
        SwitchRegistersStimulus {
            random,
            phase,
            master: Master::default(),
            errands: Anywhere::new(registers),
            registers: *registers,
        }
    }

    #[cold]
    fn any_phase(random: &mut Random) -> Phase {
        let some =
            [Often::each_cycle(1), Often::each_cycle(5), Often::each_cycle(12), Often::ALWAYS];
        let never = Often::NEVER;
        let pace = Pace {
            write: one_of(random, &some),
            read: one_of(random, &some),
            ready: one_of(random, &some),
        };
        Phase {
            cycles: 1 + random.below(1024),
            pace,
            clearing: one_of(random, &[never, never, never, Often::each_cycle(8)]),
            reset: one_of(random, &[never, never, never, Often::ALWAYS.in_few_cycles(7)]),
        }
    }

    /// Drives random status inputs in each cycle.
    #[inline]
    fn states(&mut self, inputs: &mut SwitchRegistersInputs) {
        let (random, Registers { port, detector, .. }) = (&mut self.random, &self.registers);
        let (ports, lanes) = (port.ports(), port.virtual_lanes());
        let ports_mask = u64::MAX >> (u64::BITS as usize - ports);
        inputs.link_active = random.bits() & ports_mask;
        let states = [&mut inputs.initialised, &mut inputs.congested, &mut inputs.victim];
        for state in states {
            state.clear();
            state.extend((0..ports).map(|_| random.bits() as u32 >> (WORD_BITS as usize - lanes)));
        }
        inputs.value.clear();
        inputs.value.extend((0..ports).map(|_| random.bits() as u32));
        inputs.occupancy.resize(ports * lanes, 0);
        let any = random.below((ports * lanes) as u64) as usize;
        inputs.occupancy[any] = any_number(random, detector.occupancy_bits());
        let entry = random.bits();
        inputs.read_valid = entry >> 63 != 0;
        inputs.read_port = entry & ((1 << PORT_BITS) - 1);
        inputs.clearing = happens(random, self.phase.clearing);
    }
}

impl Stimulus<SwitchRegistersInputs, SwitchRegistersOutputs> for SwitchRegistersStimulus {
    #[inline]
    fn drive(&mut self, last: &SwitchRegistersOutputs, step: &mut Step<SwitchRegistersInputs>) {
        if self.phase.cycles == 0 {
            self.phase = Self::any_phase(&mut self.random);
        }
        self.phase.cycles -= 1;
        if step.reset {
            self.master.reset();
        }
        let seen = Seen { awready: last.s_axil.awready, arready: last.s_axil.arready };
        self.master.drive(seen, self.phase.pace, &mut self.errands, &mut self.random);
        let inputs = &mut step.inputs;
        inputs.s_axil.clone_from(&self.master.driven);
        self.states(inputs);
        step.reset = happens(&mut self.random, self.phase.reset);
    }
}
