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
