//! The modules of EFL.

mod endpoint;
mod endpoints;
mod fcs;
mod loss;
mod mac;
mod pace;
mod rate;
mod receive;
mod registers;
mod station;
mod switch;
mod traffic;
mod transmit;

use tailback_spec::efl::rate::{Parts, Settings};
use tailback_spec::efl::{Efl, Parameters};

/// An endpoint of so many flows.
fn efl(flows: u32) -> Efl {
    let settings = Settings {
        parts: Parts { probes: true, delays: true, predicts: true },
        probe_packets: 20,
        alpha: 4000,
        beta: 1966,
        probe_alpha: 2000,
        probe_beta: 3932,
        initial: 3_670_016,
        minimum: 131_072,
        maximum: 125 << 20,
        rtt_min: 1000,
        rto_min: 5000,
    };
    let parameters = Parameters {
        flows,
        window: 32,
        payload_bytes: 256,
        ack_every: 10,
        fcs: true,
        overhead_bytes: 24,
        ether_type: 0x88B5,
        settings,
        clock_hz: 125_000_000,
    };
    Efl::new(parameters).expect("an endpoint that is possible")
}
