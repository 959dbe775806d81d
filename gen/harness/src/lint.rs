//! Lint of emitted modules by three tools.

use crate::run;
use std::path::Path;
use tailback_gen::flow::lint::YOSYS_CHECKS;
use tailback_gen::Design;

/// Returns the findings of Verilator, Icarus and Yosys about modules of separate designs.
///
/// Random kernels leave bits unused and compare known values, with loop variables for instance: if
/// `random`, Verilator's warnings about these are off.
pub fn complaints(directory: &Path, designs: &[&Design], random: bool) -> Vec<String> {
    let mut files = Vec::new();
    for module in designs.iter().flat_map(|design| &design.modules) {
        let file = format!("{}.v", module.name);
        std::fs::write(directory.join(&file), &module.text).expect("a writable directory");
        files.push(file);
    }
    let with_files = |flags: &str| -> Vec<String> {
        flags.split_whitespace().map(String::from).chain(files.iter().cloned()).collect()
    };
    let random = if random { "-Wno-UNUSED -Wno-UNSIGNED -Wno-CMPCONST" } else { "" };
    let verilator = format!("--lint-only -Wall -Wno-MULTITOP -Wno-fatal {random}");
    let mut said = vec![
        run(directory, "verilator", &with_files(&verilator)),
        run(directory, "iverilog", &with_files("-g2005 -Wall -t null")),
    ];
    let script = format!("read_verilog {}; {YOSYS_CHECKS}", files.join(" "));
    let yosys = run(directory, "yosys", &["-q".into(), "-p".into(), script]);
    said.push(yosys);
    // Yosys reports an array that becomes registers, as intended.
    let expected = |line: &&str| line.contains("with list of registers");
    let lines = said.iter().flat_map(|text| text.lines());
    lines.filter(|line| !expected(line)).map(String::from).collect()
}
