//! Stimulus of the modules of EFL.

pub mod endpoint;
pub mod fcs;
pub mod loss;
pub mod mac;
pub mod pace;
pub mod rate;
pub mod receive;
pub mod registers;
pub mod switch;
pub mod transmit;

mod beats;
#[cfg(test)]
mod examples;
mod flows;
mod time;

use tailback_spec::efl::{
    rate::{Parts, Settings, BETA_FRACTION, RATE_FRACTION},
    Efl,
};

/// Parameters of an endpoint, and its settings after reset, as text for the user.
pub(crate) fn parameters(efl: &Efl) -> String {
    format!(
        "{}, window {}, payloads of {} bytes, an ACK for {} packets, {}, {} bytes of overhead, EtherType \
         {:#06x}, {}, {} MHz",
        number_of_flows(efl),
        efl.window(),
        efl.payload_bytes(),
        efl.ack_every(),
        if efl.has_fcs() { "FCS" } else { "no FCS" },
        efl.overhead_bytes(),
        efl.ether_type(),
        reset_settings(&efl.settings()),
        efl.clock_hz() as f64 / 1e6,
    )
}

/// Settings after reset.
fn reset_settings(settings: &Settings) -> String {
    /// Unit of rates.
    const RATE: f64 = (1 << RATE_FRACTION) as f64;
    /// Mbit/s of a byte in 100 ns.
    const MBIT_PER_S: f64 = 80.0;
    let Parts { probes, delays, predicts } = settings.parts;
    let parts = [(probes, "bandwidth probes"), (delays, "delay probes"), (predicts, "prediction")];
    let parts = parts.iter().filter(|(used, _)| *used).map(|(_, name)| *name);
    let parts = parts.collect::<Vec<_>>().join(" and ");
    let gain = |beta: u32| f64::from(beta) / f64::from(1 << BETA_FRACTION);
    let [initial, minimum, maximum] = [settings.initial, settings.minimum, settings.maximum]
        .map(|rate| f64::from(rate) / RATE * MBIT_PER_S);
    format!(
        "{}, N {}, alpha {} and {} bytes, beta {:.4} and {:.4}, rates {minimum:.1} to {maximum:.1} Mbit/s \
         from {initial:.1} on, RTT_MIN {}, RTO_MIN {} ticks",
        if parts.is_empty() { "no probes".to_owned() } else { parts },
        settings.probe_packets,
        settings.alpha,
        settings.probe_alpha,
        gain(settings.beta),
        gain(settings.probe_beta),
        settings.rtt_min,
        settings.rto_min,
    )
}

/// Number of flows of an endpoint, as text for the user.
pub(crate) fn number_of_flows(efl: &Efl) -> String {
    match efl.flows() {
        1 => "1 flow".into(),
        flows => format!("{flows} flows"),
    }
}
