//! Precomputed stimulus, in the form that the Verilog model reads.

use std::time::{Duration, Instant};

use tailback_spec::{Direction, Port, PortTable, PortValues};

use super::error::Error;
use super::library::Library;
use super::stimulus::Step;

/// Inputs of a run, as images of the input ports.
pub struct Images {
    ports: Vec<Port>,
    /// Number of 64-bit words per cycle.
    words: usize,
    resets: Vec<bool>,
    inputs: Vec<u64>,
}

impl Images {
    /// An empty stimulus for the input ports of `table`.
    pub fn new(table: &PortTable) -> Self {
        let ports = table.of(Direction::Input).cloned().collect();
        let words = table.words(Direction::Input);
        Images { ports, words, resets: Vec::new(), inputs: Vec::new() }
    }

    /// Appends a cycle.
    pub fn push<I: PortValues>(&mut self, step: &Step<I>) {
        let from = self.inputs.len();
        self.inputs.resize(from + self.words, 0);
        step.inputs.store(&self.ports, &mut self.inputs[from..]);
        self.resets.push(step.reset);
    }

    /// Number of cycles.
    pub fn cycles(&self) -> usize {
        self.resets.len()
    }

    /// Reset and inputs of each cycle.
    pub fn iter(&self) -> impl Iterator<Item = (bool, &[u64])> + Clone {
        let image = |cycle: usize| &self.inputs[cycle * self.words..(cycle + 1) * self.words];
        self.resets.iter().enumerate().map(move |(cycle, &reset)| (reset, image(cycle)))
    }

    /// Drives the Verilog for `cycles` cycles, without model and comparison, and returns the time
    /// taken. A shorter stimulus repeats from its start.
    ///
    /// # Errors
    ///
    /// If the simulation of the Verilog stops by itself ([`Error::Simulation`]).
    pub fn drive(&self, library: &Library, seed: u64, cycles: usize) -> Result<Duration, Error> {
        let mut dut = library.instance(seed)?;
        let mut outputs = vec![0; library.table().words(Direction::Output)];
        let start = Instant::now();
        for (reset, inputs) in self.iter().cycle().take(cycles) {
            dut.step(reset, inputs, &mut outputs)?;
        }
        Ok(start.elapsed())
    }
}
