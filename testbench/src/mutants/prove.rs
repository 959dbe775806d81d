//! Proofs that a mutant is the same circuit.

use std::path::Path;

use super::plant::BASE;
use super::report::Proof;
use crate::harness::yosys::{solve, Answer};
use crate::harness::{Builder, Error};

/// Clock cycles that an induction may look back.
const INDUCTION_CYCLES: u32 = 8;
/// Seconds for one question to the solver.
const SOLVER_SECONDS: u32 = 60;

/// Proves that the change makes no difference to the design in `place`, if that can be proven.
pub fn prove(
    builder: &Builder,
    place: &Path,
    (module, clocked): (&str, bool),
    change: &str,
) -> Result<Option<Proof>, Error> {
    let own = change.replace(&format!("-module {module} "), "-module gate ");
    let pair = format!(
        "read_rtlil {BASE}\nrename {module} gold\nread_rtlil {BASE}\nrename {module} gate\n\
         mutate {own}\nmemory_map\nopt_clean\n"
    );
    let ask = format!("-verify -timeout {SOLVER_SECONDS} -set-def-inputs -prove trigger 0");
    // Registers become ports: their contents are free, and what they get is compared.
    let each_state = format!(
        "{pair}expose -evert-dff gold gate\nmiter -equiv -flatten gold gate miter\nsat {ask} miter\n"
    );
    if holds(builder, place, &each_state)? {
        return Ok(Some(Proof::EachState));
    }
    if !clocked {
        return Ok(None);
    }
    let induction = format!(
        "{pair}miter -equiv -flatten gold gate miter\n\
         sat {ask} -tempinduct -seq 1 -set-at 1 in_reset 1 -maxsteps {INDUCTION_CYCLES} miter\n"
    );
    Ok(holds(builder, place, &induction)?.then_some(Proof::Induction))
}

fn holds(builder: &Builder, place: &Path, script: &str) -> Result<bool, Error> {
    Ok(solve(builder, place, "prove.ys", script)? == Answer::Proven)
}
