//! Traffic for the registers of a NIC: a master that accesses all addresses, a congestion table
//! that stores its settings, and events of flows, often of few flows.

pub mod errands;
mod table;
#[cfg(test)]
mod tests;

use tailback_model::nic::registers::{NicRegisters, NicRegistersInputs, NicRegistersOutputs};
use tailback_spec::nic::registers::{BYTES_BITS, COUNTERS, LID_BITS};
use tailback_spec::nic::Nic;
use tailback_spec::registers::WORD_BITS;

use self::errands::Anywhere;
use self::table::Table;
use crate::axi_lite::{Master, Pace, Seen};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{any_number, happens, one_of, Often, Random};

/// Name on the command line.
const BLOCK: &str = "nic-registers";

/// Golden model and stimulus of the registers.
pub fn bench(nic: &Nic) -> Box<dyn Bench> {
    let nic = *nic;
    let variant = format!(
        "{} flows, response {:?}, {:?} after idle, window {}, {} entries for each {:?}, packets of {} \
         words of {} bytes, {} Hz",
        nic.flows(),
        nic.response(),
        nic.after_idle(),
        nic.window(),
        nic.cct_entries(),
        nic.throttled(),
        nic.packet_words(),
        nic.word_bytes(),
        nic.clock_hz(),
    );
    Box::new(BlockBench::new(
        BLOCK,
        variant,
        move || NicRegisters::new(&nic),
        move |seed| NicRegistersStimulus::new(&nic, seed),
    ))
}

/// Traffic in a phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Phase {
    cycles: u64,
    pace: Pace,
    /// Rates of the events of flows, by kind.
    starts: Often,
    becns: Often,
    throttled: Often,
    changes: Often,
    log: Often,
    port: Often,
    ask_ready: Often,
    table_ready: Often,
    /// The table returns random data, so that a wrong cycle of sampling shows.
    table_is_wild: bool,
    /// Number of active flows, which are consecutive.
    flows: u64,
    first_flow: u64,
    reset: Often,
}

/// Constrained-random traffic of a master, a table, and flows.
pub struct NicRegistersStimulus {
    random: Random,
    phase: Phase,
    /// AXI4-Lite master.
    pub(crate) master: Master,
    errands: Anywhere,
    table: Table,
    nic: Nic,
    time_stamp: u32,
}

impl NicRegistersStimulus {
    /// Stimulus from `seed`.
    pub fn new(nic: &Nic, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let phase = Self::any_phase(&mut random, nic);
        NicRegistersStimulus {
            random,
            phase,
            master: Master::default(),
            errands: Anywhere::new(nic),
            table: Table::new(nic),
            nic: *nic,
            time_stamp: 0,
        }
    }

    #[cold]
    fn any_phase(random: &mut Random, nic: &Nic) -> Phase {
        let (never, always) = (Often::NEVER, Often::ALWAYS);
        let some = [Often::each_cycle(1), Often::each_cycle(5), Often::each_cycle(12), always];
        let events = [never, Often::each_cycle(1), Often::each_cycle(4), Often::each_cycle(12)];
        let rare = [never, never, never, always];
        let all = nic.flows() as u64;
        let flows = one_of(random, &[1, 2, 3, all]).min(all);
        Phase {
            cycles: 1 + random.below(1024),
            pace: Pace {
                write: one_of(random, &some),
                read: one_of(random, &some),
                ready: one_of(random, &some),
            },
            starts: one_of(random, &[events, rare].concat()),
            becns: one_of(random, &[events, rare].concat()),
            throttled: one_of(random, &events),
            changes: one_of(random, &events),
            log: one_of(random, &[never, Often::each_cycle(1).in_few_cycles(3), events[2]]),
            port: one_of(random, &[never, Often::each_cycle(2), Often::each_cycle(8), always]),
            ask_ready: one_of(random, &some),
            table_ready: one_of(random, &[always, always, always, Often::each_cycle(8)]),
            table_is_wild: random.below(2) == 0,
            flows,
            first_flow: random.below(all - flows + 1),
            // Rare enough that many flows are cleared completely.
            reset: match random.below((all / 32).max(4)) {
                0 => always.in_few_cycles(9),
                _ => never,
            },
        }
    }

    fn any_flow(&mut self) -> u64 {
        self.phase.first_flow + self.random.below(self.phase.flows)
    }

    /// Drives the events of flows.
    #[inline]
    fn flows(&mut self, inputs: &mut NicRegistersInputs) {
        let (phase, levels) = (self.phase, Nic::SERVICE_LEVELS as u64);
        inputs.start = happens(&mut self.random, phase.starts);
        inputs.start_flow = self.any_flow();
        inputs.start_sl = self.random.below(levels);
        inputs.start_bytes = any_number(&mut self.random, BYTES_BITS).into();
        inputs.becn = happens(&mut self.random, phase.becns);
        inputs.becn_flow = self.any_flow();
        inputs.becn_lid = any_number(&mut self.random, LID_BITS).into();
        inputs.throttled = happens(&mut self.random, phase.throttled);
        inputs.throttled_flow = self.any_flow();
        inputs.throttled_cycles = any_number(&mut self.random, WORD_BITS as usize).into();
        inputs.changed = happens(&mut self.random, phase.changes);
        inputs.changed_flow = self.any_flow();
        inputs.changed_ipd = self.random.bits() & 0xFF;
        inputs.event_valid = happens(&mut self.random, phase.log);
        inputs.event_flow = self.any_flow();
        inputs.event_sl = self.random.below(levels);
        inputs.event_time = self.random.bits() & u64::from(u32::MAX);
        inputs.happened = self.random.events(phase.port) & ((1 << COUNTERS) - 1);
    }

    /// Drives the read data of the table.
    #[inline]
    fn answers(&mut self, last: &NicRegistersOutputs, inputs: &mut NicRegistersInputs) {
        let random = &mut self.random;
        inputs.table_ready = happens(random, self.phase.table_ready);
        inputs.ask_ready = happens(random, self.phase.ask_ready);
        inputs.ccti = random.below(self.nic.cct_entries() as u64);
        let [level, entry] = match self.phase.table_is_wild {
            true => [random.bits(), random.bits()],
            false => [self.table.level(last), self.table.entry(last)],
        };
        inputs.read_timer = level & 0xFFFF;
        inputs.read_increase = level >> 16 & 0xFF;
        inputs.read_trigger = level >> 24 & 0xFF;
        inputs.read_min = level >> 32 & 0xFF;
        inputs.read_entry = entry & 0xFFFF;
    }
}

impl Stimulus<NicRegistersInputs, NicRegistersOutputs> for NicRegistersStimulus {
    #[inline]
    fn drive(&mut self, last: &NicRegistersOutputs, step: &mut Step<NicRegistersInputs>) {
        if self.phase.cycles == 0 {
            self.phase = Self::any_phase(&mut self.random, &self.nic);
        }
        self.phase.cycles -= 1;
        if step.reset {
            self.master.reset();
            self.table.reset();
        }
        let seen = Seen { awready: last.s_axil.awready, arready: last.s_axil.arready };
        self.master.drive(seen, self.phase.pace, &mut self.errands, &mut self.random);
        let inputs = &mut step.inputs;
        inputs.s_axil.clone_from(&self.master.driven);
        self.time_stamp = self.time_stamp.wrapping_add(1);
        inputs.time_stamp = self.time_stamp.into();
        self.table.write(last);
        self.answers(last, inputs);
        self.flows(inputs);
        step.reset = happens(&mut self.random, self.phase.reset);
    }
}
