//! The receive path from the link: lint, and equality of Verilog and kernel at every size.

use crate::support::nic::{nic, SIZES};
use tailback_harness::blocks::{alike, clean, text};
use tailback_hdl::nic::receive::ReceiveHost;
use tailback_hdl::nic::Receive;
use tailback_kernels::Kernel;

fn every_size() -> Vec<Box<dyn Kernel>> {
    SIZES.iter().map(|size| Box::new(Receive::new(&nic(*size))) as _).collect()
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
fn receive_text() {
    insta::assert_snapshot!(text(&ReceiveHost::new(&nic(SIZES[0]).port())));
}
