//! The registers of the switch over AXI4-Lite: identity, settings (IBA annex A10), states,
//! counters, and the forwarding table.

mod place;
mod ports;
mod setting;
#[cfg(test)]
mod tests;

pub use ports::{SwitchRegistersInputs, SwitchRegistersOutputs};

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

/// A read that has been accepted, and whose data have not been returned.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Reading {
    active: bool,
    /// Whether a cycle has passed, so that the forwarding table has read the entry.
    waited: bool,
    /// Address of the last read, even after its data have been returned.
    address: u32,
}

/// A response that is offered.
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
    written: Answer,
    reading: Reading,
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
            written: Answer::default(),
            reading: Reading::default(),
            read: Answer::default(),
            turn: Turn::RESET,
            index_before: 0,
        }
    }

    /// Whether a write is accepted.
    fn takes_write(&self, inputs: &SwitchRegistersInputs) -> bool {
        inputs.s_axil.awvalid && inputs.s_axil.wvalid && !self.written.valid && !inputs.clearing
    }

    /// Register of a write, and its writable bits; `None` for a write that changes nothing.
    fn written(&self, inputs: &SwitchRegistersInputs) -> Option<(Place, u32)> {
        let place = self.layout.at(inputs.s_axil.awaddr as u32)?;
        let bits = place.writable(self.layout.ports);
        (inputs.s_axil.wstrb == ALL_BYTES && bits != 0).then_some((place, bits))
    }

    /// Index of the forwarding entry for an address.
    fn entry(&self, address: u32) -> u64 {
        ((address / WORD_BYTES) & self.entry_mask).into()
    }

    /// Drives all outputs of a cycle, from the state and from the write.
    pub(crate) fn show(
        &self,
        inputs: &SwitchRegistersInputs,
        outputs: &mut SwitchRegistersOutputs,
    ) {
        let takes = self.takes_write(inputs);
        (outputs.s_axil.awready, outputs.s_axil.wready) = (takes, takes);
        (outputs.s_axil.bvalid, outputs.s_axil.bresp) = (self.written.valid, self.written.response);
        outputs.s_axil.arready = !self.reading.active && !self.read.valid;
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
            takes && matches!(self.written(inputs), Some((Place::Forwarding, _)));
        outputs.forward_address = self.entry(inputs.s_axil.awaddr as u32);
        outputs.forward_valid = is_set(inputs.s_axil.wdata, FORWARDING_VALID as usize);
        outputs.forward_port = inputs.s_axil.wdata & FORWARDING_PORT;
        outputs.read_address = self.entry(self.reading.address);
        (outputs.index, outputs.clear) = (self.turn.index as u64, self.turn.first);
    }

    /// The clock edge.
    pub(crate) fn clock(&mut self, inputs: &SwitchRegistersInputs) {
        self.clock_read(inputs);
        self.clock_write(inputs);
        self.index_before = self.turn.index;
        self.turn = match self.turn {
            Turn { index, first } if index + 1 < self.counters => Turn { index: index + 1, first },
            _ => Turn { index: 0, first: false },
        };
    }

    fn clock_write(&mut self, inputs: &SwitchRegistersInputs) {
        if !self.takes_write(inputs) {
            self.written.valid &= !inputs.s_axil.bready;
            return;
        }
        let (data, written) = (inputs.s_axil.wdata as u32, self.written(inputs));
        let response = if written.is_some() { OKAY } else { SLVERR };
        self.written = Answer { valid: true, data: 0, response };
        let Some((place, bits)) = written else { return };
        match place {
            Place::CongestionSetting => self.setting = Setting(data & bits),
            Place::OwnSetting(port) => self.own_settings[port] = Setting(data & bits),
            Place::HeadOfQueue(port) => self.hoq_life[port] = data & bits,
            Place::VictimMask(first) => {
                let kept = self.victim_mask & !(u64::from(u32::MAX) << first);
                self.victim_mask = kept | u64::from(data & bits) << first;
            }
            _ => {}
        }
    }

    fn clock_read(&mut self, inputs: &SwitchRegistersInputs) {
        let Reading { active, waited, address } = self.reading;
        let takes = inputs.s_axil.arvalid && !active && !self.read.valid;
        let place = self.layout.at(address);
        let has_turn = match place {
            Some(Place::Counter { number, .. }) => number == self.index_before,
            _ => true,
        };
        let answers = waited && has_turn;
        match answers {
            true => {
                let response = if place.is_some() { OKAY } else { SLVERR };
                let data = place.map_or(0, |place| self.value(place, inputs));
                self.read = Answer { valid: true, data, response };
            }
            false => self.read.valid &= !inputs.s_axil.rready,
        }
        self.reading = Reading {
            active: takes || active && !answers,
            waited: active && !answers,
            address: if takes { inputs.s_axil.araddr as u32 } else { address },
        };
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
        self.show(inputs, outputs);
        self.clock(inputs);
    }

    fn reset(&mut self) {
        self.setting = Setting::default();
        self.own_settings.fill(Setting::default());
        self.victim_mask = 0;
        self.hoq_life.fill(RESET_CODE);
        (self.written, self.read) = (Answer::default(), Answer::default());
        self.reading = Reading::default();
        self.turn = Turn::RESET;
        self.index_before = 0;
    }
}
