//! The registers of every NIC.

use super::layout::{PLACE_BITS, SL_BITS, VALUES, WORD};
use super::{
    AccessSequencer, FlowClear, FlowRegisters, NicCounters, NicPlaces, NicSettings, QpRegisters,
};
use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::registers::{
    has_table, index_bits, ADDRESS_BITS, BYTES_BITS, COUNTERS, IPD_BITS, QP_BITS, THROTTLED_BITS,
};
use tailback_spec::nic::Nic;
use tailback_spec::registers::WORD_BYTES;

block! {
    /// Executes writes and reads, and holds the registers of every NIC: identification, queue
    /// pairs, and counters.
    pub struct CommonRegisters(nic: &Nic) as "tailback_common_registers" {
        /// There is a congestion control table.
        choice has_table = has_table(nic);
        /// Counters of the port.
        count counters = COUNTERS;
        /// Registers of the values of a flow.
        count values = VALUES;

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
        /// CCTI request is accepted.
        input ask_ready;
        /// CCTI of the request accepted three cycles ago.
        input ccti[index_bits(nic)];
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
        /// Service level (SL) of the packet sent.
        input start_sl[SL_BITS];
        /// Bytes of the packet sent, from LRH to VCRC.
        input start_bytes[BYTES_BITS];
        /// BECN received for a flow.
        input becn;
        /// Flow of the BECN.
        input becn_flow[nic.flow_bits()];
        /// Throttle report of a packet.
        input throttled;
        /// Flow of the throttle report.
        input throttled_flow[nic.flow_bits()];
        /// Cycles for which the packet of the throttle report was throttled.
        input throttled_cycles[THROTTLED_BITS];
        /// One bit per counter of the port, in address order: an event to be counted.
        input(COUNTERS) happened;
        /// Register of the congestion table exists at `place`.
        input table_exists;
        /// Register of the congestion table at `place` can be written.
        input table_writable;
        /// Write data is in the range of the congestion table register at `place`.
        input table_in_range;
        /// Register at `place` is the time stamp of the congestion log.
        input table_is_stamp;
        /// Register at `place` is a word of an event in the congestion log.
        input table_is_logged;
        /// Read data of the congestion table register at `place`; 0 if there is none.
        input table_word[WORD];
        /// Flow of the event in the congestion log.
        input logged_flow[nic.flow_bits()];

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
        /// Write to the queue pair entry of a flow.
        output qp_write;
        /// Flow of the queue pair entry written.
        output qp_write_flow[nic.flow_bits()];
        /// Valid bit of the queue pair entry written.
        output qp_write_valid;
        /// Number of the remote queue pair written.
        output qp_write_number[QP_BITS];
        /// Request of a CCTI.
        output ask;
        /// Flow of the CCTI request.
        output ask_flow[nic.flow_bits()];
        /// SL of the CCTI request.
        output ask_sl[SL_BITS];
        /// Memories of flows are being cleared.
        output clearing;
        /// Flow being cleared.
        output cleared_flow[nic.flow_bits()];
        /// Remote queue pair of the flow that the access reads.
        output remote_qp[QP_BITS];
        /// Access is in its second step.
        output second;
        /// Legal write takes effect.
        output writes;
        /// Word address of the access.
        output place[PLACE_BITS];
        /// Data of the last write.
        output data[WORD];

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
    }
}

impl Logic for CommonRegisters {
    #[hdl_gen]
    fn update(&mut self) {
        self.clearing.next = self.clear.clearing.val();
        self.cleared_flow.next = self.clear.flow.val();
        self.ready.next = !self.clear.clearing.val();
        self.sequencer.cleared.next = !self.clear.clearing.val();
        if self.has_table.val() {
            self.sequencer.cleared.next = !self.clear.clearing.val() && self.table_ready.val();
        }
        self.sequencer.awvalid.next = self.awvalid.val();
        self.sequencer.awaddr.next = self.awaddr.val();
        self.sequencer.wvalid.next = self.wvalid.val();
        self.sequencer.wdata.next = self.wdata.val();
        self.sequencer.wstrb.next = self.wstrb.val();
        self.sequencer.bready.next = self.bready.val();
        self.sequencer.arvalid.next = self.arvalid.val();
        self.sequencer.araddr.next = self.araddr.val();
        self.sequencer.rready.next = self.rready.val();
        self.awready.next = self.sequencer.takes_write.val();
        self.wready.next = self.sequencer.takes_write.val();
        self.bvalid.next = self.sequencer.bvalid.val();
        self.bresp.next = self.sequencer.bresp.val();
        self.arready.next = self.sequencer.arready.val();
        self.rvalid.next = self.sequencer.rvalid.val();
        self.rdata.next = self.sequencer.rdata.val();
        self.rresp.next = self.sequencer.rresp.val();

        self.places.address.next = self.sequencer.address.val();
        self.place.next = self.sequencer.place.val();
        self.data.next = self.sequencer.data.val();
        self.second.next = self.sequencer.second.val();
        self.sequencer.exists.next = self.places.exists.val() || self.table_exists.val();
        comment!("None of these signals changes after the third step.");
        self.okay.next = (self.places.writable.val() || self.table_writable.val())
            && self.sequencer.whole.val()
            && self.settings.in_range.val()
            && self.table_in_range.val();
        self.sequencer.okay.next = self.okay.val();
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

        self.flows.clearing.next = self.clear.clearing.val();
        self.flows.clear_flow.next = self.clear.flow.val();
        self.flows.start.next = self.start.val();
        self.flows.start_flow.next = self.start_flow.val();
        self.flows.start_sl.next = self.start_sl.val();
        self.flows.start_bytes.next = self.start_bytes.val();
        self.flows.becn.next = self.becn.val();
        self.flows.becn_flow.next = self.becn_flow.val();
        self.flows.throttled.next = self.throttled.val();
        self.flows.throttled_flow.next = self.throttled_flow.val();
        self.flows.throttled_cycles.next = self.throttled_cycles.val();
        self.flows.changed.next = self.changed.val();
        self.flows.changed_flow.next = self.changed_flow.val();
        self.flows.changed_ipd.next = self.changed_ipd.val();
        self.flows.ask_ready.next = self.ask_ready.val();
        self.flows.ccti.next = self.ccti.val();
        self.flows.new_flow.next = self.sequencer.number.val() >> 0;
        self.flows.level.next = self.sequencer.level.val();
        self.flows.is_select.next = self.places.is_select.val();
        for value in 0..self.values.val() {
            self.flows.is_value[value].next = self.places.is_value[value].val();
        }
        self.flows.is_level.next = self.places.is_level.val();
        self.flows.selects.next = self.sequencer.last.val()
            && self.sequencer.is_write.val()
            && self.okay.val()
            && self.places.is_select.val();
        self.flows.reads.next = self.sequencer.last.val() && !self.sequencer.is_write.val();
        self.ask.next = self.flows.ask.val();
        self.ask_flow.next = self.flows.ask_flow.val();
        self.ask_sl.next = self.flows.ask_sl.val();
        for counter in 0..self.counters.val() {
            self.port.happened[counter].next = self.happened[counter].val();
        }
        self.port.asked.next = self.sequencer.turn.val();
        self.port.is_counter.next = self.places.is_counter.val();

        self.settings.write.next = self.writes.val();
        self.settings.data.next = self.sequencer.number.val();
        self.settings.constant.next = self.places.constant.val();
        self.settings.is_qp_base.next = self.places.is_qp_base.val();
        self.settings.is_select.next = self.places.is_select.val();
        self.settings.is_stamp.next = self.places.is_stamp.val() || self.table_is_stamp.val();
        self.settings.time_stamp.next = self.time_stamp.val();
        self.qp_base.next = self.settings.qp_base.val();
        self.qps.clearing.next = self.clear.clearing.val();
        self.qps.clear_flow.next = self.clear.flow.val();
        self.qps.write.next = self.writes.val();
        self.qps.flow.next = self.sequencer.flow.val();
        self.qps.new_valid.next = self.sequencer.valid.val();
        self.qps.new_number.next = self.sequencer.number.val();
        self.qps.is_qp.next = self.places.is_qp.val();
        self.qps.is_logged.next = self.table_is_logged.val();
        self.qps.logged_flow.next = self.logged_flow.val();
        self.qps.read.next = self.sequencer.third.val();
        self.qp_write.next = self.qps.qp_write.val();
        self.qp_write_flow.next = self.sequencer.flow.val();
        self.qp_write_valid.next = self.sequencer.valid.val();
        self.qp_write_number.next = self.sequencer.number.val();
        self.remote_qp.next = self.qps.number.val();
    }
}
