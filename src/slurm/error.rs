//! Errors of running with Slurm.

use std::path::PathBuf;

/// Error of running with Slurm.
#[derive(Debug, thiserror::Error)]
pub enum SlurmError {
    /// A command of Slurm is not installed.
    #[error("cannot run `{program}`: there is no such command in PATH")]
    Missing {
        /// Name of the command.
        program: &'static str,
    },
    /// A command of Slurm failed.
    #[error("`{program}` failed: {message}")]
    Failed {
        /// Name of the command.
        program: &'static str,
        /// Messages that the command printed, without their prefix.
        message: String,
    },
    /// The state of a job is unknown for too long.
    #[error("the state of Slurm job {job} has been unknown for {minutes} minutes: {message}")]
    Unreachable {
        /// Number of the job.
        job: String,
        /// Time without a state.
        minutes: u64,
        /// Message of `squeue`.
        message: String,
    },
    /// Tasks ended repeatedly without the results of some runs.
    #[error(
        "Slurm tasks ended without the results of {} of {runs} runs: {}; log of the last task: `{}`",
        .missing.len(), listed(.missing), .log.display()
    )]
    Incomplete {
        /// Runs without a result.
        missing: Vec<String>,
        /// Number of all runs.
        runs: usize,
        /// Log of the last task that should have executed the first of them.
        log: PathBuf,
        /// Last lines of this log; `None` if the file does not exist.
        last_lines: Option<String>,
    },
    /// The executable on a node makes another scenario than the submitting one.
    #[error("run {run} is not the same here as where it was submitted")]
    Differs {
        /// Number of the run.
        run: usize,
    },
    /// The hidden command was started by something other than Slurm.
    #[error("`slurm-task` runs only as a task of a job that tailback has submitted: {message}")]
    NotATask {
        /// Reason.
        message: String,
    },
}

/// Most runs that a message names.
const MOST_NAMED: usize = 5;

fn listed(missing: &[String]) -> String {
    let named = missing.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>().join(", ");
    match missing.len().saturating_sub(MOST_NAMED) {
        0 => named,
        others => format!("{named} and {others} others"),
    }
}

impl SlurmError {
    /// Returns a suggested fix.
    pub fn help(&self) -> Option<String> {
        Some(match self {
            SlurmError::Missing { .. } => "`--on slurm` needs the commands sbatch, squeue and \
                scancel; run it on a machine from which you submit jobs, or leave it out"
                .into(),
            SlurmError::Failed { message, .. } if message.contains("job array") => {
                "the cluster may limit the size of job arrays; choose fewer `--tasks`".into()
            }
            SlurmError::Failed { .. } => return None,
            SlurmError::Unreachable { .. } => "tasks may still run and keep their results; repeat \
                the command when `squeue` works again"
                .into(),
            SlurmError::Incomplete { last_lines: None, .. } => {
                "the log does not exist; its directory and the executable of tailback must have \
                 the same path on all nodes (`--share`)"
                    .into()
            }
            SlurmError::Incomplete { last_lines: Some(lines), .. } => match lines.as_str() {
                "" => "the log is empty; `scontrol show job` or `sacct` may show why tasks ended; \
                       results that are not visible here also count as missing (`--share`)"
                    .into(),
                lines => format!("the log ends with:\n{lines}"),
            },
            SlurmError::Differs { .. } => {
                "the executable of tailback has changed, or differs between nodes".into()
            }
            SlurmError::NotATask { .. } => "use `tailback fabric SCENARIO --on slurm`".into(),
        })
    }

    /// Returns a name for the machine-readable output.
    pub fn kind(&self) -> &'static str {
        match self {
            SlurmError::Missing { .. } => "missing-tool",
            SlurmError::Failed { .. } => "tool-failed",
            SlurmError::NotATask { .. } => "usage",
            _ => "slurm",
        }
    }
}
