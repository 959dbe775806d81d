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

use crate::prelude::*;
use layout::{field, SL_BITS, WORD};
use tailback_spec::nic::registers::{
    index_bits, ADDRESS_BITS, BYTES_BITS, COUNTERS, IPD_BITS, LID_BITS, QP_BITS, THROTTLED_BITS,
};
use tailback_spec::nic::Nic;
use tailback_spec::registers::WORD_BYTES;

block! {
    /// Registers of a NIC over AXI4-Lite: identification, settings, queue pairs, counters, and the
    /// congestion log.
    pub struct NicRegisters(nic: &Nic) as "tailback_nic_registers" {
        /// Counters of the port.
        count counters = COUNTERS;

        /// Write address valid.
        input awvalid;
        /// Write address in bytes; the two lowest bits are ignored.
        input awaddr[ADDRESS_BITS];
        /// Write data valid.
        input wvalid;
        /// Write data.
        input wdata[WORD];
        /// Write strobes; a write without all bytes is refused with SLVERR.
        input wstrb[WORD_BYTES as usize];
        /// Write response ready.
        input bready;
        /// Read address valid.
        input arvalid;
        /// Read address in bytes; the two lowest bits are ignored.
        input araddr[ADDRESS_BITS];
        /// Read data ready.
        input rready;
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

        /// Write address ready: address and data are accepted together.
        output awready;
        /// Write data ready: address and data are accepted together.
        output wready;
        /// Write response valid.
        output bvalid;
        /// Write response: 0 is OKAY, 2 is SLVERR.
        output bresp[2];
        /// Read address ready.
        output arready;
        /// Read data valid.
        output rvalid;
        /// Read data: value of the register, or 0 if there is none.
        output rdata[WORD];
        /// Read response: 0 is OKAY, 2 is SLVERR.
        output rresp[2];
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
}

impl Logic for NicRegisters {
    #[hdl_gen]
    fn update(&mut self) {
        self.common.awvalid.next = self.awvalid.val();
        self.common.awaddr.next = self.awaddr.val();
        self.common.wvalid.next = self.wvalid.val();
        self.common.wdata.next = self.wdata.val();
        self.common.wstrb.next = self.wstrb.val();
        self.common.bready.next = self.bready.val();
        self.common.arvalid.next = self.arvalid.val();
        self.common.araddr.next = self.araddr.val();
        self.common.rready.next = self.rready.val();
        self.common.time_stamp.next = self.time_stamp.val();
        self.common.table_ready.next = self.table_ready.val();
        self.common.ask_ready.next = self.ask_ready.val();
        self.common.ccti.next = self.ccti.val();
        self.common.changed.next = self.changed.val();
        self.common.changed_flow.next = self.changed_flow.val();
        self.common.changed_ipd.next = self.changed_ipd.val();
        self.common.start.next = self.start.val();
        self.common.start_flow.next = self.start_flow.val();
        self.common.start_sl.next = self.start_sl.val();
        self.common.start_bytes.next = self.start_bytes.val();
        self.common.becn.next = self.becn.val();
        self.common.becn_flow.next = self.becn_flow.val();
        self.common.throttled.next = self.throttled.val();
        self.common.throttled_flow.next = self.throttled_flow.val();
        self.common.throttled_cycles.next = self.throttled_cycles.val();
        for counter in 0..self.counters.val() {
            self.common.happened[counter].next = self.happened[counter].val();
        }
        self.common.table_exists.next = self.congestion.exists.val();
        self.common.table_writable.next = self.congestion.writable.val();
        self.common.table_in_range.next = self.congestion.in_range.val();
        self.common.table_is_stamp.next = self.congestion.is_stamp.val();
        self.common.table_is_logged.next = self.congestion.is_logged.val();
        self.common.table_word.next = self.congestion.word.val();
        self.common.logged_flow.next = self.congestion.flow.val();
        self.awready.next = self.common.awready.val();
        self.wready.next = self.common.wready.val();
        self.bvalid.next = self.common.bvalid.val();
        self.bresp.next = self.common.bresp.val();
        self.arready.next = self.common.arready.val();
        self.rvalid.next = self.common.rvalid.val();
        self.rdata.next = self.common.rdata.val();
        self.rresp.next = self.common.rresp.val();
        self.ready.next = self.common.ready.val();
        self.qp_base.next = self.common.qp_base.val();
        self.qp_write.next = self.common.qp_write.val();
        self.qp_write_flow.next = self.common.qp_write_flow.val();
        self.qp_write_valid.next = self.common.qp_write_valid.val();
        self.qp_write_number.next = self.common.qp_write_number.val();
        self.ask.next = self.common.ask.val();
        self.ask_flow.next = self.common.ask_flow.val();
        self.ask_sl.next = self.common.ask_sl.val();

        self.congestion.clearing.next = self.common.clearing.val();
        self.congestion.clear_flow.next = self.common.cleared_flow.val();
        self.congestion.qp_base.next = self.common.qp_base.val();
        self.congestion.remote_qp.next = self.common.remote_qp.val();
        self.congestion.second.next = self.common.second.val();
        self.congestion.write.next = self.common.writes.val();
        self.congestion.place.next = self.common.place.val();
        self.congestion.data.next = self.common.data.val();
        self.congestion.read_timer.next = self.read_timer.val();
        self.congestion.read_increase.next = self.read_increase.val();
        self.congestion.read_trigger.next = self.read_trigger.val();
        self.congestion.read_min.next = self.read_min.val();
        self.congestion.read_entry.next = self.read_entry.val();
        self.congestion.event_valid.next = self.event_valid.val();
        self.congestion.event_flow.next = self.event_flow.val();
        self.congestion.event_sl.next = self.event_sl.val();
        self.congestion.event_time.next = self.event_time.val();
        self.congestion.becn.next = self.becn.val();
        self.congestion.becn_flow.next = self.becn_flow.val();
        self.congestion.becn_lid.next = self.becn_lid.val();
        self.control_map.next = self.congestion.control_map.val();
        self.limit.next = self.congestion.limit.val();
        self.set_valid.next = self.congestion.set_valid.val();
        self.set_sl.next = self.congestion.sl.val();
        self.set_timer.next = self.congestion.set_timer.val();
        self.set_increase.next = self.congestion.set_increase.val();
        self.set_trigger.next = self.congestion.set_trigger.val();
        self.set_min.next = self.congestion.set_min.val();
        self.write.next = self.congestion.write_valid.val();
        self.write_index.next = self.congestion.index.val();
        self.write_entry.next = self.congestion.write_entry.val();
        self.read_sl.next = self.congestion.sl.val();
        self.read_index.next = self.congestion.index.val();
    }
}
