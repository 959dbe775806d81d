//! Submission of one round of tasks.

use super::{
    job_directory::JobDirectory,
    options::Options,
    queue::{self, Job},
    Entry,
};
use crate::{failure::Failure, files::FileError};
use std::{
    env,
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

/// Name of the hidden command that a task executes.
pub const TASK_COMMAND: &str = "slurm-task";

/// Divides runs among at most `tasks` tasks. The runs are in order of importance; each task gets
/// important and less important ones.
pub fn divide<T>(runs: Vec<T>, tasks: usize) -> Vec<Vec<T>> {
    let tasks = tasks.min(runs.len()).max(1);
    let mut shares: Vec<Vec<T>> = (0..tasks).map(|_| Vec::new()).collect();
    for (number, run) in runs.into_iter().enumerate() {
        shares[number % tasks].push(run);
    }
    shares
}

/// Returns the path of this executable.
///
/// # Errors
///
/// If the system does not know it.
pub fn executable() -> Result<PathBuf, Failure> {
    Ok(env::current_exe().map_err(|error| FileError::read(Path::new("tailback"), error))?)
}

/// Submits a job with a task for each share, executed by `executable`.
///
/// # Errors
///
/// If a file cannot be written, or `sbatch` is missing or fails.
pub fn submit(
    executable: &Path,
    directory: &JobDirectory,
    round: usize,
    shares: &[Vec<Entry>],
    store: &Path,
    options: &Options,
) -> Result<Job, Failure> {
    let number = round.to_string();
    let command = [
        executable.as_os_str(),
        TASK_COMMAND.as_ref(),
        store.as_os_str(),
        directory.path().as_os_str(),
        number.as_ref(),
    ];
    let script = directory.add_round(round, shares, &shell_words(&command))?;
    let mut arguments: Vec<OsString> = vec!["--cpus-per-task=1".into()];
    arguments.push("--job-name=tailback".into());
    // The last of several equal options applies: those that follow cannot be replaced.
    arguments.extend(options.sbatch().iter().map(OsString::from));
    arguments
        .extend(["--parsable", "--requeue", "--ntasks=1", "--open-mode=append"].map(Into::into));
    arguments.push(format!("--array=0-{}", shares.len() - 1).into());
    arguments.push(output(&directory.log(round, "%a"), directory.path()));
    arguments.push(script.into());
    Ok(queue::submit(&arguments)?)
}

/// Returns the option for the log; `%` in the directory would begin a replacement.
fn output(log: &Path, directory: &Path) -> OsString {
    let name = log.file_name().unwrap_or_default();
    let mut option = OsString::from("--output=");
    match directory.to_str() {
        Some(directory) => option.push(directory.replace('%', "%%")),
        None => option.push(directory),
    }
    option.push("/");
    option.push(name);
    option
}

/// Quotes words for a shell.
fn shell_words(words: &[&OsStr]) -> Vec<u8> {
    let quoted = words.iter().map(|word| {
        let mut text = vec![b'\''];
        for byte in word.as_encoded_bytes() {
            match byte {
                b'\'' => text.extend_from_slice(br"'\''"),
                byte => text.push(*byte),
            }
        }
        text.push(b'\'');
        text
    });
    quoted.collect::<Vec<_>>().join(&b' ')
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn each_run_is_in_one_task_and_no_task_is_empty() {
        assert_eq!(divide((0..5).collect(), 2), [vec![0, 2, 4], vec![1, 3]]);
        assert_eq!(divide((0..2).collect(), 9), [[0], [1]]);
        for (runs, tasks) in [(64, 8), (65, 8), (7, 8), (4096, 1000), (1, 1)] {
            let shares = divide((0..runs).collect::<Vec<usize>>(), tasks);
            let mut all = shares.concat();
            all.sort_unstable();
            assert_eq!(all, (0..runs).collect::<Vec<_>>());
            assert!(shares.len() <= tasks && shares.iter().all(|share| !share.is_empty()));
        }
    }

    #[test]
    fn a_shell_reads_quoted_words_unchanged() {
        let words = ["it's", "a b", "$HOME", "", "\"\\\n*"];
        let mut script = b"printf '%s|' ".to_vec();
        script.extend(shell_words(&words.map(OsStr::new)));
        let script = String::from_utf8(script).unwrap();
        let output = Command::new("sh").args(["-c", &script]).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), words.join("|") + "|");
    }

    #[test]
    fn a_percent_sign_in_the_directory_is_no_replacement() {
        let directory = JobDirectory::at("/100%/job");
        let option = output(&directory.log(1, "%a"), directory.path());
        assert_eq!(option, "--output=/100%%/job/round-1-%a.log");
    }
}
