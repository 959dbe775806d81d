//! Tests of emitted Verilog: simulation in Verilator and Icarus beside the description in Rust, and
//! lint.

pub mod blocks;
pub mod cosimulate;
pub mod icarus;
pub mod lint;
pub mod many;
pub mod small;
pub mod verilator;

use std::path::Path;
use std::process::{Command, Stdio};

/// Runs a tool in a directory, and returns its output; panics with the output on failure.
pub fn run(directory: &Path, tool: &str, arguments: &[String]) -> String {
    let output = Command::new(tool)
        .args(arguments)
        .current_dir(directory)
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|error| panic!("{tool}: {error}"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let said = text(&output.stdout) + &text(&output.stderr);
    assert!(output.status.success(), "{tool} {}\n{said}", arguments.join(" "));
    said
}

/// Number of words that hold `bits` bits in a stimulus or a result.
pub fn words(bits: usize) -> usize {
    bits.div_ceil(32)
}

/// Calls `work` for each item, on all cores; the results are in the order of the items.
pub fn on_all_cores<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let next = AtomicUsize::new(0);
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let take = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return done };
            done.push((index, work(item)));
        }
    };
    let mut all: Vec<(usize, R)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(take)).collect();
        workers
            .into_iter()
            .flat_map(|worker| match worker.join() {
                Ok(done) => done,
                Err(panic) => std::panic::resume_unwind(panic),
            })
            .collect()
    });
    all.sort_by_key(|(index, _)| *index);
    all.into_iter().map(|(_, result)| result).collect()
}
