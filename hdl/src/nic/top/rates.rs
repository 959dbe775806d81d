//! Rate control: a response function, or the congestion control table.

use super::{AnsweredIpd, MappedDelay};
use crate::interface::{Feedback, SettingWrite, TableRead, TriggerEvent};
use crate::nic::congestion_table::TickClock;
use crate::nic::{CongestionTable, ResponseFunction};
use crate::prelude::*;
use tailback_spec::nic::congestion_table::{index_bits, CctEntry, LIMIT_BITS, SL_BITS, TIME_BITS};
use tailback_spec::nic::response::IPD_BITS;
use tailback_spec::nic::Nic;

block! {
    /// Looks up the delays of flows, by the response that the configuration selects.
    ///
    /// Look-ups by the rate limiter have priority over requests of a CCTI by software.
    pub struct NicRates(nic: &Nic) as "tailback_nic_rates" {
        /// There is a congestion control table; else there is a response function.
        choice has_table = nic.has_table();

        /// Feedback.
        slave feedback: Feedback(nic);
        /// Look-up of a delay by the rate limiter.
        input look_up;
        /// Flow of the look-up.
        input look_up_flow[nic.flow_bits()];
        /// Flow of the look-up had been idle.
        input look_up_fresh;
        /// Service level (SL) of the look-up.
        input look_up_sl[SL_BITS];
        /// Delay of the flow looked up three cycles ago.
        output delay[nic.delay_bits()];
        /// One bit per SL: congestion control is enabled.
        input control_map[Nic::SERVICE_LEVELS];
        /// CCTI_Limit.
        input limit[LIMIT_BITS];
        /// Write to the settings of an SL.
        slave set: SettingWrite();
        /// Write to an entry of the table.
        input write;
        /// Index of the entry written.
        input write_index[index_bits(nic)];
        /// Entry to be written.
        input write_entry[CctEntry::BITS];
        /// Settings and entry that are read; 0 without a table.
        slave read: TableRead(nic, true);
        /// Request of a CCTI by software.
        input ask;
        /// Flow of the CCTI request.
        input ask_flow[nic.flow_bits()];
        /// SL of the CCTI request.
        input ask_sl[SL_BITS];
        /// CCTI request is accepted; 0 without a table.
        output ask_ready;
        /// CCTI of the look-up or request three cycles ago; 0 without a table.
        output ccti[index_bits(nic)];
        /// CCTI that has reached Trigger_Threshold; 0 without a table.
        master event: TriggerEvent(nic, false);
        /// Ticks of 1.024 us since reset.
        output time_stamp[TIME_BITS];
        /// Memories of the table have been cleared after reset; 0 without a table.
        output table_ready;
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
    connect {
        response: ack = feedback.valid, ack_flow = feedback.flow, ack_marked = feedback.marked,
            ack_ready = feedback.ready, look_up, look_up_flow, look_up_fresh, changed,
            changed_flow, changed_ipd;
        response, answered: ipd = found;
        answered: ipd = delay;
        timer_ticks: ticks = time_stamp;
        cct: becn = feedback.valid, becn_flow = feedback.flow, becn_sl = feedback.sl,
            becn_ready = feedback.ready, limit, set, write, write_index, write_entry, read, ccti,
            event, time_stamp, ready = table_ready;
        cct, mapped: delay = found;
        mapped: control_map, sl = look_up_sl, delay;
    }
}

impl Logic for NicRates {
    #[hdl_gen]
    fn update(&mut self) {
        if self.has_table.val() {
            self.cct.look_up.next = self.look_up.val() || self.ask.val();
            self.cct.look_up_flow.next = self.ask_flow.val();
            self.cct.look_up_sl.next = self.ask_sl.val();
            if self.look_up.val() {
                self.cct.look_up_flow.next = self.look_up_flow.val();
                self.cct.look_up_sl.next = self.look_up_sl.val();
            }
            self.ask_ready.next = !self.look_up.val();
            self.changed.next = false;
            self.changed_flow.next = 0.into();
            self.changed_ipd.next = 0.into();
        } else {
            self.read.timer.next = 0.into();
            self.read.increase.next = 0.into();
            self.read.trigger.next = 0.into();
            self.read.min.next = 0.into();
            self.read.entry.next = 0.into();
            self.ask_ready.next = false;
            self.ccti.next = 0.into();
            self.event.valid.next = false;
            self.event.flow.next = 0.into();
            self.event.sl.next = 0.into();
            self.event.time.next = 0.into();
            self.table_ready.next = false;
        }
    }
}
