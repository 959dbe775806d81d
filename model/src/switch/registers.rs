//! The registers of the switch over AXI4-Lite: identity, settings (IBA annex A10), states,
//! counters, and the forwarding table.

mod access;
mod place;
mod ports;
mod setting;
#[cfg(test)]
mod tests;

pub use ports::{SwitchRegistersInputs, SwitchRegistersOutputs};

use self::access::{Access, Pending, Step};
use self::place::{Layout, Place};
use self::setting::Setting;
use crate::interface::{ALL_BYTES, OKAY, SLVERR};
use crate::{bits::is_set, Golden};
use serde::{Deserialize, Serialize};
use tailback_spec::{
    registers::WORD_BYTES,
    switch::{counters, head_of_queue::RESET_CODE, registers::Registers},
    Lanes,
};

/// VALID bit of a forwarding entry.
const FORWARDING_VALID: u32 = 31;
/// Mask of the port in a forwarding entry.
const FORWARDING_PORT: u64 = 0x3F;
/// First bit of the second half of a register with two bits for each VL.
const SECOND_HALF: u32 = 16;

/// A response, with the data of a read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Answer {
    valid: bool,
    data: u32,
    response: u64,
}

/// Counter whose slot it is, the same at each port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Turn {
    index: usize,
    /// Whether this is the first round after reset.
    first: bool,
}

impl Turn {
    const RESET: Turn = Turn { index: 0, first: true };
}

/// The registers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SwitchRegisters {
    layout: Layout,
    /// Mask of a forwarding entry's index.
    entry_mask: u32,
    /// Counters of a port.
    counters: usize,
    /// The setting of the switch.
    setting: Setting,
    /// Settings of the ports.
    own_settings: Vec<Setting>,
    victim_mask: u64,
    /// Code of the Head-of-Queue Life limit, by port.
    hoq_life: Lanes,
    access: Access,
    /// Response to a write.
    written: Answer,
    /// Response to the read in progress.
    captured: Answer,
    /// Response to a read.
    read: Answer,
    turn: Turn,
    /// Counter whose slot was in the cycle before.
    index_before: usize,
}

impl SwitchRegisters {
    /// The module after reset.
    pub fn new(registers: &Registers) -> Self {
        let ports = registers.port.ports();
        SwitchRegisters {
            layout: Layout::new(registers),
            entry_mask: registers.forwarding.entries() as u32 - 1,
            counters: counters::count(&registers.port),
            setting: Setting::default(),
            own_settings: vec![Setting::default(); ports],
            victim_mask: 0,
            hoq_life: std::iter::repeat_n(RESET_CODE, ports).collect(),
            access: Access::default(),
            written: Answer::default(),
            captured: Answer::default(),
            read: Answer::default(),
            turn: Turn::RESET,
            index_before: 0,
        }
    }

    /// Register of the write, and its writable bits; `None` for a write that changes nothing.
    fn target(&self) -> Option<(Place, u32)> {
        let place = self.layout.at(self.access.address)?;
        let bits = place.writable(self.layout.ports);
        (self.access.strobes == ALL_BYTES && bits != 0).then_some((place, bits))
    }

    /// Whether a register is written in this cycle.
    fn is_writing(&self) -> bool {
        self.access.step == Step::Perform && self.access.is_write
    }

    /// Index of the forwarding entry for an address.
    fn entry(&self, address: u32) -> u64 {
        ((address / WORD_BYTES) & self.entry_mask).into()
    }

    /// Drives all outputs of a cycle; they depend on the state alone.
    pub(crate) fn show(&self, outputs: &mut SwitchRegistersOutputs) {
        let Access { step, is_write, address, data, .. } = self.access;
        let accepts = step == Step::Accept;
        outputs.s_axil.awready = accepts && is_write;
        outputs.s_axil.wready = accepts && is_write;
        (outputs.s_axil.bvalid, outputs.s_axil.bresp) = (self.written.valid, self.written.response);
        outputs.s_axil.arready = accepts && !is_write;
        (outputs.s_axil.rvalid, outputs.s_axil.rresp) = (self.read.valid, self.read.response);
        outputs.s_axil.rdata = self.read.data.into();

        outputs.threshold.clear();
        outputs.packet_size.clear();
        outputs.marking_rate.clear();
        for own in &self.own_settings {
            let setting = if own.is_own() { own } else { &self.setting };
            outputs.threshold.push(setting.threshold());
            outputs.packet_size.push(setting.packet_size());
            outputs.marking_rate.push(setting.marking_rate());
        }
        outputs.victim_mask = self.victim_mask;
        outputs.hoq_life.clone_from(&self.hoq_life);

        outputs.forward_write =
            self.is_writing() && matches!(self.target(), Some((Place::Forwarding, _)));
        outputs.forward_address = self.entry(address);
        outputs.forward_valid = is_set(data.into(), FORWARDING_VALID as usize);
        outputs.forward_port = u64::from(data) & FORWARDING_PORT;
        outputs.read_address = self.entry(address);
        (outputs.index, outputs.clear) = (self.turn.index as u64, self.turn.first);
    }

    /// The clock edge.
    pub(crate) fn clock(&mut self, inputs: &SwitchRegistersInputs) {
        self.clock_access(inputs);
        self.index_before = self.turn.index;
        self.turn = match self.turn {
            Turn { index, first } if index + 1 < self.counters => Turn { index: index + 1, first },
            _ => Turn { index: 0, first: false },
        };
    }

    fn clock_access(&mut self, inputs: &SwitchRegistersInputs) {
        let pending = Pending { write: self.written.valid, read: self.read.valid };
        let next = self.access.next(inputs, pending);
        self.written.valid &= !inputs.s_axil.bready;
        self.read.valid &= !inputs.s_axil.rready;
        match self.access.step {
            Step::Idle => self.access = next.unwrap_or(self.access),
            Step::Accept => self.access.step = Step::Decode,
            Step::Decode => self.access.step = Step::Perform,
            Step::Perform if self.access.is_write => {
                self.write();
                self.access.step = Step::Idle;
            }
            Step::Perform if self.has_turn() => {
                self.captured = self.capture(inputs);
                self.access.step = Step::Return;
            }
            // A counter is captured in the cycle after its slot.
            Step::Perform => {}
            Step::Return => {
                self.read = self.captured;
                self.access.step = Step::Idle;
            }
        }
    }

    /// Performs the write.
    fn write(&mut self) {
        let target = self.target();
        let response = if target.is_some() { OKAY } else { SLVERR };
        self.written = Answer { valid: true, data: 0, response };
        let Some((place, bits)) = target else { return };
        let data = self.access.data & bits;
        match place {
            Place::CongestionSetting => self.setting = Setting(data),
            Place::OwnSetting(port) => self.own_settings[port] = Setting(data),
            Place::HeadOfQueue(port) => self.hoq_life[port] = data,
            Place::VictimMask(first) => {
                let kept = self.victim_mask & !(u64::from(u32::MAX) << first);
                self.victim_mask = kept | u64::from(data) << first;
            }
            _ => {}
        }
    }

    /// Whether the register that is read is no counter, or its value is valid in this cycle.
    fn has_turn(&self) -> bool {
        match self.layout.at(self.access.address) {
            Some(Place::Counter { number, .. }) => number == self.index_before,
            _ => true,
        }
    }

    /// Response to the read.
    fn capture(&self, inputs: &SwitchRegistersInputs) -> Answer {
        let place = self.layout.at(self.access.address);
        let response = if place.is_some() { OKAY } else { SLVERR };
        let data = place.map_or(0, |place| self.value(place, inputs));
        Answer { valid: true, data, response }
    }

    /// Value of a register.
    fn value(&self, place: Place, inputs: &SwitchRegistersInputs) -> u32 {
        let of = |lanes: &Lanes, port: usize| lanes.get(port).copied().unwrap_or(0);
        match place {
            Place::Constant(value) => value,
            Place::CongestionSetting => self.setting.0,
            Place::OwnSetting(port) => self.own_settings[port].0,
            Place::VictimMask(first) => (self.victim_mask >> first) as u32,
            Place::HeadOfQueue(port) => self.hoq_life[port],
            Place::Status(port) => {
                of(&inputs.initialised, port) << SECOND_HALF
                    | u32::from(is_set(inputs.link_active, port))
            }
            Place::Congestion(port) => {
                of(&inputs.victim, port) << SECOND_HALF | of(&inputs.congested, port)
            }
            Place::Occupancy(lane) => inputs.occupancy.get(lane).copied().unwrap_or(0),
            Place::Counter { port, .. } => of(&inputs.value, port),
            Place::Forwarding => {
                u32::from(inputs.read_valid) << FORWARDING_VALID | inputs.read_port as u32
            }
        }
    }
}

impl Golden for SwitchRegisters {
    type Inputs = SwitchRegistersInputs;
    type Outputs = SwitchRegistersOutputs;

    fn step(&mut self, inputs: &SwitchRegistersInputs, outputs: &mut SwitchRegistersOutputs) {
        self.show(outputs);
        self.clock(inputs);
    }

    fn reset(&mut self) {
        self.setting = Setting::default();
        self.own_settings.fill(Setting::default());
        self.victim_mask = 0;
        self.hoq_life.fill(RESET_CODE);
        self.access = Access::default();
        self.written = Answer::default();
        (self.captured, self.read) = (Answer::default(), Answer::default());
        self.turn = Turn::RESET;
        self.index_before = 0;
    }
}
