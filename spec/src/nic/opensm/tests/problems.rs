//! Values that OpenSM accepts, but hardware cannot hold.

use super::*;
use crate::config::Location;

/// Problems of a source, one line each: position, kind, message.
fn problems(source: &str, room: Room) -> String {
    let Err(Problems(problems)) = Settings::parse(source, room) else { return "none".into() };
    let line = |problem: &crate::config::Problem| {
        let place = match problem.line_and_column(source) {
            Some((line, column)) => format!("{line}:{column}"),
            None => "-".into(),
        };
        assert!(!matches!(problem.location, Location::Override(_)));
        format!("{place} {:?}: {}\n", problem.kind, problem.message)
    };
    problems.iter().map(line).collect()
}

#[test]
fn each_value_has_the_range_of_its_attribute() {
    let mut source = String::new();
    for (key, value) in [
        (key::KEY, "0x10000000000000000"),
        (key::OUTSTANDING_MADS, "4294967296"),
        (key::SWITCH_CONTROL_MAP, "0x20"),
        (key::VICTIM_MASK, &("0x".to_owned() + &"0".repeat(65))),
        (key::CREDIT_MASK, "0xg"),
        (key::THRESHOLD, "16"),
        (key::PACKET_SIZE, "256"),
        (key::STARVATION_THRESHOLD, "0x10"),
        (key::RETURN_DELAY, "4:0"),
        (key::MARKING_RATE, "65536"),
        (key::PORT_CONTROL, "2"),
        (key::CONTROL_MAP, "0x10000"),
        (key::TIMER, "0 65536"),
        (key::INCREASE, "0 256"),
        (key::TRIGGER, "0 256"),
        (key::MIN, "0 256"),
        (key::TIMER, "16 1"),
        (key::TABLE, "0:0,4:0"),
    ] {
        source += &format!("{key} {value}\n");
    }
    insta::assert_snapshot!(problems(&source, Room::MOST));
}

#[test]
fn the_highest_values_are_good() {
    let settings = parsed(
        "cc_key 0xffffffffffffffff\ncc_sw_cong_setting_control_map 0x1f\n\
         cc_sw_cong_setting_threshold 15\ncc_sw_cong_setting_packet_size 255\n\
         cc_sw_cong_setting_marking_rate 65535\ncc_ca_cong_setting_ccti_timer 15 65535\n\
         cc_ca_cong_setting_ccti_increase 15 255\ncc_ca_cong_setting_trigger_threshold 15 255\n\
         cc_ca_cong_setting_ccti_min 15 1\ncc_cct 3:16383,3:16383\n",
    );
    let level = settings.adapter().levels[15];
    assert_eq!((level.timer.get(), level.increase.get(), level.min.get()), (65_535, 255, 1));
    let entry = settings.table()[1];
    assert_eq!((entry.shift.get(), entry.multiplier.get()), (3, 16_383));
}

#[test]
fn garbage_is_named_where_it_is() {
    let source = "congestion_control true\n  cc_key\ncc_cct 3:0,3,3:x,:,4:16384\n\
                  cc_sw_cong_setting_threshold fifteen\ncc_sw_cong_setting_packet_size 1 2\n\
                  cc_ca_cong_setting_ccti_timer 150\ncc_ca_cong_setting_ccti_min 0 1 2\n\
                  cc_sw_cong_setting_marking_rate -1\ncc_ca_cong_setting_port_control 08\n\
                  cc_ca_cong_setting_control_map 0x\ncc_ca_cong_setting_trigger_treshold 0 1\n";
    insta::assert_snapshot!(problems(source, Room::MOST), @r"
    1:20 NotOneOf: congestion_control cannot be `true`
    2:3 Missing: cc_key has no value
    3:12 WrongType: entry 1 of cc_cct must be shift:multiplier, not `3`
    4:30 WrongType: cc_sw_cong_setting_threshold must be a whole number, not `fifteen`
    5:34 Syntax: cc_sw_cong_setting_packet_size has the value 1, but `2` follows
    6:31 Missing: cc_ca_cong_setting_ccti_timer needs an SL and a value
    7:33 Syntax: cc_ca_cong_setting_ccti_min has the value 1, but `2` follows
    8:33 OutOfRange: cc_sw_cong_setting_marking_rate is -1, but must be 0 to 65535 packets
    9:33 WrongType: cc_ca_cong_setting_port_control must be a whole number, not `08`
    10:32 WrongType: cc_ca_cong_setting_control_map must be a whole number, not `0x`
    11:1 UnknownKey: there is no key `cc_ca_cong_setting_trigger_treshold` of congestion control
    ");
}

#[test]
fn the_first_of_several_bad_entries_stands_for_them() {
    let text = problems("cc_cct 0:0,4:0,0:99999,5:5", Room::MOST);
    assert_eq!(
        text,
        "1:12 OutOfRange: the shift of entry 1 of cc_cct is 4, but must be 0 to 3 bits\n"
    );
    let Err(Problems(problems)) = Settings::parse("cc_cct 4:0,0:99999,5:5", Room::MOST) else {
        panic!("bad")
    };
    assert!(problems[0].help.as_ref().is_some_and(|help| help.ends_with("wrong entries: 2.")));
}

#[test]
fn a_key_that_is_there_twice_is_a_mistake_and_a_level_of_its_own_is_none() {
    let source = "cc_ca_cong_setting_ccti_timer 0 1\ncc_ca_cong_setting_ccti_timer 1 1\n\
                  cc_cct 0:0\ncc_ca_cong_setting_ccti_timer 0x1 2\ncc_cct 0:0\n";
    insta::assert_snapshot!(problems(source, Room::MOST), @r"
    4:1 Duplicate: the key cc_ca_cong_setting_ccti_timer of SL 1 occurs twice
    5:1 Duplicate: the key cc_cct occurs twice
    ");
}

#[test]
fn the_table_must_fit() {
    let table = |entries: usize| format!("cc_cct {}0:1", "0:0,".repeat(entries - 1));
    let room = |entries| Room { entries, throttled: Some(Throttled::Qp) };
    for entries in [128, 256, 1024] {
        assert_eq!(problems(&table(entries), room(entries)), "none");
        let text = problems(&table(entries + 1), room(entries));
        let column = 8 + 4 * entries;
        let (many, most) = (entries + 1, entries);
        assert_eq!(
            text,
            format!(
                "1:{column} OutOfRange: cc_cct has {many} entries, but must have 1 to {most} \
                 entries\n"
            )
        );
    }
    assert_eq!(Room::MOST.entries, 1024);
}

#[test]
fn an_empty_entry_is_named_even_if_the_table_is_too_long_for_it() {
    let room = Room { entries: 128, throttled: Some(Throttled::Qp) };
    let source = format!("cc_cct 0:9,,{}0:10\n", "0:0,".repeat(126));
    insta::assert_snapshot!(problems(&source, room), @"1:12 WrongType: entry 1 of cc_cct is empty");
}

#[test]
fn a_minimum_beyond_the_table_is_refused() {
    let source = "cc_ca_cong_setting_ccti_min 3 2\ncc_cct 0:0,0:1\n";
    insta::assert_snapshot!(problems(source, Room::MOST), @r"
    1:31 OutOfRange: cc_ca_cong_setting_ccti_min of SL 3 is 2, but must be 0 to 1 entries
    ");
    assert_eq!(problems(&source.replace("3 2", "3 1"), Room::MOST), "none");
    insta::assert_snapshot!(problems("cc_ca_cong_setting_ccti_min 3 1\n", Room::MOST), @r"
    1:31 OutOfRange: cc_ca_cong_setting_ccti_min of SL 3 is 1, but must be 0 to 0 entries
    ");
}

#[test]
fn a_nic_that_throttles_something_else_is_told() {
    let room = |throttled| Room { entries: 128, throttled: Some(throttled) };
    let source = |value: &str| format!("cc_ca_cong_setting_port_control {value}\n");
    assert_eq!(problems(&source("0"), room(Throttled::Qp)), "none");
    assert_eq!(problems(&source("1"), room(Throttled::Sl)), "none");
    insta::assert_snapshot!(problems(&source("0x1"), room(Throttled::Qp)), @r"
    1:33 NotOneOf: cc_ca_cong_setting_port_control is 0x1, but must be 0 for this NIC
    ");
    insta::assert_snapshot!(problems(&source("0"), room(Throttled::Sl)), @r"
    1:33 NotOneOf: cc_ca_cong_setting_port_control is 0, but must be 1 for this NIC
    ");
    insta::assert_snapshot!(problems("cc_cct 0:0\n", room(Throttled::Sl)), @r"
    - Missing: cc_ca_cong_setting_port_control is missing, which means 0, each queue pair
    ");
}

#[test]
fn a_whole_configuration_of_opensm_is_one_problem() {
    let source = "guid 0x0\nmax_op_vls 5\nm_key_lease_period 0\ncongestion_control TRUE\n";
    assert_eq!(
        problems(source, Room::MOST),
        "1:1 UnknownKey: there is no key `guid` of congestion control\n"
    );
    assert_eq!(problems("# nothing\n", Room::MOST).lines().count(), 1);
}
