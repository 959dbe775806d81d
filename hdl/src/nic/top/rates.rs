//! Rate control: a response function, or the congestion control table.

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
    /// Looks up the delays of flows, by the response that the configuration selects.
    ///
    /// Look-ups by the rate limiter have priority over requests of a CCTI by software.
    pub struct NicRates(nic: &Nic) as "tailback_nic_rates" {
        /// There is a congestion control table; else there is a response function.
        choice has_table = nic.has_table();

        /// Feedback: a BECN, or an ACK if there is no table.
        input feedback;
        /// Flow of the feedback.
        input feedback_flow[nic.flow_bits()];
        /// Feedback is a BECN or a marked ACK.
        input feedback_marked;
        /// Service level (SL) of the feedback, if there is a table.
        input feedback_sl[SL_BITS];
        /// Look-up of a delay by the rate limiter.
        input look_up;
        /// Flow of the look-up.
        input look_up_flow[nic.flow_bits()];
        /// Flow of the look-up had been idle.
        input look_up_fresh;
        /// SL of the look-up.
        input look_up_sl[SL_BITS];
        /// One bit per SL: congestion control is enabled.
        input control_map[Nic::SERVICE_LEVELS];
        /// CCTI_Limit.
        input limit[LIMIT_BITS];
        /// Write to the settings of an SL.
        input set_valid;
        /// SL of the settings written.
        input set_sl[SL_BITS];
        /// CCTI_Timer to be written, in ticks of 1.024 us.
        input set_timer[TIMER_BITS];
        /// CCTI_Increase to be written.
        input set_increase[STEP_BITS];
        /// Trigger_Threshold to be written.
        input set_trigger[STEP_BITS];
        /// CCTI_Min to be written.
        input set_min[STEP_BITS];
        /// Write to an entry of the table.
        input write;
        /// Index of the entry written.
        input write_index[index_bits(nic)];
        /// Entry to be written.
        input write_entry[CctEntry::BITS];
        /// SL whose settings are read.
        input read_sl[SL_BITS];
        /// Index of the entry read.
        input read_index[index_bits(nic)];
        /// Request of a CCTI by software.
        input ask;
        /// Flow of the CCTI request.
        input ask_flow[nic.flow_bits()];
        /// SL of the CCTI request.
        input ask_sl[SL_BITS];

        /// Feedback is accepted.
        output feedback_ready;
        /// Delay of the flow looked up three cycles ago.
        output delay[nic.delay_bits()];
        /// Ticks of 1.024 us since reset.
        output time_stamp[TIME_BITS];
        /// Memories of the table have been cleared after reset; 0 without a table.
        output table_ready;
        /// CCTI_Timer of `read_sl` of the previous cycle; 0 without a table.
        output read_timer[TIMER_BITS];
        /// CCTI_Increase of `read_sl` of the previous cycle; 0 without a table.
        output read_increase[STEP_BITS];
        /// Trigger_Threshold of `read_sl` of the previous cycle; 0 without a table.
        output read_trigger[STEP_BITS];
        /// CCTI_Min of `read_sl` of the previous cycle; 0 without a table.
        output read_min[STEP_BITS];
        /// Table entry `read_index` of the previous cycle; 0 without a table.
        output read_entry[CctEntry::BITS];
        /// CCTI request is accepted; 0 without a table.
        output ask_ready;
        /// CCTI of the look-up or request three cycles ago; 0 without a table.
        output ccti[index_bits(nic)];
        /// CCTI has reached Trigger_Threshold; 0 without a table.
        output log_valid;
        /// Flow whose CCTI has reached Trigger_Threshold.
        output log_flow[nic.flow_bits()];
        /// SL on which the CCTI has reached Trigger_Threshold.
        output log_sl[SL_BITS];
        /// Time at which the CCTI reached Trigger_Threshold, in ticks of 1.024 us.
        output log_time[TIME_BITS];
        /// New inter-packet delay (IPD) of a flow; 0 with a table.
        output changed;
        /// Flow of the new IPD; 0 with a table.
        output changed_flow[nic.flow_bits()];
        /// New IPD; 0 with a table.
        output changed_ipd[IPD_BITS];

        /// Response function.
        optional(!nic.has_table()) response: ResponseFunction = ResponseFunction::new(nic);
        /// Delay of the response function, one cycle later.
        optional(!nic.has_table()) answered: AnsweredIpd = AnsweredIpd::new();
        /// Ticks of 1.024 us since reset.
        optional(!nic.has_table()) timer_ticks: TickClock = TickClock::new(nic);
        /// Congestion control table.
        optional(nic.has_table()) cct: CongestionTable = CongestionTable::new(nic);
        /// Delay of the table, if the SL has congestion control.
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
