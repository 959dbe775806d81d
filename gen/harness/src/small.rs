//! Small modules against their Verilog in Icarus, whose unknown values expose undriven signals.

use crate::cosimulate::{compare, in_rust, stimulus};
use crate::icarus::simulate;
use crate::lint::complaints;
use crate::many::Bundle;
use tailback_gen::verilog;
use tailback_kernels::generator::random::Random;
use tailback_kernels::Kernel;
use tailback_language::Hardware;

/// Cycles of random inputs.
const CYCLES: usize = 300;

/// Returns the Verilog of a module after checking that it equals the kernel and passes lint.
pub fn exact<H: Hardware + 'static>(hardware: H) -> String {
    let design = verilog(&hardware, "test").unwrap_or_else(|refusal| panic!("{refusal}"));
    let bundle = Bundle::new([&design]);
    let stimulus = stimulus(&bundle, CYCLES, &mut Random::new(1));
    let mut kernels: Vec<Box<dyn Kernel>> = vec![Box::new(hardware)];
    let rust = in_rust(&mut kernels, &[&design], &stimulus);
    let place = tempfile::tempdir().expect("a temporary directory");
    let differences = compare(&bundle, &rust, &simulate(place.path(), &bundle, &stimulus));
    let text = &design.modules[design.modules.len() - 1].text;
    assert!(differences.is_empty(), "{differences:x?}\n{text}");
    let said = complaints(place.path(), &[&design], true);
    assert!(said.is_empty(), "{}\n{text}", said.join("\n"));
    text.clone()
}

/// Returns the reason of a refusal.
pub fn refused(hardware: &dyn Hardware) -> String {
    match verilog(hardware, "test") {
        Ok(design) => panic!("accepted:\n{}", design.modules[0].text),
        Err(refusal) => refusal.to_string(),
    }
}
