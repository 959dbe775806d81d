//! The FIFO of whole frames equals its model with every gap, and errors in the modules in front of a MAC
//! are found.

mod common;

use common::{amount, builder, planted};
use tailback_gen::{verilog, Design};
use tailback_hdl::efl::mac::{FrameFifo, MacShim};
use tailback_spec::efl::mac;
use tailback_testbench::efl::mac::{bench, frames};
use tailback_testbench::harness::{Bench, Run};

fn first_difference(design: &Design, bench: &dyn Bench) -> Option<u64> {
    let library = builder().build(design).unwrap();
    let cycles = amount(100_000, 20_000_000);
    bench.first_difference(&library, &Run { seed: 1, cycles, held: &[] }).unwrap()
}

#[test]
fn the_fifo_of_frames_equals_its_model_with_every_gap() {
    for (address_bits, gap_cycles) in [(4, 0), (5, 1), (9, 2), (6, 15)] {
        let parameters = mac::FrameFifo::new(address_bits, gap_cycles).unwrap();
        let design = verilog(&FrameFifo::new(&parameters), "a test").unwrap();
        assert_eq!(first_difference(&design, &*frames::bench(&parameters)), None, "{parameters:?}");
    }
}

#[test]
fn each_error_in_front_of_a_mac_is_found() {
    let parameters = mac::MacShim::default();
    let design = verilog(&MacShim::new(&parameters), "a test").unwrap();
    assert_eq!(first_difference(&design, &*bench(&parameters)), None);
    for (right, wrong) in [
        ("read != complete", "read != written"),
        ("written <= complete", "written <= written"),
        ("m_tlast = 1'b1", "m_tlast = 1'b0"),
        ("stopped <= !s_tlast", "stopped <= 1'b0"),
    ] {
        let wrong_design = planted(&design, right, wrong);
        assert!(first_difference(&wrong_design, &*bench(&parameters)).is_some(), "{wrong}");
    }
}
