//! Rounds of a batch: submit, wait, and submit again what is missing.

use super::{
    queue::{Job, State},
    submission::{divide, executable, submit},
    Entry, JobDirectory, Options, Recipes, SlurmError,
};
use crate::{failure::Failure, interrupt::Hold, output::Output, progress};
use indicatif::ProgressBar;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::mpsc::RecvTimeoutError,
    time::{Duration, Instant},
};
use tailback_report::{
    outcome::Outcome,
    runner::{Done, Task},
    store::Store,
};

/// Rounds in a row without a new outcome after which the command gives up.
const FRUITLESS: usize = 3;
/// Interval between two checks for Ctrl-C.
const TICK: Duration = Duration::from_millis(100);
/// Interval between two searches for new outcomes.
const SEARCH: Duration = Duration::from_secs(1);
/// Lines of a log that a message shows.
const LAST_LINES: usize = 5;

/// Tasks, with the outcomes found so far.
struct Board<'a> {
    tasks: &'a [Task<'a>],
    store: &'a Store,
    files: Vec<PathBuf>,
    outcomes: Vec<Option<Outcome>>,
    bar: ProgressBar,
}

impl<'a> Board<'a> {
    fn new(tasks: &'a [Task<'a>], store: &'a Store, output: &Output) -> Self {
        let files = tasks.iter().map(|task| store.file(task.scenario, task.curves)).collect();
        let cycles = tasks.iter().map(|task| task.scenario.duration).sum();
        let bar = progress::bar(output, cycles, "cycles");
        let mut board = Board { tasks, store, files, outcomes: vec![None; tasks.len()], bar };
        board.search();
        board
    }

    /// Takes new outcomes from the store.
    fn search(&mut self) {
        for number in self.missing() {
            self.outcomes[number] = self.store.get(&self.files[number]);
            if self.outcomes[number].is_some() {
                self.bar.inc(self.tasks[number].scenario.duration);
            }
        }
    }

    /// Forgets that files did not exist. On network file systems, this machine may remember that for
    /// a minute, unless it changes their directory itself.
    fn look_again(&self) {
        let directory = self.store.directory();
        // Without the directory, there are no outcomes.
        let _ = tempfile::NamedTempFile::new_in(directory);
    }

    /// Returns the numbers of the tasks without an outcome, the longest first.
    fn missing(&self) -> Vec<usize> {
        let mut missing: Vec<usize> =
            (0..self.tasks.len()).filter(|number| self.outcomes[*number].is_none()).collect();
        missing.sort_by_key(|number| std::cmp::Reverse(self.tasks[*number].work()));
        missing
    }

    fn is_complete(&self) -> bool {
        self.outcomes.iter().all(Option::is_some)
    }

    /// Returns the number of outcomes.
    fn done(&self) -> usize {
        self.outcomes.iter().flatten().count()
    }

    fn show(&self, job: &Job, state: &State) {
        let State { running, waiting, reason, .. } = state;
        let reason = if *waiting > 0 { format!(" ({reason})") } else { String::new() };
        let number = &job.number;
        self.bar.set_message(format!(
            "cycles; Slurm job {number}: {running} tasks run, {waiting} wait{reason}"
        ));
    }

    /// Returns the entry of a task.
    fn entry(&self, number: usize, recipes: &Recipes) -> Entry {
        let name = self.files[number].file_name().unwrap_or_default();
        let changes = recipes.changes.get(number).map_or(&[][..], Vec::as_slice);
        Entry::new(number, self.tasks[number].curves, name.to_string_lossy().into_owned(), changes)
    }
}

/// Runs tasks on the nodes of a Slurm cluster; the outcomes are in the order of the tasks. Stored
/// outcomes are reused, and new ones are stored.
///
/// # Errors
///
/// If a command of Slurm is missing or fails, the shared directory cannot be written, tasks end
/// repeatedly without an outcome, or Ctrl-C was pressed ([`Failure::RunsInterrupted`]); the job is
/// cancelled then.
pub fn run(
    tasks: &[Task],
    options: &Options,
    recipes: &Recipes,
    output: &Output,
) -> Result<Done, Failure> {
    let share = options.share()?;
    let store = Store::at(share.join("outcomes"));
    let hold = Hold::new();
    let mut board = Board::new(tasks, &store, output);
    let kept = board.done();
    if !board.is_complete() {
        let directory = JobDirectory::create(&share, &recipes.origin)?;
        let ended = all_rounds(&mut board, &directory, options, recipes, &hold, output);
        board.bar.finish_and_clear();
        match ended {
            // The message of this error names a log in the directory, which therefore stays.
            Err(Failure::Slurm(SlurmError::Incomplete { .. })) => {}
            _ => directory.remove(),
        }
        ended?;
    }
    board.bar.finish_and_clear();
    Ok(Done { outcomes: board.outcomes.into_iter().flatten().collect(), kept })
}

fn all_rounds(
    board: &mut Board,
    directory: &JobDirectory,
    options: &Options,
    recipes: &Recipes,
    hold: &Hold,
    output: &Output,
) -> Result<(), Failure> {
    // The executable may be replaced while the job waits; the path remains that of the first round.
    let executable = executable()?;
    let (mut round, mut fruitless) = (0, 0);
    loop {
        round += 1;
        let before = board.done();
        let missing = board.missing();
        let entries = missing.iter().map(|number| board.entry(*number, recipes)).collect();
        let shares = divide(entries, options.tasks());
        let store = board.store.directory();
        let job = submit(&executable, directory, round, &shares, store, options)?;
        let (number, runs, logs) = (&job.number, missing.len(), directory.path().display());
        let tasks = shares.len();
        board.bar.suspend(|| {
            output
                .note(format!("Slurm job {number}: {runs} runs in {tasks} tasks, logs in {logs}"));
        });
        let ended = wait(board, &job, hold);
        if ended.is_err() {
            job.cancel();
        }
        ended?;
        let missing = board.missing();
        let Some(first) = missing.first() else { return Ok(()) };
        fruitless = if board.done() > before { 0 } else { fruitless + 1 };
        if fruitless == FRUITLESS {
            let of_first = |share: &Vec<Entry>| share.iter().any(|entry| entry.run == *first);
            let task = shares.iter().position(of_first).unwrap_or_default();
            let log = directory.log(round, task);
            return Err(SlurmError::Incomplete {
                missing: missing.iter().map(|number| named(*number, recipes)).collect(),
                runs: board.tasks.len(),
                last_lines: last_lines(&log),
                log,
            }
            .into());
        }
    }
}

/// Waits until all outcomes are there or the job has left the queue.
fn wait(board: &mut Board, job: &Job, hold: &Hold) -> Result<(), Failure> {
    let states = job.watch();
    let mut searched = Instant::now();
    loop {
        if hold.asked() {
            board.search();
            return Err(Failure::RunsInterrupted { done: board.done(), runs: board.tasks.len() });
        }
        let state = states.recv_timeout(TICK);
        let gone = match &state {
            Ok(Ok(state)) => state.is_gone(),
            Ok(Err(_)) | Err(RecvTimeoutError::Timeout) => false,
            Err(RecvTimeoutError::Disconnected) => true,
        };
        // A task stores its outcomes before it leaves the queue.
        if gone {
            board.look_again();
        }
        if gone || searched.elapsed() >= SEARCH {
            board.search();
            searched = Instant::now();
        }
        if board.is_complete() {
            // Tasks of a node that Slurm lost have been requeued, and may be done already.
            job.cancel_waiting();
            return Ok(());
        }
        if gone {
            return Ok(());
        }
        if let Ok(state) = state {
            let state = state?;
            board.show(job, &state);
            if !state.held.is_empty() {
                job.cancel_tasks(&state.held);
            }
        }
    }
}

/// Returns the number of a run, and the values that it replaces.
fn named(number: usize, recipes: &Recipes) -> String {
    let changes = recipes.changes.get(number).into_iter().flatten();
    let changes: Vec<_> =
        changes.map(|change| format!("{}={}", change.key, change.value)).collect();
    match changes.as_slice() {
        [] => number.to_string(),
        changes => format!("{number} ({})", changes.join(", ")),
    }
}

/// Returns the last lines of a log, if it exists.
fn last_lines(log: &Path) -> Option<String> {
    let bytes = fs::read(log).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<_> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    Some(lines[lines.len().saturating_sub(LAST_LINES)..].join("\n"))
}
