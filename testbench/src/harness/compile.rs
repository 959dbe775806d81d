//! Grouping of Verilator's C++ into translation units, and their compilation.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Mutex;

use super::error::Error;

/// Trade-off between build time and simulation speed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Optimise {
    /// Short build: for designs of many thousand lines, where -O3 takes twice as long and gains
    /// little.
    #[default]
    Build,
    /// Fast simulation: for long runs of one design.
    Run,
}

/// A translation unit.
#[derive(Debug)]
pub struct Unit {
    /// Source file, relative to the directory of the build or absolute.
    pub source: PathBuf,
    /// Object file, in the directory of the build.
    pub object: String,
    /// All options except the include directories.
    pub flags: Vec<String>,
    /// File name of the compiler's output log.
    pub log: &'static str,
}

/// Options for all code. No symbol may be unique in the process, as each model has its own runtime.
const COMMON: &[&str] = &[
    "-std=gnu++17",
    "-fPIC",
    "-fvisibility=hidden",
    "-fno-gnu-unique",
    "-pthread",
    "-w",
    "-DVM_TRACE=1",
    "-DVM_TRACE_VCD=1",
    "-DVM_COVERAGE=0",
    "-DVM_SC=0",
];

/// Options for Verilator's runtime; the shim defines `vl_fatal`.
pub const RUNTIME_FLAGS: &[&str] = &["-O2", "-DVL_USER_FATAL"];

/// Upper limit, in bytes, for the sources that are combined into one unit. Headers are then read
/// once per unit, and large designs still compile in parallel.
const UNIT_BYTES: u64 = 400_000;

impl Unit {
    /// Unit of one source file of Verilator's runtime.
    pub fn runtime(source: &Path) -> Self {
        let name = source.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default();
        let flags = COMMON.iter().chain(RUNTIME_FLAGS).map(|&flag| flag.to_owned()).collect();
        Unit { source: source.into(), object: format!("{name}.o"), flags, log: "runtime.log" }
    }
}

/// Optimisation levels: for code that runs in each cycle, and for code that runs once.
pub fn flags(optimise: Optimise) -> [&'static str; 2] {
    match optimise {
        Optimise::Build => ["-O1", "-O0"],
        Optimise::Run => ["-O3", "-O1"],
    }
}

/// Groups the sources in `model` into units, and writes one file per unit that includes them.
///
/// # Errors
///
/// If `model` cannot be read, or a file of a unit cannot be written.
pub fn units(model: &Path, optimise: Optimise) -> io::Result<Vec<Unit>> {
    let mut sources = Vec::new();
    for entry in fs::read_dir(model)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".cpp") {
            // Verilator's suffix for code that runs only at the start.
            sources.push((name.ends_with("__Slow.cpp"), name, entry.metadata()?.len()));
        }
    }
    sources.sort();
    let mut groups: Vec<(bool, u64, String)> = Vec::new();
    for (slow, name, bytes) in sources {
        let include = format!("#include \"{name}\"\n");
        match groups.last_mut() {
            Some((group, size, text)) if *group == slow && *size + bytes <= UNIT_BYTES => {
                *size += bytes;
                text.push_str(&include);
            }
            _ => groups.push((slow, bytes, include)),
        }
    }
    let [fast, slow] = flags(optimise);
    let mut units = Vec::new();
    for (number, (is_slow, _, text)) in groups.into_iter().enumerate() {
        let source = model.join(format!("unit{number}.cc"));
        fs::write(&source, text)?;
        let level = if is_slow { slow } else { fast };
        let flags = COMMON.iter().chain([&level]).map(|&flag| flag.to_owned()).collect();
        let object = format!("unit{number}.o");
        units.push(Unit { source, object, flags, log: "compiler.log" });
    }
    Ok(units)
}

/// Runs `work` for each unit, with one thread per processor; returns the first error.
///
/// # Errors
///
/// If `work` fails for a unit; no further units are begun then.
pub fn in_parallel(
    units: &[Unit],
    work: impl Fn(&Unit) -> Result<(), Error> + Sync,
) -> Result<(), Error> {
    let workers = std::thread::available_parallelism().map_or(1, usize::from).min(units.len());
    let next = AtomicUsize::new(0);
    let failure = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(error) = work(unit) {
                        next.store(units.len(), Ordering::Relaxed);
                        failure
                            .lock()
                            .unwrap_or_else(|lock| lock.into_inner())
                            .get_or_insert(error);
                    }
                }
            });
        }
    });
    failure.into_inner().unwrap_or_else(|lock| lock.into_inner()).map_or(Ok(()), Err)
}
