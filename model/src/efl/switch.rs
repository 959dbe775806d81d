//! The tail-drop Ethernet switch: store-and-forward, output-queued (Shimonishi'07 §IV-1).

mod input;
mod output;
mod ports;
mod registers;
mod table;
#[cfg(test)]
mod tests;

pub use ports::{EthernetSwitchInputs, EthernetSwitchOutputs};

use self::input::{Beat, Frame, Input, Moved};
use self::output::Output;
use self::registers::Registers;
use self::table::Table;
use super::bus::Bus;
use crate::{bits::is_set, Golden};
use tailback_spec::efl::switch::{Counter, EthernetSwitch as Parameters};

/// Step in which an access to a register is done.
const LAST_STEP: u32 = 2;
/// Counters of events of a port; the other two are states.
const COUNTERS: usize = Counter::Dropped as usize + 1;
/// Counters of events of a port, in the order of [`Counter`].
type PortCounters = [u32; COUNTERS];

/// The switch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EthernetSwitch {
    switch: Parameters,
    inputs: Vec<Input>,
    outputs: Vec<Output>,
    table: Table,
    registers: Registers,
    bus: Bus,
    counters: Vec<PortCounters>,
    /// Slot of this cycle: the input that moves a word.
    slot: usize,
    /// Cycles until the MAC table is cleared.
    clearing: usize,
}

impl EthernetSwitch {
    /// The module after reset.
    pub fn new(switch: &Parameters) -> Self {
        let ports = switch.ports();
        EthernetSwitch {
            switch: *switch,
            inputs: (0..ports).map(Input::new).collect(),
            outputs: vec![Output::default(); ports],
            table: Table::new(switch),
            registers: Registers::default(),
            bus: Bus::default(),
            counters: vec![PortCounters::default(); ports],
            slot: 0,
            clearing: switch.addresses(),
        }
    }

    /// Drives all outputs, none of which depends on the inputs.
    fn show(&self, outputs: &mut EthernetSwitchOutputs) {
        self.bus.show(&mut outputs.s_axil);
        outputs.ready = self.clearing == 0;
        (outputs.m_tvalid, outputs.m_tlast) = (0, 0);
        outputs.m_tdata.clear();
        outputs.m_tkeep.clear();
        for (port, output) in self.outputs.iter().enumerate() {
            let beat = output.beat();
            outputs.m_tvalid |= u64::from(beat.is_some()) << port;
            let beat = beat.unwrap_or_default();
            outputs.m_tdata.push(beat.data);
            outputs.m_tkeep.push(beat.keep as u32);
            outputs.m_tlast |= u64::from(beat.last) << port;
        }
    }

    fn count(&mut self, port: usize, counter: Counter) {
        let count = &mut self.counters[port][counter as usize];
        *count = count.wrapping_add(1);
    }

    /// Moves a word of the input whose slot it is. Returns the frame that enters the queue of its
    /// output.
    fn move_word(&mut self) -> Option<Frame> {
        let (switch, outputs) = (&self.switch, &self.outputs);
        let input = self.inputs.get_mut(self.slot)?;
        match input.slot(|frame| outputs[frame.output].fits(switch, frame))? {
            Moved::First(frame) => Some(frame),
            Moved::Dropped(output) => {
                self.count(output, Counter::Dropped);
                None
            }
        }
    }
}

impl Golden for EthernetSwitch {
    type Inputs = EthernetSwitchInputs;
    type Outputs = EthernetSwitchOutputs;

    fn step(&mut self, inputs: &EthernetSwitchInputs, outputs: &mut EthernetSwitchOutputs) {
        self.show(outputs);
        let used: Vec<_> = self.inputs.iter().map(Input::used).collect();
        // Read data has the events of the cycles before.
        let access = self.bus.access(LAST_STEP);
        let done = access.map(|access| {
            let (counters, outputs) = (&self.counters, &self.outputs);
            self.registers.perform(access, &self.switch, counters, outputs)
        });
        let (done, entry) = done.map_or((None, None), |(done, entry)| (Some(done), entry));
        self.bus.clock(&inputs.s_axil, self.clearing == 0, LAST_STEP, done);

        let mut enters = self.move_word();
        for (port, used) in used.into_iter().enumerate() {
            let received = is_set(inputs.rx_tvalid, port).then(|| Beat {
                data: inputs.rx_tdata.get(port).copied().unwrap_or(0),
                keep: inputs.rx_tkeep.get(port).copied().unwrap_or(0).into(),
                last: is_set(inputs.rx_tlast, port),
                bad: is_set(inputs.rx_tuser, port),
            });
            let input = &mut self.inputs[port];
            if let Some(verdict) = input.clock(&self.switch, &self.table, used, received) {
                self.count(port, verdict);
            }
            let frame = enters.take_if(|frame| frame.output == port);
            if self.outputs[port].clock(&self.switch, is_set(inputs.m_tready, port), frame) {
                self.count(port, Counter::Sent);
            }
        }
        if let Some((entry, valid)) = entry {
            self.table.write(entry, valid);
        }
        self.slot = (self.slot + 1) % self.switch.slots() as usize;
        self.clearing = self.clearing.saturating_sub(1);
    }

    fn reset(&mut self) {
        for (number, input) in self.inputs.iter_mut().enumerate() {
            *input = Input::new(number);
        }
        self.outputs.fill(Output::default());
        self.table.reset();
        (self.registers, self.bus) = (Registers::default(), Bus::default());
        self.counters.fill(PortCounters::default());
        (self.slot, self.clearing) = (0, self.switch.addresses());
    }
}
