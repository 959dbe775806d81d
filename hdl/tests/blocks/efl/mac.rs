//! The modules in front of a MAC: equality of Verilog and kernel, with and without a gap between frames.

use tailback_harness::blocks::{alike, alike_if, clean};
use tailback_hdl::efl::mac::{FrameFifo, MacReceive, MacShim};
use tailback_kernels::Kernel;
use tailback_spec::efl::mac;

fn sizes() -> Vec<Box<dyn Kernel>> {
    let fifos = [(4, 0), (4, 1), (5, 15), (12, 2)].map(|(address_bits, gap_cycles)| {
        let config = mac::FrameFifo::new(address_bits, gap_cycles).expect("in range");
        Box::new(FrameFifo::new(&config)) as Box<dyn Kernel>
    });
    fifos.into_iter().chain([Box::new(MacReceive::new()) as _]).collect()
}

fn shim() -> Box<dyn Kernel> {
    Box::new(MacShim::new(&mac::MacShim::default()))
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(sizes().into_iter().chain([shim()]).collect());
}

#[test]
fn the_verilog_is_the_kernel() {
    alike(sizes());
}

#[test]
fn the_verilog_of_the_shim_is_the_kernel() {
    // A reset of one side alone makes the other one read entries that have not been written.
    alike_if(vec![shim()], |_, _, name, words| {
        if name.ends_with("reset") {
            words.fill(0);
        }
    });
}

#[test]
fn mac_receive_text() {
    reviewed!("mac_receive", &MacReceive::new());
}

#[test]
fn frame_fifo_text() {
    reviewed!("frame_fifo", &FrameFifo::new(&mac::FrameFifo::new(4, 3).expect("in range")));
}
