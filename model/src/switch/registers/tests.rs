//! Writes and reads traced by hand, their order, and every address of the map.

mod map;
mod order;

use super::*;
use crate::interface::AxiLiteRequest;
use tailback_spec::{presets, registers::switch::address, Config};

fn config() -> Config {
    Config::from_toml(presets::ALL[0].toml).unwrap()
}

fn registers() -> SwitchRegisters {
    SwitchRegisters::new(&config().registers())
}

fn idle() -> SwitchRegistersInputs {
    SwitchRegistersInputs { s_axil: AxiLiteRequest::idle(), ..Default::default() }
}

fn of_bus(s_axil: AxiLiteRequest<bool, u64>) -> SwitchRegistersInputs {
    SwitchRegistersInputs { s_axil, ..idle() }
}

fn write(address: u32, data: u32) -> SwitchRegistersInputs {
    of_bus(AxiLiteRequest::write(address, data))
}

/// The response to a write, which follows three cycles after the handshake.
fn written(registers: &mut SwitchRegisters, address: u32, data: u32) -> u64 {
    let offered = write(address, data);
    assert!(!registers.cycle(&offered).s_axil.awready);
    assert!(registers.cycle(&offered).s_axil.awready);
    for _ in 0..2 {
        let waits = registers.cycle(&idle());
        assert!(!waits.s_axil.awready && !waits.s_axil.bvalid);
    }
    let answer = registers.cycle(&idle());
    assert!(answer.s_axil.bvalid && !answer.s_axil.awready);
    answer.s_axil.bresp
}

/// The response to a read, its data, and the cycles from the one in which the address is first
/// valid.
fn read(
    registers: &mut SwitchRegisters,
    address: u32,
    inputs: &SwitchRegistersInputs,
) -> (u64, u32, usize) {
    let asks = SwitchRegistersInputs {
        s_axil: AxiLiteRequest { arvalid: true, araddr: address.into(), ..inputs.s_axil.clone() },
        ..inputs.clone()
    };
    assert!(!registers.cycle(&asks).s_axil.arready);
    assert!(registers.cycle(&asks).s_axil.arready);
    for cycles in 2.. {
        let answer = registers.cycle(inputs);
        assert!(!answer.s_axil.arready);
        if answer.s_axil.rvalid {
            return (answer.s_axil.rresp, answer.s_axil.rdata as u32, cycles);
        }
    }
    unreachable!("a read is answered")
}

#[test]
fn a_write_waits_for_both_parts_and_for_its_answer_to_be_taken() {
    let mut registers = registers();
    let whole = write(address::VICTIM_MASK, 5);
    for part in [
        of_bus(AxiLiteRequest { wvalid: false, ..whole.s_axil.clone() }),
        of_bus(AxiLiteRequest { awvalid: false, ..whole.s_axil.clone() }),
        SwitchRegistersInputs { clearing: true, ..whole.clone() },
    ] {
        for _ in 0..3 {
            assert!(!registers.cycle(&part).s_axil.awready);
        }
    }
    assert!(!registers.cycle(&idle()).s_axil.awready);
    // The next write is valid right after the handshake of the first one.
    let stalled = of_bus(AxiLiteRequest { bready: false, ..whole.s_axil });
    assert!(!registers.cycle(&stalled).s_axil.awready);
    let taken = registers.cycle(&stalled);
    assert!(taken.s_axil.awready && taken.s_axil.wready && taken.victim_mask == 0);
    for _ in 0..2 {
        let waits = registers.cycle(&stalled);
        assert!(!waits.s_axil.awready && !waits.s_axil.bvalid && waits.victim_mask == 0);
    }
    for _ in 0..3 {
        let waits = registers.cycle(&stalled);
        assert!(waits.s_axil.bvalid && !waits.s_axil.awready && waits.victim_mask == 5);
    }
    assert!(registers.cycle(&idle()).s_axil.bvalid);
    assert!(!registers.cycle(&idle()).s_axil.bvalid);
}

#[test]
fn a_write_of_some_bytes_is_refused() {
    for strobes in 0..ALL_BYTES {
        let mut registers = registers();
        let whole = write(address::VICTIM_MASK, 5).s_axil;
        let part = of_bus(AxiLiteRequest { wstrb: strobes, ..whole });
        registers.cycle(&part);
        assert!(registers.cycle(&part).s_axil.awready);
        (0..2).for_each(|_| assert!(!registers.cycle(&idle()).s_axil.bvalid));
        let answer = registers.cycle(&idle());
        assert!(answer.s_axil.bvalid);
        assert_eq!((answer.s_axil.bresp, answer.victim_mask), (SLVERR, 0));
    }
}

#[test]
fn a_port_has_its_own_setting_once_that_is_valid() {
    let mut registers = registers();
    const PORT: u32 = address::PORTS + 3 * address::PORT_STRIDE;
    written(&mut registers, address::CONGESTION_SETTING, 0xF703_0005);
    written(&mut registers, PORT + address::port::CONGESTION_SETTING, 0x7A04_0006);
    let all = |outputs: &SwitchRegistersOutputs, port: usize| {
        [&outputs.threshold, &outputs.packet_size, &outputs.marking_rate].map(|it| it[port])
    };
    let outputs = registers.cycle(&idle());
    assert_eq!([2, 3, 4].map(|port| all(&outputs, port)), [[7, 3, 5]; 3]);
    written(&mut registers, PORT + address::port::CONGESTION_SETTING, 0xFA04_0006);
    let outputs = registers.cycle(&idle());
    assert_eq!([2, 3].map(|port| all(&outputs, port)), [[7, 3, 5], [10, 4, 6]]);
    let own = read(&mut registers, PORT, &idle());
    assert_eq!(own.1, 0x8A04_0006, "bits of no field are lost");
}

#[test]
fn a_forwarding_entry_is_written_in_the_fourth_cycle() {
    let mut registers = registers();
    let offered = write(address::FORWARDING + 4 * 77, 0x8000_00C9);
    let idle = idle();
    let outputs = [&offered, &offered, &idle, &idle, &idle].map(|it| registers.cycle(it));
    let writes = outputs.each_ref().map(|it| it.forward_write);
    assert_eq!(writes, [false, false, false, true, false]);
    let written = &outputs[3];
    assert!(written.forward_valid);
    assert_eq!((written.forward_address, written.forward_port), (77, 9));
}

#[test]
fn a_value_is_that_of_the_fourth_cycle_and_returned_two_cycles_later() {
    let mut registers = registers();
    let entry = SwitchRegistersInputs { read_valid: true, read_port: 11, ..idle() };
    let asked = read(&mut registers, address::FORWARDING + 4 * 77 + 3, &entry);
    assert_eq!(asked, (OKAY, 0x8000_000B, 5));

    let asks = of_bus(AxiLiteRequest::read(address::FORWARDING + 4 * 78));
    let idle = idle();
    let outputs = [&asks, &asks, &idle, &entry, &idle, &idle].map(|it| registers.cycle(it));
    let addresses = outputs.each_ref().map(|it| it.read_address);
    assert_eq!(addresses, [77, 78, 78, 78, 78, 78]);
    let valid = outputs.each_ref().map(|it| it.s_axil.rvalid);
    assert_eq!(valid, [false, false, false, false, false, true]);
    assert_eq!(outputs[5].s_axil.rdata, 0x8000_000B);
}

/// Data of a read of a counter of port 7 after reset, and the cycle in which they are valid. Each
/// cycle, the value is 100 times the number of the cycle, and that of the port.
fn read_counter(number: u32) -> (u64, u32) {
    let mut registers = registers();
    let port = address::PORTS + 7 * address::PORT_STRIDE;
    let asks = AxiLiteRequest::read(port + address::port::COUNTERS + 4 * number);
    for cycle in 0.. {
        let s_axil = if cycle < 2 { asks.clone() } else { AxiLiteRequest::idle() };
        let value = (0..12).map(|port| 100 * cycle + port).collect();
        let answer = registers.cycle(&SwitchRegistersInputs { s_axil, value, ..idle() }).s_axil;
        if answer.rvalid {
            assert_eq!(answer.rresp, OKAY);
            return (answer.rdata, cycle);
        }
    }
    unreachable!("a read is answered")
}

#[test]
fn a_counter_is_read_when_its_turn_comes() {
    // Requested in the slot of counter 0: captured in the cycle after the slot of counter 9.
    assert_eq!(read_counter(9), (1007, 12));
    // Captured in the fourth cycle, if the slot is in the third.
    assert_eq!(read_counter(2), (307, 5));
    let count = counters::count(&config().port()) as u32;
    assert_eq!(read_counter(1), (100 * u64::from(count + 2) + 7, count + 4));
}

#[test]
fn reset_ends_an_access() {
    for cycles in 1..4 {
        let mut registers = registers();
        let offered = write(address::VICTIM_MASK, 5);
        for _ in 0..cycles {
            registers.cycle(&offered);
        }
        registers.reset();
        for _ in 0..6 {
            let outputs = registers.cycle(&idle());
            assert!(!outputs.s_axil.awready && !outputs.s_axil.bvalid);
            assert_eq!((outputs.victim_mask, outputs.forward_address), (0, 0));
        }
    }
    for cycles in 1..6 {
        let mut registers = registers();
        let asks = of_bus(AxiLiteRequest::read(address::VERSION));
        for _ in 0..cycles {
            registers.cycle(&asks);
        }
        registers.reset();
        for _ in 0..6 {
            let outputs = registers.cycle(&idle());
            assert!(!outputs.s_axil.arready && !outputs.s_axil.rvalid);
            assert_eq!((outputs.s_axil.rdata, outputs.read_address), (0, 0));
        }
    }
}

#[test]
fn each_counter_has_its_turn_and_the_first_round_clears() {
    let mut registers = registers();
    let count = counters::count(&config().port()) as u64;
    for round in 0..3 {
        for index in 0..count {
            let outputs = registers.cycle(&idle());
            assert_eq!((outputs.index, outputs.clear), (index, round == 0));
        }
    }
    registers.reset();
    let outputs = registers.cycle(&idle());
    assert_eq!((outputs.index, outputs.clear), (0, true));
}
