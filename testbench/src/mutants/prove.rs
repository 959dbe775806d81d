//! Proofs that a mutant is the same circuit.
//!
//! A memory is not expanded into registers, which takes gigabytes for a few thousand words: what it
//! reads is the same free input of both circuits, and what else is at its pins is compared like an
//! output (`memory.v`). As long as both circuits have asked and written the same, their memories hold
//! the same and read the same; and two circuits that do the same whatever they read, do so with what
//! they do read.

use std::fs;
use std::path::Path;

use tailback_spec::{Direction, PortTable};

use super::plant::BASE;
use super::report::Proof;
use crate::harness::yosys::{solve, Answer, Limits};
use crate::harness::{Builder, Error};

/// Clock cycles that an induction may look back.
const INDUCTION_CYCLES: u32 = 8;
/// Words of the largest memory that an induction expands, so that it knows what can be in it.
const EXPANDED_WORDS: u32 = 16;
/// Kilobytes that the solver may take.
const MEMORY_KILOBYTES: u64 = 4_000_000;

/// The rule by which Yosys cuts a memory off.
const CUT_RULE: &str = "memory.v";
const CUT_RULE_TEXT: &str = include_str!("memory.v");

/// Makes ports of what [`CUT_RULE`] leaves.
const CUT_PORTS: &str = "expose -cut w:*.cut_read\nexpose w:*.cut_read_* w:*.cut_write_*\n";

/// Cycles after a reset in which registers may hold what the reset has left.
const SETTLING_CYCLES: u32 = 8;
/// Clock cycles that an induction over all registers may look back.
const LOOK_BACK_CYCLES: u32 = 2;

/// Proves that the change makes no difference to the design in `place`, if that can be proven in
/// so many seconds of a processor for each way of doing so.
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
    // A register that drives only some bits of a wire would stay a register where ports are made of
    // the others.
    let pair = format!(
        "read_rtlil {BASE}\nrename {module} gold\nread_rtlil {BASE}\nrename {module} gate\n\
         mutate {own}\nsplitnets -driver gold gate\n"
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

/// Cuts memories off.
fn cut(which: &str) -> String {
    format!("techmap -map {CUT_RULE} {which}\n{CUT_PORTS}")
}

/// What each question begins with.
const ASK: &str = "sat -verify -set-def-inputs";

/// Registers become ports, and no other signal does: their contents are free, and what they get is
/// compared. What both circuits have alike is then the same logic of the same inputs, and is taken out
/// of the question: a solver would have to work it out, which takes long for check sums.
fn each_state() -> String {
    let cut = cut("t:$mem_v2");
    format!(
        "{cut}opt_clean\nexpose -dff -evert-dff gold gate\n\
         miter -equiv -flatten gold gate miter\nopt_merge miter\nopt_expr miter\nopt_clean miter\n\
         {ASK} -prove trigger 0 miter\n"
    )
}

/// Registers are compared, too, but only a while after each reset. Stretches that begin with a reset
/// and have no other one make up all of a trace, and four things are enough for each:
///
/// * from a reset on, be there others or not, outputs are equal in each of the first cycles;
/// * without another one, all registers are equal in the last of these;
/// * if they are, and there is no reset, then they and the outputs are equal in the next cycle;
/// * and the outputs are so if there is one in that cycle.
///
/// Registers without a reset are taken to hold the same in both circuits as a stretch begins. What
/// they hold then makes no difference to the outputs of the design itself after the reset, or it
/// would differ from its golden model, so those of the other circuit are its outputs, too.
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

/// Outputs alone are compared, from a reset on.
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

    /// `never` is 0 whatever `masked` is; of the wire that is stored, one bit is no register.
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
        let top = PortTable { module: "m".into(), clocked: true, ports };
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
