//! Alternatives tried in the papers that are not implemented in hardware.

use super::builder::{Builder, US};
use crate::{
    config::{relate::value, Kind},
    nic::Response,
};
use schemars::JsonSchema;
use serde::Deserialize;

/// Rates that a flow may have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rates {
    /// R_max / (1 + ipd), with whole inter-packet delays of 8 bits, as in hardware.
    #[default]
    Discrete,
    /// Any rate from R_max / 256 to R_max, as for comparison in INFOCOM'03 Fig. 6.
    Continuous,
}

/// Condition under which an input buffer is full, and the packets that count as waiting: readings
/// other than those implemented in hardware, [`Reading`](crate::switch::input_buffer::Reading).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Full {
    /// As `received`, but only if no packet of the buffer is being transmitted.
    Stored,
}

/// Latency of hosts and NICs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Nics {
    /// Latency of the hardware. ACKs pass through switches as packets do, and flow-control packets are
    /// transmitted between packets.
    #[default]
    Hardware,
    /// No latency, since the papers state none. ACKs use no links, and flow-control packets take no
    /// time.
    Immediate,
}

/// Order in which a host sends the packets of its flows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sources {
    /// Flows that may send take turns, as in hardware.
    #[default]
    RoundRobin,
    /// The packet that became ready first is sent first, whatever its flow.
    ArrivalOrder,
}

/// `[readings]`
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub(super) struct ReadingsSection {
    /// Rates that a flow may have with the responses `lipd`, `fimd` and `aimd`; `discrete` if the key
    /// is absent.
    #[serde(default)]
    #[schemars(with = "Rates")]
    pub rates: Option<Rates>,
    /// Condition under which an input buffer is full, not implemented in hardware;
    /// `input_buffer.reading` of the configuration applies if the key is absent.
    #[serde(default)]
    #[schemars(with = "Full")]
    pub full: Option<Full>,
    /// Time after a lack of credits on a link during which no packet transmitted on that link is
    /// marked (Globecom'02 fn. 4). 0 to 1000000 us; 0 if the key is absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0, max = 1_000_000), extend("x-unit" = "us"))]
    pub unmarked_after_blocked_us: Option<f64>,
    /// Latency of hosts and NICs; `hardware` if the key is absent.
    #[serde(default)]
    #[schemars(with = "Nics")]
    pub nics: Option<Nics>,
    /// Order in which a host sends the packets of its flows; `round-robin` if the key is absent.
    #[serde(default)]
    #[schemars(with = "Sources")]
    pub sources: Option<Sources>,
}

/// Alternatives tried in the papers that are not implemented in hardware.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Readings {
    /// Condition under which an input buffer is full, if other than that of the configuration.
    pub full: Option<Full>,
    /// Rates that a flow may have.
    pub rates: Rates,
    /// Cycles after a lack of credits on a link during which no packet transmitted on that link is
    /// marked.
    pub unmarked_after_blocked: u64,
    /// Latency of hosts and NICs.
    pub nics: Nics,
    /// Order in which a host sends the packets of its flows.
    pub sources: Sources,
}

pub(super) fn readings(build: &mut Builder) -> Readings {
    let section: ReadingsSection = value(build.document, "readings").unwrap_or_default();
    let rates = section.rates.unwrap_or_default();
    if rates == Rates::Continuous && build.config.nic().response() == Response::Cct {
        let message = "a congestion control table has no continuous rates".into();
        let help = "remove the key, or choose another response";
        build.problem(Kind::Superfluous, "readings.rates", message, "not allowed", help);
    }
    let blocked = section.unmarked_after_blocked_us.unwrap_or_default();
    Readings {
        full: section.full,
        rates,
        unmarked_after_blocked: build.cycles(blocked, US),
        nics: section.nics.unwrap_or_default(),
        sources: section.sources.unwrap_or_default(),
    }
}
