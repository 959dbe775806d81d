//! Lockstep execution of the Verilog and its golden model, one clock cycle at a time.

mod ahead;

use std::ops::ControlFlow;
use std::path::Path;

use crossbeam_utils::CachePadded;
use tailback_model::Golden;
use tailback_spec::{ports::PortField, Direction, Port, PortTable, PortValues};

use super::error::Error;
use super::library::{Dut, Library};
use super::shim::TIME_PER_CYCLE;
use super::stimulus::{Step, Stimulus};

/// An input port that the golden model does not have, held at a constant value for a whole run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// Port name; the port follows all others and has up to 64 bits.
    pub port: String,
    /// Constant value.
    pub value: u64,
}

/// Result of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// No output differs in any cycle.
    Agreed,
    /// First cycle in which an output differs.
    Differed(u64),
    /// First cycle in which a checked property is violated; the outputs are equal.
    Violated(u64),
}

/// Called every [`WATCH_CYCLES`] with the number of cycles simulated; may end the run.
pub type Watch<'a> = &'a mut dyn FnMut(u64) -> ControlFlow<()>;

/// Cycles between two calls of a [`Watch`].
pub const WATCH_CYCLES: u64 = 1 << 16;

/// A model and the Verilog, in the same state after reset.
pub struct Lockstep<M: Golden> {
    model: M,
    /// Apart from the state of the model, which another thread may write all the time.
    dut: CachePadded<Dut>,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    /// Number of leading words of `driven` that the stimulus writes; the others are held.
    stimulated: usize,
    driven: Vec<u64>,
    expected: Vec<u64>,
    actual: Vec<u64>,
    last: M::Outputs,
}

impl<M: Golden> Lockstep<M> {
    /// Pairs a model with a new instance of the Verilog, and resets both.
    ///
    /// Before the reset, `seed` randomises the registers of the Verilog, so a register that the
    /// reset misses shows as a difference.
    ///
    /// # Errors
    ///
    /// If the library has other ports than the model and `held` ([`Error::PortMismatch`]), or the
    /// simulation of the Verilog stops by itself ([`Error::Simulation`]).
    pub fn new(model: M, library: &Library, seed: u64, held: &[Held]) -> Result<Self, Error> {
        let table = library.table();
        check_ports::<M>(table, held)?;
        let all: Vec<Port> = table.of(Direction::Input).cloned().collect();
        let inputs = all[..all.len() - held.len()].to_vec();
        let stimulated = inputs.iter().map(Port::words).sum();
        let mut driven = vec![0; stimulated];
        driven.extend(held.iter().map(|held| held.value));
        let words = table.words(Direction::Output);
        let mut lockstep = Lockstep {
            model,
            dut: library.instance(seed)?.into(),
            inputs,
            outputs: table.of(Direction::Output).cloned().collect(),
            stimulated,
            driven,
            expected: vec![0; words],
            actual: vec![0; words],
            last: M::Outputs::default(),
        };
        if table.is_sequential() {
            let held = &lockstep.driven[lockstep.stimulated..];
            let reset = [&table.reset_image()[..lockstep.stimulated], held].concat();
            lockstep.dut.step(true, &reset, &mut lockstep.actual)?;
            lockstep.model.reset();
        }
        Ok(lockstep)
    }

    /// Runs one cycle of both; returns whether all outputs are equal.
    ///
    /// # Errors
    ///
    /// If the simulation of the Verilog stops by itself ([`Error::Simulation`]).
    // A call would cost as much as the comparison.
    #[inline(always)]
    pub fn cycle(&mut self, step: &Step<M::Inputs>) -> Result<bool, Error> {
        step.inputs.store(&self.inputs, &mut self.driven[..self.stimulated]);
        self.dut.step(step.reset, &self.driven, &mut self.actual)?;
        self.model.step(&step.inputs, &mut self.last);
        if step.reset {
            self.model.reset();
        }
        self.last.store(&self.outputs, &mut self.expected);
        Ok(are_equal(&self.expected, &self.actual))
    }

    /// Runs for `cycles` cycles, or until an output differs or a property is violated. A long run
    /// that ends early leaves model and stimulus some cycles ahead of the Verilog; the
    /// [images](Self::images) are those of its last cycle.
    ///
    /// # Errors
    ///
    /// If the simulation of the Verilog stops by itself ([`Error::Simulation`]), or `watch` ends
    /// the run ([`Error::Cancelled`]).
    pub fn run(
        &mut self,
        stimulus: &mut impl Stimulus<M::Inputs, M::Outputs>,
        cycles: u64,
        watch: Watch<'_>,
    ) -> Result<Ending, Error> {
        if cycles >= ahead::LEAST_CYCLES {
            return self.run_ahead(stimulus, cycles, watch);
        }
        let mut step = Step::default();
        let mut cycle = 0;
        while cycle < cycles {
            let pause = cycles.min(cycle + WATCH_CYCLES);
            while cycle < pause {
                stimulus.drive(&self.last, &mut step);
                if stimulus.violation().is_some() {
                    return Ok(Ending::Violated(cycle.saturating_sub(1)));
                }
                if !self.cycle(&step)? {
                    return Ok(Ending::Differed(cycle));
                }
                cycle += 1;
            }
            if watch(cycle).is_break() {
                return Err(Error::Cancelled);
            }
        }
        Ok(Ending::Agreed)
    }

    /// Runs as [`Self::run`] does, with model and stimulus on a thread of their own.
    fn run_ahead(
        &mut self,
        stimulus: &mut impl Stimulus<M::Inputs, M::Outputs>,
        cycles: u64,
        watch: Watch<'_>,
    ) -> Result<Ending, Error> {
        let maker = ahead::Maker {
            model: &mut self.model,
            last: &mut self.last,
            stimulus,
            inputs: &self.inputs,
            outputs: &self.outputs,
            stimulated: self.stimulated,
        };
        let comparer = ahead::Comparer {
            dut: &mut self.dut,
            driven: &mut self.driven,
            expected: &mut self.expected,
            actual: &mut self.actual,
        };
        ahead::run(maker, comparer, cycles, watch)
    }

    /// Outputs of the model in the last cycle.
    pub fn last(&self) -> &M::Outputs {
        &self.last
    }

    /// Images of the last cycle: inputs without the held ones, outputs of the model, outputs of the
    /// Verilog.
    pub fn images(&self) -> [&[u64]; 3] {
        [&self.driven[..self.stimulated], &self.expected, &self.actual]
    }

    /// Starts a waveform with the next cycle, whose number is `cycle`.
    ///
    /// # Errors
    ///
    /// As [`Dut::trace_start`].
    pub fn trace_start(&mut self, path: &Path, cycle: u64) -> Result<(), Error> {
        self.dut.trace_start(path, cycle * TIME_PER_CYCLE)
    }

    /// Ends the waveform.
    ///
    /// # Errors
    ///
    /// As [`Dut::trace_stop`].
    pub fn trace_stop(&mut self, path: &Path) -> Result<(), Error> {
        self.dut.trace_stop(path)
    }
}

/// Runs stimulus and model as [`Lockstep::run`] does, without the Verilog: to observe a stimulus,
/// or to measure the model's speed. Ends when `each` breaks.
pub fn model_alone<M: Golden>(
    mut model: M,
    stimulus: &mut impl Stimulus<M::Inputs, M::Outputs>,
    mut each: impl FnMut(&Step<M::Inputs>, &M::Outputs) -> ControlFlow<()>,
) {
    model.reset();
    let mut step = Step::default();
    let mut last = M::Outputs::default();
    loop {
        stimulus.drive(&last, &mut step);
        model.step(&step.inputs, &mut last);
        if step.reset {
            model.reset();
        }
        if each(&step, &last).is_break() {
            return;
        }
    }
}

/// Whether two images of the same ports are equal. For images of a few words, a call of the C
/// library's comparison costs more than the comparison itself.
#[inline]
pub fn are_equal(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).fold(0, |differing, (one, other)| differing | (one ^ other)) == 0
}

/// Checks that the port table has exactly the ports of the model, followed by the held ones.
pub(super) fn check_ports<M: Golden>(table: &PortTable, held: &[Held]) -> Result<(), Error> {
    let check = |side, direction, names: Vec<String>, held: &[Held]| {
        let verilog: Vec<String> = table.of(direction).map(|port| port.name.clone()).collect();
        let held = held.iter().map(|held| held.port.clone());
        let model: Vec<String> = names.into_iter().chain(held).collect();
        match verilog == model {
            true => Ok(()),
            false => {
                Err(Error::PortMismatch { side, module: table.module.clone(), verilog, model })
            }
        }
    };
    check("inputs", Direction::Input, M::Inputs::port_names(), held)?;
    check("outputs", Direction::Output, M::Outputs::port_names(), &[])
}
