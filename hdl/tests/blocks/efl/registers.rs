//! Registers of an endpoint: settings and their ranges, peers, counters, lint, and equality of
//! Verilog and kernel.

use super::endpoints::{endpoint, SIZES};
use tailback_harness::blocks::{alike_if, clean, cycle, offers_write, reset};
use tailback_hdl::efl::registers::{EflCounters, EflSettings, FlowCount, FlowValue};
use tailback_hdl::efl::EflRegisters;
use tailback_kernels::Kernel;
use tailback_spec::efl::registers::{address, COUNTERS, FLOW_VALUES};

fn every_size() -> Vec<Box<dyn Kernel>> {
    SIZES.iter().map(|size| Box::new(EflRegisters::new(&endpoint(*size))) as _).collect()
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(every_size());
}

#[test]
fn the_verilog_is_the_kernel() {
    let places: Vec<u32> = (0..0x90)
        .chain(0x100..0x180)
        .chain(0x4000..0x4040)
        .chain(0x7FF0..0x8000)
        .step_by(4)
        .collect();
    alike_if(every_size(), |design, cycle, input, value| match input {
        "" => value[0] = u32::from(cycle == 0),
        "s_axil_awaddr" | "s_axil_araddr" if cycle % 8 > 0 => {
            value[0] = places[value[0] as usize % places.len()];
        }
        "s_axil_wstrb" if cycle % 8 > 0 => value[0] = 15,
        "s_axil_wdata" if cycle % 2 > 0 => value[0] %= 5000,
        "sweeping" => value[0] &= u32::from(cycle < 100),
        "sent" => value[0] &= u32::from(cycle % 8 == 0),
        "lost" => value[0] &= u32::from(cycle % 8 == 4),
        "accepted" => value[0] &= u32::from(cycle % 8 == 5),
        "updated" => value[0] &= u32::from(cycle % 24 == 6),
        "acknowledged" => value[0] &= u32::from(cycle % 8 == 2),
        "state_write" => value[0] &= u32::from(cycle % 8 == 3),
        name if name.ends_with("_flow") => value[0] %= SIZES[design].0,
        _ => (),
    });
}

#[test]
fn registers_text() {
    let efl = endpoint(SIZES[1]);
    reviewed!("settings", &EflSettings::new(&efl));
    reviewed!("counters", &EflCounters::new());
    reviewed!("flow_value", &FlowValue::new(&efl, 2));
    reviewed!("flow_count", &FlowCount::new(&efl));
}

/// The registers, with their other inputs.
struct Bus {
    block: EflRegisters,
    inputs: Vec<(&'static str, u128)>,
}

impl Bus {
    fn new(size: usize) -> Self {
        let mut block = reset(EflRegisters::new(&endpoint(SIZES[size])));
        while cycle(&mut block, &[], ["ready"]) != [1] {}
        Bus { block, inputs: vec![] }
    }

    fn cycle<const N: usize>(
        &mut self,
        inputs: &[(&'static str, u128)],
        outputs: [&str; N],
    ) -> [u128; N] {
        let mut all = vec![("s_axil_bready", 1), ("s_axil_rready", 1)];
        all.extend(&self.inputs);
        all.extend(inputs);
        cycle(&mut self.block, &all, outputs)
    }

    /// Writes a register; returns whether the write was legal.
    fn write(&mut self, address: u32, data: u32) -> bool {
        let inputs = offers_write(address, data);
        while self.cycle(&inputs, ["s_axil_awready"]) != [1] {}
        loop {
            if let [1, response] = self.cycle(&[], ["s_axil_bvalid", "s_axil_bresp"]) {
                return response == 0;
            }
        }
    }

    /// Reads a register, if there is one.
    fn read(&mut self, address: u32) -> Option<u32> {
        let inputs = [("s_axil_arvalid", 1), ("s_axil_araddr", address.into())];
        while self.cycle(&inputs, ["s_axil_arready"]) != [1] {}
        let outputs = ["s_axil_rvalid", "s_axil_rdata", "s_axil_rresp"];
        loop {
            if let [1, data, response] = self.cycle(&[], outputs) {
                assert!(response == 0 || data == 0);
                return (response == 0).then_some(data as u32);
            }
        }
    }
}

#[test]
fn settings_keep_what_is_in_their_range() {
    let mut bus = Bus::new(1);
    let settings = endpoint(SIZES[1]).settings();
    assert_eq!(bus.read(address::IDENTIFICATION), Some(0x544C_4246));
    assert_eq!(bus.read(address::CAPABILITIES), Some(8 << 16 | 64));
    assert_eq!(bus.read(address::FORMAT), Some(24 << 24 | 10 << 16 | 256));
    assert_eq!(bus.read(address::ETHER_TYPE), Some(0x88B5));
    assert_eq!(bus.read(address::PARTS), Some(7));
    assert_eq!(bus.read(address::MAXIMUM), Some(settings.maximum));
    let legal = [
        (address::ADDRESS_LOW, u32::MAX),
        (address::ADDRESS_HIGH, 0xFFFF),
        (address::PARTS, 5),
        (address::PROBE_PACKETS, 255),
        (address::ALPHA, 0xF_FFFF),
        (address::BETA, 1 << 14),
        (address::PROBE_ALPHA, 1),
        (address::PROBE_BETA, 1 << 16),
        (address::INITIAL, (1 << 30) - 1),
        (address::MINIMUM, settings.maximum),
        (address::RTT_MIN, 0),
        (address::RTO_MIN, 1 << 22),
        (address::FLOW_SELECT, 63),
    ];
    for (address, data) in legal {
        assert!(bus.write(address, data), "{address:x}");
        assert_eq!(bus.read(address), Some(data), "{address:x}");
    }
    let refused = [
        (address::PROBE_PACKETS, 0),
        (address::ALPHA, 0),
        (address::BETA, (1 << 14) + 1),
        (address::PROBE_ALPHA, 1 << 20),
        (address::PROBE_BETA, (1 << 16) + 1),
        (address::INITIAL, 1023),
        (address::MINIMUM, settings.maximum + 1),
        (address::MINIMUM, 1023),
        (address::MAXIMUM, settings.maximum),
        (address::RTT_MIN, (1 << 22) + 1),
        (address::RTO_MIN, 0),
        (address::FLOW_SELECT, 64),
        (address::FLOW, 0),
        (address::COUNTERS_FIRST, 0),
        (0x18, 0),
        (address::PEERS + 12, 0),
        (address::PEERS + 64 * 16, 0),
    ];
    for (address, data) in refused {
        assert!(!bus.write(address, data), "{address:x}");
    }
    for (address, data) in legal {
        assert_eq!(bus.read(address), Some(data), "{address:x}");
    }
    for address in [0x18, 0x1C, 0x28, 0x6C, 0x7C, 0xAC, 0x170, 0x4400, 0x400C] {
        assert_eq!(bus.read(address), None, "{address:x}");
    }
    let outputs = ["set_address", "set_probes", "set_delays", "set_predicts", "set_alpha"];
    assert_eq!(bus.cycle(&[], outputs), [(1 << 48) - 1, 1, 0, 1, 0xF_FFFF]);
}

#[test]
fn peers_are_looked_up_in_three_cycles() {
    let mut bus = Bus::new(1);
    let peer = address::PEERS + 16 * 37;
    assert!(bus.write(peer, 0x1234_5678) && bus.write(peer + 4, 0x8000_9ABC));
    assert!(bus.write(peer + 8, 0xFFFF_0042));
    assert_eq!(
        [0, 4, 8].map(|offset| bus.read(peer + offset)),
        [Some(0x1234_5678), Some(0x8000_9ABC), Some(0x42)]
    );
    assert_eq!(bus.read(peer - 16 + 4), Some(0));
    let outputs = ["data_peer_address", "data_peer_label", "peer_valid"];
    let flows = [("data_peer_flow", 37), ("peer_flow", 37)];
    assert_eq!(bus.cycle(&flows, outputs), [0; 3]);
    assert_eq!(bus.cycle(&[], outputs), [0; 3]);
    assert_eq!(bus.cycle(&[], outputs), [0; 3]);
    assert_eq!(bus.cycle(&[], outputs), [0x9ABC_1234_5678, 0x42, 1]);
    assert_eq!(bus.cycle(&[], outputs), [0; 3]);
}

#[test]
fn counters_include_the_events_before_a_read() {
    let mut bus = Bus::new(0);
    bus.inputs = vec![("happened", (1 << 3) | (1 << 27))];
    for _ in 0..100 {
        bus.cycle(&[], []);
    }
    let first = bus.read(address::COUNTERS_FIRST + 12).expect("a counter");
    for distance in 1..70 {
        bus.cycle(&[], []);
        let before = bus.read(address::COUNTERS_FIRST + 4 * 27).expect("a counter");
        let after = bus.read(address::COUNTERS_FIRST + 4 * 27).expect("a counter");
        // Events happen in each cycle, and a read takes the same number of cycles each time.
        assert!(after - before < 20, "{distance}");
    }
    bus.inputs.clear();
    let last = bus.read(address::COUNTERS_FIRST + 12).expect("a counter");
    assert!(last > first);
    assert_eq!(bus.read(address::COUNTERS_FIRST + 12), Some(last));
    assert_eq!(bus.read(address::COUNTERS_FIRST), Some(0));
    const { assert!(COUNTERS.len() == 28) };
}

#[test]
fn values_of_a_flow_are_copied() {
    let mut bus = Bus::new(1);
    let flow = 9;
    for event in 0..20 {
        bus.cycle(&[("sent", 1), ("sent_flow", flow), ("sent_again", u128::from(event > 12))], []);
        bus.cycle(&[("accepted", 1), ("accepted_flow", flow)], []);
        bus.cycle(&[("lost", 1), ("lost_flow", flow), ("lost_late", u128::from(event > 14))], []);
        let updated = [
            ("updated", 1),
            ("updated_flow", flow),
            ("updated_rate", 1000 + event),
            ("updated_rtt", 77),
            ("updated_rtt_min", 70),
            ("updated_rtt_predicted", 80),
        ];
        bus.cycle(&updated, []);
        bus.cycle(&[("state_write", 1), ("state_flow", flow), ("state", 2)], []);
        for _ in 0..3 {
            bus.cycle(&[], []);
        }
    }
    assert_eq!(bus.read(address::FLOW), Some(0));
    assert!(bus.write(address::FLOW_SELECT, 9));
    let values: Vec<_> =
        (0..FLOW_VALUES as u32).map(|value| bus.read(address::FLOW + 4 * value)).collect();
    assert_eq!(values, [13, 7, 5, 15, 20, 77, 70, 80, 1019, 2].map(Some));
    bus.cycle(&[("acknowledged", 1), ("acked_flow", flow)], []);
    assert_eq!(bus.read(address::FLOW + 36), Some(2));
    assert!(bus.write(address::FLOW_SELECT, 9));
    assert_eq!(bus.read(address::FLOW + 36), Some(0));
}
