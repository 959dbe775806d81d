//! Random kernels: Rust against Verilog.

mod determinism;
mod written;

use std::collections::BTreeMap;
use tailback_gen::{verilog, Design, Reason};
use tailback_harness::cosimulate::{compare, in_rust, stimulus};
use tailback_harness::many::Bundle;
use tailback_harness::verilator::Program;
use tailback_kernels::generator::random::Random;
use tailback_kernels::Kernel;
use written::{KERNELS, SEED};

/// Kernels per verilated model.
const BUNDLE: usize = 70;
/// Cycles per kernel.
const CYCLES: usize = 60;
/// Minimum number of kernels that a usual run compares.
const ENOUGH: usize = 1000;
/// Number of kernels that the three tools lint.
const LINTED: usize = 300;

/// Refusals that are allowed for a well-typed kernel.
fn expected(reason: &Reason) -> Option<&'static str> {
    match reason {
        Reason::SliceOfExpression(_) => Some("bits of a computed value"),
        Reason::ConstantLogic(_) => Some("logic that reads no signal"),
        Reason::PartialRegister(_) => Some("a bit of a register"),
        // All assignments to the register are in a branch that is never taken.
        Reason::Undriven { role: "register", .. } => Some("a register that keeps its value"),
        _ => None,
    }
}

fn translate(number: usize) -> Result<Design, Reason> {
    verilog(KERNELS[number]().hardware(), "random").map_err(|refusal| refusal.reason)
}

/// Translates the kernels, except the refused ones.
fn designs() -> Vec<(usize, Design)> {
    (0..KERNELS.len()).filter_map(|number| Some((number, translate(number).ok()?))).collect()
}

#[test]
fn few_kernels_are_refused_and_only_for_known_reasons() {
    let mut refused: BTreeMap<&str, usize> = BTreeMap::new();
    for number in 0..KERNELS.len() {
        if let Err(reason) = translate(number) {
            let known = expected(&reason);
            let known = known.unwrap_or_else(|| panic!("kernel {number} (seed {SEED}): {reason}"));
            println!("kernel {number}: {reason}");
            *refused.entry(known).or_default() += 1;
        }
    }
    println!("{} kernels, refused {refused:?}", KERNELS.len());
    assert!(refused.values().sum::<usize>() * 10 < KERNELS.len(), "{refused:?}");
}

#[test]
fn random_kernels_do_in_verilog_what_they_do_in_rust() {
    let designs = designs();
    let bundles: Vec<&[(usize, Design)]> = designs.chunks(BUNDLE).collect();
    let reports = tailback_harness::on_all_cores(&bundles, |designs| {
        let only: Vec<&Design> = designs.iter().map(|(_, design)| design).collect();
        let bundle = Bundle::new(only.iter().copied());
        let place = tempfile::tempdir().expect("a temporary directory");
        let program = Program::build(place.path(), &bundle);
        let mut random = Random::new(SEED + designs[0].0 as u64);
        let stimulus = stimulus(&bundle, CYCLES, &mut random);
        let mut kernels: Vec<Box<dyn Kernel>> =
            designs.iter().map(|(number, _)| KERNELS[*number]()).collect();
        let rust = in_rust(&mut kernels, &only, &stimulus);
        let differences = compare(&bundle, &rust, &program.run(&stimulus));
        let report = |difference: &tailback_harness::cosimulate::Difference| {
            let (number, design) = &designs[difference.design];
            let icarus = tailback_harness::icarus::simulate(place.path(), &bundle, &stimulus);
            let third = compare(&bundle, &rust, &icarus);
            let third = third.iter().any(|other| other.design == difference.design);
            let third = if third { "so does Icarus" } else { "Icarus agrees with Rust" };
            let text = &design.modules[0].text;
            format!("kernel {number} (seed {SEED}): {difference:x?} ({third})\n{text}")
        };
        differences.iter().map(report).collect::<Vec<_>>()
    });
    let reports: Vec<String> = reports.into_iter().flatten().collect();
    println!("{} kernels compared for {CYCLES} cycles each", designs.len());
    assert!(reports.is_empty(), "{} kernels differ\n{}", reports.len(), reports.join("\n"));
    assert!(designs.len() >= ENOUGH.min(KERNELS.len() * 9 / 10), "{} kernels", designs.len());
}

#[test]
fn three_tools_accept_random_kernels() {
    let designs = designs();
    let sample: Vec<&Design> = designs.iter().take(LINTED).map(|(_, design)| design).collect();
    let place = tempfile::tempdir().expect("a temporary directory");
    let complaints = tailback_harness::lint::complaints(place.path(), &sample, true);
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
