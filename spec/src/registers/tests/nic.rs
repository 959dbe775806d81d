//! The map of the NIC.

use crate::{
    config::Override,
    nic::Nic,
    presets,
    registers::{
        nic::{self, address},
        Access, Map, Placed,
    },
    Config,
};

/// The preset with some values replaced.
pub fn config(overrides: &[&str]) -> Config {
    let overrides: Vec<Override> =
        overrides.iter().map(|text| text.parse().expect("override")).collect();
    Config::from_toml_with(presets::ALL[0].toml, &overrides).expect("valid")
}

fn map(overrides: &[&str]) -> Map {
    nic::map(&config(overrides)).expect("a map")
}

/// NICs of every kind.
fn maps() -> Vec<Map> {
    let mut maps = Vec::new();
    for flows in [1, 64, 4096] {
        let flows = format!("nic.flows={flows}");
        for response in ["lipd", "fimd", "aimd"] {
            maps.push(map(&[&flows, &format!("nic.response={response}"), "nic.window=16"]));
        }
        for entries in Nic::CCT_ENTRIES {
            for throttled in ["nic.throttled=qp", "nic.throttled=sl"] {
                let entries = format!("nic.cct_entries={entries}");
                maps.push(map(&[&flows, "nic.response=cct", &entries, throttled]));
            }
        }
    }
    maps
}

fn find<'a>(registers: &'a [Placed<'a>], path: &[&str]) -> &'a Placed<'a> {
    registers.iter().find(|register| register.path == path).expect("in the map")
}

#[test]
fn every_nic_has_a_map_that_ends_with_its_flows() {
    for map in maps() {
        let registers = map.registers();
        let qps = find(&registers, &["qps"]);
        assert_eq!(map.bytes(), address::QPS + 4 * qps.repeats[0].count);
    }
}

/// Name, address and strides of each register.
fn layout(map: &Map) -> Vec<(String, u32, Vec<u32>)> {
    let strides = |register: &Placed| register.repeats.iter().map(|repeat| repeat.stride).collect();
    map.registers()
        .iter()
        .map(|register| (register.indexed_path(map), register.address, strides(register)))
        .collect()
}

#[test]
fn what_a_nic_has_is_where_every_other_one_has_it() {
    let maps = maps();
    for map in &maps {
        for other in &maps {
            let other = layout(other);
            for register in layout(map) {
                let found = other.iter().find(|found| found.0 == register.0);
                assert!(found.is_none_or(|found| *found == register), "{register:?} {found:?}");
                // Nothing else may have its place.
                let there = other.iter().find(|found| found.1 == register.1);
                assert!(there.is_none_or(|there| there.0 == register.0), "{register:?} {there:?}");
            }
        }
    }
}

#[test]
fn the_nic_tells_what_it_is() {
    let map = map(&["nic.flows=4096", "nic.window=16", "nic.response=cct", "nic.cct_entries=256"]);
    let registers = map.registers();
    let value = |path: &str, name: &str| {
        let fields = find(&registers, &[path]).fields;
        let field = fields.iter().find(|field| field.name == name).expect(name);
        assert_eq!(field.access, Access::Constant);
        field.reset.expect("a value")
    };
    assert_eq!(value("identification", "value"), 0x544C_424E);
    assert_eq!((value("capabilities", "flows"), value("capabilities", "window")), (4096, 16));
    assert_eq!((value("capabilities", "response"), value("capabilities", "throttled")), (3, 0));
    assert_eq!((value("datapath", "word_bytes"), value("datapath", "packet_words")), (8, 259));
    assert_eq!(value("clock", "frequency"), 125_000_000);
    assert_eq!(value("congestion_info", "control_table_cap"), 4);
}

/// The fields of a register from the most significant bit on, as the standard counts: name, first
/// bit, bits.
fn from_msb<'a>(register: &Placed<'a>, word: u32) -> Vec<(&'a str, u32, u32)> {
    let fields = register.fields.iter().rev();
    fields.map(|field| (&*field.name, 32 * word + 31 - field.msb(), field.width)).collect()
}

#[test]
fn a_service_levels_setting_has_the_layout_of_the_standard() {
    let map = map(&["nic.response=cct"]);
    let registers = map.registers();
    let of = |path: &[&str]| find(&registers, &[&["ca_congestion_setting"], path].concat());
    let control = of(&["control"]);
    assert_eq!(from_msb(control, 0), [("port_control", 0, 16), ("control_map", 16, 16)]);
    let (reaction, minimum) =
        (of(&["service_levels", "reaction"]), of(&["service_levels", "minimum"]));
    let words = [from_msb(reaction, 0), from_msb(minimum, 1)].concat();
    let standard = [("timer", 0, 16), ("increase", 16, 8), ("trigger", 24, 8), ("min", 32, 8)];
    assert_eq!(words, standard);
    assert_eq!(reaction.address, control.address + 4);
    assert_eq!(minimum.address, reaction.address + 4);
    assert_eq!((reaction.repeats[0].count, reaction.repeats[0].stride), (16, 8));
}

#[test]
fn the_log_has_the_layout_of_the_standard() {
    let map = map(&["nic.response=cct"]);
    let registers = map.registers();
    let log: Vec<_> =
        registers.iter().filter(|register| register.path[0] == "congestion_log").collect();
    let bits: Vec<_> = log
        .iter()
        .flat_map(|register| {
            let word = (register.address - address::CONGESTION_LOG) / 4;
            from_msb(register, word).into_iter().map(|(_, first, width)| (first, width))
        })
        .collect();
    const TYPE_TO_TIME: [(u32, u32); 5] = [(0, 8), (15, 1), (16, 16), (32, 16), (64, 32)];
    let event = [(0, 24), (32, 24), (56, 4), (60, 4), (64, 16), (96, 32)]
        .map(|(first, width)| (96 + first, width));
    assert_eq!(bits, [&TYPE_TO_TIME[..], &event].concat());
    let end = log.last().map(|last| (last.repeats[0].count, last.repeats[0].stride));
    assert_eq!(end, Some((13, 16)));
}

#[test]
fn the_table_has_the_fields_of_the_standard() {
    let map = map(&["nic.response=cct", "nic.cct_entries=1024"]);
    let registers = map.registers();
    let limit = find(&registers, &["congestion_control_table"]);
    // The lowest bit of 16.
    assert_eq!((limit.address, limit.fields[0].lsb), (0x1700, 16));
    assert_eq!(limit.fields[0].range, Some((0, 1023)));
    let entry = find(&registers, &["cct"]);
    let fields: Vec<_> = entry.fields.iter().map(|f| (&*f.name, f.lsb, f.width)).collect();
    assert_eq!(fields, [("multiplier", 0, 14), ("shift", 14, 2)]);
    assert_eq!(entry.repeats[0].count, 1024);
}

#[test]
fn only_what_has_a_table_has_its_registers() {
    let paths = |keys: &[&str]| -> Vec<String> {
        let map = map(keys);
        layout(&map).into_iter().map(|(path, ..)| path).collect()
    };
    let has = |paths: &[String], path: &str| paths.iter().any(|found| found == path);
    let of_table = ["cct[entry]", "congestion_control_table", "congestion_info"];
    let (rates, qps) = (paths(&["nic.response=fimd"]), paths(&["nic.response=cct"]));
    let levels = paths(&["nic.response=cct", "nic.throttled=sl"]);
    for path in of_table {
        assert!(!has(&rates, path) && has(&qps, path) && has(&levels, path), "{path}");
    }
    // Whatever has a rate of its own tells it.
    assert!(has(&rates, "flow.rate") && has(&qps, "flow.rate") && !has(&levels, "flow.rate"));
    assert!(!has(&qps, "service_level_ccti[sl]") && has(&levels, "service_level_ccti[sl]"));
}

#[test]
fn reading_never_changes_anything_and_reset_sets_everything() {
    for map in maps() {
        for register in map.registers() {
            for field in register.fields {
                assert_ne!(field.access, Access::ReadToClear, "{:?}", register.path);
                assert!(field.reset.is_some(), "{:?}", register.path);
            }
        }
    }
}

#[test]
fn the_attributes_are_where_their_numbers_say() {
    let map = map(&["nic.response=cct"]);
    let registers = map.registers();
    let address = |path: &[&str]| find(&registers, path).address;
    assert_eq!(address(&["congestion_info"]), 0x1100);
    assert_eq!(address(&["congestion_log", "summary"]), 0x1300);
    assert_eq!(address(&["ca_congestion_setting", "control"]), 0x1600);
    assert_eq!(address(&["time_stamp"]), 0x1800);
}
