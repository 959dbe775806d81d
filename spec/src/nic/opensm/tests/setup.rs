//! Settings as written to configurations and registers.

use super::*;
use crate::{
    config::Override,
    presets,
    registers::{nic, switch, Write},
    Config,
};
use std::collections::BTreeMap;

fn config(overrides: &[Override]) -> Config {
    Config::from_toml_with(presets::ALL[0].toml, overrides).expect("valid")
}

fn set(texts: &[&str]) -> Vec<Override> {
    texts.iter().map(|text| text.parse().expect("override")).collect()
}

fn nic_writes(settings: &Settings) -> Vec<Write> {
    let config = config(&settings.configuration(Room::MOST));
    settings.nic_writes(&nic::map(&config).expect("map")).expect("writes")
}

/// Final values of registers, by address.
fn memory(writes: &[Write]) -> BTreeMap<u32, u32> {
    writes.iter().map(|write| (write.address, write.value)).collect()
}

#[test]
fn the_configuration_has_a_nic_for_the_settings() {
    let settings = parsed(EXAMPLE);
    let config = config(&settings.configuration(Room::MOST));
    let nic = config.nic();
    assert_eq!((nic.response(), nic.throttled()), (Response::Cct, Throttled::Sl));
    assert_eq!((nic.cct_entries(), config.marked_by()), (128, crate::config::MarkedBy::Detector));
}

#[test]
fn the_table_is_the_smallest_that_fits_unless_there_is_one() {
    let entries = |entries: usize, room: Room| {
        let source = format!("cc_cct {}", vec!["0:0"; entries].join(","));
        let settings = Settings::parse(&source, room).expect("valid");
        config(&settings.configuration(room)).nic().cct_entries()
    };
    let least = [1, 128, 129, 256, 257, 513, 1024].map(|count| entries(count, Room::MOST));
    assert_eq!(least, [128, 128, 256, 256, 512, 1024, 1024]);
    assert_eq!(entries(1, Room { entries: 512, throttled: Some(Throttled::Qp) }), 512);
}

#[test]
fn the_registers_of_the_nic_hold_what_the_file_says() {
    let settings = parsed(EXAMPLE);
    let writes = nic_writes(&settings);
    let memory = memory(&writes);
    assert_eq!(memory[&0x1600], 0x000F);
    // SL 1: timer 300, increase 2, trigger 64; minimum 4.
    assert_eq!((memory[&0x160C], memory[&0x1610]), (300 << 16 | 2 << 8 | 64, 4 << 24));
    assert_eq!(memory[&0x1700], 127 << 16);
    assert_eq!(memory[&(0x2000 + 4 * 127)], 3 << 14 | 126);
    // Entries, limit, two words of each of four levels, control twice.
    assert_eq!(writes.len(), 128 + 1 + 8 + 2);
}

#[test]
fn nothing_is_throttled_until_all_is_written() {
    let writes = nic_writes(&parsed(EXAMPLE));
    let [first, .., last] = &writes[..] else { panic!("two writes") };
    assert_eq!((first.address, first.value, last.address), (0x1600, 0, 0x1600));
    assert_ne!(last.value, 0);
    assert!(writes[1..writes.len() - 1].iter().all(|write| write.address != 0x1600));
}

#[test]
fn levels_that_the_control_map_leaves_out_are_not_written() {
    let source = "cc_ca_cong_setting_control_map 0x8001\ncc_ca_cong_setting_ccti_timer 0 1\n\
                  cc_ca_cong_setting_ccti_timer 1 1\ncc_ca_cong_setting_ccti_timer 15 1\n";
    let settings = parsed(source);
    let memory = memory(&nic_writes(&settings));
    assert!(memory.contains_key(&0x1604) && memory.contains_key(&(0x1604 + 15 * 8)));
    assert!(!memory.contains_key(&(0x1604 + 8)));
    let remarks = settings.remarks();
    assert!(remarks.iter().any(|remark| remark.starts_with("SL 1: ")), "{remarks:?}");
    assert!(remarks.iter().any(|remark| remark.contains("not TRUE")), "{remarks:?}");
}

#[test]
fn without_a_table_there_is_no_delay() {
    let memory = memory(&nic_writes(&parsed("cc_cct (null)")));
    assert_eq!((memory[&0x1700], memory[&0x2000], memory.get(&0x2004)), (0, 0, None));
}

/// Port 1 of InfiniBand is the first port of the switch.
#[test]
fn the_registers_of_the_switch_hold_what_the_file_says() {
    let settings = parsed(EXAMPLE);
    let memory = |ports: usize| {
        let config = config(&set(&[&format!("switch.ports={ports}")]));
        let map = switch::map(&config).expect("map");
        memory(&settings.switch_writes(&map, ports).expect("writes"))
    };
    let small = memory(12);
    assert_eq!((small[&0x20], small[&0x24]), (15 << 24 | 8 << 16 | 15, 0xFFF));
    assert_eq!(small.get(&0x28), None);
    let large = memory(36);
    assert_eq!((large[&0x24], large[&0x28]), (0xFFFF_FFFF, 0xF));
}

#[test]
fn what_the_control_map_of_switches_leaves_out_is_off() {
    let source = EXAMPLE.replace("control_map 0x15", "control_map 0");
    let map = switch::map(&config(&[])).expect("map");
    let writes = parsed(&source).switch_writes(&map, 12).expect("writes");
    assert!(writes.iter().all(|write| write.value == 0), "{writes:?}");
}
