//! Coverage of the stimulus: every register is read and written, and so are addresses without one.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::*;
use crate::harness::lockstep::model_alone;
use tailback_spec::config::Override;
use tailback_spec::registers::{nic::map, WORD_BYTES};
use tailback_spec::{presets, Config};

/// Cycles in which each corner must be reached.
const CYCLES: usize = 300_000;

fn config(overrides: &[&str]) -> Config {
    let overrides: Vec<Override> = overrides.iter().map(|text| text.parse().unwrap()).collect();
    Config::from_toml_with(presets::ALL[0].toml, &overrides).unwrap()
}

/// Every register of the map is read, each writable one is written, and accesses elsewhere are
/// refused.
fn reaches_all(config: &Config) {
    let nic = config.nic();
    let (mut read, mut written) = (BTreeSet::new(), BTreeSet::new());
    let (mut read_address, mut write_address) = (0_u32, 0_u32);
    let (mut resets, mut asked, mut logged, mut cycle) = (0, 0, 0, 0);
    let mut stimulus = NicRegistersStimulus::new(&nic, 1);
    model_alone(NicRegisters::new(&nic), &mut stimulus, |step, outputs| {
        let inputs = &step.inputs;
        if outputs.s_axil.rvalid {
            read.insert((read_address, outputs.s_axil.rresp));
        }
        if outputs.s_axil.bvalid {
            written.insert((write_address, outputs.s_axil.bresp));
        }
        if outputs.s_axil.awready {
            write_address = inputs.s_axil.awaddr as u32 & !(WORD_BYTES - 1);
        }
        if inputs.s_axil.arvalid && outputs.s_axil.arready {
            read_address = inputs.s_axil.araddr as u32 & !(WORD_BYTES - 1);
        }
        resets += u32::from(step.reset);
        asked += u32::from(outputs.ask);
        logged += u32::from(inputs.event_valid);
        cycle += 1;
        match cycle < CYCLES {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    let map = map(config).unwrap();
    for register in map.registers() {
        assert!(read.contains(&(register.address, 0)), "{:?}", register.path);
        use tailback_spec::registers::Access::{ReadWrite, WriteOneToClear};
        let writable =
            register.fields.iter().any(|it| matches!(it.access, ReadWrite | WriteOneToClear));
        assert!(!writable || written.contains(&(register.address, 0)), "{:?}", register.path);
    }
    let refused = |seen: &BTreeSet<(u32, u64)>| seen.iter().filter(|it| it.1 != 0).count();
    assert!(refused(&read) > 100 && refused(&written) > 100);
    let asks = nic.response() == tailback_spec::nic::Response::Cct;
    assert!(resets > 10 && logged > 1000 && (asked > 0) == asks, "{resets} {asked} {logged}");
}

#[test]
fn every_kind_of_register_is_written_and_read() {
    reaches_all(&config(&["nic.flows=5"]));
    reaches_all(&config(&["nic.flows=1", "nic.response=\"cct\""]));
    reaches_all(&config(&["nic.flows=16", "nic.response=\"cct\"", "nic.throttled=\"sl\""]));
}
