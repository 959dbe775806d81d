//! Small endpoints, for tests.

use tailback_spec::efl::{
    rate::{Parts, Settings},
    Efl, Parameters,
};

/// Parameters of an endpoint with so many flows.
pub(crate) fn parameters(flows: u32) -> Parameters {
    const LINE: u32 = 125 << 20;
    let settings = Settings {
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
        rto_min: 5000,
    };
    Parameters {
        flows,
        window: 8,
        payload_bytes: 128,
        ack_every: 4,
        fcs: false,
        overhead_bytes: 24,
        ether_type: 0x88B5,
        settings,
        clock_hz: 156_250_000,
    }
}

/// An endpoint with so many flows.
pub(crate) fn efl(flows: u32) -> Efl {
    Efl::new(parameters(flows)).expect("in range")
}
