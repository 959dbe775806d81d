//! The Verilog and its golden model, side by side, one clock cycle at a time.

use std::ops::ControlFlow;
use std::path::Path;

use serde::{Deserialize, Serialize};
use tailback_model::Golden;
use tailback_spec::{Direction, Port, PortTable, PortValues};

use super::check::Violation;
use super::error::Error;
use super::library::{Dut, Library};
use super::shim::TIME_PER_CYCLE;

/// What the environment does in one clock cycle.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Step<I> {
    /// Whether the clock edge resets.
    pub reset: bool,
    /// One value for each input port.
    pub inputs: I,
}

/// An environment that may react to what the block does.
pub trait Stimulus<I, O>: Send {
    /// Writes the next cycle into `step`, which holds the one before. `last` are the outputs of
    /// the cycle before.
    fn drive(&mut self, last: &O, step: &mut Step<I>);

    /// What was found not to hold of the cycle before, if something looks on.
    #[inline]
    fn violation(&self) -> Option<&Violation> {
        None
    }
}

/// An input port that the golden model does not have, held at one value for a whole run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// Its name; the port comes after all others, and has up to 64 bits.
    pub port: String,
    /// Its value.
    pub value: u64,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// All cycles were equal.
    Agreed,
    /// An output differs in this cycle, for the first time.
    Differed(u64),
    /// Something does not hold that must, in this cycle for the first time; outputs are equal.
    Violated(u64),
}

/// Called every [`WATCH_CYCLES`] with the number of cycles done; may end the run.
pub type Watch<'a> = &'a mut dyn FnMut(u64) -> ControlFlow<()>;

/// Cycles between two calls of a [`Watch`].
pub const WATCH_CYCLES: u64 = 1 << 16;

/// A model and the Verilog, in the same state after the same reset.
pub struct Lockstep<M: Golden> {
    model: M,
    dut: Dut,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    /// Words of `driven` that the stimulus writes; those after them are held.
    stimulated: usize,
    driven: Vec<u64>,
    expected: Vec<u64>,
    actual: Vec<u64>,
    last: M::Outputs,
}

impl<M: Golden> Lockstep<M> {
    /// Puts a model beside a new instance of the Verilog, and resets both.
    ///
    /// The registers of the Verilog are random before, from `seed`: one that the reset misses
    /// shows itself as a difference.
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
            dut: library.instance(seed)?,
            inputs,
            outputs: table.of(Direction::Output).cloned().collect(),
            stimulated,
            driven,
            expected: vec![0; words],
            actual: vec![0; words],
            last: M::Outputs::default(),
        };
        if table.clocked {
            lockstep.dut.step(true, &lockstep.driven, &mut lockstep.actual)?;
            lockstep.model.reset();
        }
        Ok(lockstep)
    }

    /// One cycle of both; whether all outputs were equal.
    // A call would cost as much as the compare.
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

    /// Runs until an output differs, or for `cycles`.
    pub fn run(
        &mut self,
        stimulus: &mut impl Stimulus<M::Inputs, M::Outputs>,
        cycles: u64,
        watch: Watch<'_>,
    ) -> Result<Ending, Error> {
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

    /// The model's outputs in the last cycle.
    pub fn last(&self) -> &M::Outputs {
        &self.last
    }

    /// Images of the last cycle: inputs without the held ones, outputs of the model and of the
    /// Verilog.
    pub fn images(&self) -> [&[u64]; 3] {
        [&self.driven[..self.stimulated], &self.expected, &self.actual]
    }

    /// Begins a waveform with the next cycle, which is `cycle`.
    pub fn trace_start(&mut self, path: &Path, cycle: u64) -> Result<(), Error> {
        self.dut.trace_start(path, cycle * TIME_PER_CYCLE)
    }

    /// Ends the waveform.
    pub fn trace_stop(&mut self, path: &Path) -> Result<(), Error> {
        self.dut.trace_stop(path)
    }
}

/// The model's part of a [`Lockstep::run`], alone: to find out what a stimulus did, and how long
/// the model takes. Ends when `each` does.
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

/// Whether two images of the same ports are equal. They have a few words, for which a call of the
/// C library's comparison costs more than the words.
#[inline]
pub fn are_equal(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).fold(0, |differing, (one, other)| differing | (one ^ other)) == 0
}

/// Whether the port table has exactly the ports of the model, and after them the held ones.
pub(super) fn check_ports<M: Golden>(table: &PortTable, held: &[Held]) -> Result<(), Error> {
    let check = |side, direction, names: &[&str], held: &[Held]| {
        let verilog: Vec<String> = table.of(direction).map(|port| port.name.clone()).collect();
        let held = held.iter().map(|held| held.port.as_str());
        let model: Vec<String> = names.iter().copied().chain(held).map(String::from).collect();
        match verilog == model {
            true => Ok(()),
            false => {
                Err(Error::PortMismatch { side, module: table.module.clone(), verilog, model })
            }
        }
    };
    check("inputs", Direction::Input, M::Inputs::NAMES, held)?;
    check("outputs", Direction::Output, M::Outputs::NAMES, &[])
}
