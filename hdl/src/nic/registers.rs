//! The registers of a NIC over AXI4-Lite.

mod clear;
mod congestion;
mod flows;
mod layout;
mod log;
mod memories;
mod places;
mod port;
mod qps;
mod question;
mod rates;
mod sequencer;
mod settings;
mod split_sum;
mod table_places;
mod table_settings;

pub use clear::FlowClear;
pub use congestion::TableRegisters;
pub use flows::FlowRegisters;
pub use log::{CongestionLog, EventMemory};
pub use memories::{FlowTally, FlowValue};
pub use places::NicPlaces;
pub use port::NicCounters;
pub use qps::QpRegisters;
pub use question::CctiQuestion;
pub use rates::{CopiedCcti, CopiedIpd};
pub use sequencer::AccessSequencer;
pub use settings::NicSettings;
pub use split_sum::SplitSum;
pub use table_places::TablePlaces;
pub use table_settings::{TableAccess, TableSettings};

use crate::interface::{AxiLite, SettingWrite, TableRead, TriggerEvent};
use crate::prelude::*;
use layout::{SL_BITS, WORD};
use tailback_spec::nic::congestion_table::{CctEntry, LIMIT_BITS};
use tailback_spec::nic::registers::{
    has_table, index_bits, ADDRESS_BITS, BYTES_BITS, COUNTERS, IPD_BITS, LID_BITS, QP_BITS,
    THROTTLED_BITS,
};
use tailback_spec::nic::Nic;

block! {
    /// Registers of a NIC over AXI4-Lite: identification, settings, queue pairs, counters, and the
    /// congestion log.
    pub struct NicRegisters(nic: &Nic) as "tailback_nic_registers" {
        /// There is a congestion control table.
        choice has_table = has_table(nic);

        /// Registers.
        slave s_axil: AxiLite(ADDRESS_BITS, true, true);
        /// Memories have been cleared after reset.
        output ready;
        /// Queue pair number of flow 0.
        output qp_base[QP_BITS];
        /// One bit per service level (SL): congestion control is enabled; 0 without a table.
        output control_map[Nic::SERVICE_LEVELS];
        /// Write to the queue pair entry of a flow.
        output qp_write;
        /// Flow of the queue pair entry written.
        output qp_write_flow[nic.flow_bits()];
        /// Valid bit of the queue pair entry written.
        output qp_write_valid;
        /// Number of the remote queue pair written.
        output qp_write_number[QP_BITS];

        /// Time in ticks of 1.024 us.
        input time_stamp[WORD];
        /// Memories of the congestion table have been cleared after reset.
        input table_ready;
        /// CCTI_Limit; 0 without a table.
        output limit[LIMIT_BITS];
        /// Write to the settings of an SL; 0 without a table.
        master set: SettingWrite();
        /// Write to an entry of the congestion control table.
        output write;
        /// Index of the entry written; 0 without a table.
        output write_index[index_bits(nic)];
        /// Entry to be written; 0 without a table.
        output write_entry[CctEntry::BITS];
        /// Settings and entry that are read.
        master read: TableRead(nic, true);
        /// Request of a CCTI.
        output ask;
        /// Flow of the CCTI request.
        output ask_flow[nic.flow_bits()];
        /// SL of the CCTI request.
        output ask_sl[SL_BITS];
        /// CCTI request is accepted.
        input ask_ready;
        /// CCTI of the request accepted three cycles ago.
        input ccti[index_bits(nic)];
        /// CCTI that has reached Trigger_Threshold.
        slave event: TriggerEvent(nic, false);

        /// New inter-packet delay (IPD) of a flow.
        input changed;
        /// Flow of the new IPD.
        input changed_flow[nic.flow_bits()];
        /// New IPD.
        input changed_ipd[IPD_BITS];
        /// Packet of a flow is sent.
        input start;
        /// Flow of the packet sent.
        input start_flow[nic.flow_bits()];
        /// SL of the packet sent.
        input start_sl[SL_BITS];
        /// Bytes of the packet sent, from LRH to VCRC.
        input start_bytes[BYTES_BITS];
        /// BECN received for a flow.
        input becn;
        /// Flow of the BECN.
        input becn_flow[nic.flow_bits()];
        /// SLID of the packet with the BECN.
        input becn_lid[LID_BITS];
        /// Throttle report of a packet.
        input throttled;
        /// Flow of the throttle report.
        input throttled_flow[nic.flow_bits()];
        /// Cycles for which the packet of the throttle report was throttled.
        input throttled_cycles[THROTTLED_BITS];
        /// One bit per counter of the port, in address order: an event to be counted.
        input(COUNTERS) happened;

        /// Legal write takes effect.
        local writes;
        /// Accessed register is one of the congestion table.
        local table_exists;
        /// Accessed register is one of the congestion table, and can be written.
        local table_writable;
        /// Write data is in the range of the accessed register of the congestion table.
        local table_in_range;
        /// Accessed register is the time stamp of the congestion log.
        local table_is_stamp;
        /// Accessed register is a word of an event in the congestion log.
        local table_is_logged;
        /// Flow of the event in the congestion log.
        local logged_flow[nic.flow_bits()];
        /// Read data of the congestion table; 0 if the accessed register is not one of its.
        local table_word[WORD];
        /// Write is legal; valid in the last step.
        reg okay;
        /// Clears the memories of flows after reset.
        sub clear: FlowClear = FlowClear::new(nic);
        /// Sequences writes and reads.
        sub sequencer: AccessSequencer = AccessSequencer::new(nic);
        /// Decodes the address.
        sub places: NicPlaces = NicPlaces::new(nic);
        /// Settings.
        sub settings: NicSettings = NicSettings::new(nic);
        /// Queue pairs.
        sub qps: QpRegisters = QpRegisters::new(nic);
        /// Values of flows.
        sub flows: FlowRegisters = FlowRegisters::new(nic);
        /// Counters of the port.
        sub port: NicCounters = NicCounters::new();
        /// Registers of a NIC with a congestion control table.
        optional(has_table(nic)) congestion: TableRegisters = TableRegisters::new(nic);
    }
    connect {
        clear, flows: clearing, flow = clear_flow;
        clear, qps: clearing, flow = clear_flow;
        clear, congestion: clearing, flow = clear_flow;
        sequencer: s_axil, okay, flow = qp_write_flow, valid = qp_write_valid,
            number = qp_write_number;
        sequencer, places: address;
        sequencer, flows: level;
        sequencer, port: turn = asked;
        sequencer, settings: number = data;
        sequencer, qps: flow, valid = new_valid, number = new_number, third = read;
        sequencer, congestion: second, place, data;
        places, flows: is_select, is_value, is_level;
        places, port: is_counter;
        places, settings: constant, is_qp_base, is_select;
        places, qps: is_qp;
        settings: write = writes, time_stamp, qp_base;
        settings, congestion: qp_base;
        qps: write = writes, is_logged = table_is_logged, logged_flow, qp_write;
        qps, congestion: number = remote_qp;
        flows: start, start_flow, start_sl, start_bytes, becn, becn_flow, throttled, throttled_flow,
            throttled_cycles, changed, changed_flow, changed_ipd, ask_ready, ccti, ask, ask_flow,
            ask_sl;
        port: happened;
        congestion: event, becn, becn_flow, becn_lid, write = writes, exists = table_exists,
            writable = table_writable, in_range = table_in_range, is_stamp = table_is_stamp,
            is_logged = table_is_logged, flow = logged_flow, word = table_word, control_map, limit,
            set, write_valid = write, write_index, write_entry, read;
    }
}

impl Logic for NicRegisters {
    #[hdl_gen]
    fn update(&mut self) {
        self.ready.next = !self.clear.clearing.val();
        self.sequencer.cleared.next = !self.clear.clearing.val();
        if self.has_table.val() {
            self.sequencer.cleared.next = !self.clear.clearing.val() && self.table_ready.val();
        } else {
            self.table_exists.next = false;
            self.table_writable.next = false;
            self.table_in_range.next = true;
            self.table_is_stamp.next = false;
            self.table_is_logged.next = false;
            self.logged_flow.next = 0.into();
            self.table_word.next = 0.into();
            self.control_map.next = 0.into();
            self.limit.next = 0.into();
            self.set.valid.next = false;
            self.set.sl.next = 0.into();
            self.set.timer.next = 0.into();
            self.set.increase.next = 0.into();
            self.set.trigger.next = 0.into();
            self.set.min.next = 0.into();
            self.write.next = false;
            self.write_index.next = 0.into();
            self.write_entry.next = 0.into();
            self.read.sl.next = 0.into();
            self.read.index.next = 0.into();
        }

        self.sequencer.exists.next = self.places.exists.val() || self.table_exists.val();
        comment!("None of these signals changes after the third step.");
        self.okay.next = (self.places.writable.val() || self.table_writable.val())
            && self.sequencer.whole.val()
            && self.settings.in_range.val()
            && self.table_in_range.val();
        self.sequencer.word.next = self.settings.word.val()
            | self.qps.word.val()
            | self.flows.word.val()
            | self.port.word.val()
            | self.table_word.val();
        self.sequencer.waits.next = self.flows.waits.val()
            || (self.places.is_counter.val()
                && !self.sequencer.is_write.val()
                && !self.port.there.val());
        self.writes.next =
            self.sequencer.done.val() && self.sequencer.is_write.val() && self.okay.val();

        self.flows.new_flow.next = self.sequencer.number.val() >> 0;
        self.flows.selects.next = self.sequencer.last.val()
            && self.sequencer.is_write.val()
            && self.okay.val()
            && self.places.is_select.val();
        self.flows.reads.next = self.sequencer.last.val() && !self.sequencer.is_write.val();

        self.settings.is_stamp.next = self.places.is_stamp.val() || self.table_is_stamp.val();
    }
}
