//! What is counted and known of each flow, and the copy of one flow's values.

use super::layout::{field, HIGH_BITS, SL_BITS, VALUES, WORD};
use super::{CctiQuestion, CopiedCcti, CopiedIpd, FlowTally};
use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::registers::{
    index_bits, rate, Rate, BYTES_BITS, IPD_BITS, LONG_BITS, THROTTLED_BITS,
};
use tailback_spec::nic::Nic;

block! {
    /// Counts what flows do, and copies the values of one flow, as they are in one moment.
    ///
    /// They are taken in a cycle in which nothing is counted.
    pub struct FlowRegisters(nic: &Nic) as "tailback_flow_registers" {
        /// Rates are inter-packet delays (IPDs).
        choice has_ipd = rate(nic) == Rate::Ipd;
        /// Flows have CCTIs.
        choice has_ccti = rate(nic) == Rate::OfFlow;
        /// Service levels (SLs) have.
        choice has_level = rate(nic) == Rate::OfLevel;
        /// Where the upper part of a long value begins.
        count word_bits = WORD;

        /// Flows are being cleared.
        input clearing;
        /// Which one.
        input clear_flow[nic.flow_bits()];
        /// A flow starts a packet.
        input start;
        /// Which flow.
        input start_flow[nic.flow_bits()];
        /// On which SL.
        input start_sl[SL_BITS];
        /// The packet's bytes.
        input start_bytes[BYTES_BITS];
        /// A BECN has come.
        input becn;
        /// For this flow.
        input becn_flow[nic.flow_bits()];
        /// A flow was kept waiting.
        input throttled;
        /// Which flow.
        input throttled_flow[nic.flow_bits()];
        /// For so many cycles.
        input throttled_cycles[THROTTLED_BITS];
        /// A flow has another IPD.
        input changed;
        /// Which flow.
        input changed_flow[nic.flow_bits()];
        /// What IPD.
        input changed_ipd[IPD_BITS];
        /// The question is taken.
        input ask_ready;
        /// The answer.
        input ccti[index_bits(nic)];
        /// The flow in the data of the last write.
        input new_flow[field::SELECT_BITS];
        /// The SL that is read.
        input level[SL_BITS];
        /// It is the selection of a flow,
        input is_select;
        /// this value of the flow,
        input(VALUES) is_value;
        /// the CCTI of an SL.
        input is_level;
        /// A flow is to be selected.
        input selects;
        /// A register is read.
        input reads;

        /// A CCTI is asked for.
        output ask;
        /// Of this flow.
        output ask_flow[nic.flow_bits()];
        /// On this SL.
        output ask_sl[SL_BITS];
        /// What is written or read is not there yet.
        output waits;
        /// What the register holds; 0 if it is not one of these.
        output word[WORD];

        /// The flow to be selected.
        local wanted[nic.flow_bits()];
        /// Its values are taken in this cycle.
        local takes;
        /// The copy is complete.
        local complete;
        /// A CCTI is still to come.
        local is_open;
        /// Its rate.
        local rate[WORD];
        /// Values were taken in the cycle before, the one before that, and so on.
        reg(3) taken;
        /// The flow that is selected.
        reg selected[field::SELECT_BITS];
        /// Its packets,
        reg packets_reg[WORD];
        /// its bytes,
        reg bytes_reg[LONG_BITS];
        /// its BECNs,
        reg becns_reg[WORD];
        /// and cycles in which it was kept waiting.
        reg throttled_reg[LONG_BITS];
        /// Upper part of the bytes.
        local bytes_high[HIGH_BITS];
        /// Upper part of the cycles.
        local throttled_high[HIGH_BITS];
        /// Packets of each flow.
        sub packets: FlowTally = FlowTally::new(nic, WORD, 1);
        /// Bytes.
        sub bytes: FlowTally = FlowTally::new(nic, LONG_BITS, BYTES_BITS);
        /// BECNs.
        sub becns: FlowTally = FlowTally::new(nic, WORD, 1);
        /// Cycles in which it was kept waiting.
        sub waited: FlowTally = FlowTally::new(nic, LONG_BITS, THROTTLED_BITS);
        /// Rates, if they are IPDs,
        optional(rate(nic) == Rate::Ipd) delay: CopiedIpd = CopiedIpd::new(nic);
        /// or CCTIs.
        optional(rate(nic) == Rate::OfFlow) index: CopiedCcti = CopiedCcti::new(nic);
        /// Asks for the CCTI of an SL.
        optional(rate(nic) == Rate::OfLevel) question: CctiQuestion = CctiQuestion::new();
    }
}

// What only some NICs have stands in a choice of its own.
#[allow(clippy::collapsible_if)]
impl Logic for FlowRegisters {
    #[hdl_gen]
    fn update(&mut self) {
        self.wanted.next = self.new_flow.val() >> 0;
        self.is_open.next = false;
        if self.has_ccti.val() {
            self.is_open.next = self.index.is_open.val();
        }
        comment!("Nothing must be counted in the cycle, so that all values are of one moment.");
        self.takes.next = self.selects.val()
            && !(self.taken[0].val() || self.taken[1].val() || self.taken[2].val())
            && !self.is_open.val()
            && !(self.start.val() || self.becn.val() || self.throttled.val());
        self.taken[0].next = self.takes.val();
        self.taken[1].next = self.taken[0].val();
        self.taken[2].next = self.taken[1].val();

        self.packets.clearing.next = self.clearing.val();
        self.packets.clear_flow.next = self.clear_flow.val();
        self.packets.happens.next = self.start.val();
        self.packets.flow.next = self.start_flow.val();
        self.packets.amount.next = 1.into();
        self.packets.read.next = self.takes.val();
        self.packets.read_flow.next = self.wanted.val();
        self.bytes.clearing.next = self.clearing.val();
        self.bytes.clear_flow.next = self.clear_flow.val();
        self.bytes.happens.next = self.start.val();
        self.bytes.flow.next = self.start_flow.val();
        self.bytes.amount.next = self.start_bytes.val();
        self.bytes.read.next = self.takes.val();
        self.bytes.read_flow.next = self.wanted.val();
        self.becns.clearing.next = self.clearing.val();
        self.becns.clear_flow.next = self.clear_flow.val();
        self.becns.happens.next = self.becn.val();
        self.becns.flow.next = self.becn_flow.val();
        self.becns.amount.next = 1.into();
        self.becns.read.next = self.takes.val();
        self.becns.read_flow.next = self.wanted.val();
        self.waited.clearing.next = self.clearing.val();
        self.waited.clear_flow.next = self.clear_flow.val();
        self.waited.happens.next = self.throttled.val();
        self.waited.flow.next = self.throttled_flow.val();
        self.waited.amount.next = self.throttled_cycles.val();
        self.waited.read.next = self.takes.val();
        self.waited.read_flow.next = self.wanted.val();

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
            self.delay.clearing.next = self.clearing.val();
            self.delay.clear_flow.next = self.clear_flow.val();
            self.delay.changed.next = self.changed.val();
            self.delay.changed_flow.next = self.changed_flow.val();
            self.delay.changed_ipd.next = self.changed_ipd.val();
            self.delay.flow.next = self.wanted.val();
            self.delay.copies.next = self.taken[2].val();
            self.rate.next = self.delay.ipd.val();
        }
        if self.has_ccti.val() {
            self.index.clearing.next = self.clearing.val();
            self.index.clear_flow.next = self.clear_flow.val();
            self.index.start.next = self.start.val();
            self.index.start_flow.next = self.start_flow.val();
            self.index.start_sl.next = self.start_sl.val();
            self.index.flow.next = self.wanted.val();
            self.index.copies.next = self.taken[2].val();
            self.index.ask_ready.next = self.ask_ready.val();
            self.index.ccti.next = self.ccti.val();
            self.complete.next = self.index.answered.val();
            self.ask.next = self.index.ask.val();
            self.ask_flow.next = self.selected.val() >> 0;
            self.ask_sl.next = self.index.sl.val();
            self.rate.next = self.index.last_ccti.val();
        }
        if self.has_level.val() {
            self.question.wanted.next = self.reads.val() && self.is_level.val();
            self.question.ask_ready.next = self.ask_ready.val();
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
        if self.is_value[0].val() {
            self.word.next = self.packets_reg.val();
        }
        if self.is_value[1].val() {
            self.word.next = self.bytes_reg.val() >> 0;
        }
        if self.is_value[2].val() {
            self.word.next = self.bytes_high.val();
        }
        if self.is_value[3].val() {
            self.word.next = self.becns_reg.val();
        }
        if self.is_value[4].val() {
            self.word.next = self.throttled_reg.val() >> 0;
        }
        if self.is_value[5].val() {
            self.word.next = self.throttled_high.val();
        }
        if self.is_value[6].val() {
            self.word.next = self.rate.val();
        }
        if self.has_level.val() {
            if self.is_level.val() {
                self.word.next = self.ccti.val();
            }
        }
    }
}
