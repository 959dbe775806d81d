//! Parameters for the tests.

use tailback_spec::efl::{
    rate::{Parts, Settings},
    Efl, Parameters,
};

/// 156.25 MHz: 10 Gbit/s with beats of 8 bytes.
pub(crate) const CLOCK_HZ: u64 = 156_250_000;
/// 10 Gbit/s, in 2⁻²⁰ bytes in a tick.
pub(crate) const LINE: u32 = 125 << 20;

/// Settings of Shimonishi'07 with all parts of the algorithm.
pub(crate) fn settings() -> Settings {
    Settings {
        parts: Parts { probes: true, delays: true, predicts: true },
        probe_packets: 20,
        alpha: 4000,
        beta: 1966,
        probe_alpha: 2000,
        probe_beta: 3932,
        initial: LINE / 36,
        minimum: LINE / 1000,
        maximum: LINE,
        rtt_min: 0,
        rto_min: 500,
    }
}

/// Parameters of a small endpoint, not yet checked.
pub(crate) fn parameters() -> Parameters {
    Parameters {
        flows: 4,
        window: 16,
        payload_bytes: 128,
        ack_every: 10,
        fcs: false,
        overhead_bytes: 24,
        ether_type: 0x88B5,
        settings: settings(),
        clock_hz: CLOCK_HZ,
    }
}

/// A small endpoint.
pub(crate) fn efl() -> Efl {
    Efl::new(parameters()).expect("in range")
}
