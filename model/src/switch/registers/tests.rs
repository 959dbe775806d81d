//! Writes and reads traced by hand, and every address of the map.

mod map;

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

/// The response to a write.
fn written(registers: &mut SwitchRegisters, address: u32, data: u32) -> u64 {
    assert!(registers.cycle(&write(address, data)).s_axil.awready);
    let answer = registers.cycle(&idle());
    assert!(answer.s_axil.bvalid && !answer.s_axil.awready);
    answer.s_axil.bresp
}

/// The response to a read, its data, and the cycles that it took.
fn read(
    registers: &mut SwitchRegisters,
    address: u32,
    inputs: &SwitchRegistersInputs,
) -> (u64, u32, usize) {
    let asks = SwitchRegistersInputs {
        s_axil: AxiLiteRequest { arvalid: true, araddr: address.into(), ..inputs.s_axil.clone() },
        ..inputs.clone()
    };
    assert!(registers.cycle(&asks).s_axil.arready);
    for cycles in 1.. {
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
        assert!(!registers.cycle(&part).s_axil.awready);
    }
    let stalled = of_bus(AxiLiteRequest { bready: false, ..whole.s_axil });
    let taken = registers.cycle(&stalled);
    assert!(taken.s_axil.awready && taken.s_axil.wready && taken.victim_mask == 0);
    for _ in 0..2 {
        let waits = registers.cycle(&stalled);
        assert!(waits.s_axil.bvalid && !waits.s_axil.awready && waits.victim_mask == 5);
    }
    registers.cycle(&idle());
    assert!(!registers.cycle(&idle()).s_axil.bvalid);
}

#[test]
fn a_write_of_some_bytes_is_refused() {
    for strobes in 0..ALL_BYTES {
        let mut registers = registers();
        let whole = write(address::VICTIM_MASK, 5).s_axil;
        let part = of_bus(AxiLiteRequest { wstrb: strobes, ..whole });
        assert!(registers.cycle(&part).s_axil.awready);
        let answer = registers.cycle(&idle());
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
fn a_forwarding_entry_is_written_at_once_and_read_two_cycles_later() {
    let mut registers = registers();
    let taken = registers.cycle(&write(address::FORWARDING + 4 * 77, 0x8000_00C9));
    assert!(taken.forward_write && taken.forward_valid);
    assert_eq!((taken.forward_address, taken.forward_port), (77, 9));
    let entry = SwitchRegistersInputs { read_valid: true, read_port: 11, ..idle() };
    registers.cycle(&entry);
    let asked = read(&mut registers, address::FORWARDING + 4 * 77 + 3, &entry);
    assert_eq!(asked, (OKAY, 0x8000_000B, 3));
    assert_eq!(registers.cycle(&idle()).read_address, 77);
}

#[test]
fn a_counter_is_read_when_its_turn_comes() {
    let mut registers = registers();
    let value = |port: u32| 100 + port;
    let inputs = SwitchRegistersInputs { value: (0..12).map(value).collect(), ..idle() };
    let counter = address::PORTS + 7 * address::PORT_STRIDE + address::port::COUNTERS + 4 * 9;
    let (response, data, cycles) = read(&mut registers, counter, &inputs);
    // Requested in the slot of counter 0, and returned two cycles after that of counter 9.
    assert_eq!((response, data, cycles), (OKAY, 107, 11));
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
