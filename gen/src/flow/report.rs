//! Showing measurements: a table for a terminal, a page for the book.

use super::timing::{Measurement, Timing};
use comfy_table::{presets, CellAlignment, Table, TableStyle};

/// Headings of the columns; all but the first hold numbers.
const HEADINGS: [&str; 9] =
    ["Design", "eq LUT", "FF", "RAM", "DPR16X4", "MULT", "xcup LUT", "xcup FF", "Fmax MHz (range)"];

fn cells(row: &Measurement) -> [String; 9] {
    let area = &row.area;
    let (low, high) = (row.fmax_mhz[0], row.fmax_mhz[row.fmax_mhz.len() - 1]);
    [
        row.name.clone(),
        area.eq_lut.to_string(),
        area.flip_flops.to_string(),
        area.block_rams.to_string(),
        area.distributed_rams.to_string(),
        area.multipliers.to_string(),
        area.xcup_lut.to_string(),
        area.xcup_flip_flops.to_string(),
        format!("{:.0} ({low:.0} to {high:.0})", row.median_mhz()),
    ]
}

fn table_in(style: TableStyle, timing: &Timing) -> String {
    let mut table = Table::new();
    table.load_style(style).set_header(HEADINGS);
    for row in &timing.rows {
        table.add_row(cells(row));
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.to_string()
}

/// A tool's version without how it was built, which may name paths of another machine.
fn without_build(tool: &str) -> &str {
    match tool.split_once(" (git") {
        Some((version, _)) => version,
        None => tool,
    }
}

/// The table for a terminal.
pub fn table(timing: &Timing) -> String {
    table_in(presets::UTF8_FULL_CONDENSED, timing)
}

/// The page `docs/timing.md`: the numbers of `configuration`, with the `command` that repeats them
/// and the `date` of the run.
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
How: the block alone is synthesised for ECP5 (`synth_ecp5`; eq LUT = LUT4 + 2 × CCU2C, RAM = DP16KD and
PDPW16KD, DPR16X4 = distributed RAM of 16 × 4 bits, MULT = MULT18X18D) and for UltraScale+ (`synth_xilinx -family xcup`; LUT1 to LUT6, without carry
cells and inverters). For Fmax, every connected pin gets a register on both sides, so that pads do
not pull the placement; a design with `mark only` leaves the other outputs open, as a switch does that
has no use for them. The number is the median of five seeds of nextpnr-ecp5 (85k, speed grade 8), with
the slowest and the fastest. The spread is about ±5 %, so differences below that mean nothing.
",
        table = table_in(presets::ASCII_MARKDOWN, timing),
        sources = sources.concat(),
        tools = tools.concat(),
    )
}
