//! Runs many scenarios on all cores, each once.

use crate::{outcome::Outcome, store::Store};
use std::{
    io,
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        Mutex,
    },
    thread,
};
use tailback_spec::scenario::Scenario;

/// A scenario to run.
#[derive(Debug, Clone, Copy)]
pub struct Task<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// True if curves are requested.
    pub curves: bool,
}

impl Task<'_> {
    /// An estimate of the run's length, to begin with the longest: cycles times flows.
    pub fn work(&self) -> u128 {
        u128::from(self.scenario.duration) * (self.scenario.flows.len() as u128 + 1)
    }
}

/// Reasons for an early end.
#[derive(Debug, thiserror::Error)]
pub enum Stopped {
    /// The caller requested the end.
    #[error("interrupted after {done} tasks")]
    Asked {
        /// Number of tasks whose outcomes are stored.
        done: usize,
    },
    /// An outcome could not be stored.
    #[error(transparent)]
    Store(#[from] io::Error),
}

/// Observer of progress, which may request a stop.
pub trait Watcher: Sync {
    /// Reports that `cycles` more cycles are done.
    fn advance(&self, cycles: u64);

    /// Returns true to request a stop.
    fn stop(&self) -> bool;
}

/// An observer that ignores progress.
impl Watcher for () {
    fn advance(&self, _: u64) {}

    fn stop(&self) -> bool {
        false
    }
}

/// Completed tasks.
#[derive(Debug)]
pub struct Done {
    /// Outcome of each task.
    pub outcomes: Vec<Outcome>,
    /// Number of outcomes taken from the store.
    pub kept: usize,
}

/// Runs tasks on all cores; the outcomes are in the order of the tasks. Stored outcomes are reused,
/// and new ones are stored.
///
/// # Errors
///
/// If `watcher` requests a stop ([`Stopped::Asked`]), or an outcome cannot be stored
/// ([`Stopped::Store`]). The store keeps the outcomes of all completed tasks.
pub fn run(tasks: &[Task], store: &Store, watcher: &dyn Watcher) -> Result<Done, Stopped> {
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
    run_on(cores, tasks, store, watcher)
}

/// Runs tasks like [`run`], on a number of cores, at least one.
///
/// # Errors
///
/// As [`run`].
pub fn run_on(
    cores: usize,
    tasks: &[Task],
    store: &Store,
    watcher: &dyn Watcher,
) -> Result<Done, Stopped> {
    // The longest tasks run first, so that no core is left with one at the end.
    let mut order: Vec<usize> = (0..tasks.len()).collect();
    order.sort_by_key(|task| std::cmp::Reverse(tasks[*task].work()));
    let workers = cores.max(1).min(tasks.len());
    let (next, kept) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let (failed, outcomes) = (AtomicBool::new(false), Mutex::new(vec![None; tasks.len()]));
    let work = || -> Result<(), Stopped> {
        while let Some(&number) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            let Task { scenario, curves } = tasks[number];
            let file = store.file(scenario, curves);
            let outcome = if let Some(outcome) = store.get(&file) {
                kept.fetch_add(1, Ordering::Relaxed);
                watcher.advance(scenario.duration);
                outcome
            } else {
                let told = |cycles| {
                    watcher.advance(cycles);
                    !watcher.stop() && !failed.load(Ordering::Relaxed)
                };
                let outcome =
                    Outcome::of(scenario, curves, told).ok_or(Stopped::Asked { done: 0 })?;
                store.keep(&file, &outcome)?
            };
            // No thread panics while holding the lock.
            if let Ok(mut outcomes) = outcomes.lock() {
                outcomes[number] = Some(outcome);
            }
        }
        Ok(())
    };
    let ended = thread::scope(|scope| {
        let worker = || {
            let ended = work();
            failed.fetch_or(ended.is_err(), Ordering::Relaxed);
            ended
        };
        let handles: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        let end = |handle: thread::ScopedJoinHandle<_>| match handle.join() {
            Ok(ended) => ended,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        handles.into_iter().map(end).collect::<Vec<Result<(), Stopped>>>()
    });
    // An error takes precedence over the stops that it causes in other workers.
    let (errors, asked): (Vec<_>, Vec<_>) = ended
        .into_iter()
        .filter_map(Result::err)
        .partition(|stopped| matches!(stopped, Stopped::Store(_)));
    let outcomes = outcomes.into_inner().unwrap_or_default();
    let outcomes: Vec<Outcome> = outcomes.into_iter().flatten().collect();
    let done = outcomes.len();
    let asked = asked.into_iter().map(|_| Stopped::Asked { done });
    if let Some(stopped) = errors.into_iter().chain(asked).next() {
        return Err(stopped);
    }
    Ok(Done { outcomes, kept: kept.into_inner() })
}
