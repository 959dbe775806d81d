//! The map of the switch.

use crate::{
    config::Override,
    presets,
    registers::{
        switch::{self, address},
        Access, Map, WORD_BYTES,
    },
    switch::counters,
    Config,
};

fn config(overrides: &[&str]) -> Config {
    let overrides: Vec<Override> =
        overrides.iter().map(|text| text.parse().expect("override")).collect();
    Config::from_toml_with(presets::ALL[0].toml, &overrides).expect("valid")
}

fn map(overrides: &[&str]) -> Map {
    switch::map(&config(overrides)).expect("a map")
}

#[test]
fn every_size_of_switch_has_a_map() {
    for ports in [2, 31, 32, 33, 36] {
        for lanes in [1, 2, 8] {
            for packets in ["switch.packets_per_input=1", "switch.packets_per_input=64"] {
                for entries in [64, 16_384] {
                    let map = map(&[
                        &format!("switch.ports={ports}"),
                        &format!("switch.virtual_lanes={lanes}"),
                        &format!("switch.forwarding_entries={entries}"),
                        "switch.max_packet_bytes=8188",
                        "datapath.width_bits=512",
                        packets,
                    ]);
                    assert_eq!(map.bytes(), 0x1_0000 + 4 * entries);
                }
            }
        }
    }
}

#[test]
fn addresses_do_not_depend_on_the_configuration() {
    let addresses = |map: &Map| -> Vec<(String, u32, Vec<u32>)> {
        let strides = |register: &crate::registers::Placed| {
            register.repeats.iter().map(|repeat| repeat.stride).collect()
        };
        map.registers()
            .iter()
            .map(|register| (register.indexed_path(map), register.address, strides(register)))
            .filter(|(path, ..)| path != "victim_mask_high")
            .collect()
    };
    let small = map(&["switch.ports=2", "switch.forwarding_entries=64"]);
    let large = map(&["switch.ports=36", "switch.virtual_lanes=8"]);
    assert_eq!(addresses(&small), addresses(&large));
}

#[test]
fn the_switch_tells_what_it_is() {
    let map = map(&["switch.virtual_lanes=3"]);
    let value = |path: &str, name: &str| {
        let registers = map.registers();
        let register = registers.iter().find(|register| register.path == [path]).expect(path);
        let field = register.fields.iter().find(|field| field.name == name).expect(name);
        assert_eq!(field.access, Access::Constant);
        field.reset.expect("a value")
    };
    assert_eq!(value("identification", "value"), 0x544C_424B);
    assert_eq!((value("geometry", "ports"), value("geometry", "virtual_lanes")), (12, 3));
    assert_eq!(value("datapath", "width"), 64);
    assert_eq!((value("buffer", "lane_blocks"), value("buffer", "packet_blocks")), (132, 33));
    assert_eq!(value("forwarding_table", "entries"), 256);
}

/// SwitchPortCongestionSetting: valid 0:1, type 1:1, threshold 4:4, packet size 8:8, marking rate
/// 16:16, counted from the most significant bit.
#[test]
fn a_ports_congestion_setting_has_the_layout_of_the_standard() {
    let map = map(&[]);
    let registers = map.registers();
    let setting = registers
        .iter()
        .find(|register| register.path == ["ports", "congestion_setting"])
        .expect("there");
    let from_msb: Vec<_> = setting
        .fields
        .iter()
        .rev()
        .map(|field| (&*field.name, 31 - field.msb(), field.width))
        .collect();
    let standard =
        [("valid", 0, 1), ("threshold", 4, 4), ("packet_size", 8, 8), ("marking_rate", 16, 16)];
    assert_eq!(from_msb, standard);
}

#[test]
fn the_victim_mask_has_a_bit_for_each_port() {
    let bits = |ports: &str| -> Vec<u32> {
        let map = map(&[ports]);
        let masks = map.registers();
        let masks = masks.iter().filter(|register| register.path[0].starts_with("victim_mask"));
        masks.map(|register| register.fields[0].width).collect()
    };
    assert_eq!(bits("switch.ports=2"), [2]);
    assert_eq!(bits("switch.ports=32"), [32]);
    assert_eq!(bits("switch.ports=36"), [32, 4]);
}

#[test]
fn reading_never_changes_anything() {
    for register in map(&[]).registers() {
        for field in register.fields {
            assert_ne!(field.access, Access::ReadToClear, "{:?}", register.path);
        }
    }
}

#[test]
fn after_reset_each_field_has_the_value_that_the_map_tells() {
    for register in map(&[]).registers() {
        assert!(register.fields.iter().all(|field| field.reset.is_some()), "{:?}", register.path);
    }
}

#[test]
fn counters_are_where_the_block_that_counts_has_them() {
    let config = config(&["switch.virtual_lanes=8"]);
    let (map, port) = (switch::map(&config).expect("a map"), config.port());
    let first = address::PORTS + address::port::COUNTERS;
    let number = |path: &[&str]| {
        let registers = map.registers();
        let found = registers.iter().find(|register| register.path[1..] == *path);
        ((found.expect("in the map").address - first) / WORD_BYTES) as usize
    };
    let (data, management) = (0, port.virtual_lanes());
    assert_eq!(number(&["lanes", "packets_in"]), counters::packets_in(&port, data));
    assert_eq!(number(&["lanes", "blocks_in"]), counters::blocks_in(&port, data));
    assert_eq!(number(&["lanes", "packets_out"]), counters::packets_out(&port, data));
    assert_eq!(number(&["lanes", "blocks_out"]), counters::blocks_out(&port, data));
    assert_eq!(number(&["vl15", "blocks_out"]), counters::blocks_out(&port, management));
    assert_eq!(number(&["lanes", "marked"]), counters::marked(&port, data));
    assert_eq!(number(&["lanes", "credit_stalls"]), counters::credit_stalls(&port, data));
    assert_eq!(number(&["vl15", "dropped"]), counters::MANAGEMENT_DROPPED);
    let names = ["received", "sent", "bad_crc", "bad_operation", "bad_virtual_lane"];
    let numbers = names.map(|name| number(&["flow_control", name]));
    use counters::flow_control::*;
    assert_eq!(numbers, [RECEIVED, SENT, BAD_CRC, BAD_OPERATION, BAD_VIRTUAL_LANE]);
    let malformed = map.registers();
    let malformed = malformed.iter().filter(|register| register.path.get(1) == Some(&"malformed"));
    assert_eq!(malformed.count(), counters::MALFORMED.len());
    let last = counters::count(&port) - 1;
    assert!(
        counters::credit_stalls(&port, 7) <= last && last - number(&["lanes", "packets_in"]) == 63
    );
}

#[test]
fn every_address_of_the_map_fits() {
    for overrides in [&[][..], &["switch.forwarding_entries=16384", "switch.ports=36"]] {
        let config = config(overrides);
        let bits = crate::switch::registers::address_bits(&config.registers());
        assert_eq!(switch::map(&config).expect("a map").address_bits(), bits);
    }
}
