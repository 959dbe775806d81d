//! Each address has the register that the map names.

use super::*;
use std::collections::BTreeMap;
use tailback_spec::{
    config::Override,
    registers::{switch::map, Access, Placed},
    switch::registers::address_bits,
};

/// Registers at all addresses, repetitions included.
fn addresses<'a>(placed: &'a [Placed<'a>]) -> BTreeMap<u32, &'a Placed<'a>> {
    let mut at = BTreeMap::new();
    for register in placed {
        let mut places = vec![register.address];
        for repeat in &register.repeats {
            places = places
                .into_iter()
                .flat_map(|place| {
                    (0..repeat.count).map(move |number| place + number * repeat.stride)
                })
                .collect();
        }
        at.extend(places.into_iter().map(|place| (place, register)));
    }
    at
}

fn mask(register: &Placed, which: impl Fn(Access) -> bool) -> u32 {
    let fields = register.fields.iter().filter(|field| which(field.access));
    fields.fold(0, |mask, field| mask | field.mask())
}

fn check(config: &Config) {
    let map = map(config).unwrap();
    let placed = map.registers();
    let at = addresses(&placed);
    let mut model = SwitchRegisters::new(&config.registers());
    let ones = SwitchRegistersInputs {
        link_active: u64::MAX,
        initialised: [(1 << config.switch().virtual_lanes()) - 1; 64].into(),
        congested: [(1 << config.switch().virtual_lanes()) - 1; 64].into(),
        victim: [(1 << config.switch().virtual_lanes()) - 1; 64].into(),
        occupancy: vec![(1 << config.detector().occupancy_bits()) - 1; 36 * 8],
        value: [u32::MAX; 64].into(),
        read_valid: true,
        read_port: FORWARDING_PORT,
        ..idle()
    };
    for address in (0..1 << address_bits(&config.registers())).step_by(4) {
        let register = at.get(&address);
        let writable = register.map_or(0, |it| mask(it, |access| access == Access::ReadWrite));
        let response = written(&mut model, address, u32::MAX);
        assert_eq!(response == OKAY, writable != 0, "write to {address:#x}");
        model.cycle(&idle());
        let (response, data, _) = read(&mut model, address + address / 4 % 4, &ones);
        model.cycle(&idle());
        assert_eq!(response == OKAY, register.is_some(), "read from {address:#x}");
        let Some(register) = register else { continue };
        let constants = register.fields.iter().filter(|it| it.access == Access::Constant);
        let constant = constants.fold(0, |all, field| all | field.reset.unwrap_or(0) << field.lsb);
        let all = mask(register, |access| access != Access::Constant) | constant;
        assert_eq!(data, all, "{:?} at {address:#x}", register.path);
    }
}

#[test]
fn every_register_of_the_map_answers_and_no_other_address() {
    let set = |text: &str| text.parse::<Override>().unwrap();
    let source = presets::ALL[0].toml;
    check(&Config::from_toml(source).unwrap());
    let large = ["switch.ports=36", "switch.virtual_lanes=8", "switch.forwarding_entries=512"];
    check(&Config::from_toml_with(source, &large.map(set)).unwrap());
    let small = ["switch.ports=2", "switch.virtual_lanes=3", "switch.forwarding_entries=64"];
    check(&Config::from_toml_with(source, &small.map(set)).unwrap());
}
