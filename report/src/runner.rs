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
    /// Whether its curves are wanted.
    pub curves: bool,
}

/// Why tasks are not done.
#[derive(Debug, thiserror::Error)]
pub enum Stopped {
    /// The caller wanted it so.
    #[error("interrupted after {done} tasks")]
    Asked {
        /// Tasks whose outcomes are kept.
        done: usize,
    },
    /// An outcome cannot be kept.
    #[error(transparent)]
    Store(#[from] io::Error),
}

/// Who is told of progress, and asked whether to go on.
pub trait Watcher: Sync {
    /// So many cycles more are done.
    fn advance(&self, cycles: u64);

    /// Whether to stop.
    fn stop(&self) -> bool;
}

/// Nobody is told.
impl Watcher for () {
    fn advance(&self, _: u64) {}

    fn stop(&self) -> bool {
        false
    }
}

/// What has been done.
#[derive(Debug)]
pub struct Done {
    /// An outcome for each task.
    pub outcomes: Vec<Outcome>,
    /// How many of them were there already.
    pub kept: usize,
}

/// Does tasks on all cores; the outcomes are in their order. What is in the store already is taken
/// from there, and what is new is kept there.
pub fn run(tasks: &[Task], store: &Store, watcher: &dyn Watcher) -> Result<Done, Stopped> {
    // The longest ones first, so that no core is left with one at the end.
    let mut order: Vec<usize> = (0..tasks.len()).collect();
    order.sort_by_key(|task| std::cmp::Reverse(tasks[*task].scenario.duration));
    let workers = thread::available_parallelism().map_or(1, |cores| cores.get()).min(tasks.len());
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
            // Nobody panics while they hold it.
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
    // A worker that was stopped by another one's error is not what is wrong.
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
