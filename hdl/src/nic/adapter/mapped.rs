//! Service levels that have congestion control.

use crate::prelude::*;
use tailback_spec::nic::congestion_table::{CctEntry, SL_BITS};
use tailback_spec::nic::Nic;

block! {
    /// Lets a delay count only on the service levels (SLs) that have congestion control.
    pub struct MappedDelay() as "tailback_nic_mapped_delay" {
        /// The SLs that have it.
        input control_map[Nic::SERVICE_LEVELS];
        /// The SL on which a delay is looked up.
        input sl[SL_BITS];
        /// What was found for the look-up three cycles before.
        input found[CctEntry::BITS];
        /// The delay that counts.
        output delay[CctEntry::BITS];

        /// The SL of the cycle before has congestion control,
        reg has_1;
        /// that of the one before it,
        reg has_2;
        /// and that of the one before that.
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
