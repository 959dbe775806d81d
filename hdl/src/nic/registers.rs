//! The registers of a NIC over AXI4-Lite.

mod clear;
mod common;
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
mod table_places;
mod table_settings;

pub use clear::FlowClear;
pub use common::CommonRegisters;
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
pub use table_places::TablePlaces;
pub use table_settings::{TableAccess, TableSettings};

use crate::interface::AxiLite;
use crate::prelude::*;
use layout::{field, SL_BITS, WORD};
use tailback_spec::nic::registers::{
    index_bits, ADDRESS_BITS, BYTES_BITS, COUNTERS, IPD_BITS, LID_BITS, QP_BITS, THROTTLED_BITS,
};
use tailback_spec::nic::Nic;

block! {
    /// Registers of a NIC over AXI4-Lite: identification, settings, queue pairs, counters, and the
    /// congestion log.
    pub struct NicRegisters(nic: &Nic) as "tailback_nic_registers" {
        /// Registers.
        slave s_axil: AxiLite(ADDRESS_BITS, true, true);
        /// Time in ticks of 1.024 us.
        input time_stamp[WORD];
        /// Memories of the congestion table have been cleared after reset.
        input table_ready;
        /// CCTI_Timer of service level (SL) `read_sl` of the previous cycle.
        input read_timer[field::TIMER_BITS];
        /// CCTI_Increase of `read_sl` of the previous cycle.
        input read_increase[field::STEP_BITS];
        /// Trigger_Threshold of `read_sl` of the previous cycle.
        input read_trigger[field::STEP_BITS];
        /// CCTI_Min of `read_sl` of the previous cycle.
        input read_min[field::STEP_BITS];
        /// Table entry `read_index` of the previous cycle.
        input read_entry[field::ENTRY_BITS];
        /// CCTI request is accepted.
        input ask_ready;
        /// CCTI of the request accepted three cycles ago.
        input ccti[index_bits(nic)];
        /// CCTI of a flow has reached Trigger_Threshold: an event for the log.
        input event_valid;
        /// Flow of the event.
        input event_flow[nic.flow_bits()];
        /// SL of the event.
        input event_sl[SL_BITS];
        /// Time of the event in ticks of 1.024 us.
        input event_time[WORD];
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

        /// Memories have been cleared after reset.
        output ready;
        /// Queue pair number of flow 0.
        output qp_base[QP_BITS];
        /// One bit per SL: congestion control is enabled.
        output control_map[Nic::SERVICE_LEVELS];
        /// Write to the queue pair entry of a flow.
        output qp_write;
        /// Flow of the queue pair entry written.
        output qp_write_flow[nic.flow_bits()];
        /// Valid bit of the queue pair entry written.
        output qp_write_valid;
        /// Number of the remote queue pair written.
        output qp_write_number[QP_BITS];
        /// CCTI_Limit.
        output limit[field::WIDE_LIMIT_BITS];
        /// Write to the settings of an SL.
        output set_valid;
        /// SL of the settings written.
        output set_sl[SL_BITS];
        /// CCTI_Timer to be written.
        output set_timer[field::TIMER_BITS];
        /// CCTI_Increase to be written.
        output set_increase[field::STEP_BITS];
        /// Trigger_Threshold to be written.
        output set_trigger[field::STEP_BITS];
        /// CCTI_Min to be written.
        output set_min[field::STEP_BITS];
        /// Write to an entry of the congestion control table.
        output write;
        /// Index of the entry written.
        output write_index[index_bits(nic)];
        /// Entry to be written.
        output write_entry[field::ENTRY_BITS];
        /// SL whose settings are read.
        output read_sl[SL_BITS];
        /// Index of the table entry read.
        output read_index[index_bits(nic)];
        /// Request of a CCTI.
        output ask;
        /// Flow of the CCTI request.
        output ask_flow[nic.flow_bits()];
        /// SL of the CCTI request.
        output ask_sl[SL_BITS];

        /// Registers of every NIC.
        sub common: CommonRegisters = CommonRegisters::new(nic);
        /// Registers of a NIC with a congestion control table.
        sub congestion: TableRegisters = TableRegisters::new(nic);
    }
    connect {
        common: s_axil, time_stamp, table_ready, ask_ready, ccti, changed, changed_flow,
            changed_ipd, start, start_flow, start_sl, start_bytes, becn, becn_flow, throttled,
            throttled_flow, throttled_cycles, happened, ready, qp_base, qp_write, qp_write_flow,
            qp_write_valid, qp_write_number, ask, ask_flow, ask_sl;
        common, congestion: clearing, cleared_flow = clear_flow, qp_base, remote_qp, second,
            writes = write, place, data;
        congestion, common: exists = table_exists, writable = table_writable,
            in_range = table_in_range, is_stamp = table_is_stamp, is_logged = table_is_logged,
            word = table_word, flow = logged_flow;
        congestion: read_timer, read_increase, read_trigger, read_min, read_entry, event_valid,
            event_flow, event_sl, event_time, becn, becn_flow, becn_lid, control_map, limit,
            set_valid, sl = set_sl, set_timer, set_increase, set_trigger, set_min,
            write_valid = write, index = write_index, write_entry, sl = read_sl, index = read_index;
    }
}

wired!(NicRegisters);
