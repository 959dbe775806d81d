//! What is told of a CCTI that has reached the trigger.

use crate::prelude::*;
use tailback_spec::nic::congestion_table::{index_bits, SL_BITS, TIME_BITS};
use tailback_spec::nic::Nic;

block! {
    /// An event, for one cycle; all is 0 else.
    pub struct CctiEvent(nic: &Nic) as "tailback_cct_event" {
        /// A CCTI has reached the trigger.
        input happens;
        /// The flow.
        input flow[nic.flow_bits()];
        /// The service level (SL).
        input sl[SL_BITS];
        /// The CCTI.
        input ccti[index_bits(nic)];
        /// The time.
        input ticks[TIME_BITS];

        /// In the cycle before, a CCTI has reached the trigger.
        output event_valid;
        /// The flow.
        output event_flow[nic.flow_bits()];
        /// The SL.
        output event_sl[SL_BITS];
        /// The CCTI.
        output event_ccti[index_bits(nic)];
        /// The time.
        output event_time[TIME_BITS];

        /// It has happened.
        reg valid_reg;
        /// The flow.
        reg flow_reg[nic.flow_bits()];
        /// The SL.
        reg sl_reg[SL_BITS];
        /// The CCTI.
        reg ccti_reg[index_bits(nic)];
        /// The time.
        reg time_reg[TIME_BITS];
    }
}

impl Logic for CctiEvent {
    #[hdl_gen]
    fn update(&mut self) {
        self.valid_reg.next = self.happens.val();
        self.flow_reg.next = 0.into();
        self.sl_reg.next = 0.into();
        self.ccti_reg.next = 0.into();
        self.time_reg.next = 0.into();
        if self.happens.val() {
            self.flow_reg.next = self.flow.val();
            self.sl_reg.next = self.sl.val();
            self.ccti_reg.next = self.ccti.val();
            self.time_reg.next = self.ticks.val();
        }
        self.event_valid.next = self.valid_reg.val();
        self.event_flow.next = self.flow_reg.val();
        self.event_sl.next = self.sl_reg.val();
        self.event_ccti.next = self.ccti_reg.val();
        self.event_time.next = self.time_reg.val();
    }
}
