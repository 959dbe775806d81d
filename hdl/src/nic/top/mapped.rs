//! Service levels that have congestion control.

use crate::prelude::*;
use tailback_spec::nic::congestion_table::{CctEntry, SL_BITS};
use tailback_spec::nic::Nic;

block! {
    /// Passes the delay on only for service levels (SLs) that have congestion control.
    pub struct MappedDelay() as "tailback_nic_mapped_delay" {
        /// One bit per SL: congestion control is enabled.
        input control_map[Nic::SERVICE_LEVELS];
        /// SL of the look-up of this cycle.
        input sl[SL_BITS];
        /// Table entry found for the look-up three cycles ago.
        input found[CctEntry::BITS];
        /// Delay of the look-up three cycles ago; 0 if its SL has no congestion control.
        output delay[CctEntry::BITS];

        /// Congestion control is enabled for the SL of the previous cycle.
        reg has_1;
        /// Congestion control is enabled for the SL of two cycles ago.
        reg has_2;
        /// Congestion control is enabled for the SL of three cycles ago.
        reg has_3;
    }
}

impl Logic for MappedDelay {
    #[hdl_gen]
    fn update(&mut self) {
        self.has_1.next = self.control_map.val().get_bit(self.sl.val().index());
        self.has_2.next = self.has_1.val();
        self.has_3.next = self.has_2.val();
        self.delay.next = 0.into();
        if self.has_3.val() {
            self.delay.next = self.found.val();
        }
    }
}
