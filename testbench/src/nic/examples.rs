//! Small NICs, for tests.

use tailback_spec::nic::{AfterIdle, Nic, Parameters, Response, Throttled};

/// A NIC with the given flows and width in bytes, and packets of 33 beats.
pub(crate) fn nic(flows: u32, word_bytes: u32) -> Nic {
    let parameters = Parameters {
        flows,
        response: Response::Lipd,
        after_idle: AfterIdle::Keep,
        window: 1,
        cct_entries: 128,
        throttled: Throttled::Qp,
        virtual_lanes: 8,
        period_cycles: 4096,
        packet_words: 33,
        word_bytes,
        clock_hz: 125_000_000,
    };
    Nic::new(parameters).unwrap()
}
