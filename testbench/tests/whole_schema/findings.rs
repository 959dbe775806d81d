//! Bugs found by draws, each with a regression test.

use tailback_spec::{presets, Config};
use tailback_testbench::catalog;
use tailback_testbench::harness::Run;

use super::common::{amount, builder};

/// Asserts that a module of the first preset with these overrides equals its golden model.
fn check(name: &str, overrides: &[String], cycles: u64) {
    let parsed: Vec<_> = overrides.iter().map(|text| text.parse().expect("override")).collect();
    let config = Config::from_toml_with(presets::ALL[0].toml, &parsed).expect("valid");
    let block = catalog::block(name, &config).expect("a block").expect("Verilog");
    let library = builder().build(&block.design).expect("a model");
    let run = Run { seed: 1, cycles, held: &[] };
    let found = block.bench.first_difference(&library, &run).expect("a run");
    assert_eq!(found, None, "{name} with {overrides:?}");
}

/// A longest packet of three blocks was dropped behind one whose last beat began a block: three
/// free blocks, the maximum of two bits, were not enough for both.
#[test]
fn a_nic_takes_a_longest_packet_of_three_blocks_behind_another_packet() {
    let widths = amount(&[128][..], &[64, 128, 256, 512]);
    for width in widths {
        for bytes in amount(&[128][..], &[128, 132, 188, 444, 448, 956]) {
            for block in ["nic-receive", "nic-transmit"] {
                let overrides = [
                    format!("datapath.width_bits={width}"),
                    format!("switch.max_packet_bytes={bytes}"),
                ];
                check(block, &overrides, 20_000);
            }
        }
    }
}
