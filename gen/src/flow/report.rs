//! Presentation of measurements: a table for a terminal, a page for the book.

use super::breakdown::Part;
use super::paths::PathGroup;
use super::timing::{Measurement, Timing};
use comfy_table::{presets, CellAlignment, Table, TableStyle};

/// Column headings; all columns but the first hold numbers.
const HEADINGS: [&str; 14] = [
    "Design",
    "eq LUT",
    "fast",
    "COMB",
    "FF",
    "RAM",
    "DPR16X4",
    "MULT",
    "xcup LUT",
    "xcup FF",
    "xcup RAM18",
    "xcup LUT as RAM",
    "xcup levels",
    "Fmax MHz (range)",
];
/// Column headings of the parts' table.
const PART_HEADINGS: [&str; 6] = ["Part", "times", "eq LUT", "FF", "RAM", "DPR16X4"];
/// Column headings of the paths' table.
const PATH_HEADINGS: [&str; 5] = ["From", "To", "levels", "ends", "fan-out"];

fn cells(row: &Measurement, seeds: u32) -> [String; 14] {
    let area = &row.area;
    [
        row.name.clone(),
        area.eq_lut.to_string(),
        area.fast_eq_lut.to_string(),
        row.comb_sites.map_or("–".into(), |sites| sites.to_string()),
        area.flip_flops.to_string(),
        area.block_rams.to_string(),
        area.distributed_rams.to_string(),
        area.multipliers.to_string(),
        area.xcup_lut.to_string(),
        area.xcup_flip_flops.to_string(),
        area.xcup_block_rams.to_string(),
        area.xcup_lut_rams.to_string(),
        area.xcup_levels.to_string(),
        fmax(row, seeds),
    ]
}

/// Returns the clock frequency that a design reaches, or is estimated to reach, with `seeds` seeds.
fn fmax(row: &Measurement, seeds: u32) -> String {
    let routed = &row.fmax_mhz;
    match (row.median_mhz(), routed.first(), routed.last(), row.median_estimate_mhz()) {
        (Some(median), Some(low), Some(high), _) => {
            let range = format!("{median:.0} ({low:.0} to {high:.0})");
            match routed.len() as u32 {
                count if count < seeds => format!("{range}, {count} of {seeds} seeds"),
                _ => range,
            }
        }
        (.., Some(estimate)) => format!("not placed (estimate {estimate:.0})"),
        _ => "not placed".into(),
    }
}

fn part_cells(part: &Part) -> [String; 6] {
    let Part { module, depth, times, cells } = part;
    [
        format!("{}{module}", "· ".repeat(*depth)),
        times.to_string(),
        cells.eq_lut.to_string(),
        cells.flip_flops.to_string(),
        cells.block_rams.to_string(),
        cells.distributed_rams.to_string(),
    ]
}

fn path_cells(group: &PathGroup) -> [String; 5] {
    let PathGroup { from, to, levels, ends, fan_out } = group;
    let [from, to] = [from, to].map(|name| match name.starts_with('$') {
        // The tools name what the design does not.
        true => "a register without a name".into(),
        false => format!("`{name}`"),
    });
    [from, to, levels.to_string(), ends.to_string(), fan_out.to_string()]
}

/// Formats a table; all columns but the first hold numbers.
fn table_of<const N: usize>(
    style: TableStyle,
    headings: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> String {
    let mut table = Table::new();
    table.load_style(style).set_header(headings);
    rows.for_each(|row| {
        table.add_row(row);
    });
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.to_string()
}

/// Formats the designs, followed by the parts and the longest paths of the designs that have them.
fn tables_in(style: TableStyle, timing: &Timing) -> String {
    let seeds = timing.placement.seeds;
    let mut text = table_of(style, HEADINGS, timing.rows.iter().map(|row| cells(row, seeds)));
    for row in timing.rows.iter().filter(|row| !row.parts.is_empty()) {
        let parts = table_of(style, PART_HEADINGS, row.parts.iter().map(part_cells));
        text += &format!(
            "\n\nParts of {}, each with what is in it, of a synthesis that keeps modules apart:\n\n{parts}",
            row.name
        );
    }
    for row in timing.rows.iter().filter(|row| !row.paths.is_empty()) {
        let paths = table_of(style, PATH_HEADINGS, row.paths.iter().map(path_cells));
        text += &format!("\n\nLongest paths of {} on UltraScale+:\n\n{paths}", row.name);
    }
    text
}

/// Returns a tool's version without build details, which may contain paths of another machine.
fn without_build(tool: &str) -> &str {
    match tool.split_once(" (git") {
        Some((version, _)) => version,
        None => tool,
    }
}

/// Returns the table for a terminal.
pub fn table(timing: &Timing) -> String {
    tables_in(presets::UTF8_FULL_CONDENSED, timing)
}

/// Returns the page `docs/timing.md`: the numbers of `configuration`, with the `command` that
/// reproduces them and the `date` of the run.
pub fn markdown(timing: &Timing, configuration: &str, command: &str, date: &str) -> String {
    let tools: Vec<String> =
        timing.tools.iter().map(|tool| format!("* {}\n", without_build(tool))).collect();
    let sources: Vec<String> =
        timing.rows.iter().map(|row| format!("* {}: {}\n", row.name, row.source)).collect();
    format!(
        "# Area and clock frequency

Configuration `{configuration}`, measured on {date} by

```text
{command}
```

{table}

Where the designs come from:

{sources}
Tools:

{tools}
How: the block alone is synthesised for ECP5 (`synth_ecp5`; eq LUT = LUT4 + 2 × CCU2C; fast = the same
for the script `abc9.script.flow3` of Yosys, which maps for fewer levels and not for area; RAM = DP16KD and
PDPW16KD, DPR16X4 = distributed RAM of 16 × 4 bits, MULT = MULT18X18D) and with that script for UltraScale+
(`synth_xilinx -family xcup`; LUT1 to LUT6, without carry cells and inverters; RAM18 = block RAMs of 18 Kbit,
a RAMB36E2 being two; LUTs as RAM apart; levels = lookup tables and CARRY8 in a row between registers, two
CARRY4 of Yosys being one). Paths to bits of the same register, and to the same register of each port, are one group:
its row has the longest path, the number of ends with as many levels, and the largest fan-out of a net on it. For Fmax, the netlist is the fast one, and every connected pin gets a register on both sides, so that pads do
not pull the placement; a design with `mark only` leaves the other outputs open, as a switch does that
has no use for them. COMB = sites of lookup tables (TRELLIS_COMB) that this netlist occupies: its lookup tables, carry
cells and distributed RAM, and one XOR for each bit of its outputs, which follows the register of the pin.

The frequency is the median over seeds 1 to {seeds} of nextpnr-ecp5 (85k, speed grade 8, `--placer {placer}`), with the
slowest and the fastest. The spread is about ±5 %, and more for a whole switch, so differences below that mean nothing.
The placer `static` makes shorter wires than `heap` and reaches higher frequencies in some designs, and lower ones in
others ([decision](decisions/2026-11-24-placer.md)). A seed that is not placed and routed within {limit} minutes is
stopped. If no seed is left, the design is `not placed`; the estimate is the frequency that nextpnr expects after the
placement, before it routes, and is often too low.
",
        table = tables_in(presets::ASCII_MARKDOWN, timing),
        seeds = timing.placement.seeds,
        placer = timing.placement.placer.name(),
        limit = timing.placement.limit_minutes,
        sources = sources.concat(),
        tools = tools.concat(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::area::Area;

    /// Returns the Fmax column of a design with these frequencies and estimates, of three seeds.
    fn shown(fmax_mhz: &[f64], estimated_mhz: &[f64]) -> String {
        let row = Measurement {
            name: String::new(),
            source: String::new(),
            area: Area::default(),
            comb_sites: None,
            fmax_mhz: fmax_mhz.into(),
            estimated_mhz: estimated_mhz.into(),
            parts: Vec::new(),
            paths: Vec::new(),
        };
        fmax(&row, 3)
    }

    #[test]
    fn a_design_that_is_not_routed_shows_its_estimate_as_such() {
        assert_eq!(shown(&[69.1, 70.4, 83.0], &[]), "70 (69 to 83)");
        assert_eq!(shown(&[69.1, 83.0], &[78.0]), "83 (69 to 83), 2 of 3 seeds");
        assert_eq!(shown(&[], &[77.0, 78.0, 79.0]), "not placed (estimate 78)");
        assert_eq!(shown(&[], &[]), "not placed");
    }
}
