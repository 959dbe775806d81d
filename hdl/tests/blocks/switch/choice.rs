//! Packet selection in the switch: traces of the specification, and equality of Verilog and kernel
//! at every size.

use crate::support::switch::{every_size, port, small};
use tailback_harness::blocks::{alike, clean, cycle, reset};
use tailback_hdl::switch::{FifoDispatcher, PacketProgress};
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
    clean(kernels(every_size(), PacketProgress::new));
    clean(kernels(every_size(), fifo));
}

#[test]
fn the_verilog_is_the_kernel() {
    alike(kernels(small(), PacketProgress::new));
    alike(kernels(small(), fifo));
}

#[test]
fn a_packet_is_near_its_end_when_three_words_are_left_and_nothing_is_in_the_way() {
    let mut block = reset(PacketProgress::new(&port(8, 1, 0, 8)));
    let mut near = |inputs: &[(&str, u128)]| {
        let mut all = vec![("complete", 1), ("roomy", 1)];
        all.retain(|(name, _)| !inputs.iter().any(|(given, _)| given == name));
        all.extend(inputs);
        cycle(&mut block, &all, ["near_end"])[0] == 1
    };
    let issue = ("issue", 1);
    // 12 words of four bytes and the VCRC: seven beats, of which the second is issued before the
    // header is on the output.
    assert!(!near(&[("start", 1), issue]));
    assert!(!near(&[issue]));
    assert!(!near(&[("header", 1), ("words", 12), issue]));
    // Four beats are left, then three.
    assert!(!near(&[]));
    assert!(!near(&[issue]));
    assert!(near(&[]));
    // Each input refers to the previous cycle.
    assert!(near(&[("roomy", 0)]));
    assert!(!near(&[("complete", 0)]));
    assert!(!near(&[issue]));
    assert!(near(&[issue]));
    assert!(near(&[issue, ("ends", 1)]));
    assert!(near(&[("complete", 0)]));
    assert!(!near(&[]));
    // A packet of two beats that is held up after the first one.
    assert!(!near(&[("start", 1), issue]));
    assert!(!near(&[]));
    assert!(!near(&[("header", 1), ("words", 2)]));
    assert!(near(&[issue, ("ends", 1)]));
}
