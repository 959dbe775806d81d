//! A block that can be co-simulated, whatever its ports.

use std::path::Path;

use tailback_gen::Design;
use tailback_spec::PortTable;

use super::build::Builder;
use super::error::Error;
use super::images::Images;
use super::kernel::{Kernel, KernelDifference};
use super::library::Library;
use super::lockstep::{Held, Watch};
use super::report::Verdict;

/// What is to be simulated, and where results go.
pub struct Job<'a> {
    /// The Verilog.
    pub design: &'a Design,
    /// What makes a model of it.
    pub builder: &'a Builder,
    /// Seed of the stimulus and of the registers' first values.
    pub seed: u64,
    /// Cycles to compare.
    pub cycles: u64,
    /// The configuration, in the words in which the user named it; they go into the commands that
    /// repeat a run.
    pub config: &'a [String],
    /// Directory for the files about a difference.
    pub out: &'a Path,
    /// Whether to write a waveform of the first [`WAVES_CYCLES`] even if all is equal.
    pub waves: bool,
}

/// Cycles of a waveform that was asked for.
pub const WAVES_CYCLES: u64 = 2000;

/// One run against a model that is already loaded.
pub struct Run<'a> {
    /// Seed of the stimulus and of the registers' first values.
    pub seed: u64,
    /// Cycles to compare.
    pub cycles: u64,
    /// Inputs that the golden model does not have.
    pub held: &'a [Held],
}

/// A block that can be co-simulated, whatever its ports.
pub trait Bench: Send + Sync {
    /// The block's name, as on the command line.
    fn block(&self) -> &str;

    /// Its parameters, to be read.
    fn variant(&self) -> &str;

    /// Co-simulates with generated stimulus. A difference is investigated and reported.
    fn simulate(&self, job: &Job<'_>, watch: Watch<'_>) -> Result<Verdict, Error>;

    /// Co-simulates a recorded stimulus.
    fn replay(&self, job: &Job<'_>, file: &Path, watch: Watch<'_>) -> Result<Verdict, Error>;

    /// The first cycle in which an output differs, if one does. Writes nothing.
    fn first_difference(&self, library: &Library, run: &Run<'_>) -> Result<Option<u64>, Error>;

    /// The first cycle in which an output of the description, run in Rust, differs from the golden
    /// model, if one does. Needs neither Verilog nor a compiler. Writes nothing.
    ///
    /// # Errors
    ///
    /// A kernel that does not settle, and one with other ports than the model.
    fn kernel_difference(
        &self,
        kernel: Kernel,
        seed: u64,
        cycles: u64,
    ) -> Result<Option<KernelDifference>, Error>;

    /// Runs stimulus and model without the Verilog, to measure them.
    fn model_alone(&self, seed: u64, cycles: u64);

    /// The stimulus of at least one cycle, as images of the input ports of `table`.
    fn images(&self, table: &PortTable, seed: u64, cycles: usize) -> Images;
}
