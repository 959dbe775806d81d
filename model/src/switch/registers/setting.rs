//! Congestion setting of an output port, in the format of its register.

use serde::{Deserialize, Serialize};

/// Bit of a port's register: the port's setting applies, rather than the switch's.
pub(super) const OWN: u32 = 1 << 31;

/// A congestion setting: SwitchPortCongestionSetting of IBA annex A10.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Setting(pub(super) u32);

impl Setting {
    /// Marking_Rate, Packet_Size, Threshold.
    pub(super) const MASK: u32 = 0x0FFF_FFFF;

    /// Whether the register is that of a port, and applies.
    pub(super) fn is_own(self) -> bool {
        self.0 & OWN != 0
    }

    /// Eligible packets between two that are marked.
    pub(super) fn marking_rate(self) -> u32 {
        self.0 & 0xFFFF
    }

    /// Blocks of the shortest packet that is marked.
    pub(super) fn packet_size(self) -> u32 {
        self.0 >> 16 & 0xFF
    }

    /// Weight of the threshold.
    pub(super) fn threshold(self) -> u32 {
        self.0 >> 24 & 0xF
    }
}
