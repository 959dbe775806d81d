//! The effective settings of a port.

use super::layout::field;
use crate::prelude::*;
use tailback_spec::switch::head_of_queue::{CODE_BITS, RESET_CODE};

block! {
    /// Holds the effective settings of a port: its own or those of the switch.
    pub struct PortSettings() as "tailback_port_settings" {
        /// The congestion setting of the switch is written.
        input writes_setting;
        /// The congestion setting of the port is written.
        input write;
        /// The Head-of-Queue Life limit of the port is written.
        input write_life;
        /// New setting: eligible packets between two that are marked.
        input new_marking_rate[field::MARKING_RATE_BITS];
        /// New setting: blocks of the shortest packet that is marked.
        input new_packet_size[field::PACKET_SIZE_BITS];
        /// New setting: weight of the threshold.
        input new_threshold[field::THRESHOLD_BITS];
        /// New setting of the port: the setting overrides that of the switch.
        input new_valid;
        /// New code of the Head-of-Queue Life limit.
        input new_life[CODE_BITS];

        /// Eligible packets between two that are marked.
        output_reg marking_rate[field::MARKING_RATE_BITS];
        /// Blocks of the shortest packet that is marked.
        output_reg packet_size[field::PACKET_SIZE_BITS];
        /// Weight of the threshold.
        output_reg threshold[field::THRESHOLD_BITS];
        /// Code of the Head-of-Queue Life limit.
        output_reg hoq_life[CODE_BITS] = RESET_CODE as u128;

        /// The setting of the port overrides that of the switch.
        reg valid;
    }
}

impl Logic for PortSettings {
    #[hdl_gen]
    fn update(&mut self) {
        if self.write.val() {
            self.valid.next = self.new_valid.val();
        }
        if self.write.val() || (self.writes_setting.val() && !self.valid.val()) {
            self.marking_rate.next = self.new_marking_rate.val();
            self.packet_size.next = self.new_packet_size.val();
            self.threshold.next = self.new_threshold.val();
        }
        if self.write_life.val() {
            self.hoq_life.next = self.new_life.val();
        }
    }
}
