//! Each address has the register that the map names.

use super::*;
use std::collections::BTreeMap;
use tailback_spec::{
    nic::registers::{index_bits, ADDRESS_BITS},
    registers::{nic::map, Access, Placed},
};

/// Registers at all addresses, repetitions included.
pub(super) fn addresses<'a>(placed: &'a [Placed<'a>]) -> BTreeMap<u32, &'a Placed<'a>> {
    let mut at = BTreeMap::new();
    for register in placed {
        let mut places = vec![register.address];
        for repeat in &register.repeats {
            let elements =
                |place: u32| (0..repeat.count).map(move |number| place + number * repeat.stride);
            places = places.into_iter().flat_map(elements).collect();
        }
        at.extend(places.into_iter().map(|place| (place, register)));
    }
    at
}

fn mask(register: &Placed, which: impl Fn(Access) -> bool) -> u32 {
    let fields = register.fields.iter().filter(|field| which(field.access));
    fields.fold(0, |mask, field| mask | field.mask())
}

/// All ones, as far as fields can hold them: the highest value in fields with a range of their own.
fn most(register: &Placed) -> u32 {
    register.fields.iter().fold(u32::MAX, |most, field| match field.range {
        Some((_, highest)) => most & !field.mask() | highest << field.lsb,
        None => most,
    })
}

fn check(config: &Config) {
    let (map, nic) = (map(config).unwrap(), config.nic());
    let placed = map.registers();
    let at = addresses(&placed);
    let mut model = NicRegisters::new(&nic);
    while !model.cycle(&idle()).ready {}
    let ones = NicRegistersInputs {
        time_stamp: u32::MAX.into(),
        read_timer: 0xFFFF,
        read_increase: 0xFF,
        read_trigger: 0xFF,
        read_min: 0xFF,
        read_entry: 0xFFFF,
        ccti: (1 << index_bits(&nic)) - 1,
        ..idle()
    };
    for address in (0..1 << ADDRESS_BITS).step_by(4) {
        let register = at.get(&address);
        let writes = |access| matches!(access, Access::ReadWrite | Access::WriteOneToClear);
        let writable = register.map_or(0, |it| mask(it, writes));
        let data = register.map_or(u32::MAX, |it| most(it));
        let (response, _) = written(&mut model, address, data, &ones);
        assert_eq!(response == OKAY, writable != 0, "write to {address:#x}");
        model.cycle(&idle());
        let (response, data, _) = read(&mut model, address + address / 4 % 4, &ones);
        model.cycle(&idle());
        assert_eq!(response == OKAY, register.is_some(), "read from {address:#x}");
        let Some(register) = register else {
            assert_eq!(data, 0);
            continue;
        };
        for field in register.fields {
            let found = (data & field.mask()) >> field.lsb;
            let name = (&register.path, &field.name);
            match field.access {
                Access::Constant => assert_eq!(Some(found), field.reset, "{name:?}"),
                Access::ReadWrite => {
                    let most = field.range.map_or(field.highest(), |(_, most)| most);
                    assert_eq!(found, most, "{name:?}");
                }
                _ => {}
            }
        }
        assert_eq!(data & !mask(register, |_| true), 0, "{:?}", register.path);
    }
}

#[test]
fn every_register_of_the_map_answers_and_no_other_address() {
    check(&config(&[]));
    check(&config(&["nic.flows=5", "nic.response=\"cct\"", "nic.window=16"]));
    check(&config(&["nic.flows=4096", "nic.response=\"cct\"", "nic.cct_entries=1024"]));
    check(&config(&["nic.flows=1", "nic.response=\"cct\"", "nic.throttled=\"sl\""]));
    check(&config(&["nic.response=\"aimd\"", "nic.after_idle=\"reset\""]));
}
