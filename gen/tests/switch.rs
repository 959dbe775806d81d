//! The switch and what only it has: traces of the specification, and Verilog that is its.

mod support;

use support::blocks::{alike_if, clean};
use tailback_hdl::switch::PortCounters;
use tailback_kernels::Kernel;
use tailback_spec::switch::counters::count;
use tailback_spec::Config;

/// A configuration of the switch: the smallest one with some values replaced.
fn config(overrides: &[&str]) -> Config {
    let overrides: Vec<_> = overrides.iter().map(|text| text.parse().expect("override")).collect();
    let preset = include_str!("../../examples/santos-2003.toml");
    Config::from_toml_with(preset, &overrides).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// Ports, virtual lanes and bits of a beat.
const SIZES: [[usize; 3]; 4] = [[2, 1, 64], [8, 8, 512], [12, 1, 512], [36, 8, 64]];

fn sized([ports, virtual_lanes, width]: [usize; 3]) -> Config {
    config(&[
        &format!("switch.ports={ports}"),
        &format!("switch.virtual_lanes={virtual_lanes}"),
        &format!("datapath.width_bits={width}"),
        "marking.counter_bits=10",
    ])
}

fn every_size(make: impl Fn(&Config) -> Box<dyn Kernel>) -> Vec<Box<dyn Kernel>> {
    SIZES.iter().map(|size| make(&sized(*size))).collect()
}

#[test]
fn counters_of_every_size_are_clean_and_alike() {
    let counters = || every_size(|config| Box::new(PortCounters::new(&config.port())));
    let counts = SIZES.map(|size| count(&sized(size).port()));
    clean(counters());
    alike_if(counters(), |design, cycle, input, value| match input {
        // A memory is not cleared by a reset in the middle of a round.
        "" => value[0] = 0,
        "index" => value[0] = (cycle % counts[design]) as u32,
        "clear" => value[0] = u32::from(cycle < counts[design]),
        _ => (),
    });
}
