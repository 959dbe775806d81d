//! The modules around a fabric in an FPGA: equality of Verilog and kernel at several sizes.

use tailback_harness::blocks::{alike, clean};
use tailback_hdl::board::{BoardHost, HostPacket, MarkDetector, UartBridge};
use tailback_hdl::{clock, settle, Bits, Port};
use tailback_kernels::Kernel;
use tailback_spec::board::{
    bridge::{self, Parameters},
    host,
    uart::Uart,
    Board,
};
use tailback_spec::{config::Override, fabric::Fabric, scenario::Scenario};

fn bridge(bit_cycles: u32, slaves: u32, address_bits: u32) -> UartBridge {
    let config = bridge::UartBridge::new(Parameters {
        uart: Uart::new(bit_cycles).expect("in range"),
        slaves,
        address_bits,
        timeout_cycles: 1024,
        digest: 0x1234_5678,
        clock_hz: 50_000_000,
    });
    UartBridge::new(&config.expect("in range"))
}

fn host(width_bytes: u32, packet_words: u32, flows: u32, nic_flows: u32) -> BoardHost {
    let config = host::BoardHost::new(width_bytes, packet_words, flows, nic_flows);
    BoardHost::new(&config.expect("in range"))
}

fn bridges() -> Vec<Box<dyn Kernel>> {
    vec![Box::new(bridge(4, 1, 5)), Box::new(bridge(5, 3, 15)), Box::new(bridge(65536, 64, 24))]
}

fn hosts() -> Vec<Box<dyn Kernel>> {
    vec![
        Box::new(host(8, 64, 1, 1)),
        Box::new(host(16, 16, 2, 2)),
        Box::new(host(32, 17, 3, 64)),
        Box::new(host(64, 16, 1, 4096)),
        Box::new(host(64, 2047, 8, 8)),
    ]
}

fn detectors() -> Vec<Box<dyn Kernel>> {
    vec![Box::new(MarkDetector::new(8)), Box::new(MarkDetector::new(16))]
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(bridges().into_iter().chain(hosts()).chain(detectors()).collect());
}

#[test]
fn the_verilog_of_the_bridge_is_the_kernel() {
    alike(bridges());
}

#[test]
fn the_verilog_of_the_host_is_the_kernel() {
    alike(hosts());
}

#[test]
fn the_verilog_of_the_mark_detector_is_the_kernel() {
    alike(detectors());
}

#[test]
fn a_mark_is_seen_in_the_beat_with_fecn_alone() {
    // FECN is in byte 12: in the second beat of eight bytes, in the first one of sixteen.
    for (width_bytes, at) in [(8, 1), (16, 0), (64, 0)] {
        for set in 0..4 {
            let mut detector = MarkDetector::new(width_bytes);
            clock(&mut detector, true);
            let mut marks = 0;
            // Two packets of four beats, with pauses; the bit is set in one beat of each.
            for cycle in 0..=16 {
                let (beat, valid) = (cycle / 2 % 4, cycle % 2 == 0 && cycle < 16);
                detector.valid.drive(valid.into());
                detector.last.drive((beat == 3).into());
                detector.fecn.drive((beat == set).into());
                settle(&mut detector).expect("no loop");
                clock(&mut detector, false);
                settle(&mut detector).expect("no loop");
                marks += u32::from(detector.marked.read() == 1);
            }
            assert_eq!(marks, if set == at { 2 } else { 0 }, "{width_bytes} bytes, beat {set}");
        }
    }
}

/// Drives a port with a number.
fn drive(port: &mut dyn Port, value: u32) {
    let width = port.read().width();
    port.drive(Bits::from_words(width, &[value.into()]));
}

#[test]
fn the_checksums_of_a_packet_follow_each_bit_of_its_number() {
    const FIG_2: &str = include_str!("../../../examples/boards/fig2.toml");
    for width_bits in [64, 256] {
        let width = format!("configuration.datapath.width_bits={width_bits}");
        let overrides: [Override; 1] = [width.parse().expect("an assignment")];
        let scenario = Scenario::from_toml(FIG_2, &overrides).expect("valid");
        let fabric = Fabric::new(&scenario).expect("possible");
        let board = Board::new(&fabric, 1_000_000).expect("possible");
        let sender = scenario.flows[0].from;
        let value = |address: u32| {
            let writes = board.writes(sender, 0);
            writes.iter().find(|write| write.address == address).map_or(0, |write| write.data)
        };
        let numbers = (0..24).map(|bit| 1_u64 << bit).chain([0, 0x5A_C3F1, 0xFF_FFFF]);
        for number in numbers {
            let mut packet = HostPacket::new(&board.host());
            clock(&mut packet, true);
            let header = |word: usize| u64::from(value(host::address::HEADER + 4 * word as u32));
            let header = [header(0) | header(1) << 32, header(2) | header(3) << 32, header(4)];
            packet.header.drive(Bits::from_words(32 * host::HEADER_WORDS, &header));
            drive(&mut packet.icrc, value(host::address::ICRC));
            drive(&mut packet.vcrc, value(host::address::VCRC));
            drive(&mut packet.sent, number as u32);
            drive(&mut packet.begins, 1);
            settle(&mut packet).expect("no loop");
            clock(&mut packet, false);
            drive(&mut packet.begins, 0);
            drive(&mut packet.sending, 1);
            drive(&mut packet.taken, 1);
            let mut bytes = Vec::new();
            for _ in 0..board.host().beats() {
                settle(&mut packet).expect("no loop");
                let data = packet.beat_data.read();
                let data = data.words().into_iter().flat_map(u64::to_le_bytes);
                bytes.extend(data.take(width_bits / 8));
                clock(&mut packet, false);
            }
            bytes.truncate(board.host().packet_bytes());
            assert_eq!(bytes, fabric.packet(0, number), "{width_bits} bits, packet {number}");
        }
    }
}

#[test]
fn uart_bridge_text() {
    reviewed!("uart_bridge", &bridge(50, 2, 15));
}

#[test]
fn board_host_text() {
    reviewed!("board_host", &host(8, 64, 2, 2));
}
