//! Failures of Slurm, with substitutes for its commands.

#![cfg(unix)]

mod common;

use common::{json, tailback, told};
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};
use tempfile::TempDir;

const SWEEP: &str = r#"
name = "seeds"
about = "One flow at six seeds"
switches = ["A"]
configuration.preset = "santos-2003"
configuration.switch.ports = 2
hosts.source = { switch = "A" }
hosts.sink = { switch = "A" }
flows.one = { from = "source", to = "sink", traffic = "poisson", rate = 0.5 }
run.duration_ms = 0.2
measure = { from_ms = 0, to_ms = 0.2 }
sweep.run.seed = [1, 2, 3, 4, 5, 6]
"#;

/// `sbatch` that executes those tasks at once for which `$run` holds; its last argument is the
/// script. `calls` lists all calls.
const SBATCH: &str = r#"
echo "sbatch $*" >> calls
round=$(grep -c ^sbatch calls)
for word; do
    case "$word" in
        --array=0-*) last=${word#--array=0-} ;;
        --output=*) output=${word#--output=} ;;
    esac
done
task=0
while [ $task -le $last ]; do
    log=$(echo "$output" | sed "s/%a/$task/; s/%%/%/g")
    if RUN; then SLURM_ARRAY_TASK_ID=$task sh "$word" > "$log" 2>&1; fi
    task=$((task + 1))
done
echo 17
"#;

/// `squeue` for a job that has ended.
const ENDED: &str = "echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1";

/// Returns a directory with the sweep and substitutes for the commands.
fn with(sbatch: &str, squeue: &str) -> TempDir {
    let directory = tempfile::tempdir().expect("directory");
    let at = directory.path();
    fs::write(at.join("sweep.toml"), SWEEP).expect("file");
    fs::create_dir(at.join("bin")).expect("directory");
    let scancel = "echo \"scancel $*\" >> calls";
    for (name, script) in [("sbatch", sbatch), ("squeue", squeue), ("scancel", scancel)] {
        let path = at.join("bin").join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("permissions");
    }
    directory
}

/// Returns the command for a sweep on these substitutes.
fn command(directory: &Path, more: &[&str]) -> Command {
    let words = [&["fabric", "sweep.toml", "--on", "slurm"], more].concat();
    let mut command = tailback(directory, &words);
    command.env("PATH", format!("{}:/usr/bin:/bin", directory.join("bin").display()));
    command.env("TAILBACK_CACHE", directory.join("cache"));
    command
}

fn run(directory: &Path, more: &[&str]) -> Output {
    command(directory, more).output().expect("tailback runs")
}

fn calls(directory: &Path, program: &str) -> Vec<String> {
    let calls = fs::read_to_string(directory.join("calls")).unwrap_or_default();
    calls.lines().filter(|line| line.starts_with(program)).map(str::to_owned).collect()
}

#[test]
fn what_is_missing_is_submitted_again_and_equals_the_local_run() {
    // The first round executes every second task only.
    let directory = with(&SBATCH.replace("RUN", "[ $round -gt 1 -o $((task % 2)) = 0 ]"), ENDED);
    let more = ["--tasks", "6", "--sbatch-option", "partition=long", "--share", "it's a % disk"];
    let output = run(directory.path(), &[&more[..], &["--out", "nodes"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    let rounds = calls(directory.path(), "sbatch");
    assert_eq!(rounds.len(), 2, "{rounds:?}");
    for (round, tasks) in rounds.iter().zip(["--array=0-5", "--array=0-2"]) {
        assert!(round.contains("--partition=long") && round.contains(tasks), "{round}");
    }
    let mut local = tailback(directory.path(), &["fabric", "sweep.toml", "--out", "local"]);
    local.env("TAILBACK_CACHE", directory.path().join("own"));
    assert!(local.output().expect("tailback runs").status.success());
    let [nodes, local] = ["nodes", "local"]
        .map(|from| fs::read(directory.path().join(from).join("seeds.csv")).expect("table"));
    assert!(nodes == local);
    // Everything is stored: Slurm is not needed.
    let again = run(directory.path(), &more);
    assert!(told(&again).contains("6 points, 6 of them from the cache"), "{}", told(&again));
    assert_eq!(calls(directory.path(), "sbatch").len(), 2);
}

#[test]
fn a_point_that_never_has_a_result_is_named_with_its_log() {
    let directory = with(&SBATCH.replace("RUN", "[ $task -gt 0 ]"), ENDED);
    let output = run(directory.path(), &["--json"]);
    assert_eq!(output.status.code(), Some(3), "{}", told(&output));
    let message = json(&output)["error"]["message"].as_str().expect("message").to_owned();
    assert!(message.contains("1 of 6 runs: 0 (run.seed=1)"), "{message}");
    assert!(message.contains("/round-4-0.log`"), "{message}");
    assert_eq!(json(&output)["error"]["missing"][0], "0 (run.seed=1)");
    // One round has found five points, three have found none.
    assert_eq!(calls(directory.path(), "sbatch").len(), 4);

    let failing = SBATCH.replace("RUN", "echo 'no such disk' > \"$log\"; false");
    let directory = with(&failing, ENDED);
    let output = run(directory.path(), &[]);
    assert!(told(&output).contains("6 of 6 runs: 0 (run.seed=1), 1 ("), "{}", told(&output));
    assert!(told(&output).contains("no such disk"), "{}", told(&output));
}

#[test]
fn a_node_with_another_executable_stores_nothing() {
    let altered = "sed -i 's/rate = 0.5/rate = 0.4/' $(dirname \"$word\")/origin.json";
    let directory = with(&SBATCH.replace("RUN", altered), ENDED);
    let output = run(directory.path(), &[]);
    assert_eq!(output.status.code(), Some(3), "{}", told(&output));
    assert!(told(&output).contains("is not the same here"), "{}", told(&output));
    assert!(!directory.path().join("cache/outcomes").exists());
}

#[test]
fn a_machine_without_slurm_is_a_clear_error() {
    let directory = with("", "");
    let mut missing = command(directory.path(), &["--json"]);
    let output = missing.env("PATH", "/nonexistent").output().expect("tailback runs");
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(json(&output)["error"]["kind"], "missing-tool");
    let refused = with("echo 'sbatch: error: invalid partition specified: x' >&2; exit 1", ENDED);
    let output = run(refused.path(), &[]);
    insta::assert_snapshot!(told(&output), @r"
    exit code 3
      × `sbatch` failed: invalid partition specified: x
    ");
    let left = fs::read_dir(refused.path().join("cache/slurm")).expect("directory");
    assert_eq!(left.count(), 0, "the directory of a refused job is left");
    let silent = with("echo welcome", ENDED);
    let told = told(&run(silent.path(), &[]));
    assert!(told.starts_with("exit code 3") && told.contains("no job number"), "{told}");
}

#[test]
fn ctrl_c_cancels_the_job_and_keeps_what_is_stored() {
    // The other tasks run forever.
    let directory = with(&SBATCH.replace("RUN", "[ $task -lt 2 ]"), "echo '3|RUNNING|None'");
    let mut command = command(directory.path(), &["--json"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("runs");
    let start = Instant::now();
    while calls(directory.path(), "sbatch").is_empty() && start.elapsed().as_secs() < 60 {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_secs(3));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill").success());
    let output = child.wait_with_output().expect("output");
    assert_eq!(output.status.code(), Some(130), "{}", told(&output));
    let message = json(&output)["error"]["message"].as_str().expect("message").to_owned();
    assert_eq!(message, "interrupted: the results of 2 of 6 runs are kept");
    assert_eq!(calls(directory.path(), "scancel"), ["scancel --quiet 17"]);
}

#[test]
fn tasks_that_slurm_does_not_start_are_cancelled_and_submitted_again() {
    let squeue = "if [ -e held ]; then exit 0; fi; touch held; \
                  echo '1|PENDING|launch failed requeued held'";
    let run_later = "[ $round -gt 1 -o $task != 1 ]";
    let directory = with(&SBATCH.replace("RUN", run_later), squeue);
    let output = run(directory.path(), &[]);
    assert_eq!(output.status.code(), Some(0), "{}", told(&output));
    let cancelled = calls(directory.path(), "scancel");
    assert_eq!(cancelled.first().map(String::as_str), Some("scancel --quiet 17_[1]"));
    assert_eq!(calls(directory.path(), "sbatch").len(), 2);
}

#[test]
fn options_of_slurm_need_slurm() {
    let directory = with("", "");
    for options in [&["--tasks", "3"][..], &["--share", "x"], &["--sbatch-option=-plong"]] {
        let words = [&["fabric", "sweep.toml"], options].concat();
        let output = tailback(directory.path(), &words).output().expect("tailback runs");
        assert!(told(&output).contains("--on <WHERE>"), "{}", told(&output));
        assert_eq!(output.status.code(), Some(2));
    }
    for options in [&["--tasks", "0"][..], &["--tasks", "1001"], &["--log", "x"], &["--twin"]] {
        assert_eq!(run(directory.path(), options).status.code(), Some(2), "{options:?}");
    }
    let task = tailback(directory.path(), &["slurm-task", "a", "b", "1"]).output().expect("runs");
    assert!(told(&task).starts_with("exit code 2"), "{}", told(&task));
    let mut task = tailback(directory.path(), &["slurm-task", "a", "b", "1"]);
    let task = task.env("SLURM_ARRAY_TASK_ID", "0").output().expect("runs");
    assert!(told(&task).starts_with("exit code 2"), "{}", told(&task));
}
