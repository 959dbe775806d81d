//! Packet selection in the switch: traces of the specification, and equality of Verilog and kernel
//! at every size.

use crate::support::switch::{every_size, small};
use tailback_harness::blocks::{alike, clean};
use tailback_hdl::switch::FifoDispatcher;
use tailback_kernels::Kernel;
use tailback_spec::switch::allocator::fifo::Fifo;
use tailback_spec::switch::dispatcher::{Choice, Dispatcher};
use tailback_spec::switch::port::Port;

fn kernels<K: Kernel + 'static>(
    ports: Vec<Port>,
    make: impl Fn(&Port) -> K,
) -> Vec<Box<dyn Kernel>> {
    ports.iter().map(|port| Box::new(make(port)) as Box<dyn Kernel>).collect()
}

fn fifo(port: &Port) -> FifoDispatcher {
    let packets = (port.ports() * port.buffer().blocks()) as u32;
    let fifo = Fifo::new(port.ports() as u32, port.lanes() as u32, packets, 4);
    let choice = Choice::Fifo(fifo.expect("an allocator that is possible"));
    FifoDispatcher::new(&Dispatcher { port: *port, choice })
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(kernels(every_size(), fifo));
}

#[test]
fn the_verilog_is_the_kernel() {
    alike(kernels(small(), fifo));
}
