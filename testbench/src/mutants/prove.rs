//! Proofs that a mutant is the same circuit.

use std::fs;
use std::path::Path;

use super::plant::{yosys, BASE, LOG};
use super::report::Proof;
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

/// What Yosys says when the question was understood, and the answer is no or was not found.
const NO: &[&str] =
    &["Called with -verify and proof did fail!", "Called with -verify and proof did time out!"];
/// What it says when the mutant has other registers, so that the states cannot be compared.
const OTHER_STATE: &str = "No matching port in";

fn holds(builder: &Builder, place: &Path, script: &str) -> Result<bool, Error> {
    match yosys(builder, place, "prove.ys", script) {
        Ok(()) => Ok(true),
        Err(Error::ToolFailed { tool, summary, log }) => {
            let text = fs::read_to_string(place.join(LOG))
                .map_err(|source| Error::cache(place, source))?;
            match NO.iter().any(|no| text.contains(no)) || text.contains(OTHER_STATE) {
                true => {
                    // The log of an answer is no log of a failure.
                    let _ = fs::remove_file(log);
                    Ok(false)
                }
                false => Err(Error::ToolFailed { tool, summary, log }),
            }
        }
        Err(error) => Err(error),
    }
}
