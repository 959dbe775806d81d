//! CACongestionSetting and the entries of CongestionControlTable (IBA annex A10).

use crate::{
    nic::{Nic, Throttled},
    wire::Number,
};

/// CACongestionSetting, attribute 0x16.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Adapter {
    /// PortControl: holder of a CCTI, each queue pair or each service level.
    pub throttled: Throttled,
    /// ControlMap: a bit for each service level whose setting is in use.
    pub control_map: Number<16>,
    /// Setting of each service level.
    pub levels: [Level; Nic::SERVICE_LEVELS],
}

impl Adapter {
    /// Whether the setting of a service level is in use.
    pub fn controls(&self, level: usize) -> bool {
        self.control_map.get() >> level & 1 == 1
    }
}

/// Part of CACongestionSetting for one service level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Level {
    /// CCTI_Timer, in 1.024 µs.
    pub timer: Number<16>,
    /// CCTI_Increase.
    pub increase: Number<8>,
    /// TriggerThreshold.
    pub trigger: Number<8>,
    /// CCTI_Min.
    pub min: Number<8>,
}

/// An entry of the congestion control table: a gap of `(Tp >> shift) · multiplier`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Entry {
    /// CCT_Shift.
    pub shift: Number<2>,
    /// CCT_Multiplier.
    pub multiplier: Number<14>,
}
