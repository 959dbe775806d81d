//! Coverage of the stimulus: every register is read and written, and so are addresses without one.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::*;
use crate::harness::lockstep::model_alone;
use tailback_spec::config::Override;
use tailback_spec::registers::switch::address;
use tailback_spec::registers::WORD_BYTES;
use tailback_spec::switch::counters::count;
use tailback_spec::{presets, Config};

/// Cycles in which each corner must be reached.
const CYCLES: usize = 200_000;

#[test]
fn every_kind_of_register_is_written_and_read_and_what_is_valid_stays() {
    let lanes: Override = "switch.virtual_lanes=2".parse().unwrap();
    let config = Config::from_toml_with(presets::ALL[1].toml, &[lanes]).unwrap();
    let registers = config.registers();
    let mut counters = BTreeSet::new();
    let (mut read, mut written) = (BTreeSet::new(), BTreeSet::new());
    let (mut read_address, mut write_address) = (0_u32, 0_u32);
    let (mut withheld, mut together, mut resets, mut cycle) = (0, 0, 0, 0);
    let mut before = (Step::<SwitchRegistersInputs>::default(), SwitchRegistersOutputs::default());
    let mut stimulus = SwitchRegistersStimulus::new(&registers, 1);
    model_alone(SwitchRegisters::new(&registers), &mut stimulus, |step, outputs| {
        let inputs = &step.inputs;
        let (last, last_outputs) = &before;
        if !last.reset && last.inputs.s_axil.awvalid && !last_outputs.s_axil.awready {
            assert!(inputs.s_axil.awvalid && inputs.s_axil.awaddr == last.inputs.s_axil.awaddr);
        }
        if !last.reset && last.inputs.s_axil.arvalid && !last_outputs.s_axil.arready {
            assert!(inputs.s_axil.arvalid && inputs.s_axil.araddr == last.inputs.s_axil.araddr);
        }
        // A response belongs to the last accepted access.
        if outputs.s_axil.rvalid {
            read.insert((read_address & !0x3FF, outputs.s_axil.rresp));
            let counter = (read_address & 0x3FF).checked_sub(address::port::COUNTERS);
            if let (Some(counter), true) = (counter, read_address & 0xF000 == address::PORTS) {
                counters.insert(counter / WORD_BYTES);
            }
        }
        if outputs.s_axil.bvalid {
            written.insert((write_address & !0x3FF, outputs.s_axil.bresp));
        }
        if outputs.s_axil.awready {
            write_address = inputs.s_axil.awaddr as u32;
        }
        if inputs.s_axil.arvalid && outputs.s_axil.arready {
            read_address = inputs.s_axil.araddr as u32;
        }
        withheld += u32::from(inputs.clearing && inputs.s_axil.awvalid && inputs.s_axil.wvalid);
        // A write and a read that wait in the same cycle.
        together +=
            u32::from(inputs.s_axil.awvalid && inputs.s_axil.wvalid && inputs.s_axil.arvalid);
        resets += u32::from(step.reset);
        before = (step.clone(), outputs.clone());
        cycle += 1;
        match cycle < CYCLES {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    let ports = (0..8).map(|port| address::PORTS + port * address::PORT_STRIDE);
    for place in ports.chain([0, address::FORWARDING]) {
        for seen in [&read, &written] {
            assert!(
                seen.contains(&(place, 0)) && seen.contains(&(place, 2))
                    || place == address::FORWARDING,
                "{place:#x}"
            );
        }
    }
    assert!(
        read.contains(&(address::FORWARDING, 0)) && written.contains(&(address::FORWARDING, 0))
    );
    assert!((0..count(&registers.port) as u32).all(|number| counters.contains(&number)));
    assert!(withheld > 100 && together > 1000 && resets > 10, "{withheld} {together} {resets}");
}
