//! Claims about the egress of a port: its beats obey AXI4-Stream.

use crate::proofs::{interface::Offer, Proof};
use tailback_spec::switch::port::Port;

/// Claims about the egress of a port.
pub fn proofs(port: &Port) -> Vec<Proof> {
    let fields = [
        ("tx_data", port.width_bits()),
        ("tx_keep", port.width_bytes()),
        ("tx_last", 1),
        ("tx_flow_control", 1),
        ("tx_bad", 1),
    ];
    vec![Offer { name: "a beat", valid: "tx_valid", ready: "tx_ready", fields: &fields }.stable()]
}
