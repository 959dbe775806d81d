//! Cells of a block, as Yosys counts them.

use super::{
    comparables::Candidate,
    tool::{Tool, ToolError},
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fs, path::Path};

/// LUT4s that one CCU2C stands for: two bits of a carry chain, each with its LUT.
const LUTS_PER_CCU2C: u64 = 2;

/// Cells of a block on two families of FPGA.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Area {
    /// ECP5: LUT4 + 2 × CCU2C.
    pub eq_lut: u64,
    /// ECP5: flip-flops.
    pub flip_flops: u64,
    /// ECP5: block RAMs (DP16KD and PDPW16KD).
    pub block_rams: u64,
    /// ECP5: distributed RAMs of 16 words of 4 bits (DPR16X4), each in the place of two slices'
    /// LUTs.
    pub distributed_rams: u64,
    /// ECP5: multipliers (MULT18X18D).
    pub multipliers: u64,
    /// UltraScale+: LUT1 to LUT6.
    pub xcup_lut: u64,
    /// UltraScale+: flip-flops.
    pub xcup_flip_flops: u64,
}

/// What we read of `stat -json`.
#[derive(Deserialize)]
struct Statistics {
    design: DesignStatistics,
}

#[derive(Deserialize)]
struct DesignStatistics {
    num_cells_by_type: BTreeMap<String, u64>,
}

/// Counts the cells of `candidate`, whose files are in `dir`, with the block itself as the top.
pub(super) fn measure(yosys: &Tool, dir: &Path, candidate: &Candidate) -> Result<Area, ToolError> {
    let ecp5 = cells(yosys, dir, candidate, "synth_ecp5")?;
    let xcup =
        cells(yosys, dir, candidate, "synth_xilinx -family xcup -noiopad -noclkbuf -flatten")?;
    let count = |cells: &BTreeMap<String, u64>, is: &dyn Fn(&str) -> bool| -> u64 {
        cells.iter().filter(|(name, _)| is(name)).map(|(_, count)| count).sum()
    };
    Ok(Area {
        eq_lut: count(&ecp5, &|name| name == "LUT4")
            + LUTS_PER_CCU2C * count(&ecp5, &|name| name == "CCU2C"),
        flip_flops: count(&ecp5, &|name| name == "TRELLIS_FF"),
        block_rams: count(&ecp5, &|name| matches!(name, "DP16KD" | "PDPW16KD")),
        distributed_rams: count(&ecp5, &|name| name.contains("DPR16X4")),
        multipliers: count(&ecp5, &|name| name == "MULT18X18D"),
        xcup_lut: count(&xcup, &|name| name.starts_with("LUT")),
        xcup_flip_flops: count(&xcup, &|name| matches!(name, "FDRE" | "FDSE" | "FDCE" | "FDPE")),
    })
}

fn cells(
    yosys: &Tool,
    dir: &Path,
    candidate: &Candidate,
    synthesis: &str,
) -> Result<BTreeMap<String, u64>, ToolError> {
    let file = "statistics.json";
    let script = format!(
        "{}; {synthesis} -top {}; tee -q -o {file} stat -json",
        candidate.read_script(),
        candidate.top.module,
    );
    yosys.succeed(dir, &["-q", "-p", &script])?;
    let path = dir.join(file);
    let text = fs::read(&path).map_err(|source| ToolError::File { path, source })?;
    let statistics: Statistics = serde_json::from_slice(&text).map_err(|error| {
        ToolError::Unexpected { name: yosys.name(), problem: error.to_string() }
    })?;
    Ok(statistics.design.num_cells_by_type)
}
