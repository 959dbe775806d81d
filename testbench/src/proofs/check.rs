//! Checks claims with Yosys.

use std::fs;

use tailback_gen::Design;
use tailback_spec::{Direction, PortTable};

use super::{Peek, Proof, Reach};
use crate::harness::yosys::{read_design, solve, yosys, Answer, LOG};
use crate::harness::{Builder, Error};

/// Time limit of one query to the solver, in seconds.
const SOLVER_SECONDS: u32 = 240;

/// Memories with at least this many entries are not modelled: a read returns any value. What holds
/// then holds for each content; a counterexample may be an impossible one.
const FREE_ENTRIES: usize = 256;

/// File name of the number of these memories.
const FREE_LOG: &str = "free.txt";

/// Log message of Yosys if the assumptions can all hold.
const MODEL_FOUND: &str = "SAT solving finished - model found";

/// File name of the module around the design.
const HARNESS: &str = "proof.v";

/// Checks a claim about a design.
///
/// # Errors
///
/// If Yosys cannot be started, or fails without a verdict of the solver ([`Error::ToolFailed`]),
/// for example because it cannot read the harness, or if a temporary file cannot be written or
/// read.
pub fn check(design: &Design, proof: &Proof, builder: &Builder) -> Result<Answer, Error> {
    let place =
        tempfile::tempdir().map_err(|source| Error::cache(&std::env::temp_dir(), source))?;
    let place = place.path();
    let cache = |source| Error::cache(place, source);
    let read = read_design(design, place)?;
    fs::write(place.join(HARNESS), harness(&design.top, proof)).map_err(cache)?;
    // The first cycle is the reset's; no claim covers it.
    let after_reset = "-seq 1 -set-at 1 reset 1";
    let how = match proof.reach {
        Reach::Always(cycles) => format!("-tempinduct {after_reset} -maxsteps {cycles}"),
        Reach::AfterReset(cycles) => {
            format!("-tempinduct-baseonly {after_reset} -maxsteps {}", cycles + 1)
        }
        Reach::AnyState(cycles) => format!("-tempinduct-baseonly -maxsteps {cycles}"),
    };
    let during = match proof.reach {
        Reach::Always(cycles) | Reach::AfterReset(cycles) => {
            format!("-seq {} -set-at 1 reset 1", cycles + 1)
        }
        Reach::AnyState(cycles) => format!("-seq {cycles}"),
    };
    // `-nounset`: the wire has no driver yet, and Yosys would take a constant shift of it for one.
    let peek = |peek: &Peek| format!("connect -nounset -set {} \\dut.{}\n", peek.wire, peek.path);
    let peeks: String = proof.peeks.iter().map(peek).collect();
    // Each register samples its input in each step, and changes in the step of a rising edge.
    let several_clocks = if design.top.clocks.is_empty() { "" } else { "clk2fflogic\nopt\n" };
    let prepare = format!(
        "{read}\nread_verilog -formal {HARNESS}\nhierarchy -check -top proof\nproc\n\
         flatten\ncd proof\n{peeks}cd\nmemory -nomap\n\
         select -set free t:$mem_v2 r:SIZE>={FREE_ENTRIES} %i\ntee -o {FREE_LOG} select -count @free\n\
         delete @free\nmemory_map\nopt\n{several_clocks}"
    );
    let ask = format!("sat -verify -timeout {SOLVER_SECONDS} -prove-asserts -set-assumes {how}");
    let answer = solve(builder, place, "proof.ys", &format!("{prepare}{ask} proof\n"), None)?;
    if answer == Answer::Refuted
        && !is_complete(&fs::read_to_string(place.join(FREE_LOG)).map_err(cache)?)
    {
        return Ok(Answer::Open);
    }
    if answer != Answer::Proven {
        return Ok(answer);
    }
    // Contradictory assumptions would prove any claim.
    let possible = format!("sat -set-assumes {during} proof\n");
    yosys(builder, place, "possible.ys", &format!("{prepare}{possible}"))?;
    let log = fs::read_to_string(place.join(LOG)).map_err(cache)?;
    Ok(if log.contains(MODEL_FOUND) { Answer::Proven } else { Answer::Vacuous })
}

/// Whether all memories are modelled, by Yosys's log of a number of objects.
fn is_complete(count: &str) -> bool {
    count.trim_start().starts_with("0 ")
}

/// Text of the module around the design.
fn harness(top: &PortTable, proof: &Proof) -> String {
    let mut text = String::from("module proof (\n    input wire clock,\n    input wire reset");
    let ports = top.of(Direction::Input).map(|port| (port.name.as_str(), port.bits()));
    for (name, bits) in ports.chain(proof.choices.iter().copied()) {
        text += &format!(",\n    input wire [{}:0] {name}", bits - 1);
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
