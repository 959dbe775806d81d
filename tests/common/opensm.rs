//! Configurations of OpenSM for import.

use super::with_preset;
use std::fs;
use tempfile::TempDir;

/// Configuration shipped with tailback.
pub const EXAMPLE: &str = include_str!("../../examples/opensm.conf");

/// Three entries and two service levels: small enough for a reviewable result.
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

/// Returns a directory with a preset and this text as `opensm.conf`.
pub fn with(opensm: &str) -> TempDir {
    let directory = with_preset();
    fs::write(directory.path().join("opensm.conf"), opensm).expect("file");
    directory
}
