//! The report of a CCTI that has reached the trigger.

use crate::prelude::*;
use tailback_spec::nic::congestion_table::{index_bits, SL_BITS, TIME_BITS};
use tailback_spec::nic::Nic;

block! {
    /// Reports an event for one cycle; all outputs are 0 otherwise.
    pub struct CctiEvent(nic: &Nic) as "tailback_cct_event" {
        /// A CCTI reaches the trigger in this cycle.
        input happens;
        /// Flow of the CCTI.
        input flow[nic.flow_bits()];
        /// Service level (SL) of the CCTI.
        input sl[SL_BITS];
        /// CCTI that has reached the trigger.
        input ccti[index_bits(nic)];
        /// Time in ticks.
        input ticks[TIME_BITS];

        /// A CCTI reached the trigger in the cycle before.
        output_reg event_valid;
        /// Flow of the event; 0 if there is none.
        output_reg event_flow[nic.flow_bits()];
        /// SL of the event; 0 if there is none.
        output_reg event_sl[SL_BITS];
        /// CCTI of the event; 0 if there is none.
        output_reg event_ccti[index_bits(nic)];
        /// Time of the event in ticks; 0 if there is none.
        output_reg event_time[TIME_BITS];
    }
}

impl Logic for CctiEvent {
    #[hdl_gen]
    fn update(&mut self) {
        self.event_valid.next = self.happens.val();
        self.event_flow.next = 0.into();
        self.event_sl.next = 0.into();
        self.event_ccti.next = 0.into();
        self.event_time.next = 0.into();
        if self.happens.val() {
            self.event_flow.next = self.flow.val();
            self.event_sl.next = self.sl.val();
            self.event_ccti.next = self.ccti.val();
            self.event_time.next = self.ticks.val();
        }
    }
}
