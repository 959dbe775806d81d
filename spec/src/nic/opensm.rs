//! Congestion-control part of a configuration of OpenSM, the subnet manager of InfiniBand.
//!
//! A line is a key, white space and a value; `#` begins a comment. Numbers are written as in C. The
//! values are those of the attributes SwitchCongestionSetting, CACongestionSetting and
//! CongestionControlTable (IBA annex A10), which OpenSM sends to switches and channel adapters:
//!
//! ```text
//! cc_sw_cong_setting_threshold 0xf
//! cc_ca_cong_setting_ccti_timer 3 150     of SL 3
//! cc_cct 0:0,3:1,3:2                      shift:multiplier of each entry
//! ```
//!
//! OpenSM 3.3.23 accepts values that no attribute can hold, and sends some of their bits.
//! [`Settings::parse`] rejects such values, so that [`Settings`] hold only what hardware can do.

mod adapter;
mod emit;
mod key;
mod lines;
mod of_scenario;
mod parse;
mod setup;
mod switch;
mod values;

pub use adapter::{Adapter, Entry, Level};
pub use switch::{PortMask, Switch};

use super::{Nic, Response, Throttled};
use crate::problem::Problems;

/// Congestion-control settings of a subnet. Values of this type can be implemented in hardware.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    enabled: bool,
    key: u64,
    outstanding_mads: u32,
    switch: Switch,
    adapter: Adapter,
    table: Vec<Entry>,
}

/// Capacity of the NIC that is to be set up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Entries of the NIC's congestion control table.
    pub entries: usize,
    /// Holder of an index into the table, each queue pair or each service level, if that is
    /// settled.
    pub throttled: Option<Throttled>,
}

impl Room {
    /// Capacity of the largest NIC.
    pub const MOST: Self =
        Room { entries: Nic::CCT_ENTRIES[Nic::CCT_ENTRIES.len() - 1] as usize, throttled: None };

    /// Capacity of this NIC; if it has no table, that of the largest NIC with one.
    pub fn of(nic: &Nic) -> Self {
        match nic.response() {
            Response::Cct => Room { entries: nic.cct_entries(), throttled: Some(nic.throttled()) },
            _ => Self::MOST,
        }
    }
}

impl Settings {
    /// Reads a file, or reports all problems in it.
    ///
    /// # Errors
    ///
    /// If a key is unknown or occurs twice, a value is missing or does not fit its attribute or
    /// `room`, or the file has no setting of congestion control. [`Problems`] lists them in the
    /// order of the file.
    pub fn parse(source: &str, room: Room) -> Result<Self, Problems> {
        parse::parse(source, room)
    }

    /// Whether OpenSM would send the settings at all.
    pub fn enabled(&self) -> bool {
        self.enabled
    }

    /// Settings for switches.
    pub fn switch(&self) -> &Switch {
        &self.switch
    }

    /// Settings for channel adapters, except the table.
    pub fn adapter(&self) -> &Adapter {
        &self.adapter
    }

    /// Congestion control table, which may be empty: then there is no delay.
    pub fn table(&self) -> &[Entry] {
        &self.table
    }

    /// CCTI_Limit, the index of the last entry: OpenSM has no key for it.
    pub fn limit(&self) -> usize {
        self.table.len().saturating_sub(1)
    }
}

impl Default for Settings {
    /// Settings of OpenSM without a configuration.
    fn default() -> Self {
        const OUTSTANDING_MADS: u32 = 500;
        Settings {
            enabled: false,
            key: 0,
            outstanding_mads: OUTSTANDING_MADS,
            switch: Switch::default(),
            adapter: Adapter::default(),
            table: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests;
