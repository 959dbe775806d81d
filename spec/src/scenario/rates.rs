//! Rates of links and hosts, as clock cycles of a packet.

use super::builder::Builder;
use crate::config::{Config, Kind};

const BITS_PER_BYTE: u128 = 8;
const BITS_PER_GBIT: f64 = 1e9;

/// Conversion of rates into cycles.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pace {
    /// Beats of a packet on the datapath.
    pub beats: u64,
    /// Bytes of a packet that are payload.
    pub payload_bytes: usize,
}

/// Rate of the datapath in bit/s, the highest rate of a link.
pub(super) fn datapath(config: &Config) -> u64 {
    config.datapath().width_bits() as u64 * config.clock().frequency_hz()
}

/// Cycles of a packet of `bytes` bytes and its VCRC on the datapath.
pub(super) fn packet_beats(config: &Config, bytes: usize) -> u64 {
    let words = bytes.div_ceil(crate::wire::lrh::WORD_BYTES);
    crate::switch::port::beats(words, config.port().width_bytes()) as u64
}

/// Rate in bit/s, at least 1.
fn bits_per_s(gbit_per_s: f64) -> u128 {
    ((gbit_per_s * BITS_PER_GBIT).round() as u128).max(1)
}

impl Pace {
    /// Cycles of a packet on a link with the rate in `key`; without a rate, with that of the datapath.
    pub fn link(&self, build: &mut Builder, key: &str, gbit_per_s: Option<f64>) -> u64 {
        self.link_of(build, key, "", gbit_per_s)
    }

    /// Cycles of a packet on a link whose rate is `what` of the value of a key.
    pub fn link_of(
        &self,
        build: &mut Builder,
        key: &str,
        what: &str,
        gbit_per_s: Option<f64>,
    ) -> u64 {
        let Some(rate) = gbit_per_s else { return self.beats };
        let datapath = datapath(build.config);
        if bits_per_s(rate) > datapath.into() {
            let message = format!("{what}{key} is {rate}, but no link is faster than the datapath");
            let help =
                format!("the rate of the datapath is {} Gbit/s", datapath as f64 / BITS_PER_GBIT);
            build.problem(Kind::OutOfRange, key, message, "too fast", &help);
        }
        let cycles = (u128::from(self.beats) * u128::from(datapath)).div_ceil(bits_per_s(rate));
        (cycles as u64).max(self.beats)
    }

    /// Cycles in which a host of this rate sends or receives the payload of a packet.
    pub fn host(&self, build: &Builder, gbit_per_s: Option<f64>) -> u64 {
        let Some(rate) = gbit_per_s else { return 0 };
        let bits = self.payload_bytes as u128 * BITS_PER_BYTE;
        let hertz = u128::from(build.config.clock().frequency_hz());
        (bits * hertz).div_ceil(bits_per_s(rate)) as u64
    }
}
