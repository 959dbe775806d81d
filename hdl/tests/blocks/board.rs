//! The modules around a fabric in an FPGA: equality of Verilog and kernel at several sizes.

use tailback_harness::blocks::{alike, clean};
use tailback_hdl::board::{BoardHost, MarkDetector, UartBridge};
use tailback_hdl::{clock, settle, Port as _};
use tailback_kernels::Kernel;
use tailback_spec::board::{
    bridge::{self, Parameters},
    host,
    uart::Uart,
};

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

#[test]
fn uart_bridge_text() {
    reviewed!("uart_bridge", &bridge(50, 2, 15));
}

#[test]
fn board_host_text() {
    reviewed!("board_host", &host(8, 64, 2, 2));
}
