//! NICs of many sizes.

use tailback_spec::nic::{AfterIdle, Nic, Parameters, Response, Throttled};

/// Flows, bytes of a beat, and beats of the longest packet.
pub const SIZES: [[u32; 3]; 6] =
    [[64, 8, 259], [1, 8, 9], [5, 16, 33], [2, 32, 65], [4096, 64, 33], [4095, 64, 2]];

/// Returns the NIC of this size.
pub fn nic([flows, word_bytes, packet_words]: [u32; 3]) -> Nic {
    let parameters = Parameters {
        flows,
        response: Response::Lipd,
        after_idle: AfterIdle::Keep,
        window: 1,
        cct_entries: 128,
        throttled: Throttled::Qp,
        virtual_lanes: 8,
        period_cycles: 4096,
        packet_words,
        word_bytes,
        clock_hz: 125_000_000,
    };
    Nic::new(parameters).expect("a NIC that is possible")
}
