//! Cells of a module, as Yosys counts them.

use super::{
    comparables::Candidate,
    levels::Netlist,
    paths::PathGroup,
    tool::{Tool, ToolError},
};
use serde::{de::DeserializeOwned, Deserialize, Serialize};
use std::{collections::BTreeMap, fs, path::Path};

/// LUT4s per CCU2C: two bits of a carry chain, each with a LUT.
const LUTS_PER_CCU2C: u64 = 2;

/// Cells of a module on two families of FPGA.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Area {
    /// ECP5: LUT4 + 2 × CCU2C.
    pub eq_lut: u64,
    /// ECP5: LUT4 + 2 × CCU2C when mapped for fewer levels.
    pub fast_eq_lut: u64,
    /// ECP5: flip-flops.
    pub flip_flops: u64,
    /// ECP5: block RAMs (DP16KD and PDPW16KD).
    pub block_rams: u64,
    /// ECP5: distributed RAMs of 16 words of 4 bits (DPR16X4); each occupies the LUTs of two
    /// slices.
    pub distributed_rams: u64,
    /// ECP5: multipliers (MULT18X18D).
    pub multipliers: u64,
    /// UltraScale+: LUT1 to LUT6.
    pub xcup_lut: u64,
    /// UltraScale+: flip-flops.
    pub xcup_flip_flops: u64,
    /// UltraScale+: block RAMs of 18 Kbit; a RAMB36E2 counts as two.
    pub xcup_block_rams: u64,
    /// UltraScale+: LUTs that are distributed RAM.
    pub xcup_lut_rams: u64,
    /// UltraScale+: maximum lookup tables and CARRY8 in series between registers.
    pub xcup_levels: u64,
}

/// The part of `stat -json` that is used.
#[derive(Deserialize)]
pub(super) struct Statistics {
    design: Cells,
    /// Modules by the name that Yosys gives them, with their submodules as cells.
    pub(super) modules: BTreeMap<String, Cells>,
}

/// Cells by type.
#[derive(Deserialize)]
pub(super) struct Cells {
    pub(super) num_cells_by_type: BTreeMap<String, u64>,
}

/// Yosys command that makes the next synthesis map for fewer levels; the default saves area at the
/// cost of levels.
pub(super) const FAST: &str = "scratchpad -copy abc9.script.flow3 abc9.script";
/// Synthesis command for UltraScale+.
const XCUP: &str = "synth_xilinx -family xcup -noiopad -noclkbuf -flatten";

/// Groups of paths that are listed.
const PATHS: usize = 10;

/// Counts the cells of `candidate`, whose files are in `dir`, with the module itself as the top, and
/// lists its longest paths on UltraScale+.
pub(super) fn measure(
    yosys: &Tool,
    dir: &Path,
    candidate: &Candidate,
) -> Result<(Area, Vec<PathGroup>), ToolError> {
    let ecp5 = cells(yosys, dir, candidate, "synth_ecp5")?;
    let fast = cells(yosys, dir, candidate, &format!("{FAST}; synth_ecp5"))?;
    let xcup = cells(yosys, dir, candidate, &format!("{FAST}; {XCUP}"))?;
    let xcup_ram = |name: &str| xcup.get(name).copied().unwrap_or(0);
    let (levels, paths) = longest(yosys, dir, candidate)?;
    let lut_rams = xcup.iter().map(|(name, count)| count * luts_of_ram(name)).sum();
    let ecp5 = Ecp5Cells::of(&ecp5);
    let area = Area {
        eq_lut: ecp5.eq_lut,
        fast_eq_lut: Ecp5Cells::of(&fast).eq_lut,
        flip_flops: ecp5.flip_flops,
        block_rams: ecp5.block_rams,
        distributed_rams: ecp5.distributed_rams,
        multipliers: ecp5.multipliers,
        xcup_lut: count(&xcup, |name| name.starts_with("LUT")),
        xcup_flip_flops: count(&xcup, |name| matches!(name, "FDRE" | "FDSE" | "FDCE" | "FDPE")),
        xcup_block_rams: xcup_ram("RAMB18E2") + 2 * xcup_ram("RAMB36E2"),
        xcup_lut_rams: lut_rams,
        xcup_levels: levels,
    };
    Ok((area, paths))
}

/// LUTs used by a distributed-RAM cell of UltraScale+ (UG974).
fn luts_of_ram(cell: &str) -> u64 {
    match cell {
        "RAM32X1S" | "RAM64X1S" => 1,
        "RAM32X1D" | "RAM64X1D" | "RAM128X1S" => 2,
        "RAM32M" | "RAM64M" | "RAM128X1D" => 4,
        "RAM32M16" | "RAM64M8" | "RAM256X1D" => 8,
        _ => 0,
    }
}

fn count(cells: &BTreeMap<String, u64>, is: impl Fn(&str) -> bool) -> u64 {
    cells.iter().filter(|(name, _)| is(name)).map(|(_, count)| count).sum()
}

/// Cells of an ECP5 that are counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ecp5Cells {
    /// LUT4 + 2 × CCU2C.
    pub eq_lut: u64,
    /// Flip-flops.
    pub flip_flops: u64,
    /// Block RAMs (DP16KD and PDPW16KD).
    pub block_rams: u64,
    /// Distributed RAMs (DPR16X4).
    pub distributed_rams: u64,
    /// Multipliers (MULT18X18D).
    pub multipliers: u64,
}

impl Ecp5Cells {
    pub(super) fn of(cells: &BTreeMap<String, u64>) -> Self {
        Ecp5Cells {
            eq_lut: count(cells, |name| name == "LUT4")
                + LUTS_PER_CCU2C * count(cells, |name| name == "CCU2C"),
            flip_flops: count(cells, |name| name == "TRELLIS_FF"),
            block_rams: count(cells, |name| matches!(name, "DP16KD" | "PDPW16KD")),
            distributed_rams: count(cells, |name| name.contains("DPR16X4")),
            multipliers: count(cells, |name| name == "MULT18X18D"),
        }
    }

    /// Returns `times * self + other`.
    pub(super) fn plus(self, times: u64, other: Ecp5Cells) -> Self {
        Ecp5Cells {
            eq_lut: self.eq_lut + times * other.eq_lut,
            flip_flops: self.flip_flops + times * other.flip_flops,
            block_rams: self.block_rams + times * other.block_rams,
            distributed_rams: self.distributed_rams + times * other.distributed_rams,
            multipliers: self.multipliers + times * other.multipliers,
        }
    }
}

fn cells(
    yosys: &Tool,
    dir: &Path,
    candidate: &Candidate,
    synthesis: &str,
) -> Result<BTreeMap<String, u64>, ToolError> {
    Ok(statistics(yosys, dir, candidate, synthesis)?.design.num_cells_by_type)
}

/// Returns the counts of `stat` after a synthesis. The netlist is written to [`NETLIST`].
pub(super) fn statistics(
    yosys: &Tool,
    dir: &Path,
    candidate: &Candidate,
    synthesis: &str,
) -> Result<Statistics, ToolError> {
    let file = "statistics.json";
    let script = format!(
        "{}; {synthesis} -top {}; tee -q -o {file} stat -json; write_json {NETLIST}",
        candidate.read_script(),
        candidate.top.module,
    );
    yosys.succeed(dir, &["-q", "-p", &script])?;
    read_json(yosys, dir, file)
}

/// File name of the last synthesis' netlist.
const NETLIST: &str = "netlist.json";

/// Returns the logic levels of the last synthesis, and its longest paths.
fn longest(
    yosys: &Tool,
    dir: &Path,
    candidate: &Candidate,
) -> Result<(u64, Vec<PathGroup>), ToolError> {
    let netlist: Netlist = read_json(yosys, dir, NETLIST)?;
    let top = &candidate.top.module;
    let paths = netlist.levels(top).zip(netlist.longest_paths(top, PATHS));
    paths.ok_or_else(|| ToolError::Unexpected {
        name: yosys.name(),
        problem: format!("the netlist has no module {top}"),
    })
}

fn read_json<T: DeserializeOwned>(yosys: &Tool, dir: &Path, file: &str) -> Result<T, ToolError> {
    let path = dir.join(file);
    let text = fs::read(&path).map_err(|source| ToolError::File { path, source })?;
    serde_json::from_slice(&text)
        .map_err(|error| ToolError::Unexpected { name: yosys.name(), problem: error.to_string() })
}
