//! Credits of an output port: traces of the specification, and equality of Verilog and kernel at
//! every size.

use crate::support::switch::{every_size, port, small};
use tailback_harness::blocks::{alike, clean, cycle, reset};
use tailback_hdl::switch::OutputCredits;
use tailback_kernels::Kernel;
use tailback_spec::switch::port::Port;

fn kernels(ports: Vec<Port>) -> Vec<Box<dyn Kernel>> {
    ports.iter().map(|port| Box::new(OutputCredits::new(port)) as _).collect()
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(kernels(every_size()));
}

#[test]
fn the_verilog_is_the_kernel() {
    alike(kernels(small()));
}

/// Bits of a number of blocks of a packet of at most 33 blocks.
const BLOCK_BITS: u32 = 6;

#[test]
fn a_packet_may_start_with_credits_for_its_own_length() {
    // Two data VLs, and VL15; packets of at most 33 blocks.
    let mut block = reset(OutputCredits::new(&port(8, 2, 24, 8)));
    let mut now = |inputs: &[(&str, u128)]| {
        let [available, initialised] = cycle(&mut block, inputs, ["available", "initialised"]);
        [available % (1 << BLOCK_BITS), available >> BLOCK_BITS, initialised]
    };
    let update = |vl, fccl| [("update", 1), ("update_vl", vl), ("update_fccl", fccl)];
    assert_eq!(now(&update(1, 40)), [0, 0, 0]);
    assert_eq!(now(&update(0, 20)), [0, 0, 2]);
    // No more than a longest packet.
    assert_eq!(now(&[]), [0, 33, 3]);
    assert_eq!(now(&[("begins", 1)]), [20, 33, 3]);
    // A longest packet is kept in reserve, in all VLs.
    let claim = [("claim", 1), ("claim_lane", 1), ("claim_blocks", 9)];
    assert_eq!(now(&claim), [0, 7, 3]);
    assert_eq!(now(&[]), [0, 7, 3]);
    assert_eq!(now(&[]), [20, 31, 3]);
    // A packet is claimed and another one waived in the same cycle; VL15 has no credits.
    let waive = [("waive", 1), ("waive_lane", 1), ("waive_blocks", 9)];
    now(&[waive, [("claim", 1), ("claim_lane", 0), ("claim_blocks", 5)]].concat());
    now(&[("claim", 1), ("claim_lane", 2), ("claim_blocks", 3)]);
    now(&[]);
    assert_eq!(now(&[]), [15, 33, 3]);
    // The other end takes credits back: fewer than are claimed are none.
    now(&update(0, 4));
    now(&[]);
    assert_eq!(now(&[]), [0, 33, 3]);
}
