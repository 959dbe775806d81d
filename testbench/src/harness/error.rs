//! Errors of a co-simulation, other than a difference.

use std::io;
use std::path::{Path, PathBuf};

use tailback_hdl::CombinationalLoop;

use super::shim::TakenName;

/// Error that ends a co-simulation.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A program that the harness runs is not installed.
    #[error("`{tool}` was not found; install it, or name it in the variable {variable}")]
    MissingTool {
        /// Program name, as called.
        tool: String,
        /// Environment variable that names another program.
        variable: &'static str,
    },
    /// An existing program cannot be started.
    #[error("`{tool}` cannot be started: {source}")]
    BrokenTool {
        /// Program name, as called.
        tool: String,
        /// Error of the operating system.
        source: io::Error,
    },
    /// A program rejected its input.
    #[error("`{tool}` failed: {summary} (whole log: {log})", log = log.display())]
    ToolFailed {
        /// The program.
        tool: String,
        /// First line of the program's output that mentions an error.
        summary: String,
        /// File with the whole output.
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
        /// Error of the operating system.
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
        /// Error of the operating system.
        source: io::Error,
    },
    /// A built model cannot be loaded.
    #[error("the built model {path} cannot be loaded: {message}", path = path.display())]
    Load {
        /// The shared object.
        path: PathBuf,
        /// Message of the dynamic loader.
        message: String,
    },
    /// A design and its golden model or description have different ports.
    #[error(
        "the {side} of module `{module}` differ: {verilog:?} in the Verilog, {model:?} in Rust"
    )]
    PortMismatch {
        /// `inputs`, `outputs` or `ports`.
        side: &'static str,
        /// The Verilog module.
        module: String,
        /// Port names in the port table.
        verilog: Vec<String>,
        /// Port names in the golden model or the description.
        model: Vec<String>,
    },
    /// A description, executed in Rust, does not settle.
    #[error(transparent)]
    CombinationalLoop(#[from] CombinationalLoop),
    /// A port has a reserved name.
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
        /// Line number, from 1.
        line: usize,
        /// Description of the fault.
        message: String,
    },
    /// A recorded stimulus cannot be opened.
    #[error("{path} cannot be read: {source}", path = path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// There is no mutant of this number.
    #[error("there is no mutant {number}: the module has {made} for this count and seed")]
    NoMutant {
        /// The number.
        number: u32,
        /// Mutants that there are, numbered from 1.
        made: usize,
    },
    /// A design that differs from its golden model without any mutant; mutants would show nothing.
    #[error("the design differs from its golden model in cycle {cycle} without any mutant")]
    Unsound {
        /// First cycle in which an output differs.
        cycle: u64,
    },
    /// The caller requested a stop.
    #[error("stopped on request")]
    Cancelled,
}

impl Error {
    /// Error of a failed write of a result.
    pub fn output(path: &Path, source: io::Error) -> Self {
        match full(&source) {
            true => Error::DiskFull(path.into()),
            false => Error::Output { path: path.into(), source },
        }
    }

    /// Error of a failed write in the cache of built models.
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
