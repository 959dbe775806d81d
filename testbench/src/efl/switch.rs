//! Traffic for the Ethernet switch: frames of all lengths, also illegal ones, to known and unknown
//! destinations, outputs that stall, and a master that changes the MAC table and reads the counters.

mod line;
mod phase;
mod table;
#[cfg(test)]
mod tests;

use tailback_model::efl::switch::{EthernetSwitch, EthernetSwitchInputs, EthernetSwitchOutputs};
use tailback_spec::efl::switch as spec;

use self::line::Line;
use self::phase::Phase;
use self::table::Table;
use crate::axi_lite::{Master, Seen};
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, Random};

/// Name on the command line.
const BLOCK: &str = "ethernet-switch";

/// Golden model and stimulus of the Ethernet switch.
pub fn bench(switch: &spec::EthernetSwitch) -> Box<dyn Bench> {
    let switch = *switch;
    Box::new(BlockBench::new(
        BLOCK,
        format!(
            "{} ports, frames of {} bytes, buffers of {} bytes, {} MAC addresses",
            switch.ports(),
            switch.frame_bytes(),
            switch.buffer_bytes(),
            switch.addresses()
        ),
        move || EthernetSwitch::new(&switch),
        move |seed| EthernetSwitchStimulus::new(&switch, seed),
    ))
}

/// Constrained-random traffic of the lines and of a master.
pub struct EthernetSwitchStimulus {
    random: Random,
    switch: spec::EthernetSwitch,
    phase: Phase,
    /// AXI4-Lite master.
    master: Master,
    table: Table,
    /// Lines of the inputs.
    lines: Vec<Line>,
}

impl EthernetSwitchStimulus {
    /// Stimulus from `seed`.
    pub fn new(switch: &spec::EthernetSwitch, seed: u64) -> Self {
        let mut random = Random::new(seed);
        EthernetSwitchStimulus {
            phase: Phase::any(&mut random, switch),
            table: Table::new(switch, &mut random),
            switch: *switch,
            random,
            master: Master::default(),
            lines: vec![Line::default(); switch.ports()],
        }
    }

    /// Drives the received frames.
    fn receive(&mut self, inputs: &mut EthernetSwitchInputs) {
        let random = &mut self.random;
        (inputs.rx_tvalid, inputs.rx_tlast, inputs.rx_tuser) = (0, 0, 0);
        inputs.rx_tdata.clear();
        inputs.rx_tkeep.clear();
        let beats = random.events(self.phase.beat) & !self.phase.silent;
        for (port, line) in self.lines.iter_mut().enumerate() {
            let may = beats >> port & 1 != 0;
            let (valid, beat, bad) = line.next(may, &self.phase, &self.table, &self.switch, random);
            inputs.rx_tvalid |= u64::from(valid) << port;
            inputs.rx_tdata.push(beat.data);
            inputs.rx_tkeep.push(beat.keep as u32);
            inputs.rx_tlast |= u64::from(beat.last) << port;
            inputs.rx_tuser |= u64::from(bad) << port;
        }
    }
}

impl Stimulus<EthernetSwitchInputs, EthernetSwitchOutputs> for EthernetSwitchStimulus {
    fn drive(&mut self, last: &EthernetSwitchOutputs, step: &mut Step<EthernetSwitchInputs>) {
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random, &self.switch);
        }
        self.phase.cycles -= 1;
        if step.reset {
            self.master.reset();
            self.table.reset();
            for line in &mut self.lines {
                line.reset(&mut self.random);
            }
        }
        let seen = Seen { awready: last.s_axil.awready, arready: last.s_axil.arready };
        self.master.drive(seen, self.phase.pace, &mut self.table, &mut self.random);
        step.inputs.s_axil.clone_from(&self.master.driven);
        self.receive(&mut step.inputs);
        let ports = (1 << self.switch.ports()) - 1;
        step.inputs.m_tready = self.random.events(self.phase.ready) & !self.phase.stalled & ports;
        step.reset = happens(&mut self.random, self.phase.reset);
    }
}
