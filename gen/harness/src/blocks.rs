//! Shared by the tests of whole modules: co-simulation of many sizes, and traces.

use crate::cosimulate::{compare, in_rust, stimulus};
use crate::lint::complaints;
use crate::many::Bundle;
use crate::verilator::Program;
use crate::words;
use tailback_gen::{verilog, Design};
use tailback_kernels::generator::random::Random;
use tailback_kernels::Kernel;
use tailback_language::{clock, settle, Bits, Hardware};
use tailback_spec::Direction;

/// Cycles of random inputs.
const CYCLES: usize = 3000;
/// Common prefix of module names.
const PREFIX: &str = "tailback_";

/// Returns the Verilog of a module.
pub fn design(hardware: &dyn Hardware) -> Design {
    verilog(hardware, "A test.").unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// Returns all modules of a design as one text.
pub fn text(hardware: &dyn Hardware) -> String {
    let modules = design(hardware).modules;
    modules.into_iter().map(|module| module.text).collect::<Vec<_>>().join("\n")
}

/// Renames the modules of a design, so that one tool can read many sizes of a module.
fn renamed(mut design: Design, number: usize) -> Design {
    let prefix = format!("size{number}_");
    design.top.module = design.top.module.replace(PREFIX, &prefix);
    for module in &mut design.modules {
        module.name = module.name.replace(PREFIX, &prefix);
        module.text = module.text.replace(PREFIX, &prefix);
    }
    design
}

/// Returns the Verilog of these modules under unique names.
pub fn designs(kernels: &mut [Box<dyn Kernel>]) -> Vec<Design> {
    let designs = kernels.iter_mut().enumerate();
    designs.map(|(number, kernel)| renamed(design(kernel.hardware()), number)).collect()
}

/// Asserts that no tool reports a finding for the Verilog of these modules.
pub fn clean(mut kernels: Vec<Box<dyn Kernel>>) {
    let designs = designs(&mut kernels);
    let place = tempfile::tempdir().expect("a temporary directory");
    let said = complaints(place.path(), &designs.iter().collect::<Vec<_>>(), false);
    assert!(said.is_empty(), "{}", said.join("\n"));
}

/// Asserts that the Verilog of these modules equals their kernels for random inputs.
pub fn alike(kernels: Vec<Box<dyn Kernel>>) {
    alike_if(kernels, |_, _, _, _| ());
}

/// Like [`alike`], with constrained inputs: `constrain` receives the design, the cycle, the name of
/// an input (empty for the reset) and its random words, which it may change.
pub fn alike_if(
    mut kernels: Vec<Box<dyn Kernel>>,
    constrain: impl Fn(usize, usize, &str, &mut [u32]),
) {
    let designs = designs(&mut kernels);
    let all: Vec<&Design> = designs.iter().collect();
    let bundle = Bundle::new(all.iter().copied());
    let mut stimulus = stimulus(&bundle, CYCLES, &mut Random::new(1));
    let ports = bundle.ports(Direction::Input);
    for (cycle, line) in stimulus.chunks_mut(1 + bundle.words(Direction::Input)).enumerate() {
        let (reset, mut rest) = line.split_at_mut(1);
        (0..all.len()).for_each(|design| constrain(design, cycle, "", reset));
        for port in &ports {
            let (here, others) = rest.split_at_mut(words(port.bits()));
            constrain(port.design, cycle, &port.port.name, here);
            rest = others;
        }
    }
    let rust = in_rust(&mut kernels, &all, &stimulus);
    let place = tempfile::tempdir().expect("a temporary directory");
    let program = Program::build(place.path(), &bundle);
    let differences = compare(&bundle, &rust, &program.run(&stimulus));
    assert!(differences.is_empty(), "{differences:x?}");
}

/// Resets a module.
pub fn reset<H: Hardware>(mut hardware: H) -> H {
    clock(&mut hardware, true);
    hardware
}

/// Drives some inputs, and sets the others to zero.
pub fn drive(hardware: &mut dyn Hardware, inputs: &[(&str, u128)]) {
    let mut ports = hardware.ports();
    for (name, _) in inputs {
        assert!(ports.iter().any(|(port, _)| port == name), "no port `{name}`");
    }
    for (name, port) in &mut ports {
        let width = port.read().width();
        let given = inputs.iter().find(|(input, _)| input == name);
        let value = given.map_or(0, |(_, value)| *value);
        port.drive(Bits::new(width, value));
    }
}

/// Inputs that offer address and data of a write of all bytes on `s_axil`.
pub fn offers_write(address: u32, data: u32) -> [(&'static str, u128); 5] {
    [
        ("s_axil_awvalid", 1),
        ("s_axil_awaddr", address.into()),
        ("s_axil_wvalid", 1),
        ("s_axil_wdata", data.into()),
        ("s_axil_wstrb", 15),
    ]
}

/// Runs a cycle: drives these inputs, reads the requested outputs, and applies the clock edge.
pub fn cycle<H: Hardware, const N: usize>(
    hardware: &mut H,
    inputs: &[(&str, u128)],
    outputs: [&str; N],
) -> [u128; N] {
    let values = run(hardware, inputs, &outputs);
    values.try_into().expect("a value of each output")
}

/// Not generic, so that tests of descriptions do not compile it without optimisation.
fn run(hardware: &mut dyn Hardware, inputs: &[(&str, u128)], outputs: &[&str]) -> Vec<u128> {
    drive(hardware, inputs);
    settle(hardware).expect("a block that settles");
    let ports = hardware.ports();
    let value = |output: &&str| {
        let port = ports.iter().find(|(name, _)| name == output);
        let (_, port) = port.unwrap_or_else(|| panic!("no port `{output}`"));
        let words = port.read().words();
        u128::from(words[0]) | u128::from(words.get(1).copied().unwrap_or(0)) << 64
    };
    let values = outputs.iter().map(value).collect();
    clock(hardware, false);
    values
}
