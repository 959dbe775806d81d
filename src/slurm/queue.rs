//! Commands of Slurm: `sbatch`, `squeue` and `scancel`.

use super::SlurmError;
use std::{
    ffi::OsStr,
    io::ErrorKind,
    process::{Command, Output, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};

/// A submitted job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// Number of the job.
    pub number: String,
    /// Cluster, if `sbatch` was asked for a certain one.
    cluster: Option<String>,
}

/// State of a job.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Tasks that run.
    pub running: usize,
    /// Tasks that wait.
    pub waiting: usize,
    /// Reason for which the first of them waits.
    pub reason: String,
    /// Tasks that Slurm could not start and does not start again.
    pub held: Vec<String>,
}

impl State {
    /// Whether the job has left the queue.
    pub fn is_gone(&self) -> bool {
        self.running + self.waiting == 0
    }
}

/// Shortest and longest time between two requests for the state of a job.
const REQUESTS: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(15)];
/// Time without a state after which the job is given up.
const PATIENCE_MINUTES: u64 = 10;
const SECONDS_PER_MINUTE: u64 = 60;

/// Runs a command of Slurm. Ctrl-C on the terminal does not reach it.
fn call(program: &'static str, arguments: &[impl AsRef<OsStr>]) -> Result<Output, SlurmError> {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.output().map_err(|error| match error.kind() {
        ErrorKind::NotFound => SlurmError::Missing { program },
        _ => SlurmError::Failed { program, message: error.to_string() },
    })
}

/// Returns the messages of a command without their prefix.
fn message(program: &str, output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let prefix = format!("{program}: error: ");
    let lines = text.lines().map(|line| line.strip_prefix(&prefix).unwrap_or(line).trim());
    let lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
    match lines.as_slice() {
        [] => output.status.to_string(),
        lines => lines.join("; "),
    }
}

/// Submits a job.
///
/// # Errors
///
/// If there is no `sbatch`, it fails, or it prints no number.
pub fn submit(arguments: &[impl AsRef<OsStr>]) -> Result<Job, SlurmError> {
    let program = "sbatch";
    let output = call(program, arguments)?;
    if !output.status.success() {
        return Err(SlurmError::Failed { program, message: message(program, &output) });
    }
    let text = String::from_utf8_lossy(&output.stdout);
    parse_number(&text).ok_or_else(|| {
        let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        let message = format!("no job number in its output `{}`", first.trim());
        SlurmError::Failed { program, message }
    })
}

/// Parses `NUMBER` or `NUMBER;CLUSTER`.
fn parse_number(text: &str) -> Option<Job> {
    let line = text.lines().map(str::trim).rfind(|line| !line.is_empty())?;
    let (number, cluster) = match line.split_once(';') {
        Some((number, cluster)) => (number, Some(cluster.to_owned())),
        None => (line, None),
    };
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| Job { number: number.to_owned(), cluster })
}

impl Job {
    fn cluster(&self) -> impl Iterator<Item = String> + '_ {
        self.cluster.iter().map(|cluster| format!("--clusters={cluster}"))
    }

    /// Returns the state of the job.
    ///
    /// # Errors
    ///
    /// If there is no `squeue`, or it fails.
    fn state(&self) -> Result<State, SlurmError> {
        let program = "squeue";
        let own = ["--noheader", "--array", "--format=%K|%T|%r", "--jobs", &self.number];
        let arguments: Vec<String> =
            self.cluster().chain(own.iter().map(ToString::to_string)).collect();
        let output = call(program, &arguments)?;
        if output.status.success() {
            return Ok(parse_state(&String::from_utf8_lossy(&output.stdout)));
        }
        let message = message(program, &output);
        // Slurm forgets a job some minutes after its end.
        match message.contains("Invalid job id") {
            true => Ok(State::default()),
            false => Err(SlurmError::Failed { program, message }),
        }
    }

    /// Requests the state of the job from time to time, until the receiver is dropped, the job has
    /// left the queue, or its state has been unknown for too long.
    pub fn watch(&self) -> Receiver<Result<State, SlurmError>> {
        let (sender, receiver) = mpsc::channel();
        let job = self.clone();
        // The thread may be in a request that hangs when the command ends; the command does not wait for it.
        thread::spawn(move || {
            let (mut pause, mut known) = (REQUESTS[0], Instant::now());
            loop {
                thread::sleep(pause);
                pause = (pause + pause / 2).min(REQUESTS[1]);
                let patience = Duration::from_secs(PATIENCE_MINUTES * SECONDS_PER_MINUTE);
                let state = match job.state() {
                    Err(SlurmError::Failed { .. }) if known.elapsed() < patience => continue,
                    Err(SlurmError::Failed { message, .. }) => Err(SlurmError::Unreachable {
                        job: job.number.clone(),
                        minutes: PATIENCE_MINUTES,
                        message,
                    }),
                    state => state,
                };
                known = Instant::now();
                let is_last = !matches!(&state, Ok(state) if !state.is_gone());
                if sender.send(state).is_err() || is_last {
                    return;
                }
            }
        });
        receiver
    }

    /// Cancels the job. Its failure has no effect: the job has ended, or Slurm does not respond.
    pub fn cancel(&self) {
        self.scancel(&["--quiet", &self.number]);
    }

    /// Cancels the tasks that wait.
    pub fn cancel_waiting(&self) {
        self.scancel(&["--quiet", "--state=PENDING", &self.number]);
    }

    /// Cancels some tasks.
    pub fn cancel_tasks(&self, tasks: &[String]) {
        self.scancel(&["--quiet", &format!("{}_[{}]", self.number, tasks.join(","))]);
    }

    fn scancel(&self, own: &[&str]) {
        let own = own.iter().map(ToString::to_string);
        let _ = call("scancel", &self.cluster().chain(own).collect::<Vec<_>>());
    }
}

/// Parses lines `TASK|STATE|REASON`.
fn parse_state(text: &str) -> State {
    let mut state = State::default();
    for line in text.lines() {
        let mut parts = line.splitn(3, '|').map(str::trim);
        // With `--clusters`, a line names the cluster.
        let (Some(task), Some(name), Some(reason)) = (parts.next(), parts.next(), parts.next())
        else {
            continue;
        };
        if name != "PENDING" {
            state.running += 1;
            continue;
        }
        if state.waiting == 0 {
            state.reason = reason.to_owned();
        }
        state.waiting += 1;
        // Slurm writes this reason with blanks or with underscores.
        if reason.replace('_', " ").contains("requeued held") {
            state.held.push(task.to_owned());
        }
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_with_and_without_a_cluster() {
        let job = |cluster: Option<&str>| {
            Some(Job { number: "17".into(), cluster: cluster.map(Into::into) })
        };
        assert_eq!(parse_number("17\n"), job(None));
        assert_eq!(parse_number("17;big\n"), job(Some("big")));
        assert_eq!(parse_number("a note of the site\n17\n"), job(None));
        for text in ["", "\n", ";", "Submitted batch job 17", "-1"] {
            assert_eq!(parse_number(text), None, "{text}");
        }
    }

    #[test]
    fn tasks_that_slurm_gave_up_are_found_among_those_that_wait() {
        let text = "0|RUNNING|None\n2|PENDING|Resources\n3|PENDING|launch failed requeued held\n\
                    4|COMPLETING|None\nCLUSTER: big\n5|PENDING|launch_failed_requeued_held\n";
        let held = vec!["3".to_owned(), "5".to_owned()];
        let expected = State { running: 2, waiting: 3, reason: "Resources".into(), held };
        assert_eq!(parse_state(text), expected);
        assert!(parse_state("").is_gone());
    }
}
