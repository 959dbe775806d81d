//! Asks Yosys.

use std::fs;

use tailback_gen::Design;
use tailback_spec::{Direction, PortTable};

use super::{Peek, Proof, Reach};
use crate::harness::yosys::{solve, Answer};
use crate::harness::{Builder, Error};

/// Seconds for one question to the solver.
const SOLVER_SECONDS: u32 = 240;

/// The module around the design.
const HARNESS: &str = "proof.v";

/// Checks a claim about a design.
///
/// # Errors
///
/// If Yosys is missing, fails, or cannot read the harness.
pub fn check(design: &Design, proof: &Proof, builder: &Builder) -> Result<Answer, Error> {
    let place =
        tempfile::tempdir().map_err(|source| Error::cache(&std::env::temp_dir(), source))?;
    let place = place.path();
    let cache = |source| Error::cache(place, source);
    let mut files = Vec::new();
    for module in &design.modules {
        let file = format!("{}.v", module.name);
        fs::write(place.join(&file), &module.text).map_err(cache)?;
        files.push(file);
    }
    fs::write(place.join(HARNESS), harness(&design.top, proof)).map_err(cache)?;
    // The first cycle is the reset's; nothing is claimed of it.
    let after_reset = "-seq 1 -set-at 1 reset 1";
    let how = match proof.reach {
        Reach::Always(cycles) => format!("-tempinduct {after_reset} -maxsteps {cycles}"),
        Reach::AfterReset(cycles) => {
            format!("-tempinduct-baseonly {after_reset} -maxsteps {}", cycles + 1)
        }
        Reach::AnyState(cycles) => format!("-tempinduct-baseonly -maxsteps {cycles}"),
    };
    let peek = |peek: &Peek| format!("connect -set {} \\dut.{}\n", peek.wire, peek.path);
    let peeks: String = proof.peeks.iter().map(peek).collect();
    let script = format!(
        "read_verilog {files}\nread_verilog -formal {HARNESS}\nhierarchy -check -top proof\nproc\n\
         flatten\ncd proof\n{peeks}cd\nmemory -nomap\nmemory_map\nopt\n\
         sat -verify -timeout {SOLVER_SECONDS} -prove-asserts -set-assumes {how} proof\n",
        files = files.join(" ")
    );
    solve(builder, place, "proof.ys", &script)
}

/// The module around the design.
fn harness(top: &PortTable, proof: &Proof) -> String {
    let mut text = String::from("module proof (\n    input wire clock,\n    input wire reset");
    for port in top.of(Direction::Input) {
        text += &format!(",\n    input wire [{}:0] {}", port.bits() - 1, port.name);
    }
    text += "\n);\n";
    for port in top.of(Direction::Output) {
        text += &format!("    wire [{}:0] {};\n", port.bits() - 1, port.name);
    }
    for peek in &proof.peeks {
        text += &format!("    wire [{}:0] {};\n", peek.width - 1, peek.wire);
    }
    let clocked = if top.clocked { &["clock", "reset"][..] } else { &[] };
    let names = clocked.iter().copied().chain(top.ports.iter().map(|port| port.name.as_str()));
    let connections: Vec<String> = names.map(|name| format!(".{name}({name})")).collect();
    text += &format!("    {} dut ({});\n", top.module, connections.join(", "));
    text += &proof.body;
    text += "\nendmodule\n";
    text
}
