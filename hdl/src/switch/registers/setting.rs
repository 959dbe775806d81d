//! A congestion setting.

use super::layout::{field, WORD};
use crate::prelude::*;

block! {
    /// Holds when packets are marked: SwitchCongestionSetting of IBA annex A10.
    pub struct CongestionSetting() as "tailback_congestion_setting" {
        /// Bits that are fields.
        param fields[WORD] = field::ALL;
        /// Where the size begins; the rate is at 0.
        count packet_size_at = field::PACKET_SIZE;
        /// Where the weight begins.
        count threshold_at = field::THRESHOLD;
        /// The bit that makes it count.
        count valid_at = field::VALID;

        /// It is written.
        input write;
        /// With these bits.
        input data[WORD];

        /// Eligible packets between two that are marked.
        output marking_rate[field::MARKING_RATE_BITS];
        /// Blocks of the shortest packet that is marked.
        output packet_size[field::PACKET_SIZE_BITS];
        /// Weight of the threshold.
        output threshold[field::THRESHOLD_BITS];
        /// It counts, if it is that of a port.
        output valid;
        /// All of it.
        output word[WORD];

        /// All of it.
        reg held[WORD];
    }
}

impl Logic for CongestionSetting {
    #[hdl_gen]
    fn update(&mut self) {
        if self.write.val() {
            self.held.next = self.data.val() & self.fields.val();
        }
        self.marking_rate.next = self.held.val() >> 0;
        self.packet_size.next = self.held.val() >> self.packet_size_at.val();
        self.threshold.next = self.held.val() >> self.threshold_at.val();
        self.valid.next = self.held.val().get_bit(self.valid_at.val());
        self.word.next = self.held.val();
    }
}
