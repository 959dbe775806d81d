//! Counters and rates of flows, and the copy of one flow's values.

use super::layout::{field, HIGH_BITS, SL_BITS, VALUES, WORD};
use super::{CctiQuestion, CopiedCcti, CopiedIpd, FlowTally};
use crate::prelude::*;
use tailback_spec::nic::registers::{
    index_bits, rate, Rate, BYTES_BITS, IPD_BITS, LONG_BITS, THROTTLED_BITS,
};
use tailback_spec::nic::Nic;

block! {
    /// Counts the events of each flow, and copies the values of one flow, all of one moment.
    ///
    /// The copy is taken in a cycle without events.
    pub struct FlowRegisters(nic: &Nic) as "tailback_flow_registers" {
        /// Rates are inter-packet delays (IPDs).
        choice has_ipd = rate(nic) == Rate::Ipd;
        /// Flows have CCTIs.
        choice has_ccti = rate(nic) == Rate::OfFlow;
        /// Service levels (SLs) have CCTIs.
        choice has_level = rate(nic) == Rate::OfLevel;
        /// Lowest bit of the upper part of a long value.
        count word_bits = WORD;
        /// Registers of the values of a flow.
        count all_values = VALUES;

        /// Memories of flows are being cleared.
        input clearing;
        /// Flow being cleared.
        input clear_flow[nic.flow_bits()];
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
        /// Throttle report of a packet.
        input throttled;
        /// Flow of the throttle report.
        input throttled_flow[nic.flow_bits()];
        /// Cycles for which the packet of the throttle report was throttled.
        input throttled_cycles[THROTTLED_BITS];
        /// New IPD of a flow.
        input changed;
        /// Flow of the new IPD.
        input changed_flow[nic.flow_bits()];
        /// New IPD.
        input changed_ipd[IPD_BITS];
        /// CCTI request is accepted.
        input ask_ready;
        /// CCTI of the request accepted three cycles ago.
        input ccti[index_bits(nic)];
        /// Flow in the data of the last write.
        input new_flow[field::SELECT_BITS];
        /// SL whose CCTI is read.
        input level[SL_BITS];
        /// Accessed register is flow_select.
        input is_select;
        /// One bit per value: the accessed register is that value of the selected flow.
        input(VALUES) is_value;
        /// Accessed register is the CCTI of an SL.
        input is_level;
        /// Legal write to flow_select is in its last step.
        input selects;
        /// Read is in its last step.
        input reads;

        /// Request of a CCTI.
        output ask;
        /// Flow of the CCTI request.
        output ask_flow[nic.flow_bits()];
        /// SL of the CCTI request.
        output ask_sl[SL_BITS];
        /// Access must wait: the copy or the CCTI is not complete.
        output waits;
        /// Read data; 0 if the accessed register is not in this module.
        output word[WORD];

        /// Flow to be selected.
        local wanted[nic.flow_bits()];
        /// Values of the flow are copied as of the end of this cycle.
        local takes;
        /// Copy is complete.
        local complete;
        /// CCTI of the last copy is still outstanding.
        local is_open;
        /// Rate of the selected flow: IPD or CCTI.
        local rate[WORD];
        /// Element n: `takes` was high n + 1 cycles ago.
        reg(3) taken;
        /// Selected flow.
        reg selected[field::SELECT_BITS];
        /// Packets of the selected flow.
        reg packets_reg[WORD];
        /// Bytes of the selected flow.
        reg bytes_reg[LONG_BITS];
        /// BECNs of the selected flow.
        reg becns_reg[WORD];
        /// Cycles in which the selected flow was throttled.
        reg throttled_reg[LONG_BITS];
        /// Read data of each value of the selected flow.
        local(VALUES) values[WORD];
        /// Upper part of the bytes of the selected flow.
        local bytes_high[HIGH_BITS];
        /// Upper part of the throttled cycles of the selected flow.
        local throttled_high[HIGH_BITS];
        /// Packets of each flow.
        sub packets: FlowTally = FlowTally::new(nic, WORD, 1);
        /// Bytes of each flow.
        sub bytes: FlowTally = FlowTally::new(nic, LONG_BITS, BYTES_BITS);
        /// BECNs of each flow.
        sub becns: FlowTally = FlowTally::new(nic, WORD, 1);
        /// Throttled cycles of each flow.
        sub waited: FlowTally = FlowTally::new(nic, LONG_BITS, THROTTLED_BITS);
        /// IPD of each flow, and of the selected one.
        optional(rate(nic) == Rate::Ipd) delay: CopiedIpd = CopiedIpd::new(nic);
        /// CCTI of the selected flow.
        optional(rate(nic) == Rate::OfFlow) index: CopiedCcti = CopiedCcti::new(nic);
        /// Request of the CCTI of an SL.
        optional(rate(nic) == Rate::OfLevel) question: CctiQuestion = CctiQuestion::new();
    }
    connect {
        packets: clearing, clear_flow, happens = start, flow = start_flow, read = takes,
            read_flow = wanted;
        bytes: clearing, clear_flow, happens = start, flow = start_flow, amount = start_bytes,
            read = takes, read_flow = wanted;
        becns: clearing, clear_flow, happens = becn, flow = becn_flow, read = takes,
            read_flow = wanted;
        waited: clearing, clear_flow, happens = throttled, flow = throttled_flow,
            amount = throttled_cycles, read = takes, read_flow = wanted;
        delay: clearing, clear_flow, changed, changed_flow, changed_ipd, flow = wanted;
        index: clearing, clear_flow, start, start_flow, start_sl, flow = wanted, ask_ready, ccti;
        question: ask_ready;
    }
}

// A choice of its own encloses the parts that only some NICs have.
#[allow(clippy::collapsible_if)]
impl Logic for FlowRegisters {
    #[hdl_gen]
    fn update(&mut self) {
        self.wanted.next = self.new_flow.val() >> 0;
        self.is_open.next = false;
        if self.has_ccti.val() {
            self.is_open.next = self.index.is_open.val();
        }
        comment!("A cycle without events, so that all values are of one moment");
        self.takes.next = self.selects.val()
            && !(self.taken[0].val() || self.taken[1].val() || self.taken[2].val())
            && !self.is_open.val()
            && !(self.start.val() || self.becn.val() || self.throttled.val());
        self.taken[0].next = self.takes.val();
        self.taken[1].next = self.taken[0].val();
        self.taken[2].next = self.taken[1].val();

        self.packets.amount.next = 1.into();
        self.becns.amount.next = 1.into();

        if self.taken[2].val() {
            self.selected.next = self.new_flow.val();
            self.packets_reg.next = self.packets.total.val();
            self.bytes_reg.next = self.bytes.total.val();
            self.becns_reg.next = self.becns.total.val();
            self.throttled_reg.next = self.waited.total.val();
        }

        self.complete.next = self.taken[2].val();
        self.ask.next = false;
        self.ask_flow.next = 0.into();
        self.ask_sl.next = 0.into();
        self.waits.next = false;
        self.rate.next = 0.into();
        if self.has_ipd.val() {
            self.delay.copies.next = self.taken[2].val();
            self.rate.next = self.delay.ipd.val();
        }
        if self.has_ccti.val() {
            self.index.copies.next = self.taken[2].val();
            self.complete.next = self.index.answered.val();
            self.ask.next = self.index.ask.val();
            self.ask_flow.next = self.selected.val() >> 0;
            self.ask_sl.next = self.index.sl.val();
            self.rate.next = self.index.last_ccti.val();
        }
        if self.has_level.val() {
            self.question.wanted.next = self.reads.val() && self.is_level.val();
            self.ask.next = self.question.ask.val();
            self.ask_sl.next = self.level.val();
            self.waits.next =
                self.reads.val() && self.is_level.val() && !self.question.answered.val();
        }
        self.waits.next = self.waits.val() || (self.selects.val() && !self.complete.val());

        self.bytes_high.next = self.bytes_reg.val() >> self.word_bits.val();
        self.throttled_high.next = self.throttled_reg.val() >> self.word_bits.val();
        self.word.next = 0.into();
        if self.is_select.val() {
            self.word.next = self.selected.val();
        }
        self.values[0].next = self.packets_reg.val();
        self.values[1].next = self.bytes_reg.val() >> 0;
        self.values[2].next = self.bytes_high.val();
        self.values[3].next = self.becns_reg.val();
        self.values[4].next = self.throttled_reg.val() >> 0;
        self.values[5].next = self.throttled_high.val();
        self.values[6].next = self.rate.val();
        for value in 0..self.all_values.val() {
            if self.is_value[value].val() {
                self.word.next = self.values[value].val();
            }
        }
        if self.has_level.val() {
            if self.is_level.val() {
                self.word.next = self.ccti.val();
            }
        }
    }
}
