//! The twin with its surroundings, without any hardware.

use super::{
    monitor::Monitor,
    surroundings::Surroundings,
    twin::{FabricInputs, FabricOutputs, Twin},
};
use crate::{fabric::Sink, Golden};
use tailback_spec::{
    fabric::{ethernet::ports, EthernetFabric},
    ports::PortField,
    Direction, Port,
};

/// A twin that runs.
pub struct TwinRun<S> {
    twin: Twin,
    surroundings: Surroundings,
    monitor: Monitor<S>,
    inputs: FabricInputs,
    outputs: FabricOutputs,
    ports: Vec<Port>,
    image: Vec<u64>,
    /// Cycles since reset, and of the set-up.
    cycle: u64,
    set_up: u64,
}

impl<S: Sink> TwinRun<S> {
    /// The twin of a fabric after reset. `sink` receives the packet log.
    pub fn new(fabric: &EthernetFabric, sink: S) -> Self {
        let table = ports::table(fabric);
        TwinRun {
            twin: Twin::new(fabric),
            surroundings: Surroundings::new(fabric, u64::MAX, Vec::new()),
            monitor: Monitor::new(fabric, sink),
            inputs: FabricInputs::default(),
            outputs: FabricOutputs::default(),
            image: vec![0; table.words(Direction::Output)],
            ports: table.of(Direction::Output).cloned().collect(),
            cycle: 0,
            set_up: fabric.set_up_cycles(),
        }
    }

    /// Runs until just before a cycle of the scenario.
    pub fn run_until(&mut self, end: u64) {
        while self.cycle < self.set_up + end {
            self.surroundings.drive(&self.outputs, &mut self.inputs);
            self.twin.step(&self.inputs, &mut self.outputs);
            self.outputs.store(&self.ports, &mut self.image);
            self.monitor.see(&self.image);
            self.cycle += 1;
        }
    }

    /// Hosts, software and damage.
    pub fn surroundings(&self) -> &Surroundings {
        &self.surroundings
    }

    /// Consumes the run and returns the sink of its log.
    pub fn into_sink(self) -> S {
        self.monitor.into_sink()
    }
}
