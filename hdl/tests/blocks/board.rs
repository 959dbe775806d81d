//! The modules around a fabric in an FPGA: equality of Verilog and kernel at several sizes.

use tailback_harness::blocks::{alike, clean};
use tailback_hdl::board::{BoardHost, UartBridge};
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

#[test]
fn no_tool_complains_of_any_size() {
    clean(bridges().into_iter().chain(hosts()).collect());
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
fn uart_bridge_text() {
    reviewed!("uart_bridge", &bridge(50, 2, 15));
}

#[test]
fn board_host_text() {
    reviewed!("board_host", &host(8, 64, 2, 2));
}
