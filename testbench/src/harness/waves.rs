//! Waveforms: the signals of the Verilog and the compared values of both sides, for two viewers.
//!
//! Each waveform is written as VCD, which Verilator makes, and as FST, which also has the ports of
//! the golden model. Beside them are a session for GTKWave and one for Surfer.

mod fst;
mod session;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tailback_model::Golden;
use tailback_spec::{Direction, Port, PortTable};

use super::error::Error;
use super::fields::Difference;
use super::lockstep::Lockstep;
use super::recording::write_atomically;
use super::report::line;

/// Files of a waveform.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waves {
    /// Signals of the Verilog, as VCD.
    pub vcd: PathBuf,
    /// Signals of the Verilog, and the compared values of model and Verilog, as FST.
    pub fst: PathBuf,
    /// Session for GTKWave.
    pub gtkwave: PathBuf,
    /// Commands for Surfer.
    pub surfer: PathBuf,
}

impl Waves {
    /// Files in `directory` whose names begin with `stem`.
    pub fn named(directory: &Path, stem: &str) -> Self {
        let file = |end: &str| directory.join(format!("{stem}.{end}"));
        Waves { vcd: file("vcd"), fst: file("fst"), gtkwave: file("gtkw"), surfer: file("sucl") }
    }
}

/// The file and the commands that open it, as lines.
impl std::fmt::Display for Waves {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Waves { vcd, fst, gtkwave, surfer } = self;
        let [fst, gtkwave, surfer] = [fst, gtkwave, surfer].map(|path| path.to_string_lossy());
        writeln!(f, "waveform   {}", vcd.display())?;
        writeln!(f, "open       {}", line(["gtkwave", &*fst, &*gtkwave].into_iter()))?;
        writeln!(
            f,
            "or         {}",
            line(["surfer", "--command-file", &*surfer, &*fst].into_iter())
        )
    }
}

/// Values of the ports in consecutive cycles.
#[derive(Debug, Default)]
pub struct Compared {
    /// Number of the first cycle.
    pub first_cycle: u64,
    /// Input ports.
    pub inputs: Vec<Port>,
    /// Output ports.
    pub outputs: Vec<Port>,
    /// Images of the ports in each cycle: inputs, outputs of the model, outputs of the Verilog.
    pub cycles: Vec<[Vec<u64>; 3]>,
}

impl Compared {
    /// No cycles yet of a module with these ports.
    pub fn of(table: &PortTable, first_cycle: u64) -> Self {
        let ports = |direction| table.of(direction).cloned().collect();
        let (inputs, outputs) = (ports(Direction::Input), ports(Direction::Output));
        Compared { first_cycle, inputs, outputs, cycles: Vec::new() }
    }

    /// Adds the cycle that has just run.
    pub fn push<M: Golden>(&mut self, lockstep: &Lockstep<M>) {
        self.cycles.push(lockstep.images().map(<[u64]>::to_vec));
    }
}

/// Cycle and values that a viewer shows first.
#[derive(Debug, Clone, Copy)]
pub struct Focus<'a> {
    /// Cycle at the cursor.
    pub cycle: u64,
    /// Values that differ in that cycle.
    pub differences: &'a [Difference],
}

/// A waveform that is being written, in a directory of its own.
pub struct Tracing {
    place: tempfile::TempDir,
    /// VCD that the simulation writes.
    pub vcd: PathBuf,
}

impl Tracing {
    /// Prepares a waveform with these files.
    ///
    /// # Errors
    ///
    /// If the directory cannot be created ([`Error::Output`], [`Error::DiskFull`]).
    pub fn new(waves: &Waves) -> Result<Self, Error> {
        let failed = |source| Error::output(&waves.vcd, source);
        let directory = waves.vcd.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(directory).map_err(failed)?;
        let place = tempfile::Builder::new().prefix(".waves-").tempdir_in(directory);
        let place = place.map_err(failed)?;
        let vcd = place.path().join("part.vcd");
        Ok(Tracing { place, vcd })
    }

    /// Writes the other files, and moves all to their places. Each file is written completely or
    /// not at all.
    ///
    /// # Errors
    ///
    /// If a file cannot be written ([`Error::Output`], [`Error::DiskFull`]).
    pub fn finish(self, waves: &Waves, compared: &Compared, focus: Focus<'_>) -> Result<(), Error> {
        let failed = |source| Error::output(&waves.fst, source);
        let fst = self.place.path().join("part.fst");
        fst::write(&self.vcd, &fst, compared).map_err(failed)?;
        std::fs::rename(&fst, &waves.fst).map_err(failed)?;
        std::fs::rename(&self.vcd, &waves.vcd)
            .map_err(|source| Error::output(&waves.vcd, source))?;
        write_sessions(waves, compared, focus)
    }
}

/// Writes the sessions of a waveform.
fn write_sessions(waves: &Waves, compared: &Compared, focus: Focus<'_>) -> Result<(), Error> {
    let rows = session::rows(compared, focus);
    let name = waves.fst.file_name().unwrap_or_default().to_string_lossy();
    let gtkwave = session::gtkwave(&rows, &name, compared, focus);
    write_atomically(&waves.gtkwave, &mut |file| write!(file, "{gtkwave}"))?;
    let surfer = session::surfer(&rows, focus);
    write_atomically(&waves.surfer, &mut |file| write!(file, "{surfer}"))
}
