//! The congestion log.

use super::layout::{field, log, OFFSET_BITS, SL_BITS, WORD};
use super::FlowValue;
use crate::prelude::*;
use tailback_spec::nic::registers::{LID_BITS, QP_BITS};
use tailback_spec::nic::Nic;
use tailback_spec::registers::nic::LOG_EVENTS;

/// Entries.
const ENTRIES: usize = LOG_EVENTS as usize;
/// Bits of an entry's number.
const ENTRY_BITS: usize = OFFSET_BITS - log::EVENT_BITS;

block! {
    /// Holds the last events, with flow, service level (SL) and time.
    pub struct EventMemory(nic: &Nic) as "tailback_event_memory" {
        /// The last entry.
        count last = ENTRIES - 1;
        /// Where the SL begins, and the flow.
        count level_at = WORD;
        /// Likewise.
        count flow_at = WORD + SL_BITS;

        /// There is an event.
        input happens;
        /// The flow.
        input flow[nic.flow_bits()];
        /// The SL.
        input sl[SL_BITS];
        /// The time.
        input stamp[WORD];
        /// The entry.
        input entry[ENTRY_BITS];
        /// It is read.
        input read;

        /// From the next cycle on: there was an event in the entry,
        output there;
        /// of this flow,
        output read_flow[nic.flow_bits()];
        /// on this SL,
        output read_sl[SL_BITS];
        /// at this time.
        output read_stamp[WORD];

        /// The parts of an event, one behind the other.
        local low_part[WORD + SL_BITS + nic.flow_bits()];
        /// Likewise.
        local level_part[WORD + SL_BITS + nic.flow_bits()];
        /// Likewise.
        local flow_part[WORD + SL_BITS + nic.flow_bits()];
        /// The entry that is next.
        reg at[ENTRY_BITS];
        /// All entries are taken.
        reg all;
        /// There was an event in the entry that is read.
        reg there_reg;
        /// The event.
        reg shown[WORD + SL_BITS + nic.flow_bits()];
        /// The events.
        lut_memory(ENTRIES) kept[WORD + SL_BITS + nic.flow_bits()];
    }
}

impl Logic for EventMemory {
    #[hdl_gen]
    fn update(&mut self) {
        self.low_part.next = self.stamp.val();
        self.level_part.next = self.sl.val();
        self.flow_part.next = self.flow.val();
        self.kept.write.next = self.happens.val();
        self.kept.write_address.next = self.at.val();
        self.kept.write_data.next = self.low_part.val()
            | (self.level_part.val() << self.level_at.val())
            | (self.flow_part.val() << self.flow_at.val());
        if self.happens.val() {
            if self.at.val() == self.last.val() {
                self.at.next = 0.into();
                self.all.next = true;
            } else {
                self.at.next = self.at.val() + 1;
            }
        }
        self.kept.read_address.next = self.entry.val();
        if self.read.val() {
            self.shown.next = self.kept.read_data.val();
            self.there_reg.next = self.all.val() || self.entry.val() < self.at.val();
        }
        self.there.next = self.there_reg.val();
        self.read_stamp.next = self.shown.val() >> 0;
        self.read_sl.next = self.shown.val() >> self.level_at.val();
        self.read_flow.next = self.shown.val() >> self.flow_at.val();
    }
}

block! {
    /// The congestion log: when a CCTI reached the trigger. To whom the flow talks is looked up when the
    /// log is read.
    pub struct CongestionLog(nic: &Nic) as "tailback_congestion_log" {
        /// Words before the first event.
        count first_word = log::FIRST;
        /// Bits of the number of a word of an event.
        count event_bits = log::EVENT_BITS;
        /// What kind of log it is.
        param kind[WORD] = log::TYPE;
        /// The bit that says that something is throttled.
        count enabled_bit = log::ENABLED;
        /// Service levels (SLs).
        count service_levels = Nic::SERVICE_LEVELS;
        /// Where their map begins.
        count map_at = field::LOG_LEVELS;
        /// Where a queue pair begins, a service level, and a LID.
        count qp_at = log::QP;
        /// Likewise.
        count level_at = log::LEVEL;
        /// Likewise.
        count lid_at = log::LID;

        /// Flows are being cleared.
        input clearing;
        /// Which one.
        input clear_flow[nic.flow_bits()];
        /// There is an event.
        input event_valid;
        /// The flow.
        input event_flow[nic.flow_bits()];
        /// The SL.
        input event_sl[SL_BITS];
        /// The time.
        input event_time[WORD];
        /// A BECN has come.
        input becn;
        /// For this flow.
        input becn_flow[nic.flow_bits()];
        /// From this LID.
        input becn_lid[LID_BITS];
        /// Number of flow 0's queue pair.
        input qp_base[QP_BITS];
        /// SLs whose settings count.
        input control_map[Nic::SERVICE_LEVELS];
        /// The second step.
        input second;
        /// Something is written.
        input write;
        /// Which word of the log it is.
        input offset[OFFSET_BITS];
        /// Bits of SLs that are cleared.
        input cleared[Nic::SERVICE_LEVELS];
        /// It is what kind of log there is,
        input is_summary;
        /// the SLs that had events,
        input is_levels;
        /// a word of an event.
        input is_logged;
        /// The queue pair at the other end.
        input remote_qp[QP_BITS];

        /// The flow of the event that is read.
        output flow[nic.flow_bits()];
        /// What the register holds; 0 if it is not one of these.
        output word[WORD];

        /// Words from the first event on.
        local behind[OFFSET_BITS];
        /// Which word of the event.
        local part[log::EVENT_BITS];
        /// The map of SLs, as it is read.
        local map_word[WORD];
        /// What kind it is, and how many events there were.
        local summary[WORD];
        /// Likewise.
        local count_part[WORD];
        /// Own queue pair of the flow,
        local own_word[WORD];
        /// whom it talked to,
        local remote_word[WORD];
        /// with its SL,
        local level_word[WORD];
        /// and where that is.
        local lid_word[WORD];
        /// The word of the event.
        local event_word[WORD];
        /// The flow, with as many bits as a queue pair.
        local wide_flow[QP_BITS];
        /// Events, modulo 2^16.
        reg events[log::COUNT_BITS];
        /// The SL had an event.
        reg(Nic::SERVICE_LEVELS) levels;
        /// Own queue pair of the flow.
        reg own_qp[QP_BITS];
        /// The events.
        sub memory: EventMemory = EventMemory::new(nic);
        /// Where the last BECN of each flow came from.
        sub lids: FlowValue = FlowValue::new(nic, LID_BITS);
    }
}

impl Logic for CongestionLog {
    #[hdl_gen]
    fn update(&mut self) {
        self.behind.next = self.offset.val() - self.first_word.val();
        self.part.next = self.behind.val() >> 0;
        self.memory.happens.next = self.event_valid.val();
        self.memory.flow.next = self.event_flow.val();
        self.memory.sl.next = self.event_sl.val();
        self.memory.stamp.next = self.event_time.val();
        self.memory.entry.next = self.behind.val() >> self.event_bits.val();
        self.memory.read.next = self.second.val();
        self.flow.next = self.memory.read_flow.val();
        self.lids.clearing.next = self.clearing.val();
        self.lids.clear_flow.next = self.clear_flow.val();
        self.lids.write.next = self.becn.val();
        self.lids.write_flow.next = self.becn_flow.val();
        self.lids.write_value.next = self.becn_lid.val();
        self.lids.flow.next = self.memory.read_flow.val();

        if self.event_valid.val() {
            self.events.next = self.events.val() + 1;
        }
        for sl in 0..self.service_levels.val() {
            if self.event_valid.val() && self.event_sl.val() == sl {
                self.levels[sl].next = true;
            } else if self.write.val() && self.is_levels.val() && self.cleared.val().get_bit(sl) {
                self.levels[sl].next = false;
            }
        }
        self.map_word.next = 0.into();
        for sl in 0..self.service_levels.val() {
            self.map_word.next =
                self.map_word.val().replace_bit(self.map_at.val() + sl, self.levels[sl].val());
        }
        self.count_part.next = self.events.val();
        self.summary.next = self.kind.val() | self.count_part.val();
        self.summary.next =
            self.summary.val().replace_bit(self.enabled_bit.val(), self.control_map.val().any());

        self.wide_flow.next = self.memory.read_flow.val();
        self.own_qp.next = self.qp_base.val() + self.wide_flow.val();
        self.own_word.next = self.own_qp.val();
        self.own_word.next = self.own_word.val() << self.qp_at.val();
        self.remote_word.next = self.remote_qp.val();
        self.level_word.next = self.memory.read_sl.val();
        self.lid_word.next = self.lids.value.val();
        self.event_word.next = self.memory.read_stamp.val();
        if self.part.val() == 0 {
            self.event_word.next = self.own_word.val();
        }
        if self.part.val() == 1 {
            self.event_word.next = (self.remote_word.val() << self.qp_at.val())
                | (self.level_word.val() << self.level_at.val());
        }
        if self.part.val() == 2 {
            self.event_word.next = self.lid_word.val() << self.lid_at.val();
        }
        self.word.next = 0.into();
        if self.is_summary.val() {
            self.word.next = self.summary.val();
        }
        if self.is_levels.val() {
            self.word.next = self.map_word.val();
        }
        if self.is_logged.val() && self.memory.there.val() {
            self.word.next = self.event_word.val();
        }
    }
}
