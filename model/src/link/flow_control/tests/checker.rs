use super::*;
use crate::Golden;

fn check(packet: u64) -> FlowControlCheckerOutputs {
    FlowControlChecker::new(&link()).cycle(&FlowControlCheckerInputs { valid: true, packet })
}

/// Names of the outputs `update`, `is_initial`, `bad_crc`, `bad_op` and `bad_vl` that are high.
fn verdict(packet: u64) -> Vec<&'static str> {
    let FlowControlCheckerOutputs { update, is_initial, bad_crc, bad_op, bad_vl, .. } =
        check(packet);
    [
        ("update", update),
        ("is_initial", is_initial),
        ("bad_crc", bad_crc),
        ("bad_op", bad_op),
        ("bad_vl", bad_vl),
    ]
    .into_iter()
    .filter_map(|(name, is_set)| is_set.then_some(name))
    .collect()
}

fn packet(op: u32, vl: u32) -> u64 {
    Packet { op, fctbs: 0xabc, vl, fccl: 0x123 }.encode()
}

#[test]
fn a_good_packet_updates_its_virtual_lane() {
    assert_eq!(verdict(packet(0, 2)), ["update"]);
    assert_eq!(verdict(packet(1, 0)), ["update", "is_initial"]);
    let outputs = check(packet(0, 2));
    assert_eq!((outputs.vl, outputs.fctbs, outputs.fccl), (2, 0xabc, 0x123));
}

#[test]
fn each_wrong_bit_is_told_as_a_wrong_lpcrc_and_as_nothing_else() {
    for op in 0..16 {
        for bit in 0..48 {
            assert_eq!(verdict(packet(op, op) ^ 1 << bit), ["bad_crc"], "Op {op}, bit {bit}");
        }
    }
}

#[test]
fn an_op_that_means_nothing_is_told_before_the_virtual_lane() {
    for op in 2..16 {
        assert_eq!(verdict(packet(op, 0)), ["bad_op"]);
        assert_eq!(verdict(packet(op, 15)), ["bad_op"]);
    }
}

#[test]
fn virtual_lanes_that_are_not_configured_are_told() {
    for vl in 0..16 {
        let expected = if vl < VIRTUAL_LANES as u32 { "update" } else { "bad_vl" };
        assert_eq!(verdict(packet(0, vl)), [expected], "VL{vl}");
    }
}

#[test]
fn without_a_packet_nothing_is_told_but_the_fields_follow() {
    for packet in [packet(0, 2), packet(9, 2), packet(0, 15), packet(0, 2) ^ 1] {
        let mut checker = FlowControlChecker::new(&link());
        let outputs = checker.cycle(&FlowControlCheckerInputs { valid: false, packet });
        let expected = FlowControlCheckerOutputs {
            vl: packet >> 28 & 0xf,
            fctbs: 0xabc,
            fccl: 0x123,
            ..Default::default()
        };
        assert_eq!(outputs, expected);
    }
}
