//! SwitchCongestionSetting (IBA annex A10).

use super::Entry;
use crate::wire::Number;

/// SwitchCongestionSetting, attribute 0x14.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Switch {
    /// ControlMap: the other settings that are in use.
    pub control_map: Number<5>,
    /// VictimMask: ports that mark victims of congestion, too.
    pub victim_mask: PortMask,
    /// CreditMask: ports to which credit starvation applies.
    pub credit_mask: PortMask,
    /// Threshold: 0 never marks, 15 is the tightest.
    pub threshold: Number<4>,
    /// PacketSize: shorter packets are never marked. Blocks of 64 bytes.
    pub packet_size: Number<8>,
    /// CS_Threshold.
    pub starvation_threshold: Number<4>,
    /// CS_ReturnDelay.
    pub return_delay: Entry,
    /// MarkingRate: eligible packets between two that are marked.
    pub marking_rate: Number<16>,
}

/// Bits of ControlMap, from the least significant one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    VictimMask,
    CreditMask,
    Threshold,
    Starvation,
    MarkingRate,
}

impl Switch {
    fn counts(&self, part: Part) -> bool {
        self.control_map.get() >> part as u32 & 1 == 1
    }

    /// Whether `victim_mask` is in use.
    pub fn has_victim_mask(&self) -> bool {
        self.counts(Part::VictimMask)
    }

    /// Whether `threshold` and `packet_size` are in use.
    pub fn has_threshold(&self) -> bool {
        self.counts(Part::Threshold)
    }

    /// Whether `marking_rate` is in use.
    pub fn has_marking_rate(&self) -> bool {
        self.counts(Part::MarkingRate)
    }

    /// Whether credit starvation is to be detected at any port.
    pub fn has_starvation(&self) -> bool {
        self.counts(Part::CreditMask)
            && self.counts(Part::Starvation)
            && self.credit_mask != PortMask::default()
            && self.starvation_threshold.get() != 0
    }
}

/// A bit for each of 256 ports; port 0 is that of the switch itself.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PortMask([u8; Self::BYTES]);

impl PortMask {
    const BYTES: usize = 32;
    /// Hexadecimal digits of all ports.
    pub(super) const DIGITS: usize = 2 * Self::BYTES;

    /// Reads hexadecimal digits, the last of which is for ports 3 to 0.
    pub fn from_hex(digits: &str) -> Option<Self> {
        const RADIX: u32 = 16;
        let mut mask = PortMask::default();
        if digits.is_empty() || digits.len() > Self::DIGITS {
            return None;
        }
        for (place, digit) in digits.chars().rev().enumerate() {
            mask.0[place / 2] |= (digit.to_digit(RADIX)? as u8) << (4 * (place % 2));
        }
        Some(mask)
    }

    /// All digits, the last of which is for ports 3 to 0.
    pub fn to_hex(&self) -> String {
        self.0.iter().rev().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Whether the bit of a port is set.
    pub fn has(&self, port: usize) -> bool {
        self.0.get(port / 8).is_some_and(|byte| byte >> (port % 8) & 1 == 1)
    }
}

impl FromIterator<usize> for PortMask {
    /// A mask of these ports, 0 to 255; others are left out.
    fn from_iter<T: IntoIterator<Item = usize>>(ports: T) -> Self {
        let mut mask = PortMask::default();
        for port in ports {
            if let Some(byte) = mask.0.get_mut(port / 8) {
                *byte |= 1 << (port % 8);
            }
        }
        mask
    }
}
