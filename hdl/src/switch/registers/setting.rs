//! A congestion setting.

use super::layout::{field, WORD};
use crate::prelude::*;

block! {
    /// Holds the settings of marking: SwitchCongestionSetting of IBA annex A10.
    pub struct CongestionSetting() as "tailback_congestion_setting" {
        /// Mask of the bits that belong to a field.
        param fields[WORD] = field::ALL;
        /// First bit of the packet size; the marking rate begins at bit 0.
        count packet_size_at = field::PACKET_SIZE;
        /// First bit of the threshold's weight.
        count threshold_at = field::THRESHOLD;
        /// Valid bit of a port's setting.
        count valid_at = field::VALID;

        /// High in the cycle in which the setting is written.
        input write;
        /// AXI4-Lite write data.
        input data[WORD];

        /// Eligible packets between two that are marked.
        output marking_rate[field::MARKING_RATE_BITS];
        /// Blocks of the shortest packet that is marked.
        output packet_size[field::PACKET_SIZE_BITS];
        /// Weight of the threshold.
        output threshold[field::THRESHOLD_BITS];
        /// Valid bit of a port's setting: the setting overrides that of the switch.
        output valid;
        /// Value of the register.
        output_reg word[WORD];
    }
}

impl Logic for CongestionSetting {
    #[hdl_gen]
    fn update(&mut self) {
        if self.write.val() {
            self.word.next = self.data.val() & self.fields.val();
        }
        self.marking_rate.next = self.word.val() >> 0;
        self.packet_size.next = self.word.val() >> self.packet_size_at.val();
        self.threshold.next = self.word.val() >> self.threshold_at.val();
        self.valid.next = self.word.val().get_bit(self.valid_at.val());
    }
}
