//! Simulation in Icarus Verilog, whose unknown values expose undriven signals.

use crate::many::{Bundle, TOP};
use crate::{run, words};
use std::fmt::Write;
use std::path::Path;
use tailback_spec::Direction;

/// Returns the results for a stimulus, in the format of [`crate::verilator::Program::run`].
///
/// # Panics
///
/// If an output has unknown bits.
pub fn simulate(directory: &Path, bundle: &Bundle, stimulus: &[u32]) -> Vec<u32> {
    let inputs = bundle.ports(Direction::Input);
    let outputs = bundle.ports(Direction::Output);
    let line = 1 + bundle.words(Direction::Input);
    let mut hex = String::new();
    for cycle in stimulus.chunks(line) {
        cycle.iter().rev().for_each(|word| {
            let _ = write!(hex, "{word:08x}");
        });
        hex.push('\n');
    }
    std::fs::write(directory.join("stimulus.hex"), hex).expect("a writable directory");

    let mut text = bundle.verilog();
    let cycles = stimulus.len() / line;
    let _ = writeln!(
        text,
        "module testbench;\n    reg clock = 0, reset = 1;\n    integer cycle;\n    \
         reg [{}:0] now, all [0:{}];",
        32 * line - 1,
        cycles - 1
    );
    let mut wires = vec![".clock(clock)".to_string(), ".reset(reset)".into()];
    let mut at = 32;
    for port in &inputs {
        wires.push(format!(".{}(now[{at} +: {}])", port.name, port.bits()));
        at += 32 * words(port.bits());
    }
    for port in &outputs {
        let _ = writeln!(text, "    wire [{}:0] {};", port.bits() - 1, port.name);
        wires.push(format!(".{0}({0})", port.name));
    }
    let _ = writeln!(text, "    {TOP} dut ({});", wires.join(", "));
    let show: String =
        outputs.iter().map(|port| format!("        $display(\"%h\", {});\n", port.name)).collect();
    let _ = write!(
        text,
        "    initial begin\n        $readmemh(\"stimulus.hex\", all);\n        \
         now = 0; #1 clock = 1; #1 clock = 0;\n        \
         for (cycle = 0; cycle < {cycles}; cycle = cycle + 1) begin\n        \
         now = all[cycle]; reset = now[0]; #1;\n{show}        clock = 1; #1 clock = 0;\n        \
         end\n    end\nendmodule\n"
    );
    std::fs::write(directory.join("testbench.v"), text).expect("a writable directory");
    let arguments = ["-g2005", "-s", "testbench", "-o", "testbench.vvp", "testbench.v"];
    run(directory, "iverilog", &arguments.map(String::from));
    let said = run(directory, "vvp", &["-n".into(), "testbench.vvp".into()]);

    let mut results = Vec::new();
    let values = said.lines().filter(|line| !line.contains(':'));
    for (value, port) in values.zip(outputs.iter().cycle()) {
        let known = value.chars().all(|digit| digit.is_ascii_hexdigit());
        assert!(known, "`{}` of design {} is {value}", port.port.name, port.design);
        let digits = format!("{value:0>width$}", width = 8 * words(port.bits()));
        let mut here: Vec<u32> = digits
            .as_bytes()
            .chunks(8)
            .filter_map(|eight| u32::from_str_radix(std::str::from_utf8(eight).ok()?, 16).ok())
            .collect();
        here.reverse();
        // There may be more digits than words: the leading ones are zeros.
        here.truncate(words(port.bits()));
        results.extend(here);
    }
    assert_eq!(results.len(), cycles * bundle.words(Direction::Output), "{said}");
    results
}
