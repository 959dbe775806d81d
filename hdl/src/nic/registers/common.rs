//! The registers of every NIC.

use super::layout::{PLACE_BITS, SL_BITS, WORD};
use super::{
    AccessSequencer, FlowClear, FlowRegisters, NicCounters, NicPlaces, NicSettings, QpRegisters,
};
use crate::comment;
use crate::interface::AxiLite;
use crate::prelude::*;
use tailback_spec::nic::registers::{
    has_table, index_bits, ADDRESS_BITS, BYTES_BITS, COUNTERS, IPD_BITS, QP_BITS, THROTTLED_BITS,
};
use tailback_spec::nic::Nic;

block! {
    /// Executes writes and reads, and holds the registers of every NIC: identification, queue
    /// pairs, and counters.
    pub struct CommonRegisters(nic: &Nic) as "tailback_common_registers" {
        /// There is a congestion control table.
        choice has_table = has_table(nic);

        /// Registers.
        slave s_axil: AxiLite(ADDRESS_BITS, true, true);
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
    connect {
        clear: clearing, flow = cleared_flow;
        clear, flows: clearing, flow = clear_flow;
        clear, qps: clearing, flow = clear_flow;
        sequencer: s_axil, place, data,
            second, okay, flow = qp_write_flow, valid = qp_write_valid, number = qp_write_number;
        sequencer, places: address;
        sequencer, flows: level;
        sequencer, port: turn = asked;
        sequencer, settings: number = data;
        sequencer, qps: flow, valid = new_valid, number = new_number, third = read;
        places, flows: is_select, is_value, is_level;
        places, port: is_counter;
        places, settings: constant, is_qp_base, is_select;
        places, qps: is_qp;
        settings: write = writes, time_stamp, qp_base;
        qps: write = writes, is_logged = table_is_logged, logged_flow, qp_write, number = remote_qp;
        flows: start, start_flow, start_sl, start_bytes, becn, becn_flow, throttled, throttled_flow,
            throttled_cycles, changed, changed_flow, changed_ipd, ask_ready, ccti, ask, ask_flow,
            ask_sl;
        port: happened;
    }
}

impl Logic for CommonRegisters {
    #[hdl_gen]
    fn update(&mut self) {
        self.ready.next = !self.clear.clearing.val();
        self.sequencer.cleared.next = !self.clear.clearing.val();
        if self.has_table.val() {
            self.sequencer.cleared.next = !self.clear.clearing.val() && self.table_ready.val();
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
