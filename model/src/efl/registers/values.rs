//! Settings as registers: their fields and ranges.

use serde::{Deserialize, Serialize};
use tailback_spec::efl::{
    rate::{Settings, ALPHA_BITS, BETA_BITS, PROBE_BITS, RATE_BITS, TIME_BITS},
    registers::address,
};

/// Bits of the upper part of a MAC address.
const HIGH_BITS: u32 = 16;
/// Bits of [`tailback_spec::efl::rate::Parts`].
const PARTS_BITS: u32 = 3;

/// Values of the registers that can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Values {
    pub(super) address_low: u32,
    pub(super) address_high: u32,
    /// `probes`, `delays`, `predicts`, from bit 0.
    pub(super) parts: u32,
    pub(super) probe_packets: u32,
    pub(super) alpha: u32,
    pub(super) beta: u32,
    pub(super) probe_alpha: u32,
    pub(super) probe_beta: u32,
    pub(super) initial: u32,
    pub(super) minimum: u32,
    pub(super) maximum: u32,
    pub(super) rtt_min: u32,
    pub(super) rto_min: u32,
}

impl Values {
    /// Values after reset.
    pub(super) fn new(settings: &Settings) -> Self {
        let Settings { parts, .. } = settings;
        let bits = [parts.probes, parts.delays, parts.predicts];
        Values {
            address_low: 0,
            address_high: 0,
            parts: bits.iter().rev().fold(0, |parts, bit| parts << 1 | u32::from(*bit)),
            probe_packets: settings.probe_packets,
            alpha: settings.alpha,
            beta: settings.beta,
            probe_alpha: settings.probe_alpha,
            probe_beta: settings.probe_beta,
            initial: settings.initial,
            minimum: settings.minimum,
            maximum: settings.maximum,
            rtt_min: settings.rtt_min,
            rto_min: settings.rto_min,
        }
    }

    /// Value at an address.
    pub(super) fn value(&self, at: u32) -> Option<u32> {
        match at {
            // The rate of the line cannot be written.
            address::MAXIMUM => Some(self.maximum),
            _ => self.clone().field(at).map(|(value, ..)| *value),
        }
    }

    /// Register at an address that can be written, with the bits of its field and its range.
    fn field(&mut self, at: u32) -> Option<(&mut u32, u32, u64, u64)> {
        const ALL: u64 = u32::MAX as u64;
        let maximum = u64::from(self.maximum);
        let range = |range: std::ops::RangeInclusive<u64>| (*range.start(), *range.end());
        let (value, bits, (least, most)) = match at {
            address::ADDRESS_LOW => (&mut self.address_low, u32::BITS, (0, ALL)),
            address::ADDRESS_HIGH => (&mut self.address_high, HIGH_BITS, (0, ALL)),
            address::PARTS => (&mut self.parts, PARTS_BITS, (0, ALL)),
            address::PROBE_PACKETS => {
                (&mut self.probe_packets, PROBE_BITS, range(Settings::PROBE_PACKETS))
            }
            address::ALPHA => (&mut self.alpha, ALPHA_BITS, range(Settings::ALPHA)),
            address::BETA => (&mut self.beta, BETA_BITS, range(Settings::BETA)),
            address::PROBE_ALPHA => (&mut self.probe_alpha, ALPHA_BITS, range(Settings::ALPHA)),
            address::PROBE_BETA => (&mut self.probe_beta, BETA_BITS, range(Settings::PROBE_BETA)),
            address::INITIAL => (&mut self.initial, RATE_BITS, range(Settings::RATE)),
            address::MINIMUM => (&mut self.minimum, RATE_BITS, (*Settings::RATE.start(), maximum)),
            address::RTT_MIN => (&mut self.rtt_min, TIME_BITS, range(Settings::RTT_MIN)),
            address::RTO_MIN => (&mut self.rto_min, TIME_BITS, range(Settings::RTO_MIN)),
            _ => return None,
        };
        Some((value, bits, least, most))
    }

    /// Writes a register; `None` if there is none at the address, or the value is out of range.
    pub(super) fn write(&mut self, at: u32, data: u32) -> Option<()> {
        let (value, bits, least, most) = self.field(at)?;
        let data = data & (u32::MAX >> (u32::BITS - bits));
        (least..=most).contains(&data.into()).then(|| *value = data)
    }

    /// MAC address of the endpoint.
    pub(super) fn address(&self) -> u64 {
        u64::from(self.address_high) << u32::BITS | u64::from(self.address_low)
    }
}
