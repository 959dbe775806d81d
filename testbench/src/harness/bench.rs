//! Test bench of a module, independent of its port types.

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

/// Design to simulate, length of the run, and output directory.
pub struct Job<'a> {
    /// The Verilog.
    pub design: &'a Design,
    /// Builder of the simulation model.
    pub builder: &'a Builder,
    /// Seed of the stimulus and of the initial register values.
    pub seed: u64,
    /// Cycles to compare.
    pub cycles: u64,
    /// Configuration, in the user's command-line words; used in the commands that repeat a run.
    pub config: &'a [String],
    /// Directory for the files about a difference.
    pub out: &'a Path,
    /// Whether to write a waveform of the first [`WAVES_CYCLES`] even if all is equal.
    pub waves: bool,
}

/// Cycles of a waveform that the user requests.
pub const WAVES_CYCLES: u64 = 2000;

/// One run of a loaded model.
pub struct Run<'a> {
    /// Seed of the stimulus and of the initial register values.
    pub seed: u64,
    /// Cycles to compare.
    pub cycles: u64,
    /// Inputs that the golden model does not have, with their constant values.
    pub held: &'a [Held],
}

/// Test bench of a module, independent of its port types.
pub trait Bench: Send + Sync {
    /// Name of the module, as on the command line.
    fn block(&self) -> &str;

    /// Parameters of the module, as text for the user.
    fn variant(&self) -> &str;

    /// Co-simulates with generated stimulus; investigates and reports a difference.
    ///
    /// # Errors
    ///
    /// If the design cannot be built ([`Builder::build`]) or has other ports than the model, the
    /// simulation of the Verilog stops by itself, `watch` ends the run, or a file cannot be written
    /// to the output directory. A difference is no error.
    fn simulate(&self, job: &Job<'_>, watch: Watch<'_>) -> Result<Verdict, Error>;

    /// Co-simulates a recorded stimulus.
    ///
    /// # Errors
    ///
    /// As [`Self::simulate`]; also if `file` cannot be read ([`Error::Unreadable`]), or is not a
    /// recording for this module ([`Error::Recording`]).
    fn replay(&self, job: &Job<'_>, file: &Path, watch: Watch<'_>) -> Result<Verdict, Error>;

    /// First cycle in which an output differs, if any. Writes no files.
    ///
    /// # Errors
    ///
    /// If `library` has other ports than the model and [`Run::held`] ([`Error::PortMismatch`]), or
    /// the simulation of the Verilog stops by itself ([`Error::Simulation`]).
    fn first_difference(&self, library: &Library, run: &Run<'_>) -> Result<Option<u64>, Error>;

    /// First cycle in which an output of the kernel differs from the golden model, if any. Needs
    /// neither Verilog nor a compiler, and writes no files.
    ///
    /// # Errors
    ///
    /// If the kernel has other ports than the model ([`Error::PortMismatch`]), or does not settle
    /// ([`Error::CombinationalLoop`]).
    fn kernel_difference(
        &self,
        kernel: Kernel,
        seed: u64,
        cycles: u64,
    ) -> Result<Option<KernelDifference>, Error>;

    /// Runs stimulus and model without the Verilog, to measure their speed.
    fn model_alone(&self, seed: u64, cycles: u64);

    /// Stimulus of at least `cycles` cycles, as images of the input ports of `table`.
    fn images(&self, table: &PortTable, seed: u64, cycles: usize) -> Images;
}
