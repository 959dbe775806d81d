//! The report of a CCTI that has reached the trigger.

use crate::interface::TriggerEvent;
use crate::prelude::*;
use tailback_spec::nic::congestion_table::{index_bits, SL_BITS, TIME_BITS};
use tailback_spec::nic::Nic;

block! {
    /// Reports an event for one cycle, in the cycle after it; all outputs are 0 otherwise.
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
        master event: TriggerEvent(nic, true) reg { valid, flow, sl, ccti, time };
    }
}

impl Logic for CctiEvent {
    #[hdl_gen]
    fn update(&mut self) {
        self.event.valid.next = self.happens.val();
        self.event.flow.next = 0.into();
        self.event.sl.next = 0.into();
        self.event.ccti.next = 0.into();
        self.event.time.next = 0.into();
        if self.happens.val() {
            self.event.flow.next = self.flow.val();
            self.event.sl.next = self.sl.val();
            self.event.ccti.next = self.ccti.val();
            self.event.time.next = self.ticks.val();
        }
    }
}
