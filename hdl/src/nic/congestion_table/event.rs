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
        output event_valid;
        /// Flow of the event; 0 if there is none.
        output event_flow[nic.flow_bits()];
        /// SL of the event; 0 if there is none.
        output event_sl[SL_BITS];
        /// CCTI of the event; 0 if there is none.
        output event_ccti[index_bits(nic)];
        /// Time of the event in ticks; 0 if there is none.
        output event_time[TIME_BITS];

        /// Register of `event_valid`.
        reg valid_reg;
        /// Register of `event_flow`.
        reg flow_reg[nic.flow_bits()];
        /// Register of `event_sl`.
        reg sl_reg[SL_BITS];
        /// Register of `event_ccti`.
        reg ccti_reg[index_bits(nic)];
        /// Register of `event_time`.
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
