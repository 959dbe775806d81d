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
    /// The registers of a NIC over AXI4-Lite: what it is, its settings, its queue pairs, what is
    /// counted, and the congestion log.
    pub struct NicRegisters(nic: &Nic) as "tailback_nic_registers" {
        /// Counters of the port.
        count counters = COUNTERS;

        /// AXI4-Lite: there is an address to be written.
        input awvalid;
        /// The address.
        input awaddr[ADDRESS_BITS];
        /// There is data to be written.
        input wvalid;
        /// The data.
        input wdata[WORD];
        /// Bytes of it that count: all, or the write is refused.
        input wstrb[WORD_BYTES as usize];
        /// The answer to a write is taken.
        input bready;
        /// There is an address to be read.
        input arvalid;
        /// The address.
        input araddr[ADDRESS_BITS];
        /// The answer to a read is taken.
        input rready;
        /// Time in ticks of 1.024 us.
        input time_stamp[WORD];
        /// The congestion table is cleared.
        input table_ready;
        /// CCTI_Timer of the service level (SL) `read_sl` of the cycle before.
        input read_timer[field::TIMER_BITS];
        /// Its CCTI_Increase.
        input read_increase[field::STEP_BITS];
        /// Its Trigger_Threshold.
        input read_trigger[field::STEP_BITS];
        /// Its CCTI_Min.
        input read_min[field::STEP_BITS];
        /// The entry `read_index` of the cycle before.
        input read_entry[field::ENTRY_BITS];
        /// The question is taken.
        input ask_ready;
        /// The answer to that of three cycles before.
        input ccti[index_bits(nic)];
        /// A CCTI has reached the trigger.
        input event_valid;
        /// Of this flow.
        input event_flow[nic.flow_bits()];
        /// On this SL.
        input event_sl[SL_BITS];
        /// At this time.
        input event_time[WORD];
        /// A flow has another inter-packet delay (IPD).
        input changed;
        /// Which flow.
        input changed_flow[nic.flow_bits()];
        /// The IPD.
        input changed_ipd[IPD_BITS];
        /// A flow starts a packet.
        input start;
        /// Which flow.
        input start_flow[nic.flow_bits()];
        /// On which SL.
        input start_sl[SL_BITS];
        /// The packet's bytes, from LRH to VCRC.
        input start_bytes[BYTES_BITS];
        /// A packet with a BECN has come.
        input becn;
        /// For this flow.
        input becn_flow[nic.flow_bits()];
        /// From this LID.
        input becn_lid[LID_BITS];
        /// A flow was kept waiting.
        input throttled;
        /// Which flow.
        input throttled_flow[nic.flow_bits()];
        /// For so many cycles.
        input throttled_cycles[THROTTLED_BITS];
        /// What the counters of the port count, in the order of their addresses.
        input(COUNTERS) happened;

        /// The address to be written is taken.
        output awready;
        /// The data is taken.
        output wready;
        /// There is an answer to a write.
        output bvalid;
        /// 0: OKAY, 2: SLVERR.
        output bresp[2];
        /// The address to be read is taken.
        output arready;
        /// There is an answer to a read.
        output rvalid;
        /// What the register holds.
        output rdata[WORD];
        /// 0: OKAY, 2: SLVERR.
        output rresp[2];
        /// Memories are cleared.
        output ready;
        /// Number of flow 0's own queue pair.
        output qp_base[QP_BITS];
        /// SLs whose settings count.
        output control_map[Nic::SERVICE_LEVELS];
        /// Whom a flow talks to is written.
        output qp_write;
        /// Which flow.
        output qp_write_flow[nic.flow_bits()];
        /// It counts.
        output qp_write_valid;
        /// The queue pair at the other end.
        output qp_write_number[QP_BITS];
        /// CCTI_Limit.
        output limit[field::WIDE_LIMIT_BITS];
        /// The settings of an SL are written.
        output set_valid;
        /// Which SL.
        output set_sl[SL_BITS];
        /// CCTI_Timer.
        output set_timer[field::TIMER_BITS];
        /// CCTI_Increase.
        output set_increase[field::STEP_BITS];
        /// Trigger_Threshold.
        output set_trigger[field::STEP_BITS];
        /// CCTI_Min.
        output set_min[field::STEP_BITS];
        /// An entry of the congestion control table is written.
        output write;
        /// Which one.
        output write_index[index_bits(nic)];
        /// What.
        output write_entry[field::ENTRY_BITS];
        /// The SL whose settings are to be read.
        output read_sl[SL_BITS];
        /// The entry to be read.
        output read_index[index_bits(nic)];
        /// A CCTI is asked for.
        output ask;
        /// Of this flow.
        output ask_flow[nic.flow_bits()];
        /// On this SL.
        output ask_sl[SL_BITS];

        /// What any NIC has.
        sub common: CommonRegisters = CommonRegisters::new(nic);
        /// What comes with a congestion control table.
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
