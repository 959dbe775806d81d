//! The receive buffer: lint, and equality of Verilog and kernel at every size.

use crate::support::nic::{nic, SIZES};
use tailback_harness::blocks::{alike, clean, cycle, reset};
use tailback_hdl::nic::receive_buffer::ReceiveFifo;
use tailback_hdl::nic::ReceiveBuffer;
use tailback_kernels::Kernel;
use tailback_spec::nic::receive_buffer::ReceiveBuffer as Config;

fn buffer(size: [u32; 3], packets: u32) -> Config {
    let nic = nic(size).with_receive_buffer(packets).expect("a legal number of packets");
    nic.receive_buffer().expect("a buffer")
}

fn every_size() -> Vec<Box<dyn Kernel>> {
    let blocks = SIZES.iter().flat_map(|size| [1, 3].map(|packets| buffer(*size, packets)));
    blocks.map(|config| Box::new(ReceiveBuffer::new(&config)) as _).collect()
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(every_size());
}

#[test]
fn the_verilog_is_the_kernel() {
    alike(every_size());
}

#[test]
fn receive_buffer_text() {
    reviewed!("receive_buffer", &ReceiveBuffer::new(&buffer(SIZES[2], 2)));
}

#[test]
fn entries_leave_in_order_and_the_addresses_wrap_around() {
    let mut block = reset(ReceiveFifo::new(5, 8));
    let outputs = ["valid", "shown"];
    let mut left = Vec::new();
    for at in 0..40 {
        let writes = at % 3 > 0 && at < 30;
        let inputs = [("write", u128::from(writes)), ("entry", at), ("ready", 1)];
        let [valid, shown] = cycle(&mut block, &inputs, outputs);
        left.extend((valid == 1).then_some(shown));
    }
    let written: Vec<u128> = (0..30).filter(|at| at % 3 > 0).collect();
    assert_eq!(left, written);
}
