//! The FIFO between two clocks loses and alters nothing, whatever the clocks do, and a counter that is
//! not a Gray code is found.

mod common;

use common::{amount, builder, planted};
use tailback_gen::{verilog, Design};
use tailback_hdl::link::AsyncFifo;
use tailback_spec::link::async_fifo as spec;
use tailback_testbench::harness::{Bench, Run};
use tailback_testbench::link::async_fifo::{bench, skewed};

/// Bytes of a beat, bits of `tuser`, bits of an address.
const SIZES: [[u32; 3]; 4] = [[8, 2, 4], [1, 1, 2], [64, 8, 8], [33, 3, 3]];

/// Cycles of both clocks together.
fn steps() -> u64 {
    amount(60_000, 30_000_000)
}

fn parameters([width, user, address]: [u32; 3]) -> spec::AsyncFifo {
    spec::AsyncFifo::new(width, user, address).unwrap()
}

fn fifo(parameters: &spec::AsyncFifo) -> Design {
    verilog(&AsyncFifo::new(parameters), "a test").unwrap()
}

fn skewed(parameters: &spec::AsyncFifo) -> Design {
    verilog(&skewed::SkewedFifo::new(parameters), "a test").unwrap()
}

fn first_difference(design: &Design, bench: &dyn Bench, seed: u64) -> Option<u64> {
    let library = builder().build(design).unwrap();
    bench.first_difference(&library, &Run { seed, cycles: steps(), held: &[] }).unwrap()
}

#[test]
fn the_fifo_equals_its_model_with_clocks_of_any_ratio() {
    for (size, seed) in SIZES.into_iter().zip(1..).take(amount(2, 4)) {
        let parameters = parameters(size);
        assert_eq!(first_difference(&fifo(&parameters), &*bench(&parameters), seed), None);
    }
}

#[test]
fn the_fifo_equals_its_model_with_skew_between_the_bits_of_its_counters() {
    for (size, seed) in SIZES.into_iter().zip(1..).take(amount(2, 4)) {
        let parameters = parameters(size);
        let (design, bench) = (skewed(&parameters), skewed::bench(&parameters));
        assert_eq!(first_difference(&design, &*bench, seed), None);
    }
}

/// The design with counters in binary code: as consistent as with Gray code, if all bits of a counter
/// arrive together.
fn in_binary(design: &Design) -> Design {
    let design =
        planted(design, "next_gray = next_count ^ next_count >> 1'b1", "next_gray = next_count");
    let design =
        planted(&design, "read_gray <= next_count ^ next_count >> 1'b1", "read_gray <= next_count");
    planted(&design, "ENTRIES_APART = 5'd24", "ENTRIES_APART = 5'd16")
}

#[test]
fn a_binary_counter_is_found_with_skew_and_only_with_it() {
    let parameters = parameters(SIZES[0]);
    let design = in_binary(&fifo(&parameters));
    assert_eq!(first_difference(&design, &*bench(&parameters), 1), None, "without skew");
    let design = in_binary(&skewed(&parameters));
    assert!(first_difference(&design, &*skewed::bench(&parameters), 1).is_some(), "with skew");
}

#[test]
fn a_synchroniser_of_one_register_is_found() {
    let parameters = parameters(SIZES[0]);
    for (right, wrong) in [
        ("next_gray == (known_gray ^", "next_gray == (sampled_gray ^"),
        ("read_gray != known_gray", "read_gray != sampled_gray"),
    ] {
        let design = planted(&fifo(&parameters), right, wrong);
        assert!(first_difference(&design, &*bench(&parameters), 1).is_some(), "{wrong}");
    }
}
