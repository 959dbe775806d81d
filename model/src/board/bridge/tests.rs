//! Commands on the line, accesses at slaves, and responses on the line.

mod desk;

use self::desk::{Access, Desk, BIT_CYCLES, TIMEOUT_CYCLES};
use tailback_spec::board::bridge::{address, CONTROL, IDENTIFICATION, RESET_CYCLES, VERSION};

const WRITE_TO_1: [u8; 9] = [b'W', 1, 0x34, 0x12, 0x00, 0x78, 0x56, 0x34, 0x12];
const WRITTEN_TO_1: Access = Access { slave: 1, address: 0x1234, data: Some(0x1234_5678) };

/// Bytes of a read of a register of the bridge.
fn control(address: u32) -> [u8; 5] {
    let [a, b, c, _] = address.to_le_bytes();
    [b'R', CONTROL, a, b, c]
}

#[test]
fn a_write_command_is_one_write_and_its_response_is_k() {
    let mut desk = Desk::new();
    assert_eq!(desk.command(&WRITE_TO_1), b"K");
    assert_eq!(desk.accesses, [WRITTEN_TO_1]);
}

#[test]
fn a_read_command_is_one_read_and_its_response_has_the_data() {
    let mut desk = Desk::new();
    assert_eq!(desk.command(&[b'R', 2, 0x08, 0, 0]), [b'K', 0xEF, 0xBE, 0xAD, 0xDE]);
    assert_eq!(desk.accesses, [Access { slave: 2, address: 8, data: None }]);
}

#[test]
fn an_address_has_as_many_bits_as_the_slaves_have() {
    let mut desk = Desk::new();
    desk.command(&[b'R', 0, 0xFF, 0xFF, 0xFF]);
    assert_eq!(desk.accesses, [Access { slave: 0, address: (1 << 14) - 1, data: None }]);
}

#[test]
fn what_a_slave_refuses_has_the_response_e() {
    let mut desk = Desk::new();
    desk.refuses = true;
    assert_eq!(desk.command(&WRITE_TO_1), b"E");
    assert_eq!(desk.command(&[b'R', 1, 0, 0, 0]), [b'E', 0xEF, 0xBE, 0xAD, 0xDE]);
    assert_eq!(desk.accesses.len(), 2);
}

#[test]
fn a_slave_that_does_not_exist_is_refused() {
    let mut desk = Desk::new();
    for slave in [3, 64, 128, 254] {
        assert_eq!(desk.command(&[b'R', slave, 0, 0, 0]), [b'E', 0, 0, 0, 0]);
        assert_eq!(desk.command(&[b'W', slave, 0x18, 0, 0, 0, 0, 0, 0]), b"E");
    }
    assert_eq!(desk.accesses, []);
    assert_eq!(desk.resets, 0);
}

#[test]
fn the_bridge_has_registers_of_its_own() {
    let mut desk = Desk::new();
    let registers = [
        (address::IDENTIFICATION, IDENTIFICATION),
        (address::VERSION, VERSION),
        (address::DIGEST, 0x0123_4567),
        (address::CLOCK_HZ, 62_500_000),
        (address::SLAVES, 3),
    ];
    for (address, value) in registers {
        let [a, b, c, d] = value.to_le_bytes();
        assert_eq!(desk.command(&control(address)), [b'K', a, b, c, d], "{address:#x}");
    }
    for address in [address::RESET, 0x1C, 1, 0x100, 0x80_0000] {
        assert_eq!(desk.command(&control(address)), [b'E', 0, 0, 0, 0], "{address:#x}");
    }
    for address in [0, 4, 8, 0xC, 0x10, 0x14, 0x1C, 0x19] {
        assert_eq!(desk.command(&[b'W', CONTROL, address, 0, 0, 0, 0, 0, 0]), b"E");
    }
    assert_eq!(desk.resets, 0);
    assert_eq!(desk.accesses, []);
}

#[test]
fn the_fabric_is_reset_for_16_cycles_and_then_cycles_are_counted_from_0() {
    let mut desk = Desk::new();
    let counted = |desk: &mut Desk| {
        for _ in 0..RESET_CYCLES {
            assert!(desk.cycle().fabric_reset);
            assert_eq!(desk.outputs.cycle, 0);
        }
        for expected in 0..5 {
            assert!(!desk.cycle().fabric_reset);
            assert_eq!(desk.outputs.cycle, expected);
        }
    };
    counted(&mut desk);
    desk.send_up_to_stop_bit(&[b'W', CONTROL, 0x18, 0, 0, 1, 2, 3, 4]);
    while !desk.cycle().fabric_reset {}
    // The count is that of the cycle in which the reset begins, and 0 from the next cycle on.
    assert!(desk.outputs.cycle > 9 * 10 * BIT_CYCLES as u64);
    for _ in 1..RESET_CYCLES {
        assert!(desk.cycle().fabric_reset);
        assert_eq!(desk.outputs.cycle, 0);
    }
    assert!(!desk.cycle().fabric_reset);
    assert_eq!(desk.outputs.cycle, 0);
    assert_eq!(desk.cycle().cycle, 1);
    assert_eq!(desk.response(), b"K");
    assert_eq!(desk.accesses, []);
}

#[test]
fn a_read_of_the_cycle_returns_that_in_which_it_is_executed() {
    let mut desk = Desk::new();
    desk.send_up_to_stop_bit(&control(address::CYCLE));
    while desk.cycle().txd {}
    // The response is offered a cycle later, and its start bit begins two cycles after that.
    let expected = (desk.outputs.cycle as u32 - 3).to_le_bytes();
    let response = desk.response();
    assert_eq!(response[0], b'K');
    assert_eq!(response[1..], expected);
}

#[test]
fn other_first_bytes_are_ignored() {
    let mut desk = Desk::new();
    desk.send(&[0, b'w', b'K', 0xFF]);
    assert_eq!(desk.command(&WRITE_TO_1), b"K");
    assert_eq!(desk.accesses, [WRITTEN_TO_1]);
}

#[test]
fn the_bytes_before_one_without_a_stop_bit_are_dropped() {
    for count in 1..9 {
        let mut desk = Desk::new();
        desk.send(&WRITE_TO_1[..count]);
        desk.send_broken();
        assert_eq!(desk.command(&WRITE_TO_1), b"K", "{count}");
        assert_eq!(desk.accesses, [WRITTEN_TO_1], "{count}");
    }
}

#[test]
fn the_bytes_before_a_long_pause_are_dropped() {
    let frame = 10 * BIT_CYCLES;
    // From one byte to the next one, it takes a frame even without a pause.
    let most = TIMEOUT_CYCLES - frame;
    for (pause, is_dropped) in [(0, false), (most - 1, false), (most, true), (most + 1, true)] {
        for count in 1..9 {
            let mut desk = Desk::new();
            desk.send(&WRITE_TO_1[..count]);
            (0..pause).for_each(|_| _ = desk.cycle());
            let response = desk.command(&WRITE_TO_1[count..]);
            // The last byte of a command is in time in the last cycle, too.
            let is_dropped = is_dropped && (count, pause) != (8, most);
            assert_eq!(response.is_empty(), is_dropped, "{count} bytes, {pause} cycles");
            assert_eq!(desk.accesses.is_empty(), is_dropped, "{count} bytes, {pause} cycles");
        }
    }
}

#[test]
fn bytes_during_the_execution_are_ignored() {
    const FRAME: usize = 10 * BIT_CYCLES;
    // The last byte of the second command is received before, and during, the response to the first one.
    for delay in [12 * FRAME, 9 * FRAME / 2] {
        let mut desk = Desk::new();
        desk.delay = delay;
        desk.send(&WRITE_TO_1);
        desk.send(&[b'R', 2, 0, 0, 0]);
        assert_eq!(desk.response(), b"K");
        assert_eq!(desk.accesses, [WRITTEN_TO_1]);
        assert_eq!(desk.command(&[b'R', 2, 0, 0, 0]).len(), 5);
    }
}

#[test]
fn a_reset_ends_a_command_and_its_response() {
    let mut desk = Desk::new();
    desk.send(&[b'R', 2, 0, 0, 0]);
    desk.reset();
    assert!(desk.cycle().txd && desk.outputs.fabric_reset);
    assert!(desk.response().is_empty());
    desk.accesses.clear();
    assert_eq!(desk.command(&WRITE_TO_1), b"K");
    assert_eq!(desk.accesses, [WRITTEN_TO_1]);
}
