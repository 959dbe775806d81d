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

/// Choice of the mutants, and effort per mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Number of mutants, at most 65,535; Yosys makes fewer if the design has fewer sites for them.
    pub count: u32,
    /// Seed of the choice of mutants and of the stimulus.
    pub seed: u64,
    /// Cycles after which a mutant has survived.
    pub cycles: u64,
    /// Limit of each proof method, in seconds.
    pub proof_seconds: u32,
    /// Numbers of the mutants to test; all if there are none.
    pub only: Vec<u32>,
}

/// Called after each mutant with the number of mutants done and of all; may end the survey.
pub type Progress<'a> = &'a mut (dyn FnMut(usize, usize) -> ControlFlow<()> + Send);

/// Cycles before a proof is tried. Nearly all mutants are killed sooner, and most of the others are
/// equivalent, so few need the remaining cycles.
const SOON: u64 = 200_000;

/// Mutants in one netlist. Many together verilate in less time than one by one; but each is simulated
/// with the logic of all.
const TOGETHER: usize = 50;

/// Makes mutants of a design, and determines the result for each.
///
/// # Errors
///
/// If there is no mutant of a number in the plan ([`Error::NoMutant`]), a tool cannot be started or
/// fails, a file cannot be written, the design differs from its golden model without a mutant
/// ([`Error::Unsound`]), or `progress` ends the survey ([`Error::Cancelled`]).
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
    let mut mutations = Mutations::choose(design, builder, chosen, place.path())?;
    if !plan.only.is_empty() {
        mutations = mutations.only(&plan.only)?;
    }
    let parts = Vec::new();
    let (seed, cycles) = (plan.seed, plan.cycles);
    let mut judge = Judge { bench, design, builder, plan, mutations, parts, base: place.path() };
    judge.build(progress)?;
    Ok(Survey {
        block: bench.block().into(),
        variant: bench.variant().into(),
        seed,
        cycles,
        mutants: judge.all(progress)?,
    })
}

/// Mutants that were verilated together.
struct Part {
    /// Places of the mutants among all.
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
    /// Verilates all mutants, in parts that each agree with the golden model while none of the
    /// mutants is selected.
    fn build(&mut self, progress: Progress<'_>) -> Result<(), Error> {
        let all = self.mutations.len();
        // A design without possible changes forms one part.
        let starts = (0..all.max(1)).step_by(TOGETHER);
        let mut waiting: Vec<_> = starts.map(|at| at..all.min(at + TOGETHER)).rev().collect();
        while let Some(mutants) = waiting.pop() {
            if progress(0, all).is_break() {
                return Err(Error::Cancelled);
            }
            let library = self.builder.build(&self.mutations.planted(mutants.clone())?)?;
            match self.run(&library, 0, self.plan.cycles)? {
                // A smaller part is easier for Verilator to translate correctly. If the design
                // itself is wrong, the search ends with a part of one mutant.
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

    /// Tests all mutants, with one thread per processor.
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
        let (number, change) = self.mutations.mutant(index);
        let mut fate = self.run(library, number, self.plan.cycles.min(SOON))?;
        if fate == Fate::Survived {
            fate = match self.prove(change)? {
                Some(by) => Fate::Equivalent { by },
                None => self.run(library, number, self.plan.cycles)?,
            };
        }
        Ok(Mutant { number, change: change.into(), fate })
    }

    /// Determines whether the co-simulation kills a mutant.
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
