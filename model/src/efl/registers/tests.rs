//! Every kind of register, and the cycles of look-ups and copies.

use super::*;
use crate::efl::examples::efl;
use crate::interface::{AxiLiteRequest, OKAY, SLVERR};

struct Driven {
    model: EflRegisters,
    inputs: EflRegistersInputs,
}

impl Driven {
    fn new() -> Self {
        let inputs = EflRegistersInputs { s_axil: AxiLiteRequest::idle(), ..Default::default() };
        let mut driven = Driven { model: EflRegisters::new(&efl()), inputs };
        while !driven.step().ready {}
        driven
    }

    fn step(&mut self) -> EflRegistersOutputs {
        self.model.cycle(&self.inputs)
    }

    /// Response, data, and cycles from the request to the response.
    fn access(&mut self, request: AxiLiteRequest<bool, u64>) -> (u64, u64, u32) {
        self.inputs.s_axil = request;
        let mut cycles = 0;
        loop {
            let outputs = self.step();
            if outputs.s_axil.awready || outputs.s_axil.arready {
                self.inputs.s_axil = AxiLiteRequest::idle();
            }
            if outputs.s_axil.bvalid {
                return (outputs.s_axil.bresp, 0, cycles);
            }
            if outputs.s_axil.rvalid {
                return (outputs.s_axil.rresp, outputs.s_axil.rdata, cycles);
            }
            cycles += 1;
        }
    }

    fn write(&mut self, address: u32, data: u32) -> u64 {
        self.access(AxiLiteRequest::write(address, data)).0
    }

    fn read(&mut self, address: u32) -> u64 {
        let (response, data, _) = self.access(AxiLiteRequest::read(address));
        assert_eq!(response, OKAY);
        data
    }
}

#[test]
fn an_access_takes_five_cycles() {
    let mut driven = Driven::new();
    assert_eq!(driven.access(AxiLiteRequest::read(0)), (OKAY, 0x544C_4246, 5));
    assert_eq!(driven.access(AxiLiteRequest::write(address::ALPHA, 5)).2, 5);
}

#[test]
fn settings_are_written_within_their_ranges() {
    let mut driven = Driven::new();
    assert_eq!(driven.read(address::ALPHA), 4000);
    for (at, good, bad) in [
        (address::RTT_MIN, 0_u32, (1 << 22) + 1),
        (address::PROBE_PACKETS, 255, 256),
        (address::BETA, 1 << 14, (1 << 14) + 1),
        (address::PROBE_BETA, 1 << 16, 0),
        (address::INITIAL, 1 << 10, 1023),
        (address::MINIMUM, 125 << 20, (125 << 20) + 1),
        (address::RTO_MIN, 1 << 22, (1 << 22) + 1),
    ] {
        assert_eq!((driven.write(at, good), driven.write(at, bad)), (OKAY, SLVERR), "{at:#x}");
        assert_eq!(driven.read(at), u64::from(good));
    }
    assert_eq!(driven.write(address::MAXIMUM, 1 << 20), SLVERR);
    assert_eq!(driven.read(address::MAXIMUM), 125 << 20);
    assert_eq!(driven.write(address::PARTS, 0b101), OKAY);
    let outputs = driven.step();
    assert!(outputs.set_probes && !outputs.set_delays && outputs.set_predicts);
    let partial = AxiLiteRequest { wstrb: 7, ..AxiLiteRequest::write(address::ALPHA, 9) };
    assert_eq!(driven.access(partial).0, SLVERR);
}

#[test]
fn a_peer_is_found_three_cycles_after_its_flow() {
    let mut driven = Driven::new();
    let base = address::PEERS + 3 * address::PEERS_STRIDE;
    driven.write(base, 0x0304_0506);
    driven.write(base + 4, 1 << 31 | 0x0102);
    driven.write(base + 8, 77);
    assert_eq!(driven.write(base + 12, 0), SLVERR);
    assert_eq!(driven.write(base + address::PEERS_STRIDE, 0), SLVERR);
    assert_eq!(driven.read(base + 4), 1 << 31 | 0x0102);
    (driven.inputs.peer_flow, driven.inputs.data_peer_flow) = (3, 3);
    for _ in 0..3 {
        assert!(!driven.step().peer_valid);
    }
    let outputs = driven.step();
    assert!(outputs.peer_valid);
    assert_eq!(outputs.peer_address, 0x0102_0304_0506);
    assert_eq!((outputs.data_peer_label, outputs.reply_peer_label), (77, 0));
}

#[test]
fn a_copy_waits_for_a_cycle_without_events() {
    let mut driven = Driven::new();
    (driven.inputs.sent, driven.inputs.sent_flow) = (true, 2);
    (driven.inputs.accepted, driven.inputs.accepted_flow) = (true, 2);
    driven.step();
    driven.inputs.accepted = false;
    driven.inputs.s_axil = AxiLiteRequest::write(address::FLOW_SELECT, 2);
    for _ in 0..20 {
        assert!(!driven.step().s_axil.bvalid);
    }
    driven.inputs.sent = false;
    driven.inputs.s_axil = AxiLiteRequest::idle();
    let valid: Vec<_> = (0..5).map(|_| driven.step().s_axil.bvalid).collect();
    assert_eq!(valid, [false, false, false, false, true]);
    assert_eq!((driven.read(address::FLOW), driven.read(address::FLOW + 16)), (21, 1));
    assert_eq!(driven.write(address::FLOW_SELECT, 4), SLVERR);
    assert_eq!(driven.read(address::FLOW_SELECT), 2);
}

#[test]
fn counters_count_the_cycles_of_their_events() {
    let mut driven = Driven::new();
    driven.inputs.happened = 1 << 27 | 1;
    driven.step();
    driven.step();
    driven.inputs.happened = 1;
    driven.step();
    driven.inputs.happened = 0;
    assert_eq!(driven.read(address::COUNTERS_FIRST), 3);
    assert_eq!(driven.read(address::COUNTERS_FIRST + 27 * 4), 2);
    let beyond = AxiLiteRequest::read(address::COUNTERS_FIRST + 28 * 4);
    assert_eq!(driven.access(beyond), (SLVERR, 0, 5));
}
