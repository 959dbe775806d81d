//! Modules with several clocks: the Verilog, and equality of Verilog and kernel at several sizes, for
//! clocks that rise in any steps.

use tailback_harness::blocks::{alike_if, clean};
use tailback_hdl::link::crossing::LinkCrossing;
use tailback_hdl::link::AsyncFifo;
use tailback_kernels::Kernel;
use tailback_spec::link::async_fifo::AsyncFifo as Config;

fn config(width_bytes: u32, user_bits: u32, address_bits: u32) -> Config {
    Config::new(width_bytes, user_bits, address_bits).expect("a FIFO that is possible")
}

fn sizes() -> Vec<Box<dyn Kernel>> {
    let sizes = [(8, 2, 4), (1, 1, 2), (64, 8, 8), (33, 3, 3)];
    let fifos = sizes.map(|(width, user, address)| {
        Box::new(AsyncFifo::new(&config(width, user, address))) as Box<dyn Kernel>
    });
    let crossing = Box::new(LinkCrossing::new(&config(16, 2, 4))) as Box<dyn Kernel>;
    fifos.into_iter().chain([crossing]).collect()
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(sizes());
}

#[test]
fn the_verilog_is_the_kernel() {
    // A reset of one side alone makes the other one read entries that have not been written.
    alike_if(sizes(), |_, _, name, words| {
        if name.ends_with("reset") {
            words.fill(0);
        }
    });
}

#[test]
fn async_fifo_text() {
    reviewed!("async_fifo", &AsyncFifo::new(&config(1, 1, 2)));
}
