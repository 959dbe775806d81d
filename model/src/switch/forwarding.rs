//! The linear forwarding table: "indexed by LID", it holds the output port for packets
//! (IBA 14.2.5.7).

#[cfg(test)]
mod tests;

use crate::{bits::is_set, Golden};
use tailback_spec::{port_values, switch::forwarding::Forwarding, Lanes};

port_values! {
    /// Look-ups, and writes by management; an element (or bit) belongs to a port.
    pub struct ForwardingTableInputs {
        /// LID that each input port looks up.
        pub dlid: Lanes,
        /// Ports whose link is up.
        pub link_active: u64,
        /// Writes an entry.
        pub write: bool,
        /// LID of the written entry.
        pub write_address: u64,
        /// The written entry is valid.
        pub write_valid: bool,
        /// Output port of the written entry.
        pub write_port: u64,
        /// LID that management reads.
        pub read_address: u64,
    }
}

port_values! {
    /// Results of look-ups; an element (or bit) belongs to an input port.
    pub struct ForwardingTableOutputs {
        /// Input ports whose look-up is a hit.
        pub known: u64,
        /// Output port of the route, by input port.
        pub port: Lanes,
        /// The entry of `read_address` is valid.
        pub read_valid: bool,
        /// Output port of the entry of `read_address`.
        pub read_port: u64,
        /// Entries are being cleared.
        pub clearing: bool,
    }
}

/// Table entry of one LID.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Entry {
    valid: bool,
    port: u32,
}

/// Results of the look-ups of one cycle: of each input port, and of management.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Answers {
    /// Output port of the route, by input port.
    ways: Vec<Option<u32>>,
    shown: Entry,
}

/// The table of a switch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForwardingTable {
    ports: usize,
    /// Entry of each LID from 0 on.
    entries: Vec<Entry>,
    /// Entries that have been cleared since reset.
    cleared: usize,
    /// Results of the look-ups of the cycle before.
    answers: Answers,
}

impl ForwardingTable {
    /// The table after reset.
    pub fn new(forwarding: &Forwarding) -> Self {
        let ports = forwarding.ports();
        ForwardingTable {
            ports,
            entries: vec![Entry::default(); forwarding.entries()],
            cleared: 0,
            answers: Answers { ways: vec![None; ports], ..Answers::default() },
        }
    }

    /// Whether entries are being cleared.
    pub(crate) fn is_clearing(&self) -> bool {
        self.cleared < self.entries.len()
    }

    /// Performs the look-ups of a cycle; while entries are being cleared, all miss.
    fn look_up(&mut self, inputs: &ForwardingTableInputs) {
        let entries = match self.is_clearing() {
            true => &[],
            false => &self.entries[..],
        };
        let entry = |lid: usize| entries.get(lid).copied().unwrap_or_default();
        for (input, way) in self.answers.ways.iter_mut().enumerate() {
            let Entry { valid, port } =
                entry(inputs.dlid.get(input).map_or(0, |lid| *lid as usize));
            let exists = valid && (port as usize) < self.ports;
            *way = (exists && is_set(inputs.link_active, port as usize)).then_some(port);
        }
        self.answers.shown = entry(inputs.read_address as usize);
    }

    /// Drives the results of the look-ups.
    fn answer(&self, outputs: &mut ForwardingTableOutputs) {
        outputs.clearing = self.is_clearing();
        outputs.known = 0;
        outputs.port.clear();
        for (input, way) in self.answers.ways.iter().enumerate() {
            outputs.known |= u64::from(way.is_some()) << input;
            outputs.port.push(way.unwrap_or(0));
        }
        let shown = self.answers.shown;
        (outputs.read_valid, outputs.read_port) = (shown.valid, shown.port.into());
    }
}

impl Golden for ForwardingTable {
    type Inputs = ForwardingTableInputs;
    type Outputs = ForwardingTableOutputs;

    fn step(&mut self, inputs: &ForwardingTableInputs, outputs: &mut ForwardingTableOutputs) {
        self.answer(outputs);
        self.look_up(inputs);

        if self.is_clearing() {
            self.entries[self.cleared] = Entry::default();
            self.cleared += 1;
        } else if inputs.write {
            let port = inputs.write_port as u32;
            self.entries[inputs.write_address as usize] = Entry { valid: inputs.write_valid, port };
        }
    }

    fn reset(&mut self) {
        self.cleared = 0;
        self.answers.ways.fill(None);
        self.answers.shown = Entry::default();
    }
}
