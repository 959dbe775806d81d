//! What a paper tried that the hardware does not have.

use super::{build::Builder, build::US};
use crate::{
    config::{relate::value, Kind},
    nic::Response,
};
use schemars::JsonSchema;
use serde::Deserialize;

/// Which rates a flow may have.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rates {
    /// R_max / (1 + ipd), with whole inter-packet delays of 8 bits, as the hardware has them.
    #[default]
    Discrete,
    /// Any from R_max / 256 to R_max, as INFOCOM'03 Fig. 6 has for comparison.
    Continuous,
}

/// When an input buffer is full, and which of its packets count as waiting: readings beside those
/// that hardware has, [`Reading`](crate::switch::input_buffer::Reading).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Full {
    /// As `received`, but only if no packet of the buffer is being sent.
    Stored,
}

/// How long hosts and NICs take.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Nics {
    /// What the hardware takes. ACKs go through switches as packets do, and flow-control packets between
    /// packets.
    #[default]
    Hardware,
    /// Nothing: papers do not speak of it. ACKs meet nobody, and flow-control packets take no time.
    Immediate,
}

/// `[readings]`
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub(super) struct ReadingsSection {
    /// Which rates a flow may have with the responses `lipd`, `fimd` and `aimd`; `discrete` if the
    /// key is absent.
    #[serde(default)]
    #[schemars(with = "Rates")]
    pub rates: Option<Rates>,
    /// When an input buffer is full, in a way that the hardware does not have; as
    /// `input_buffer.reading` of the configuration says if the key is absent.
    #[serde(default)]
    #[schemars(with = "Full")]
    pub full: Option<Full>,
    /// For how long after a link has lacked credits no packet that goes over it is marked
    /// (Globecom'02 fn. 4). 0 to 1000000 us; 0 if the key is absent.
    #[serde(default)]
    #[schemars(with = "f64", range(min = 0, max = 1_000_000), extend("x-unit" = "us"))]
    pub unmarked_after_blocked_us: Option<f64>,
    /// How long hosts and NICs take; `hardware` if the key is absent.
    #[serde(default)]
    #[schemars(with = "Nics")]
    pub nics: Option<Nics>,
}

/// What a paper tried that the hardware does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Readings {
    /// When an input buffer is full, if not as the configuration has it.
    pub full: Option<Full>,
    /// Which rates a flow may have.
    pub rates: Rates,
    /// For so many cycles after a link has lacked credits, no packet is marked that goes over it.
    pub unmarked_after_blocked: u64,
    /// How long hosts and NICs take.
    pub nics: Nics,
}

pub(super) fn readings(build: &mut Builder) -> Readings {
    let section: ReadingsSection = value(build.document, "readings").unwrap_or_default();
    let rates = section.rates.unwrap_or_default();
    if rates == Rates::Continuous && build.config.nic().response() == Response::Cct {
        let message = "a congestion control table has no continuous rates".into();
        let help = "leave the key out, or choose another response";
        build.problem(Kind::Superfluous, "readings.rates", message, "without meaning", help);
    }
    let blocked = section.unmarked_after_blocked_us.unwrap_or_default();
    let (full, nics) = (section.full, section.nics.unwrap_or_default());
    Readings { full, rates, unmarked_after_blocked: build.cycles(blocked, US), nics }
}
