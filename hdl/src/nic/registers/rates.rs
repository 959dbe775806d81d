//! How fast flows may send, as it is copied with their values.

use super::layout::SL_BITS;
use super::{CctiQuestion, FlowValue};
use crate::prelude::*;
use tailback_spec::nic::registers::{index_bits, IPD_BITS};
use tailback_spec::nic::Nic;

block! {
    /// Knows the inter-packet delay (IPD) of each flow, and copies that of one.
    pub struct CopiedIpd(nic: &Nic) as "tailback_copied_ipd" {
        /// Flows are being cleared.
        input clearing;
        /// Which one.
        input clear_flow[nic.flow_bits()];
        /// A flow has another IPD.
        input changed;
        /// Which flow.
        input changed_flow[nic.flow_bits()];
        /// What IPD.
        input changed_ipd[IPD_BITS];
        /// The flow to be copied.
        input flow[nic.flow_bits()];
        /// What it had two cycles before is copied.
        input copies;
        /// The copy.
        output ipd[IPD_BITS];

        /// What it had two cycles before.
        reg taken[IPD_BITS];
        /// The copy.
        reg copied[IPD_BITS];
        /// All IPDs.
        sub ipds: FlowValue = FlowValue::new(nic, IPD_BITS);
    }
}

impl Logic for CopiedIpd {
    #[hdl_gen]
    fn update(&mut self) {
        self.ipds.clearing.next = self.clearing.val();
        self.ipds.clear_flow.next = self.clear_flow.val();
        self.ipds.write.next = self.changed.val();
        self.ipds.write_flow.next = self.changed_flow.val();
        self.ipds.write_value.next = self.changed_ipd.val();
        self.ipds.flow.next = self.flow.val();
        self.taken.next = self.ipds.value.val();
        if self.copies.val() {
            self.copied.next = self.taken.val();
        }
        self.ipd.next = self.copied.val();
    }
}

block! {
    /// Knows the service level (SL) of the last packet of each flow, and asks for the CCTI of a flow
    /// that has been copied.
    pub struct CopiedCcti(nic: &Nic) as "tailback_copied_ccti" {
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
        /// The flow to be copied.
        input flow[nic.flow_bits()];
        /// What it had two cycles before is copied.
        input copies;
        /// The question is taken.
        input ask_ready;
        /// The answer.
        input ccti[index_bits(nic)];
        /// There is a question.
        output ask;
        /// On this SL.
        output sl[SL_BITS];
        /// It is not answered before this cycle.
        output is_open;
        /// It is answered.
        output answered;
        /// The last answer.
        output last_ccti[index_bits(nic)];

        /// The SL that it had two cycles before.
        reg taken[SL_BITS];
        /// The copy.
        reg copied[SL_BITS];
        /// The question is not answered.
        reg open;
        /// The last answer.
        reg answer[index_bits(nic)];
        /// All SLs.
        sub levels: FlowValue = FlowValue::new(nic, SL_BITS);
        /// Asks.
        sub question: CctiQuestion = CctiQuestion::new();
    }
}

impl Logic for CopiedCcti {
    #[hdl_gen]
    fn update(&mut self) {
        self.levels.clearing.next = self.clearing.val();
        self.levels.clear_flow.next = self.clear_flow.val();
        self.levels.write.next = self.start.val();
        self.levels.write_flow.next = self.start_flow.val();
        self.levels.write_value.next = self.start_sl.val();
        self.levels.flow.next = self.flow.val();
        self.taken.next = self.levels.value.val();
        if self.copies.val() {
            self.copied.next = self.taken.val();
        }
        self.sl.next = self.copied.val();

        self.question.wanted.next = self.open.val();
        self.question.ask_ready.next = self.ask_ready.val();
        self.ask.next = self.question.ask.val();
        self.is_open.next = self.open.val();
        self.answered.next = self.question.answered.val();
        if self.question.answered.val() {
            self.answer.next = self.ccti.val();
        }
        self.open.next = self.copies.val() || (self.open.val() && !self.question.answered.val());
        self.last_ccti.next = self.answer.val();
    }
}
