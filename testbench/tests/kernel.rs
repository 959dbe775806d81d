//! The kernel matches the Verilog generated from the same description.

mod common;

use common::{amount, builder, counting, naive, output_triggered, planted};
use tailback_gen::Design;
use tailback_spec::switch::marking::{
    Marking,
    OutputTrigger::{Above, Crossing},
};
use tailback_testbench::harness::kernel::KernelDifference;
use tailback_testbench::harness::{Error, Kernel};
use tailback_testbench::switch::marking::parts;

/// Cycles of each run.
const CYCLES: usize = 20_000;

fn first_difference(
    (marking, design): &(Marking, Design),
    seed: u64,
) -> Result<Option<KernelDifference>, Error> {
    let parts = parts(marking);
    let library = builder().build(design)?;
    let images = parts.bench.images(&design.top, seed, CYCLES);
    Kernel::new((parts.hardware)(), &design.top)?.first_difference(&library, seed, &images)
}

#[test]
fn kernel_and_verilog_agree_for_every_policy_at_every_size() {
    for (ports, packets) in [(2, 1), (12, 4), (8, 4), (36, 64)].into_iter().take(amount(2, 4)) {
        let half = ports * packets / 2;
        let designs = [
            counting(ports, packets),
            naive(ports, packets),
            output_triggered(Above, half, ports, packets),
            output_triggered(Crossing, half, ports, packets),
        ];
        for design in designs {
            for seed in 0..amount(1, 100) {
                assert_eq!(first_difference(&design, seed).unwrap(), None, "{:?}", design.0);
            }
        }
    }
}

#[test]
fn a_wrong_translation_is_found_and_named() {
    let (marking, design) = counting(8, 4);
    let design = planted(&design, "&& to_mark", "&& 1 < to_mark");
    let found = first_difference(&(marking, design), 1).unwrap().expect("a difference");
    assert!(found.fields[0].starts_with("mark["), "{found:?}");
    assert!(found.fields[0].ends_with("kernel 1, verilog 0"), "{found:?}");
}

#[test]
fn a_register_without_reset_is_found() {
    let (marking, design) = naive(8, 4);
    let design = planted(&design, "marked[port] <= 4'd0;", "");
    assert!(first_difference(&(marking, design), 1).unwrap().is_some());
}

#[test]
fn a_design_with_other_ports_is_refused() {
    let (marking, mut design) = counting(8, 4);
    design.top.ports.swap(0, 1);
    let refused = first_difference(&(marking, design), 1);
    assert!(matches!(refused, Err(Error::PortMismatch { side: "ports", .. })), "{refused:?}");
}
