//! A sweep on two nodes of a real Slurm, one of which dies.

#![cfg(target_os = "linux")]

mod common;

use common::{
    equipped,
    slurm::{is_installed, until, Cluster},
};
use std::{
    fs::{self, File},
    path::Path,
    process::{Child, Command},
    time::{Duration, SystemTime},
};

const SWEEP: &str = r#"
name = "seeds"
about = "Ten hosts at 64 seeds"
switches = ["A", "B"]
configuration.preset = "santos-2003"
hosts.source = { switch = "A", count = 10 }
hosts.sink = { switch = "B" }
links.trunk = { from = "A", to = "B" }
flows.many = { from = "source", to = "sink", traffic = "poisson", rate = 0.2 }
run.duration_ms = 30
measure = { from_ms = 3, to_ms = 30 }
sweep.run.seed = { from = 1, to = 64, step = 1 }
"#;

/// Points of the sweep.
const POINTS: usize = 64;
/// Stored points at which a node dies.
const IN_THE_MIDDLE: usize = 16;
/// Time limit of each step.
const LIMIT: Duration = Duration::from_secs(240);

/// A running command, which ends with this value.
struct Running(Child);

impl Running {
    /// Starts a command with its output in the file `told` of the directory.
    fn start(command: &mut Command, directory: &Path) -> Self {
        let told = File::create(directory.join("told")).expect("file");
        let errors = told.try_clone().expect("file");
        Running(command.stdout(told).stderr(errors).spawn().expect("tailback runs"))
    }

    fn has_ended(&mut self) -> bool {
        self.0.try_wait().expect("status").is_some()
    }

    /// Waits for the end with a time limit; returns whether the command succeeded.
    fn succeeds(&mut self) -> bool {
        until(LIMIT, || self.has_ended()) && self.0.wait().expect("status").success()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Returns the files of outcomes, with the times at which they were stored.
fn stored(cache: &Path) -> Vec<(String, SystemTime)> {
    let entries = fs::read_dir(cache.join("outcomes")).into_iter().flatten().flatten();
    let named = entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry));
    let outcomes = named.filter(|(name, _)| name.ends_with(".json"));
    let time = |entry: fs::DirEntry| entry.metadata().and_then(|it| it.modified());
    outcomes.filter_map(|(name, entry)| Some((name, time(entry).ok()?))).collect()
}

#[test]
fn a_sweep_of_which_a_node_dies_has_all_points_of_a_local_run() {
    if !is_installed() {
        eprintln!("skipped: there is no slurm-wlm or no munge on this machine");
        return;
    }
    let mut cluster = Cluster::start();
    let directory = tempfile::tempdir().expect("directory");
    let at = directory.path();
    fs::write(at.join("sweep.toml"), SWEEP).expect("file");

    let cache = cluster.path().join("shared");
    let words = ["fabric", "sweep.toml", "--on", "slurm", "--tasks", "4", "--out", "nodes"];
    let mut command = equipped(at, &words);
    cluster.equip(&mut command).env("TAILBACK_CACHE", &cache);
    let mut running = Running::start(&mut command, at);
    let told = || fs::read_to_string(at.join("told")).unwrap_or_default();

    let in_the_middle =
        || stored(&cache).len() >= IN_THE_MIDDLE && !cluster.tasks(Some("two")).is_empty();
    let seen = until(LIMIT, || in_the_middle() || running.has_ended());
    assert!(seen, "no points are stored\n{}\n{}", told(), cluster.logs());
    let killed = cluster.kill_node(1);
    let before = stored(&cache);
    assert!(killed > 0 && before.len() < POINTS, "not in the middle: {}\n{}", before.len(), told());

    assert!(running.succeeds(), "{}\n{}", told(), cluster.logs());
    assert!(told().contains("64 points, 0 of them from the cache"), "{}", told());
    let log = fs::read_to_string(cluster.path().join("slurmctld.log")).expect("log");
    assert!(log.to_lowercase().contains("requeue"), "no task was requeued\n{}", cluster.logs());

    let after = stored(&cache);
    assert_eq!(after.len(), POINTS);
    for outcome in &before {
        assert!(after.contains(outcome), "{} was computed again", outcome.0);
    }
    let left = fs::read_dir(cache.join("slurm")).expect("directory").count();
    assert_eq!(left, 0, "the directory of the job is left");

    let mut local = equipped(at, &["fabric", "sweep.toml", "--out", "local"]);
    local.env("TAILBACK_CACHE", at.join("own"));
    assert!(Running::start(&mut local, at).succeeds(), "{}", told());
    for file in ["seeds.csv", "seeds.parquet"] {
        let [nodes, local] =
            ["nodes", "local"].map(|from| fs::read(at.join(from).join(file)).expect("table"));
        assert!(nodes == local, "{file} differs");
    }
}
