//! Configurations of OpenSM to import.

use super::with_preset;
use std::fs;
use tempfile::TempDir;

/// The one that comes with tailback.
pub const EXAMPLE: &str = include_str!("../../examples/opensm.conf");

/// Three entries and two levels: small enough to review what becomes of it.
pub const SMALL: &str = "\
# Three entries, two service levels.
congestion_control TRUE
cc_ca_cong_setting_port_control 0
cc_ca_cong_setting_control_map 0x0003
cc_ca_cong_setting_ccti_timer 0 150
cc_ca_cong_setting_ccti_increase 0 1
cc_ca_cong_setting_trigger_threshold 1 2
cc_ca_cong_setting_ccti_min 1 1
cc_cct 0:0,1:5,3:16383
";

/// A directory with a preset and this as `opensm.conf`.
pub fn with(opensm: &str) -> TempDir {
    let directory = with_preset();
    fs::write(directory.path().join("opensm.conf"), opensm).expect("file");
    directory
}
