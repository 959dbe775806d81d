//! The registers that any NIC has.

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
    /// Takes writes and reads, and holds the registers that any NIC has: what it is, its queue pairs,
    /// and what is counted.
    pub struct CommonRegisters(nic: &Nic) as "tailback_common_registers" {
        /// There is a congestion control table.
        choice has_table = has_table(nic);
        /// Counters of the port.
        count counters = COUNTERS;
        /// Values of a flow.
        count values = VALUES;

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
        /// The question is taken.
        input ask_ready;
        /// The answer to that of three cycles before.
        input ccti[index_bits(nic)];
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
        /// A flow was kept waiting.
        input throttled;
        /// Which flow.
        input throttled_flow[nic.flow_bits()];
        /// For so many cycles.
        input throttled_cycles[THROTTLED_BITS];
        /// What the counters of the port count, in the order of their addresses.
        input(COUNTERS) happened;
        /// There is a register of the table; this and what follows are of the place.
        input table_exists;
        /// It has something to be written.
        input table_writable;
        /// The data is in its range.
        input table_in_range;
        /// It is the time.
        input table_is_stamp;
        /// It is a word of an event in the log.
        input table_is_logged;
        /// What the register holds; 0 if it is not one of the table.
        input table_word[WORD];
        /// The flow of the event.
        input logged_flow[nic.flow_bits()];

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
        /// Whom a flow talks to is written.
        output qp_write;
        /// Which flow.
        output qp_write_flow[nic.flow_bits()];
        /// It counts.
        output qp_write_valid;
        /// The queue pair at the other end.
        output qp_write_number[QP_BITS];
        /// A CCTI is asked for.
        output ask;
        /// Of this flow.
        output ask_flow[nic.flow_bits()];
        /// On this SL.
        output ask_sl[SL_BITS];
        /// Flows are being cleared.
        output clearing;
        /// Which one.
        output cleared_flow[nic.flow_bits()];
        /// The queue pair that the flow of the event talks to.
        output remote_qp[QP_BITS];
        /// The second step.
        output second;
        /// Something is written.
        output writes;
        /// Where it is, in words.
        output place[PLACE_BITS];
        /// What.
        output data[WORD];

        /// A write is in order; right from the last step on.
        reg okay;
        /// Clears what is kept of flows.
        sub clear: FlowClear = FlowClear::new(nic);
        /// Takes writes and reads.
        sub sequencer: AccessSequencer = AccessSequencer::new(nic);
        /// Which register it is.
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
        comment!("None of this moves after the third step.");
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
