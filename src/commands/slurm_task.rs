//! `tailback slurm-task`: the runs of one task of a Slurm job array. [`crate::slurm`] submits it.

use crate::{
    failure::Failure,
    files::FileError,
    output::{Output, Verdict},
    slurm::{Entry, JobDirectory, Origin, SlurmError},
};
use std::{env, path::PathBuf};
use tailback_report::{
    runner::{self, Stopped, Task},
    store::Store,
};
use tailback_spec::scenario::Scenario;

/// Execute one task of a Slurm job array.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Directory of the outcomes.
    store: PathBuf,
    /// Directory of the job.
    job: PathBuf,
    /// Number of the round.
    round: usize,
}

/// Runs `tailback slurm-task`. Each outcome is stored as soon as it is there, so a task that Slurm
/// stops and starts again continues with the remaining runs.
///
/// # Errors
///
/// If this is no task of a job array, a file cannot be read, a scenario differs from the submitted
/// one, or an outcome cannot be stored.
pub fn run(arguments: &Arguments, output: &Output) -> Result<Verdict, Failure> {
    let job = JobDirectory::at(&arguments.job);
    let store = Store::at(&arguments.store);
    let task: usize = number("SLURM_ARRAY_TASK_ID").ok_or_else(|| SlurmError::NotATask {
        message: "the variable SLURM_ARRAY_TASK_ID is not set".into(),
    })?;
    let shares = job.shares(arguments.round)?;
    let entries = shares
        .get(task)
        .ok_or_else(|| SlurmError::NotATask { message: format!("the job has no task {task}") })?;
    let origin = job.origin()?;
    let read = |entry: &Entry| scenario(&origin, entry, &store);
    let scenarios = entries.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let tasks: Vec<Task> = scenarios
        .iter()
        .zip(entries)
        .map(|(scenario, entry)| Task { scenario, curves: entry.curves })
        .collect();
    // Slurm sets the variable if the job requests a number of cores.
    let cores = number("SLURM_CPUS_PER_TASK").unwrap_or(1);
    let done = runner::run_on(cores, &tasks, &store, &()).map_err(|stopped| match stopped {
        Stopped::Asked { done } => Failure::RunsInterrupted { done, runs: tasks.len() },
        Stopped::Store(error) => FileError::write(store.directory(), error).into(),
    })?;
    output.note(format!("{} runs, {} of them already stored", tasks.len(), done.kept));
    Ok(Verdict::Good)
}

/// Reads the scenario of an entry, and checks that it is the submitted one.
fn scenario(origin: &Origin, entry: &Entry, store: &Store) -> Result<Scenario, Failure> {
    let differs = || SlurmError::Differs { run: entry.run };
    let scenario = origin.scenario(&entry.changes()).map_err(|_| differs())?;
    let file = store.file(&scenario, entry.curves);
    match file.file_name().is_some_and(|name| *name == *entry.outcome) {
        true => Ok(scenario),
        false => Err(differs().into()),
    }
}

/// Returns the number in an environment variable.
fn number(variable: &str) -> Option<usize> {
    env::var(variable).ok()?.parse().ok()
}
