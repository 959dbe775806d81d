//! Writes the files that explain a difference.
//!
//! The run itself records nothing. A repetition yields everything needed; it is identical, because
//! the seed determines all random values.

use std::ops::ControlFlow;

use tailback_model::Golden;
use tailback_spec::{Direction, Port, PortTable};

use super::error::Error;
use super::fields::{differences, Difference};
use super::lockstep::{model_alone, Ending, Lockstep};
use super::recording::Replay;
use super::stimulus::{Step, Stimulus};
use super::table::Table;
use super::waves::{Compared, Focus, Tracing, Waves};

/// Cycles of the waveform before the first difference.
const WAVES_BEFORE: u64 = 48;
/// Cycles of the waveform, and of a recording, after the first difference.
const WAVES_AFTER: u64 = 16;
/// Cycles in the table of both sides, including the one that differs.
const HISTORY: u64 = 8;
/// Largest number of cycles in a recording.
const RECORDED_CYCLES: usize = 1 << 18;

/// Consecutive cycles of a run.
pub struct Piece<I> {
    /// Number of the first cycle in the run; a reset precedes it.
    pub first_cycle: u64,
    /// Reset and inputs of each cycle.
    pub steps: Vec<Step<I>>,
}

/// Pieces of a run that may reproduce a difference in cycle `at`, best first: the cycles since the
/// last reset, and all cycles from the start. Pieces that are too long for a recording are left
/// out.
pub fn pieces<M: Golden>(
    model: M,
    stimulus: &mut impl Stimulus<M::Inputs, M::Outputs>,
    at: u64,
) -> Vec<Piece<M::Inputs>> {
    let mut all = Piece { first_cycle: 0, steps: Vec::new() };
    let mut since = Piece { first_cycle: 0, steps: Vec::new() };
    let mut cycle = 0;
    model_alone(model, stimulus, |step, _| {
        for piece in [&mut all, &mut since] {
            if piece.steps.len() <= RECORDED_CYCLES {
                piece.steps.push(step.clone());
            }
        }
        cycle += 1;
        if step.reset && cycle <= at {
            since = Piece { first_cycle: cycle, steps: Vec::new() };
        }
        match cycle > at + WAVES_AFTER {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    let mut pieces = vec![since, all];
    pieces.retain(|piece| piece.steps.len() <= RECORDED_CYCLES);
    pieces
}

/// The first cycle of `steps` in which an output differs.
///
/// # Errors
///
/// If the simulation of the Verilog stops by itself ([`Error::Simulation`]).
pub fn first_difference<M: Golden>(
    mut lockstep: Lockstep<M>,
    steps: &[Step<M::Inputs>],
) -> Result<Option<usize>, Error>
where
    M::Inputs: Sync,
{
    let mut never = |_| ControlFlow::Continue(());
    match lockstep.run(&mut Replay::new(steps), steps.len() as u64, &mut never)? {
        Ending::Differed(cycle) => Ok(Some(cycle as usize)),
        Ending::Agreed | Ending::Violated(_) => Ok(None),
    }
}

/// Values around a difference.
pub struct Witness {
    /// Outputs that differ.
    pub differences: Vec<Difference>,
    /// Table of the last cycles up to the difference.
    pub history: String,
}

/// Runs up to the difference in cycle `at` of the stimulus and a few cycles further, with
/// a waveform. `first_cycle` is the number in the run of the first cycle of the stimulus.
///
/// # Errors
///
/// If the simulation of the Verilog stops by itself ([`Error::Simulation`]), or the waveform cannot
/// be written ([`Error::Output`], [`Error::DiskFull`]).
pub fn witness<M: Golden>(
    mut lockstep: Lockstep<M>,
    table: &PortTable,
    stimulus: &mut impl Stimulus<M::Inputs, M::Outputs>,
    (first_cycle, at): (u64, u64),
    waves: &Waves,
) -> Result<Witness, Error> {
    let ports = |direction| table.of(direction).cloned().collect::<Vec<Port>>();
    let (inputs, outputs) = (ports(Direction::Input), ports(Direction::Output));
    let mut history = Table::new(&inputs, &outputs);
    let mut differing = Vec::new();
    let mut step = Step::default();
    let waves_from = at.saturating_sub(WAVES_BEFORE);
    for cycle in 0..waves_from {
        stimulus.drive(lockstep.last(), &mut step);
        lockstep.cycle(&step)?;
        debug_assert!(cycle < at);
    }
    let mut compared = Compared::of(table, first_cycle + waves_from);
    let tracing = Tracing::new(waves)?;
    lockstep.trace_start(&tracing.vcd, compared.first_cycle)?;
    for cycle in waves_from..=at + WAVES_AFTER {
        stimulus.drive(lockstep.last(), &mut step);
        lockstep.cycle(&step)?;
        compared.push(&lockstep);
        let [driven, expected, actual] = lockstep.images();
        if (cycle..cycle + HISTORY).contains(&at) {
            let both = (&outputs[..], expected, actual);
            history.push(first_cycle + cycle, step.reset, (&inputs, driven), both);
        }
        if cycle == at {
            differing = differences(&outputs, expected, actual);
        }
    }
    lockstep.trace_stop(&waves.vcd)?;
    let focus = Focus { cycle: first_cycle + at, differences: &differing };
    tracing.finish(waves, &compared, focus)?;
    Ok(Witness { differences: differing, history: history.to_string() })
}
