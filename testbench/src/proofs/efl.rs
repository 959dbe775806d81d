//! Claims about the modules of EFL.

mod pace;

pub use pace::proofs as pace_proofs;

use super::interface::Offer;
use super::Proof;
use tailback_spec::efl::Efl;

/// Beat of 64 bits on a stream with these names.
const BEAT: &str = "a beat";

/// Claims about the module that appends the FCS.
pub fn append_proofs() -> Vec<Proof> {
    let fields = [("m_tdata", 64), ("m_tkeep", 8), ("m_tlast", 1)];
    vec![Offer { name: BEAT, valid: "m_tvalid", ready: "m_tready", fields: &fields }.stable()]
}

/// Claims about the receive path.
pub fn receive_proofs(efl: &Efl) -> Vec<Proof> {
    let fields = [("m_tdata", 64), ("m_tkeep", 8), ("m_tlast", 1), ("m_tid", efl.flow_bits())];
    vec![Offer { name: BEAT, valid: "m_tvalid", ready: "m_tready", fields: &fields }.stable()]
}

/// Claims about the transmit path.
pub fn transmit_proofs() -> Vec<Proof> {
    append_proofs()
}

/// Claims about the endpoint.
pub fn endpoint_proofs(efl: &Efl) -> Vec<Proof> {
    let mac = [("m_axis_mac_tdata", 64), ("m_axis_mac_tkeep", 8), ("m_axis_mac_tlast", 1)];
    let host = [
        ("m_axis_host_tdata", 64),
        ("m_axis_host_tkeep", 8),
        ("m_axis_host_tlast", 1),
        ("m_axis_host_tid", efl.flow_bits()),
    ];
    let streams = [
        Offer {
            name: "a beat for the MAC",
            valid: "m_axis_mac_tvalid",
            ready: "m_axis_mac_tready",
            fields: &mac,
        },
        Offer {
            name: "a beat for the host",
            valid: "m_axis_host_tvalid",
            ready: "m_axis_host_tready",
            fields: &host,
        },
    ];
    streams.iter().map(Offer::stable).collect()
}

/// Claims about the Ethernet switch.
pub fn switch_proofs() -> Vec<Proof> {
    let fields = [("m_tdata", 64), ("m_tkeep", 8), ("m_tlast", 1)];
    vec![Offer { name: BEAT, valid: "m_tvalid", ready: "m_tready", fields: &fields }.stable()]
}
