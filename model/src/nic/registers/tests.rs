//! Writes and reads traced by hand, every address of the map, and an import from OpenSM.

mod map;
mod opensm;

use super::*;
use crate::interface::AxiLiteRequest;
use tailback_spec::{nic::registers::COUNTERS, presets, registers::nic::address, Config};

fn config(overrides: &[&str]) -> Config {
    let overrides: Vec<_> = overrides.iter().map(|text| text.parse().unwrap()).collect();
    Config::from_toml_with(presets::ALL[0].toml, &overrides).unwrap()
}

/// A module whose memories are cleared.
fn registers(overrides: &[&str]) -> NicRegisters {
    let mut registers = NicRegisters::new(&config(overrides).nic());
    while !registers.cycle(&idle()).ready {}
    registers
}

fn idle() -> NicRegistersInputs {
    NicRegistersInputs {
        s_axil: AxiLiteRequest::idle(),
        table_ready: true,
        ask_ready: true,
        ..Default::default()
    }
}

fn write(address: u32, data: u32) -> NicRegistersInputs {
    NicRegistersInputs { s_axil: AxiLiteRequest::write(address, data), ..idle() }
}

/// Makes a request until it is accepted, in the cycle after that in which it begins; `inputs` are
/// applied in that cycle. Returns the outputs of that cycle.
fn accepted(
    registers: &mut NicRegisters,
    request: &NicRegistersInputs,
    inputs: &NicRegistersInputs,
) -> NicRegistersOutputs {
    let first = registers.cycle(request);
    assert!(!first.s_axil.awready && !first.s_axil.wready && !first.s_axil.arready);
    let kept = NicRegistersInputs { s_axil: request.s_axil.clone(), ..inputs.clone() };
    let second = registers.cycle(&kept);
    let bus = &request.s_axil;
    assert_eq!(second.s_axil.arready, bus.arvalid);
    assert_eq!((second.s_axil.awready, second.s_axil.wready), (bus.awvalid, bus.wvalid));
    second
}

/// Response to a write, and the cycles that it took; `inputs` are applied meanwhile.
fn written(
    registers: &mut NicRegisters,
    address: u32,
    data: u32,
    inputs: &NicRegistersInputs,
) -> (u64, usize) {
    assert!(!accepted(registers, &write(address, data), inputs).s_axil.bvalid);
    for cycles in 2.. {
        let answer = registers.cycle(inputs);
        if answer.s_axil.bvalid {
            return (answer.s_axil.bresp, cycles);
        }
    }
    unreachable!("a write is answered")
}

/// Response to a read, its data, and the cycles that it took.
fn read(
    registers: &mut NicRegisters,
    address: u32,
    inputs: &NicRegistersInputs,
) -> (u64, u32, usize) {
    let asks = NicRegistersInputs {
        s_axil: AxiLiteRequest { arvalid: true, araddr: address.into(), ..inputs.s_axil.clone() },
        ..inputs.clone()
    };
    assert!(!accepted(registers, &asks, inputs).s_axil.rvalid);
    for cycles in 2.. {
        let answer = registers.cycle(inputs);
        if answer.s_axil.rvalid {
            return (answer.s_axil.rresp, answer.s_axil.rdata as u32, cycles);
        }
    }
    unreachable!("a read is answered")
}

#[test]
fn writes_and_reads_take_turns_and_their_answers_do_not_wait_for_each_other() {
    let mut registers = registers(&[]);
    let both = NicRegistersInputs {
        s_axil: AxiLiteRequest {
            arvalid: true,
            araddr: address::QP_BASE.into(),
            bready: false,
            ..write(address::QP_BASE, 5).s_axil
        },
        ..write(address::QP_BASE, 5)
    };
    let ready = |outputs: &NicRegistersOutputs| {
        assert_eq!(outputs.s_axil.awready, outputs.s_axil.wready);
        (outputs.s_axil.awready, outputs.s_axil.arready)
    };
    // An access begins in the cycle before that in which it is accepted.
    assert_eq!(ready(&registers.cycle(&both)), (false, false));
    assert_eq!(ready(&registers.cycle(&both)), (true, false));
    for _ in 0..3 {
        let outputs = registers.cycle(&both);
        assert!(!outputs.s_axil.bvalid && ready(&outputs) == (false, false));
    }
    let second = registers.cycle(&both);
    assert!(second.s_axil.bvalid && second.s_axil.bresp == OKAY);
    assert_eq!((ready(&second), second.qp_base), ((false, false), 5));
    // The write's response is not accepted, but the read is.
    assert_eq!(ready(&registers.cycle(&both)), (false, true));
    for _ in 0..3 {
        assert_eq!(ready(&registers.cycle(&both)), (false, false));
    }
    let third = registers.cycle(&both);
    assert!(
        third.s_axil.bvalid
            && third.s_axil.rvalid
            && third.s_axil.rdata == 5
            && !third.s_axil.awready
            && !third.s_axil.arready
    );
    let bus = AxiLiteRequest { bready: true, arvalid: false, ..both.s_axil.clone() };
    let taken = NicRegistersInputs { s_axil: bus, ..both.clone() };
    assert_eq!(ready(&registers.cycle(&taken)), (false, false));
    // A read was last, so the write has priority.
    assert_eq!(ready(&registers.cycle(&both)), (false, false));
    assert_eq!(ready(&registers.cycle(&both)), (true, false));
}

#[test]
fn a_write_of_some_bytes_or_out_of_range_is_refused() {
    let mut registers = registers(&["nic.flows=5", "nic.response=\"cct\""]);
    for strobes in 0..ALL_BYTES {
        let whole = write(address::QP_BASE, 7);
        let bus = AxiLiteRequest { wstrb: strobes, ..whole.s_axil };
        let part = NicRegistersInputs { s_axil: bus, ..idle() };
        accepted(&mut registers, &part, &idle());
        let answer = (0..4).map(|_| registers.cycle(&idle())).last().unwrap();
        assert!(answer.s_axil.bvalid && answer.s_axil.bresp == SLVERR && answer.qp_base == 0);
    }
    for (address, data, response) in [
        (address::FLOW_SELECT, 5, SLVERR),
        (address::FLOW_SELECT, 4, OKAY),
        (address::CONGESTION_CONTROL_TABLE, 128 << 16, SLVERR),
        (address::CONGESTION_CONTROL_TABLE, 127 << 16 | 0xFFFF, OKAY),
        (address::IDENTIFICATION, 0, SLVERR),
        (address::QPS + 4 * 4, 1, OKAY),
        (address::QPS + 4 * 5, 1, SLVERR),
    ] {
        let (found, _) = written(&mut registers, address, data, &idle());
        assert_eq!(found, response, "{address:#x} {data:#x}");
    }
    assert_eq!(registers.cycle(&idle()).limit, 127);
}

#[test]
fn values_of_a_flow_are_those_of_the_first_cycle_without_an_event() {
    let mut registers = registers(&["nic.flows=4"]);
    let start = NicRegistersInputs { start: true, start_flow: 2, start_bytes: 100, ..idle() };
    for _ in 0..3 {
        registers.cycle(&start);
    }
    let becn = NicRegistersInputs { becn: true, becn_flow: 2, ..idle() };
    registers.cycle(&becn);
    let wait = NicRegistersInputs {
        throttled: true,
        throttled_flow: 2,
        throttled_cycles: u32::MAX.into(),
        changed: true,
        changed_flow: 2,
        changed_ipd: 9,
        ..idle()
    };
    registers.cycle(&wait);
    registers.cycle(&wait);
    // Starts delay it: two of them before step 4, and one in it.
    accepted(&mut registers, &write(address::FLOW_SELECT, 2), &idle());
    for _ in 0..2 {
        registers.cycle(&idle());
    }
    registers.cycle(&start);
    let late = NicRegistersInputs { changed: true, changed_flow: 2, changed_ipd: 11, ..idle() };
    assert!(!registers.cycle(&late).s_axil.bvalid);
    // Events that are too late.
    let last = NicRegistersInputs { becn: true, becn_flow: 2, changed_ipd: 12, ..late.clone() };
    for _ in 0..3 {
        assert!(!registers.cycle(&last).s_axil.bvalid);
    }
    assert!(registers.cycle(&idle()).s_axil.bvalid);
    let values = [4, 400, 0, 1, u32::MAX - 1, 1, 11];
    for (value, place) in values.into_iter().zip(0..) {
        assert_eq!(read(&mut registers, address::FLOW + 4 * place, &idle()).1, value);
    }
    assert_eq!(read(&mut registers, address::FLOW_SELECT, &idle()).1, 2);
}

#[test]
fn a_ccti_is_asked_for_until_the_table_has_time() {
    let mut of_flow = registers(&["nic.flows=4", "nic.response=\"cct\""]);
    of_flow.cycle(&NicRegistersInputs { start: true, start_flow: 3, start_sl: 6, ..idle() });
    let busy = NicRegistersInputs { ask_ready: false, ..idle() };
    assert!(!accepted(&mut of_flow, &write(address::FLOW_SELECT, 3), &busy).ask);
    // Sampled in step 4, copied three cycles later.
    for _ in 0..6 {
        assert!(!of_flow.cycle(&busy).ask);
    }
    for inputs in [&busy, &busy, &idle()] {
        let asks = of_flow.cycle(inputs);
        assert!(asks.ask && (asks.ask_flow, asks.ask_sl) == (3, 6));
    }
    for _ in 1..3 {
        assert!(!of_flow.cycle(&idle()).ask);
    }
    of_flow.cycle(&NicRegistersInputs { ccti: 77, ..idle() });
    assert!(of_flow.cycle(&idle()).s_axil.bvalid);
    assert_eq!(read(&mut of_flow, address::FLOW + 4 * 6, &idle()).1, 77);

    let mut of_level = registers(&["nic.response=\"cct\"", "nic.throttled=\"sl\""]);
    let answers = NicRegistersInputs { ccti: 5, ..idle() };
    let (response, ccti, cycles) =
        read(&mut of_level, address::SERVICE_LEVEL_CCTI + 4 * 9, &answers);
    assert_eq!((response, ccti, cycles), (OKAY, 5, 8));
    assert_eq!(of_level.cycle(&idle()).ask_sl, 9);
}

#[test]
fn the_log_holds_the_last_thirteen_events() {
    let mut registers = registers(&["nic.flows=16", "nic.response=\"cct\""]);
    written(&mut registers, address::QP_BASE, 0x1000, &idle());
    registers.cycle(&idle());
    written(&mut registers, address::QPS + 4 * 13, 0x8000_0ABC, &idle());
    registers.cycle(&NicRegistersInputs { becn: true, becn_flow: 13, becn_lid: 0x33, ..idle() });
    let entry = |number: u32, word: u32| address::CONGESTION_LOG + 4 * (3 + 4 * number + word);
    for flow in 0..14 {
        let event = NicRegistersInputs {
            event_valid: true,
            event_flow: flow,
            event_sl: flow,
            event_time: 100 + flow,
            ..idle()
        };
        registers.cycle(&event);
    }
    let words = [0, 1, 2, 3].map(|word| read(&mut registers, entry(0, word), &idle()).1);
    assert_eq!(words, [0x0010_0D00, 0x000A_BCD0, 0x0033_0000, 113]);
    assert_eq!(read(&mut registers, entry(1, 3), &idle()).1, 101);
    assert_eq!(read(&mut registers, address::CONGESTION_LOG, &idle()).1, 2 << 24 | 14);
    let map = address::CONGESTION_LOG + 4;
    assert_eq!(read(&mut registers, map, &idle()).1, 0x3FFF << 16);
    // An event sets its bit even as it is cleared.
    let event = NicRegistersInputs { event_valid: true, event_sl: 2, ..idle() };
    assert_eq!(written(&mut registers, map, 0xFFFF << 16, &event), (OKAY, 5));
    assert_eq!(read(&mut registers, map, &idle()).1, 1 << 2 << 16);
}

#[test]
fn counters_of_the_port_count_all_that_happens() {
    let mut registers = registers(&[]);
    for cycle in 0..1000 {
        // A different number of each kind.
        let happened = (0..COUNTERS as u64)
            .filter(|number| cycle < 10 * number)
            .fold(0, |all, it| all | 1 << it);
        registers.cycle(&NicRegistersInputs { happened, ..idle() });
    }
    for (turn, number) in counter_turns().into_iter().zip(0..) {
        let address = address::TRAFFIC + 4 * turn as u32;
        let (response, count, cycles) = read(&mut registers, address, &idle());
        assert!(response == OKAY && cycles <= 5 + TURNS);
        assert_eq!(count, 10 * number);
    }
}
