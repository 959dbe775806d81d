//! The order of accesses to the registers, under legal masters with any timing.

use super::*;
use proptest::prelude::*;

/// Cycles of a handshake with a master that always has a write and a read, and whether it is that
/// of a write.
fn handshakes(bready: bool, rready: bool, clearing: bool) -> Vec<(usize, bool)> {
    let mut registers = registers();
    let s_axil = AxiLiteRequest {
        arvalid: true,
        araddr: address::VICTIM_MASK.into(),
        bready,
        rready,
        ..AxiLiteRequest::write(address::VICTIM_MASK, 5)
    };
    let inputs = SwitchRegistersInputs { s_axil, clearing, ..idle() };
    let mut handshakes = Vec::new();
    for cycle in 0..27 {
        let outputs = registers.cycle(&inputs).s_axil;
        assert_eq!(outputs.awready, outputs.wready);
        assert!(!outputs.awready || !outputs.arready);
        if outputs.awready || outputs.arready {
            handshakes.push((cycle, outputs.awready));
        }
    }
    handshakes
}

#[test]
fn a_write_and_a_read_that_are_always_valid_alternate() {
    let expected = [(1, true), (5, false), (10, true), (14, false), (19, true), (23, false)];
    assert_eq!(handshakes(true, true, false), expected);
}

#[test]
fn a_response_that_is_not_accepted_holds_up_no_access_of_the_other_kind() {
    let writes = [(1, true), (5, false), (10, true), (15, true), (20, true), (25, true)];
    assert_eq!(handshakes(true, false, false), writes);
    let reads = [(1, true), (5, false), (11, false), (17, false), (23, false)];
    assert_eq!(handshakes(false, true, false), reads);
}

#[test]
fn registers_are_read_while_the_forwarding_table_is_cleared() {
    let reads = [(1, false), (7, false), (13, false), (19, false), (25, false)];
    assert_eq!(handshakes(true, true, true), reads);
}

/// Registers for the master below, and their writable bits; the last one does not exist.
const REGISTERS: [(u32, u32); 4] = [
    (address::CONGESTION_SETTING, 0x0FFF_FFFF),
    (address::PORTS, 0x8FFF_FFFF),
    (address::PORTS + address::PORT_STRIDE, 0x8FFF_FFFF),
    (address::VICTIM_MASK_HIGH + 4, 0),
];

/// Index of the register at an address.
fn register(address: u64) -> usize {
    REGISTERS.iter().position(|(it, _)| u64::from(*it) == address).unwrap()
}

proptest! {
    #[test]
    fn accesses_take_effect_in_the_order_of_their_handshakes_and_each_has_its_response(
        wishes in prop::collection::vec(
            (any::<[bool; 4]>(), 0..REGISTERS.len(), 0..REGISTERS.len(), any::<u32>()),
            1..400,
        ),
    ) {
        let mut registers = registers();
        let mut bus = AxiLiteRequest::idle();
        let mut values = [0; REGISTERS.len()];
        // Responses that are due.
        let mut of_write: Option<u64> = None;
        let mut of_read: Option<(u64, u32)> = None;
        for ([writes, reads, bready, rready], to, from, data) in wishes {
            if writes && !bus.awvalid {
                bus = AxiLiteRequest {
                    arvalid: bus.arvalid,
                    araddr: bus.araddr,
                    ..AxiLiteRequest::write(REGISTERS[to].0, data)
                };
            }
            if reads && !bus.arvalid {
                (bus.arvalid, bus.araddr) = (true, REGISTERS[from].0.into());
            }
            (bus.bready, bus.rready) = (bready, rready);
            let outputs = registers.cycle(&of_bus(bus.clone())).s_axil;

            prop_assert!(!outputs.awready || !outputs.arready);
            if outputs.bvalid {
                prop_assert_eq!(of_write, Some(outputs.bresp));
                of_write = of_write.filter(|_| !bready);
            }
            if outputs.rvalid {
                prop_assert_eq!(of_read, Some((outputs.rresp, outputs.rdata as u32)));
                of_read = of_read.filter(|_| !rready);
            }
            if outputs.awready {
                prop_assert!(outputs.wready && bus.awvalid && of_write.is_none());
                let register = register(bus.awaddr);
                let mask = REGISTERS[register].1;
                values[register] = bus.wdata as u32 & mask;
                of_write = Some(if mask != 0 { OKAY } else { SLVERR });
                (bus.awvalid, bus.wvalid) = (false, false);
            }
            if outputs.arready {
                prop_assert!(bus.arvalid && of_read.is_none());
                let register = register(bus.araddr);
                let response = if REGISTERS[register].1 != 0 { OKAY } else { SLVERR };
                of_read = Some((response, values[register]));
                bus.arvalid = false;
            }
        }
    }
}
