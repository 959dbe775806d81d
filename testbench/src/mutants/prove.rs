//! Proofs that a mutant is equivalent to the design.
//!
//! A memory is not expanded into registers, which takes gigabytes for a few thousand words.
//! Instead, its read data becomes the same free input of both circuits, and its other pins are
//! compared like outputs (`memory.v`). As long as both circuits have issued the same reads and
//! writes, their memories have the same contents and return the same data; and two circuits that
//! are equivalent for arbitrary read data are equivalent for the actual data.

use std::fs;
use std::path::Path;

use tailback_spec::{Direction, PortTable};

use super::plant::BASE;
use super::report::Proof;
use crate::harness::yosys::{solve, Answer, Limits};
use crate::harness::{Builder, Error};

/// Clock cycles that an induction may look back.
const INDUCTION_CYCLES: u32 = 8;
/// Words of the largest memory that an induction expands, so that it knows the possible contents.
const EXPANDED_WORDS: u32 = 16;
/// Memory limit of the solver, in kilobytes.
const MEMORY_KILOBYTES: u64 = 4_000_000;

/// File with the techmap rule that cuts memories off.
const CUT_RULE: &str = "memory.v";
const CUT_RULE_TEXT: &str = include_str!("memory.v");

/// Commands that make ports of the signals that [`CUT_RULE`] leaves.
const CUT_PORTS: &str = "expose -cut w:*.cut_read\nexpose w:*.cut_read_* w:*.cut_write_*\n";

/// Cycles after a reset in which registers may hold values from before the reset.
const SETTLING_CYCLES: u32 = 8;
/// Clock cycles that an induction over all registers may look back.
const LOOK_BACK_CYCLES: u32 = 2;

/// Proves that a change does not affect the design in `place`; `None` if no method succeeds within
/// `seconds` of processor time each.
///
/// # Errors
///
/// If Yosys cannot be started or fails without a verdict of the solver ([`Error::ToolFailed`]), or
/// if a file in `place` cannot be written or read.
pub fn prove(
    builder: &Builder,
    place: &Path,
    top: &PortTable,
    change: &str,
    seconds: u32,
) -> Result<Option<Proof>, Error> {
    fs::write(place.join(CUT_RULE), CUT_RULE_TEXT).map_err(|source| Error::cache(place, source))?;
    let limits = Limits { seconds, kilobytes: MEMORY_KILOBYTES };
    let module = &top.module;
    let own = change.replace(&format!("-module {module} "), "-module gate ");
    // `splitnets`: a register that drives only some bits of a wire would otherwise remain a
    // register when the other bits become ports.
    let pair = format!(
        "read_rtlil {BASE}\nrename {module} gold\nread_rtlil {BASE}\nrename {module} gate\n\
         mutate {own}\ndffunmap\nsplitnets -driver gold gate\n"
    );
    let ways: &[(Proof, String)] = &[
        (Proof::EachState, each_state()),
        (Proof::Settled, settled(top)),
        (Proof::Induction, induction()),
    ];
    let ways = if top.clocked { ways } else { &ways[..1] };
    for (proof, way) in ways {
        let script = format!("{pair}{way}");
        if solve(builder, place, "prove.ys", &script, Some(limits))? == Answer::Proven {
            return Ok(Some(*proof));
        }
    }
    Ok(None)
}

/// Commands that cut memories off.
fn cut(which: &str) -> String {
    format!("techmap -map {CUT_RULE} {which}\n{CUT_PORTS}")
}

/// Common start of all queries.
const ASK: &str = "sat -verify -set-def-inputs";

/// Query that turns registers, and no other signals, into ports: their outputs are free, and their
/// inputs are compared. Logic that both circuits share then has the same inputs and is merged, so
/// that the solver need not prove it equal, which takes long for checksums.
fn each_state() -> String {
    let cut = cut("t:$mem_v2");
    format!(
        "{cut}opt_clean\nexpose -dff -evert-dff gold gate\n\
         miter -equiv -flatten gold gate miter\nopt_merge miter\nopt_expr miter\nopt_clean miter\n\
         {ASK} -prove trigger 0 miter\n"
    )
}

/// Query that compares registers, too, but only some time after each reset. Every trace consists of
/// intervals that begin with a reset and contain no other, and four conditions suffice for each:
///
/// * after a reset, with or without further resets, outputs are equal in each of the first cycles;
/// * without a further reset, all registers are equal in the last of these cycles;
/// * if registers and outputs are equal, and there is no reset, they are equal in the next cycle;
/// * outputs are also equal if there is a reset in that next cycle.
///
/// Registers without a reset are assumed equal in both circuits at the start of an interval. Their
/// values do not affect the outputs of the unchanged design after the reset, or it would differ
/// from its golden model; so the outputs of the other circuit equal the design's.
fn settled(top: &PortTable) -> String {
    let cut = cut("t:$mem_v2");
    let last = SETTLING_CYCLES + LOOK_BACK_CYCLES;
    let outputs = top.of(Direction::Output).map(|port| format!(" miter/w:cmp_{}", port.name));
    let outputs: String = outputs.collect();
    let no_other: String = (2..=last).map(|cycle| format!(" -set-at {cycle} in_reset 0")).collect();
    let from_reset = "-set-at 1 in_reset 1 -set-at 1 trigger 0";
    format!(
        "{cut}opt_clean\nexpose -dff -shared gold gate\n\
         miter -equiv -flatten -make_outcmp gold gate miter\n\
         select -set outputs{outputs} miter/w:cmp_*.cut_*\n\
         {ASK} -tempinduct-baseonly -maxsteps {last} -seq 1 {from_reset} -prove @outputs ~0 miter\n\
         {ASK} -seq {last} {from_reset}{no_other} -prove trigger 0 \
         -prove-skip {SETTLING_CYCLES} miter\n\
         {ASK} -tempinduct-inductonly -maxsteps {LOOK_BACK_CYCLES} -set in_reset 0 \
         -prove trigger 0 miter\n\
         {ASK} -seq 2 -set-at 1 in_reset 0 -set-at 1 trigger 0 -set-at 2 in_reset 1 \
         -prove @outputs ~0 -prove-skip 1 miter\n"
    )
}

/// Query that compares outputs only, from a reset on.
fn induction() -> String {
    let large = cut(&format!("t:$mem_v2 r:SIZE>{EXPANDED_WORDS} %i"));
    format!(
        "{large}memory_map\nopt_clean\nmiter -equiv -flatten gold gate miter\n\
         {ASK} -tempinduct -seq 1 -set-at 1 in_reset 1 -maxsteps {INDUCTION_CYCLES} \
         -prove trigger 0 miter\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::{Cache, Optimise, Tools};
    use tailback_spec::Port;

    /// `never` is constant 0 for every `masked`; one bit of the wire `held` is not a register.
    const DESIGN: &str = r"
module \m
  wire input 1 \clock
  wire input 2 \reset
  wire input 3 \a
  wire input 4 \b
  wire output 5 \q
  wire \masked
  wire \unmasked
  wire \never
  wire \following
  wire width 2 \held
  cell $_AND_ \mask
    connect \A \a
    connect \B \b
    connect \Y \masked
  end
  cell $_NOT_ \negate
    connect \A \masked
    connect \Y \unmasked
  end
  cell $_AND_ \both
    connect \A \masked
    connect \B \unmasked
    connect \Y \never
  end
  cell $_OR_ \either
    connect \A \a
    connect \B \never
    connect \Y \following
  end
  cell $_DFF_P_ \store
    connect \C \clock
    connect \D \following
    connect \Q \held [0]
  end
  connect \held [1] 1'0
  connect \q \held [0]
end
";

    fn proven(cell: &str) -> Option<Proof> {
        let place = tempfile::tempdir().expect("a directory");
        let root = Cache::at(place.path().join("cache"));
        let builder = Builder::new(root, Tools::default(), Optimise::Build).expect("the tools");
        fs::write(place.path().join(BASE), DESIGN).expect("a file");
        let port = |name: &str, direction| Port {
            name: name.into(),
            direction,
            lanes: 1,
            width: 1,
            doc: String::new(),
        };
        let inputs = ["reset", "a", "b"].map(|name| port(name, Direction::Input));
        let ports = inputs.into_iter().chain([port("q", Direction::Output)]).collect();
        let top = PortTable {
            module: "m".into(),
            clocked: true,
            active_low_reset: false,
            clocks: Vec::new(),
            ports,
        };
        let change = format!("-mode inv -module m -cell {cell} -port Y -portbit 0");
        prove(&builder, place.path(), &top, &change, 30).expect("an answer")
    }

    #[test]
    fn a_signal_that_reaches_no_register_may_be_another_one() {
        assert_eq!(proven("mask"), Some(Proof::EachState));
    }

    #[test]
    fn what_a_register_gets_may_not() {
        assert_eq!(proven("either"), None);
    }
}
