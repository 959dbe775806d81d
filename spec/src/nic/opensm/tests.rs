//! Claims of the reader of OpenSM's configurations.

mod generated;
mod problems;
mod setup;

use super::*;
use crate::nic::congestion_table::presets::{squared, Packets, GRAN};
use crate::nic::congestion_table::CctEntry;
use crate::{presets, Config};

/// The example of this repository.
const EXAMPLE: &str = include_str!("../../../../examples/opensm.conf");

fn parsed(source: &str) -> Settings {
    Settings::parse(source, Room::MOST).expect("valid")
}

#[test]
fn the_example_says_what_it_says() {
    let settings = parsed(EXAMPLE);
    assert!(settings.enabled());
    let (switch, adapter) = (settings.switch(), settings.adapter());
    assert_eq!((switch.threshold.get(), switch.packet_size.get()), (15, 8));
    assert_eq!((switch.control_map.get(), switch.marking_rate.get()), (0x15, 15));
    assert!(switch.victim_mask.has(1) && switch.victim_mask.has(36));
    assert!(!switch.victim_mask.has(0) && !switch.victim_mask.has(37));
    assert_eq!((adapter.throttled, adapter.control_map.get()), (Throttled::Sl, 0xF));
    let level = adapter.levels[3];
    assert_eq!((level.timer.get(), level.increase.get()), (600, 4));
    assert_eq!((level.trigger.get(), level.min.get()), (64, 12));
    assert_eq!((settings.table().len(), settings.limit()), (128, 127));
    let last = settings.table()[127];
    assert_eq!((last.shift.get(), last.multiplier.get()), (3, 126));
}

#[test]
fn grans_settings_are_those_of_the_paper() {
    let config = Config::from_toml(presets::find("gran-2010").expect("there").toml).expect("valid");
    let settings = parsed(include_str!("../../../../examples/gran-2010.conf"));
    let packets = Packets { bytes: 2072, bits_per_s: 32_000_000_000 };
    let cycle_bits = config.nic().clock_hz() * config.nic().port().width_bits() as u64;
    assert_eq!(cycle_bits, packets.bits_per_s);
    let bits = |entry: &Entry| (entry.shift.get() << 14 | entry.multiplier.get()) as u16;
    let table = settings.table().iter().map(|entry| CctEntry::parse(bits(entry)));
    assert_eq!(table.collect::<Vec<_>>(), squared(GRAN, packets, config.nic().cct_entries()));
    let (switch, adapter) = (settings.switch(), settings.adapter());
    assert_eq!((switch.threshold.get(), switch.marking_rate.get()), (15, 1));
    assert_eq!((adapter.throttled, config.nic().throttled()), (Throttled::Qp, Throttled::Qp));
    let level = adapter.levels[0];
    assert_eq!((level.timer.get(), level.increase.get(), level.min.get()), (150, 1, 0));
    assert_eq!(settings.limit(), 127);
}

#[test]
fn numbers_are_read_as_c_reads_them() {
    for (text, number) in [("12", 12), ("0xc", 12), ("0XC", 12), ("014", 12), ("0", 0), ("00", 0)] {
        let settings = parsed(&format!("cc_sw_cong_setting_threshold {text}"));
        assert_eq!(settings.switch().threshold.get(), number, "{text}");
    }
}

#[test]
fn white_space_and_comments_say_nothing() {
    let settings = parsed(
        "\r\n\t cc_sw_cong_setting_threshold\t 3 # 4\r\n#cc_sw_cong_setting_threshold 5\n\
         cc_cct 0:1 , 0:2,# 0:3\n  cc_ca_cong_setting_ccti_timer  15\t 7  ",
    );
    assert_eq!(settings.switch().threshold.get(), 3);
    assert_eq!(settings.table().len(), 2);
    assert_eq!(settings.adapter().levels[15].timer.get(), 7);
}

#[test]
fn what_is_not_said_is_what_opensm_has() {
    let settings = parsed("cc_cct (null)\n");
    assert_eq!(settings, Settings::default());
    assert_eq!((settings.enabled(), settings.limit()), (false, 0));
}

#[test]
fn a_mask_has_its_first_port_in_the_last_digit() {
    let mask = PortMask::from_hex(&("8".to_owned() + &"0".repeat(62) + "3")).expect("64 digits");
    let ports: Vec<_> = (0..300).filter(|port| mask.has(*port)).collect();
    assert_eq!(ports, [0, 1, 255]);
    assert_eq!(PortMask::from_hex("1ffffffffe").expect("digits").to_hex().len(), 64);
    assert_eq!(PortMask::from_hex(&"0".repeat(65)), None);
    assert_eq!(PortMask::from_hex("é"), None);
}
