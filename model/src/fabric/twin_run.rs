//! The twin with its surroundings, without any hardware.

use super::{
    monitor::{Monitor, Seen},
    surroundings::Surroundings,
    twin::{FabricInputs, FabricOutputs, Twin},
};
use crate::Golden;
use tailback_spec::{
    fabric::{ports, Fabric},
    ports::PortField,
    Direction, Port,
};

/// A twin that runs.
pub struct TwinRun {
    twin: Twin,
    surroundings: Surroundings,
    monitor: Monitor,
    inputs: FabricInputs,
    outputs: FabricOutputs,
    ports: Vec<Port>,
    image: Vec<u64>,
}

impl TwinRun {
    /// The twin of a fabric after reset, to run for so many cycles of the scenario.
    pub fn new(fabric: &Fabric, cycles: u64) -> Self {
        Self::reading(fabric, cycles, Vec::new())
    }

    /// The twin of a fabric; after the scenario, the registers at these addresses of each component
    /// are read.
    pub fn reading(fabric: &Fabric, cycles: u64, asked: Vec<Vec<u32>>) -> Self {
        let table = ports::table(fabric);
        TwinRun {
            twin: Twin::new(fabric),
            surroundings: Surroundings::new(fabric, cycles, asked),
            monitor: Monitor::new(fabric),
            inputs: FabricInputs::default(),
            outputs: FabricOutputs::default(),
            image: vec![0; table.words(Direction::Output)],
            ports: table.of(Direction::Output).cloned().collect(),
        }
    }

    /// Runs one cycle.
    pub fn cycle(&mut self) {
        self.surroundings.drive(&self.outputs, &mut self.inputs);
        self.twin.step(&self.inputs, &mut self.outputs);
        self.outputs.store(&self.ports, &mut self.image);
        self.monitor.see(&self.image);
    }

    /// Inputs and outputs of the last cycle.
    pub fn last(&self) -> (&FabricInputs, &FabricOutputs) {
        (&self.inputs, &self.outputs)
    }

    /// Hosts and software.
    pub fn surroundings(&self) -> &Surroundings {
        &self.surroundings
    }

    /// Whether the fabric was found to have stalled.
    pub fn is_stalled(&self) -> bool {
        self.monitor.is_stalled()
    }

    /// Monitor of all packets.
    pub fn monitor(&self) -> &Monitor {
        &self.monitor
    }

    /// Takes the packets and ACKs that the monitor has identified since the last call.
    pub(super) fn take_seen(&mut self) -> Vec<Seen> {
        self.monitor.take_seen()
    }

    /// Input buffers that became full in the last cycle, each virtual lane on its own.
    pub(super) fn became_full(&self) -> u64 {
        self.twin.became_full()
    }

    /// Blocks in use of the input buffer at the end of each link, after the last cycle; `None` for links to
    /// hosts.
    pub fn blocks_in_use(&self) -> impl Iterator<Item = Option<u64>> + '_ {
        self.twin.blocks_in_use()
    }

    /// Consumes the run and returns the monitor of all packets.
    pub fn into_monitor(self) -> Monitor {
        self.monitor
    }
}
