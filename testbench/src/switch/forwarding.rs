//! Look-ups in a forwarding table, and entries that change meanwhile.

#[cfg(test)]
mod tests;

use tailback_model::switch::forwarding::{
    ForwardingTable, ForwardingTableInputs, ForwardingTableOutputs,
};
use tailback_spec::switch::forwarding::{Forwarding, PORT_BITS};

use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{any_number, happens, one_of, Often, Random};

/// Name on the command line.
const BLOCK: &str = "forwarding";

/// Golden model and stimulus of a forwarding table.
pub fn bench(parameters: &Forwarding) -> Box<dyn Bench> {
    let parameters = *parameters;
    let (ports, entries) = (parameters.ports(), parameters.entries());
    Box::new(BlockBench::new(
        BLOCK,
        format!("{ports} ports, {entries} entries"),
        move || ForwardingTable::new(&parameters),
        move |seed| ForwardingTableStimulus::new(&parameters, seed),
    ))
}

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
struct Phase {
    /// Rate at which entries are written.
    write: Often,
    /// Rate at which a written entry is valid, and has an existing port.
    legal: Often,
    /// Rate at which a port's link is up.
    active: Often,
    /// Rate at which the links change.
    change: Often,
    /// Rate at which a LID is random, rather than one in use.
    any: Often,
    cycles: u64,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(4).in_few_cycles(4);
const SOME: Often = Often::each_cycle(4);
const MOST: Often = Often::each_cycle(14);
const ALL: Often = Often::ALWAYS;

/// Rates of writes, of valid entries, of links that are up, and of changes of links.
const KINDS: [[Often; 4]; 6] = [
    // A stable subnet, with a port that goes up and down.
    [NEVER, ALL, ALL, NEVER],
    [RARE, MOST, MOST, RARE],
    // A subnet that is being set up.
    [ALL, ALL, ALL, NEVER],
    [ALL, MOST, MOST, RARE],
    // All entries and links change.
    [SOME, SOME, SOME, ALL],
    [MOST, MOST, MOST, SOME],
];

/// Number of LIDs in use at a time.
const IN_USE: usize = 8;

/// Constrained-random look-ups and entries.
pub struct ForwardingTableStimulus {
    random: Random,
    phase: Phase,
    ports: usize,
    entries: u32,
    address_bits: usize,
    in_use: [u32; IN_USE],
    link_active: u64,
}

impl ForwardingTableStimulus {
    /// Stimulus from `seed`.
    pub fn new(parameters: &Forwarding, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let entries = parameters.entries() as u32;
        let mut stimulus = ForwardingTableStimulus {
            phase: Phase::any(&mut random, entries),
            random,
            ports: parameters.ports(),
            entries,
            address_bits: parameters.address_bits(),
            in_use: [0; IN_USE],
            link_active: 0,
        };
        stimulus.begin();
        stimulus
    }

    /// Chooses LIDs for another phase, in pairs that differ in one bit.
    fn begin(&mut self) {
        let bits = self.address_bits;
        for pair in self.in_use.chunks_exact_mut(2) {
            let lid = any_number(&mut self.random, bits);
            pair.copy_from_slice(&[lid, lid ^ 1 << self.random.below(bits as u64)]);
        }
    }

    /// A LID that has an entry.
    fn lid(&mut self) -> u32 {
        match happens(&mut self.random, self.phase.any) {
            true => any_number(&mut self.random, self.address_bits),
            false => one_of(&mut self.random, &self.in_use),
        }
    }

    /// A LID, possibly beyond the table because of its upper bits alone.
    fn question(&mut self, clearing: bool) -> u32 {
        let lid = self.lid();
        match self.random.below(16) {
            0 => lid | any_number(&mut self.random, u16::BITS as usize),
            1 => (lid | self.entries) & u32::from(u16::MAX),
            // The last entry to be cleared.
            2 | 3 if clearing => self.entries - 1,
            _ => lid,
        }
    }

    /// Writes an entry, often one that is looked up in the same cycle.
    fn write(&mut self, inputs: &mut ForwardingTableInputs) {
        let asked = one_of(&mut self.random, &inputs.dlid);
        let address = match self.random.below(4) {
            0 if asked < self.entries => asked.into(),
            1 => inputs.read_address,
            _ => self.lid().into(),
        };
        let legal = self.random.events(self.phase.legal);
        inputs.write = happens(&mut self.random, self.phase.write);
        inputs.write_address = address;
        inputs.write_valid = legal & 1 != 0;
        inputs.write_port = match legal & 2 != 0 {
            true => self.random.below(self.ports as u64),
            false => self.random.below(1 << PORT_BITS),
        };
    }
}

impl Phase {
    fn any(random: &mut Random, entries: u32) -> Self {
        let [write, legal, active, change] = one_of(random, &KINDS);
        let longest = one_of(random, &[16, 256, entries.into()]);
        let any = one_of(random, &[NEVER, RARE, SOME, ALL]);
        Phase { write, legal, active, change, any, cycles: 1 + random.below(longest) }
    }
}

impl Stimulus<ForwardingTableInputs, ForwardingTableOutputs> for ForwardingTableStimulus {
    fn drive(&mut self, last: &ForwardingTableOutputs, step: &mut Step<ForwardingTableInputs>) {
        step.reset = false;
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random, self.entries);
            self.begin();
            // Clearing takes as long as a long phase, so most phases must not start with one.
            step.reset = self.random.below(12) == 0;
        }
        self.phase.cycles -= 1;
        if happens(&mut self.random, self.phase.change) {
            self.link_active = self.random.events(self.phase.active);
        }
        if self.link_active == 0 {
            self.link_active = u64::MAX;
        }
        let inputs = &mut step.inputs;
        inputs.link_active = self.link_active & (u64::MAX >> (u64::BITS as usize - self.ports));
        inputs.dlid.clear();
        for _ in 0..self.ports {
            inputs.dlid.push(self.question(last.clearing));
        }
        inputs.read_address = match last.clearing && self.random.below(8) == 0 {
            true => u64::from(self.entries) - 1,
            false => self.lid().into(),
        };
        self.write(inputs);
    }
}
