//! The congestion log.

use super::layout::{field, log, OFFSET_BITS, SL_BITS, WORD};
use super::FlowValue;
use crate::interface::TriggerEvent;
use crate::prelude::*;
use tailback_spec::nic::registers::{LID_BITS, QP_BITS};
use tailback_spec::nic::Nic;
use tailback_spec::registers::nic::LOG_EVENTS;

/// Entries of the log.
const ENTRIES: usize = LOG_EVENTS as usize;
/// Bits of the index of an entry.
const ENTRY_BITS: usize = OFFSET_BITS - log::EVENT_BITS;

block! {
    /// Holds the last events, with flow, service level (SL) and time.
    pub struct EventMemory(nic: &Nic) as "tailback_event_memory" {
        /// Last entry.
        count last = ENTRIES - 1;
        /// Bits of an SL.
        count level_bits = SL_BITS;
        /// Lowest bit of the SL in an entry.
        count level_at = WORD;
        /// Lowest bit of the flow in an entry.
        count flow_at = WORD + SL_BITS;

        /// Event to be stored.
        slave event: TriggerEvent(nic, false);
        /// Entry to be read.
        input entry[ENTRY_BITS];
        /// Entry is read.
        input read;

        /// Entry read last held an event; valid from the cycle after `read` on.
        output_reg there;
        /// Flow of the event read last.
        output read_flow[nic.flow_bits()];
        /// SL of the event read last.
        output read_sl[SL_BITS];
        /// Time of the event read last.
        output read_stamp[WORD];

        /// Entry to be written.
        local new_entry[WORD + SL_BITS + nic.flow_bits()];
        /// Entry that is written next.
        reg at[ENTRY_BITS];
        /// All entries have been written.
        reg all;
        /// Event read last.
        reg shown[WORD + SL_BITS + nic.flow_bits()];
        /// Events: time, SL and flow, from the lowest bit on.
        lut_memory(ENTRIES) kept[WORD + SL_BITS + nic.flow_bits()];
    }
    connect {
        kept: write = event.valid, write_data = new_entry, write_address = at, read_address = entry;
    }
}

impl Logic for EventMemory {
    #[hdl_gen]
    fn update(&mut self) {
        self.new_entry.next = self.event.flow.val();
        self.new_entry.next = (self.new_entry.val() << self.level_bits.val()) | self.event.sl.val();
        self.new_entry.next = (self.new_entry.val() << self.level_at.val()) | self.event.time.val();
        if self.event.valid.val() {
            if self.at.val() == self.last.val() {
                self.at.next = 0.into();
                self.all.next = true;
            } else {
                self.at.next = self.at.val() + 1;
            }
        }
        if self.read.val() {
            self.shown.next = self.kept.read_data.val();
            self.there.next = self.all.val() || self.entry.val() < self.at.val();
        }
        self.read_stamp.next = self.shown.val() >> 0;
        self.read_sl.next = self.shown.val() >> self.level_at.val();
        self.read_flow.next = self.shown.val() >> self.flow_at.val();
    }
}

block! {
    /// The congestion log: times at which a CCTI reached Trigger_Threshold. The queue pair and LID
    /// at the other end of the flow are looked up when the log is read.
    pub struct CongestionLog(nic: &Nic) as "tailback_congestion_log" {
        /// Words of the log before the first event.
        count first_word = log::FIRST;
        /// Bits that select a word of an event.
        count event_bits = log::EVENT_BITS;
        /// Type of the log, in its field.
        param kind[WORD] = log::TYPE;
        /// Bit: congestion control is enabled on some SL.
        count enabled_bit = log::ENABLED;
        /// Service levels (SLs).
        count service_levels = Nic::SERVICE_LEVELS;
        /// Lowest bit of the map of SLs.
        count map_at = field::LOG_LEVELS;
        /// Lowest bit of a queue pair.
        count qp_at = log::QP;
        /// Lowest bit of the SL.
        count level_at = log::LEVEL;
        /// Lowest bit of the LID.
        count lid_at = log::LID;

        /// Memories of flows are being cleared.
        input clearing;
        /// Flow being cleared.
        input clear_flow[nic.flow_bits()];
        /// CCTI that has reached Trigger_Threshold.
        slave event: TriggerEvent(nic, false);
        /// BECN received for a flow.
        input becn;
        /// Flow of the BECN.
        input becn_flow[nic.flow_bits()];
        /// SLID of the packet with the BECN.
        input becn_lid[LID_BITS];
        /// Queue pair number of flow 0.
        input qp_base[QP_BITS];
        /// One bit per SL: congestion control is enabled.
        input control_map[Nic::SERVICE_LEVELS];
        /// Access is in its second step.
        input second;
        /// Legal write takes effect.
        input write;
        /// Word of the log that is accessed.
        input offset[OFFSET_BITS];
        /// One bit per SL: the bit of the SL in the map is cleared by the write.
        input cleared[Nic::SERVICE_LEVELS];
        /// Accessed register is the summary: type, enabled bit and number of events.
        input is_summary;
        /// Accessed register is the map of SLs with events.
        input is_levels;
        /// Accessed register is a word of an event.
        input is_logged;
        /// Remote queue pair of `flow`.
        input remote_qp[QP_BITS];

        /// Flow of the event that is read.
        output flow[nic.flow_bits()];
        /// Read data; 0 if the accessed register is not in this module.
        output word[WORD];

        /// Word of the log, counted from the first event on.
        local behind[OFFSET_BITS];
        /// Word of the event.
        local part[log::EVENT_BITS];
        /// Read data of the map of SLs with events.
        local map_word[WORD];
        /// Read data of the summary.
        local summary[WORD];
        /// Number of events, in its field of the summary.
        local count_part[WORD];
        /// Read data: the flow's own queue pair.
        local own_word[WORD];
        /// Remote queue pair, before the shift to its field.
        local remote_word[WORD];
        /// SL of the event, before the shift to its field.
        local level_word[WORD];
        /// LID that sent the flow's last BECN, before the shift to its field.
        local lid_word[WORD];
        /// Read data of the word of the event.
        local event_word[WORD];
        /// Flow of the event, as wide as a queue pair number.
        local wide_flow[QP_BITS];
        /// Events, modulo 2^16.
        reg events[log::COUNT_BITS];
        /// One bit per SL: the SL had an event.
        reg(Nic::SERVICE_LEVELS) levels;
        /// Own queue pair of the flow of the event.
        reg own_qp[QP_BITS];
        /// Last events.
        sub memory: EventMemory = EventMemory::new(nic);
        /// LID that sent each flow's last BECN.
        sub lids: FlowValue = FlowValue::new(nic, LID_BITS);
    }
    connect {
        memory: event, read = second, read_flow = flow, read_flow = wide_flow,
            read_sl = level_word;
        memory, lids: read_flow = flow;
        lids: clearing, clear_flow, write = becn, write_flow = becn_flow, write_value = becn_lid,
            value = lid_word;
    }
}

impl Logic for CongestionLog {
    #[hdl_gen]
    fn update(&mut self) {
        self.behind.next = self.offset.val() - self.first_word.val();
        self.part.next = self.behind.val() >> 0;
        self.memory.entry.next = self.behind.val() >> self.event_bits.val();

        if self.event.valid.val() {
            self.events.next = self.events.val() + 1;
        }
        for sl in 0..self.service_levels.val() {
            if self.event.valid.val() && self.event.sl.val() == sl {
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

        self.own_qp.next = self.qp_base.val() + self.wide_flow.val();
        self.own_word.next = self.own_qp.val();
        self.own_word.next = self.own_word.val() << self.qp_at.val();
        self.remote_word.next = self.remote_qp.val();
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
