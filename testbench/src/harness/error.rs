//! Everything that can go wrong in a co-simulation apart from a difference.

use std::io;
use std::path::{Path, PathBuf};

use tailback_hdl::CombinationalLoop;

use super::shim::TakenName;

/// What stopped a co-simulation.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A program that the harness runs is not installed.
    #[error("`{tool}` was not found; install it, or name it in the variable {variable}")]
    MissingTool {
        /// The program, as it was called.
        tool: String,
        /// The environment variable that names another.
        variable: &'static str,
    },
    /// A program could not be started although it exists.
    #[error("`{tool}` cannot be started: {source}")]
    BrokenTool {
        /// The program, as it was called.
        tool: String,
        /// What the system says.
        source: io::Error,
    },
    /// A program rejected what the harness gave it.
    #[error("`{tool}` failed: {summary} (whole log: {log})", log = log.display())]
    ToolFailed {
        /// The program.
        tool: String,
        /// The first line of its output that speaks of an error.
        summary: String,
        /// A file with all that it wrote.
        log: PathBuf,
    },
    /// No space is left.
    #[error("the disk of {} is full", .0.display())]
    DiskFull(PathBuf),
    /// The directory of built models cannot be written.
    #[error("the cache of built models, {path}, cannot be written: {source}; \
             name another directory in the variable TAILBACK_CACHE", path = path.display())]
    UnwritableCache {
        /// The directory.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// No cache directory is known, because the user has no home directory.
    #[error("no directory for built models is known; name one in the variable TAILBACK_CACHE")]
    NoCache,
    /// A result cannot be written.
    #[error("{path} cannot be written: {source}", path = path.display())]
    Output {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A built model cannot be loaded.
    #[error("the built model {path} cannot be loaded: {message}", path = path.display())]
    Load {
        /// The shared object.
        path: PathBuf,
        /// What the loader says.
        message: String,
    },
    /// The design and its golden model, or its description, do not have the same ports.
    #[error(
        "the {side} of module `{module}` differ: {verilog:?} in the Verilog, {model:?} in Rust"
    )]
    PortMismatch {
        /// `inputs`, `outputs` or `ports`.
        side: &'static str,
        /// The Verilog module.
        module: String,
        /// The names in the port table.
        verilog: Vec<String>,
        /// The names in the golden model or the description.
        model: Vec<String>,
    },
    /// A description, run in Rust, does not come to rest.
    #[error(transparent)]
    CombinationalLoop(#[from] CombinationalLoop),
    /// A port cannot be named so.
    #[error(transparent)]
    TakenName(#[from] TakenName),
    /// The simulation of the Verilog stopped by itself, for example on a combinational loop.
    #[error("the simulation of the Verilog stopped: {0}")]
    Simulation(String),
    /// A recorded stimulus cannot be read.
    #[error("{path}:{line}: {message}", path = path.display())]
    Recording {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        message: String,
    },
    /// A recorded stimulus cannot be opened.
    #[error("{path} cannot be read: {source}", path = path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Mutants say nothing about a design that differs from its golden model without any.
    #[error("the design differs from its golden model in cycle {cycle} without any mutant")]
    Unsound {
        /// The first cycle in which an output differs.
        cycle: u64,
    },
    /// The caller asked to stop.
    #[error("stopped on request")]
    Cancelled,
}

impl Error {
    /// A failed write of a result.
    pub fn output(path: &Path, source: io::Error) -> Self {
        match full(&source) {
            true => Error::DiskFull(path.into()),
            false => Error::Output { path: path.into(), source },
        }
    }

    /// A failed write in the cache of built models.
    pub fn cache(path: &Path, source: io::Error) -> Self {
        match full(&source) {
            true => Error::DiskFull(path.into()),
            false => Error::UnwritableCache { path: path.into(), source },
        }
    }
}

fn full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}
