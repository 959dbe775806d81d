//! Co-simulates all mutants of a design.

use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

use tailback_gen::Design;

use super::plant::{Mutations, MOST, SELECT};
use super::prove::prove;
use super::report::{Fate, Mutant, Survey};
use crate::harness::{Bench, Builder, Error, Held, Library, Run};

/// Which mutants, and how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// Mutants to make; Yosys makes fewer of a design with fewer places for them. At most 65,535.
    pub count: u32,
    /// Chooses the mutants and drives the stimulus.
    pub seed: u64,
    /// Cycles after which a mutant has survived.
    pub cycles: u64,
    /// Seconds for each way to prove that a mutant is equivalent.
    pub proof_seconds: u32,
}

/// Called after each mutant with those done and all of them; may end the survey.
pub type Progress<'a> = &'a mut (dyn FnMut(usize, usize) -> ControlFlow<()> + Send);

/// Cycles before a proof is tried: nearly all mutants are killed sooner, and most of the others are
/// equivalent, so the rest of the cycles is needed for few.
const SOON: u64 = 200_000;

/// Mutants in one netlist: many verilate in less time than one by one. With 250 of them, one design
/// did not do what it does even with none selected, be it Yosys's fault or Verilator's; with 50 it
/// does.
const TOGETHER: usize = 50;

/// Makes mutants of a design, and finds out what becomes of each.
pub fn survey(
    bench: &dyn Bench,
    design: &Design,
    builder: &Builder,
    plan: Plan,
    progress: Progress<'_>,
) -> Result<Survey, Error> {
    let place =
        tempfile::tempdir().map_err(|source| Error::cache(&std::env::temp_dir(), source))?;
    let chosen = (plan.count.min(MOST), plan.seed);
    let mutations = Mutations::choose(design, builder, chosen, place.path())?;
    let parts = Vec::new();
    let mut judge = Judge { bench, design, builder, plan, mutations, parts, base: place.path() };
    judge.build(progress)?;
    Ok(Survey {
        block: bench.block().into(),
        variant: bench.variant().into(),
        seed: plan.seed,
        cycles: plan.cycles,
        mutants: judge.all(progress)?,
    })
}

/// Some of the mutants, verilated together.
struct Part {
    /// Their numbers, less 1.
    mutants: Range<usize>,
    library: Library,
}

struct Judge<'a> {
    bench: &'a dyn Bench,
    design: &'a Design,
    builder: &'a Builder,
    plan: Plan,
    mutations: Mutations<'a>,
    parts: Vec<Part>,
    base: &'a Path,
}

impl Judge<'_> {
    /// Verilates all mutants, in parts of which each agrees with the golden model as long as none
    /// of its mutants is selected.
    fn build(&mut self, progress: Progress<'_>) -> Result<(), Error> {
        let all = self.mutations.len();
        // A design in which nothing can be changed is a part, too.
        let starts = (0..all.max(1)).step_by(TOGETHER);
        let mut waiting: Vec<_> = starts.map(|at| at..all.min(at + TOGETHER)).rev().collect();
        while let Some(mutants) = waiting.pop() {
            if progress(0, all).is_break() {
                return Err(Error::Cancelled);
            }
            let library = self.builder.build(&self.mutations.planted(mutants.clone())?)?;
            match self.run(&library, 0, self.plan.cycles)? {
                // The fewer there are, the simpler is what Verilator has to translate. If the
                // design itself is wrong, that ends with a part of one.
                Fate::Killed { .. } if mutants.len() > 1 => {
                    let middle = mutants.start + mutants.len() / 2;
                    waiting.extend([middle..mutants.end, mutants.start..middle]);
                }
                Fate::Killed { cycle } => return Err(Error::Unsound { cycle }),
                _ => self.parts.push(Part { mutants, library }),
            }
        }
        Ok(())
    }

    /// Judges all mutants, as many at once as there are processors.
    fn all(&self, progress: Progress<'_>) -> Result<Vec<Mutant>, Error> {
        let all = self.mutations.len();
        let places: Vec<(usize, &Library)> = self
            .parts
            .iter()
            .flat_map(|part| part.mutants.clone().map(|index| (index, &part.library)))
            .collect();
        let next = AtomicUsize::new(0);
        let done = Mutex::new((progress, Vec::new(), None));
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(|| loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&(mutant, library)) = places.get(index) else { return };
                    let mutant = self.mutant(mutant, library);
                    let mut done = done.lock().unwrap_or_else(|lock| lock.into_inner());
                    let (progress, mutants, failure) = &mut *done;
                    match mutant {
                        Ok(mutant) => mutants.push(mutant),
                        Err(error) => drop(failure.get_or_insert(error)),
                    }
                    let goes_on = progress(mutants.len(), all).is_continue();
                    if !goes_on {
                        failure.get_or_insert(Error::Cancelled);
                    }
                    if failure.is_some() {
                        next.store(all, Ordering::Relaxed);
                    }
                });
            }
        });
        let (_, mut mutants, failure) = done.into_inner().unwrap_or_else(|lock| lock.into_inner());
        mutants.sort_by_key(|mutant: &Mutant| mutant.number);
        failure.map_or(Ok(mutants), Err)
    }

    fn mutant(&self, index: usize, library: &Library) -> Result<Mutant, Error> {
        let (number, change) = (index as u32 + 1, self.mutations.change(index));
        let mut fate = self.run(library, number, self.plan.cycles.min(SOON))?;
        if fate == Fate::Survived {
            fate = match self.prove(change)? {
                Some(by) => Fate::Equivalent { by },
                None => self.run(library, number, self.plan.cycles)?,
            };
        }
        Ok(Mutant { number, change: change.into(), fate })
    }

    /// Whether the co-simulation kills a mutant.
    fn run(&self, library: &Library, number: u32, cycles: u64) -> Result<Fate, Error> {
        let held = [Held { port: SELECT.into(), value: number.into() }];
        let run = Run { seed: self.plan.seed, cycles, held: &held };
        match self.bench.first_difference(library, &run) {
            Ok(Some(cycle)) => Ok(Fate::Killed { cycle }),
            Ok(None) => Ok(Fate::Survived),
            Err(Error::Simulation(_)) if number > 0 => Ok(Fate::Oscillates),
            Err(error) => Err(error),
        }
    }

    /// Proves a mutant equivalent, in a directory of its own.
    fn prove(&self, change: &str) -> Result<Option<super::report::Proof>, Error> {
        let place = tempfile::tempdir_in(self.base);
        let place = place.map_err(|source| Error::cache(self.base, source))?;
        let base = super::plant::BASE;
        std::fs::copy(self.base.join(base), place.path().join(base))
            .map_err(|source| Error::cache(place.path(), source))?;
        let (top, seconds) = (&self.design.top, self.plan.proof_seconds);
        prove(self.builder, place.path(), top, change, seconds)
    }
}
