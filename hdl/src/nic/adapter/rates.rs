//! What sets the delays of flows: a response function, or the congestion control table.

use super::{AnsweredIpd, MappedDelay};
use crate::nic::congestion_table::TickClock;
use crate::nic::{CongestionTable, ResponseFunction};
use crate::prelude::*;
use tailback_spec::nic::congestion_table::{
    index_bits, CctEntry, LIMIT_BITS, SL_BITS, STEP_BITS, TIMER_BITS, TIME_BITS,
};
use tailback_spec::nic::response::IPD_BITS;
use tailback_spec::nic::Nic;

block! {
    /// Answers what the delay of a flow is, by the response that the configuration asks for.
    ///
    /// What a table is asked by software has to wait for what the rate limiter asks.
    pub struct NicRates(nic: &Nic) as "tailback_nic_rates" {
        /// There is a congestion control table; else a response function.
        choice has_table = nic.has_table();

        /// There is feedback: a BECN, or an ACK if there is no table.
        input feedback;
        /// For this flow.
        input feedback_flow[nic.flow_bits()];
        /// It is a BECN, or a marked ACK.
        input feedback_marked;
        /// On this service level (SL), if there is a table.
        input feedback_sl[SL_BITS];
        /// The rate limiter wants a delay.
        input look_up;
        /// Of this flow.
        input look_up_flow[nic.flow_bits()];
        /// It had had no packet to send.
        input look_up_fresh;
        /// On this SL.
        input look_up_sl[SL_BITS];
        /// SLs whose settings count.
        input control_map[Nic::SERVICE_LEVELS];
        /// CCTI_Limit.
        input limit[LIMIT_BITS];
        /// The settings of an SL are written.
        input set_valid;
        /// Which SL.
        input set_sl[SL_BITS];
        /// CCTI_Timer.
        input set_timer[TIMER_BITS];
        /// CCTI_Increase.
        input set_increase[STEP_BITS];
        /// Trigger_Threshold.
        input set_trigger[STEP_BITS];
        /// CCTI_Min.
        input set_min[STEP_BITS];
        /// An entry of the table is written.
        input write;
        /// Which one.
        input write_index[index_bits(nic)];
        /// What.
        input write_entry[CctEntry::BITS];
        /// The SL whose settings are to be read.
        input read_sl[SL_BITS];
        /// The entry to be read.
        input read_index[index_bits(nic)];
        /// A CCTI is asked for.
        input ask;
        /// Of this flow.
        input ask_flow[nic.flow_bits()];
        /// On this SL.
        input ask_sl[SL_BITS];

        /// The feedback is taken.
        output feedback_ready;
        /// The delay that was wanted three cycles before.
        output delay[nic.delay_bits()];
        /// Ticks of 1.024 us since reset.
        output time_stamp[TIME_BITS];
        /// The table is cleared; this and what follows is of a table, and 0 without.
        output table_ready;
        /// CCTI_Timer of the SL that was asked for.
        output read_timer[TIMER_BITS];
        /// Its CCTI_Increase.
        output read_increase[STEP_BITS];
        /// Its Trigger_Threshold.
        output read_trigger[STEP_BITS];
        /// Its CCTI_Min.
        output read_min[STEP_BITS];
        /// The entry that was asked for.
        output read_entry[CctEntry::BITS];
        /// The question for a CCTI is taken.
        output ask_ready;
        /// The answer to that of three cycles before.
        output ccti[index_bits(nic)];
        /// A CCTI has reached the trigger.
        output log_valid;
        /// Of this flow.
        output log_flow[nic.flow_bits()];
        /// On this SL.
        output log_sl[SL_BITS];
        /// At this time.
        output log_time[TIME_BITS];
        /// A flow has another inter-packet delay (IPD); this and what follows is 0 with a table.
        output changed;
        /// Which flow.
        output changed_flow[nic.flow_bits()];
        /// The IPD.
        output changed_ipd[IPD_BITS];

        /// The response function,
        optional(!nic.has_table()) response: ResponseFunction = ResponseFunction::new(nic);
        /// what it answered in the cycle before,
        optional(!nic.has_table()) answered: AnsweredIpd = AnsweredIpd::new();
        /// and the time;
        optional(!nic.has_table()) timer_ticks: TickClock = TickClock::new(nic);
        /// or the table,
        optional(nic.has_table()) cct: CongestionTable = CongestionTable::new(nic);
        /// and whether a delay of it counts.
        optional(nic.has_table()) mapped: MappedDelay = MappedDelay::new();
    }
}

impl Logic for NicRates {
    #[hdl_gen]
    fn update(&mut self) {
        if self.has_table.val() {
            self.cct.limit.next = self.limit.val();
            self.cct.set_valid.next = self.set_valid.val();
            self.cct.set_sl.next = self.set_sl.val();
            self.cct.set_timer.next = self.set_timer.val();
            self.cct.set_increase.next = self.set_increase.val();
            self.cct.set_trigger.next = self.set_trigger.val();
            self.cct.set_min.next = self.set_min.val();
            self.cct.write.next = self.write.val();
            self.cct.write_index.next = self.write_index.val();
            self.cct.write_entry.next = self.write_entry.val();
            self.cct.read_sl.next = self.read_sl.val();
            self.cct.read_index.next = self.read_index.val();
            self.table_ready.next = self.cct.ready.val();
            self.read_timer.next = self.cct.read_timer.val();
            self.read_increase.next = self.cct.read_increase.val();
            self.read_trigger.next = self.cct.read_trigger.val();
            self.read_min.next = self.cct.read_min.val();
            self.read_entry.next = self.cct.read_entry.val();
            self.cct.becn.next = self.feedback.val();
            self.cct.becn_flow.next = self.feedback_flow.val();
            self.cct.becn_sl.next = self.feedback_sl.val();
            self.feedback_ready.next = self.cct.becn_ready.val();
            self.cct.look_up.next = self.look_up.val() || self.ask.val();
            self.cct.look_up_flow.next = self.ask_flow.val();
            self.cct.look_up_sl.next = self.ask_sl.val();
            if self.look_up.val() {
                self.cct.look_up_flow.next = self.look_up_flow.val();
                self.cct.look_up_sl.next = self.look_up_sl.val();
            }
            self.ask_ready.next = !self.look_up.val();
            self.mapped.control_map.next = self.control_map.val();
            self.mapped.sl.next = self.look_up_sl.val();
            self.mapped.found.next = self.cct.delay.val();
            self.delay.next = self.mapped.delay.val() >> 0;
            self.ccti.next = self.cct.ccti.val();
            self.log_valid.next = self.cct.event_valid.val();
            self.log_flow.next = self.cct.event_flow.val();
            self.log_sl.next = self.cct.event_sl.val();
            self.log_time.next = self.cct.event_time.val();
            self.time_stamp.next = self.cct.time_stamp.val();
            self.changed.next = false;
            self.changed_flow.next = 0.into();
            self.changed_ipd.next = 0.into();
        } else {
            self.response.ack.next = self.feedback.val();
            self.response.ack_flow.next = self.feedback_flow.val();
            self.response.ack_marked.next = self.feedback_marked.val();
            self.feedback_ready.next = self.response.ack_ready.val();
            self.response.look_up.next = self.look_up.val();
            self.response.look_up_flow.next = self.look_up_flow.val();
            self.response.look_up_fresh.next = self.look_up_fresh.val();
            self.answered.found.next = self.response.ipd.val();
            self.delay.next = self.answered.ipd.val() >> 0;
            self.changed.next = self.response.changed.val();
            self.changed_flow.next = self.response.changed_flow.val();
            self.changed_ipd.next = self.response.changed_ipd.val();
            self.time_stamp.next = self.timer_ticks.ticks.val();
            self.table_ready.next = false;
            self.read_timer.next = 0.into();
            self.read_increase.next = 0.into();
            self.read_trigger.next = 0.into();
            self.read_min.next = 0.into();
            self.read_entry.next = 0.into();
            self.ask_ready.next = false;
            self.ccti.next = 0.into();
            self.log_valid.next = false;
            self.log_flow.next = 0.into();
            self.log_sl.next = 0.into();
            self.log_time.next = 0.into();
        }
    }
}
