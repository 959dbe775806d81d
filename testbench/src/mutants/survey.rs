//! Co-simulates all mutants of a design.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

use tailback_gen::Design;

use super::plant::{plant, MOST, SELECT};
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
}

/// Called after each mutant with those done and all of them; may end the survey.
pub type Progress<'a> = &'a mut (dyn FnMut(usize, usize) -> ControlFlow<()> + Send);

/// Cycles before a proof is tried: nearly all mutants are killed sooner, and most of the others are
/// equivalent, so the rest of the cycles is needed for few.
const SOON: u64 = 20_000;

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
    let planted = plant(design, builder, (plan.count.min(MOST), plan.seed), place.path())?;
    let library = builder.build(&planted.design)?;
    let judge = Judge { bench, design, builder, plan, library, base: place.path() };
    if let Fate::Killed { cycle } = judge.run(0, plan.cycles)? {
        return Err(Error::Unsound { cycle });
    }
    Ok(Survey {
        block: bench.block().into(),
        variant: bench.variant().into(),
        seed: plan.seed,
        cycles: plan.cycles,
        mutants: judge.all(&planted.changes, progress)?,
    })
}

struct Judge<'a> {
    bench: &'a dyn Bench,
    design: &'a Design,
    builder: &'a Builder,
    plan: Plan,
    library: Library,
    base: &'a Path,
}

impl Judge<'_> {
    /// Judges all mutants, as many at once as there are processors.
    fn all(&self, changes: &[String], progress: Progress<'_>) -> Result<Vec<Mutant>, Error> {
        let next = AtomicUsize::new(0);
        let done = Mutex::new((progress, Vec::new(), None));
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(|| loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(change) = changes.get(index) else { return };
                    let mutant = self.mutant(index as u32 + 1, change);
                    let mut done = done.lock().unwrap_or_else(|lock| lock.into_inner());
                    let (progress, mutants, failure) = &mut *done;
                    match mutant {
                        Ok(mutant) => mutants.push(mutant),
                        Err(error) => drop(failure.get_or_insert(error)),
                    }
                    let goes_on = progress(mutants.len(), changes.len()).is_continue();
                    if !goes_on {
                        failure.get_or_insert(Error::Cancelled);
                    }
                    if failure.is_some() {
                        next.store(changes.len(), Ordering::Relaxed);
                    }
                });
            }
        });
        let (_, mut mutants, failure) = done.into_inner().unwrap_or_else(|lock| lock.into_inner());
        mutants.sort_by_key(|mutant: &Mutant| mutant.number);
        failure.map_or(Ok(mutants), Err)
    }

    fn mutant(&self, number: u32, change: &str) -> Result<Mutant, Error> {
        let mut fate = self.run(number, self.plan.cycles.min(SOON))?;
        if fate == Fate::Survived {
            fate = match self.prove(change)? {
                Some(by) => Fate::Equivalent { by },
                None => self.run(number, self.plan.cycles)?,
            };
        }
        Ok(Mutant { number, change: change.into(), fate })
    }

    /// Whether the co-simulation kills a mutant.
    fn run(&self, number: u32, cycles: u64) -> Result<Fate, Error> {
        let held = [Held { port: SELECT.into(), value: number.into() }];
        let run = Run { seed: self.plan.seed, cycles, held: &held };
        match self.bench.first_difference(&self.library, &run) {
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
        let top = &self.design.top;
        prove(self.builder, place.path(), (&top.module, top.clocked), change)
    }
}
