//! Endpoints of EFL for tests.

use tailback_spec::efl::rate::{Parts, Settings};
use tailback_spec::efl::{Efl, Parameters};

/// Flows, window, longest payload in bytes, and whether there is an FCS.
pub type Size = (u32, u32, u32, bool);

/// Sizes of endpoints, the smallest and the largest ones among them.
pub const SIZES: [Size; 5] = [
    (1, 2, 37, true),
    (64, 8, 256, false),
    (100, 4, 100, true),
    (3, 8, 1491, false),
    (1024, 2, 100, true),
];

/// Returns an endpoint.
pub fn endpoint((flows, window, payload_bytes, fcs): Size) -> Efl {
    let settings = Settings {
        parts: Parts { probes: true, delays: true, predicts: true },
        probe_packets: 20,
        alpha: 4000,
        beta: 1966,
        probe_alpha: 2000,
        probe_beta: 3932,
        initial: 3_670_016,
        minimum: 262_144,
        maximum: 125 << 20,
        rtt_min: 0,
        rto_min: 5000,
    };
    let parameters = Parameters {
        flows,
        window,
        payload_bytes,
        ack_every: if flows == 1 { 1 } else { 10 },
        fcs,
        overhead_bytes: 24,
        ether_type: 0x88B5,
        settings,
        clock_hz: 125_000_000,
    };
    Efl::new(parameters).expect("an endpoint that is possible")
}

/// Runs a test with a stack that is large enough for whole endpoints and switches: all of their
/// signals are on the stack while they are made.
pub fn with_large_stack(test: fn()) {
    const STACK_BYTES: usize = 64 << 20;
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(test);
    if let Err(cause) = thread.expect("a thread").join() {
        std::panic::resume_unwind(cause);
    }
}
