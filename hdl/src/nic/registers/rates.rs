//! Rates of flows, copied with their values.

use super::layout::SL_BITS;
use super::{CctiQuestion, FlowValue};
use crate::prelude::*;
use tailback_spec::nic::registers::{index_bits, IPD_BITS};
use tailback_spec::nic::Nic;

block! {
    /// Holds the inter-packet delay (IPD) of each flow, and copies that of one.
    pub struct CopiedIpd(nic: &Nic) as "tailback_copied_ipd" {
        /// Memories of flows are being cleared.
        input clearing;
        /// Flow being cleared.
        input clear_flow[nic.flow_bits()];
        /// New IPD of a flow.
        input changed;
        /// Flow of the new IPD.
        input changed_flow[nic.flow_bits()];
        /// New IPD.
        input changed_ipd[IPD_BITS];
        /// Flow to be copied.
        input flow[nic.flow_bits()];
        /// IPD that `flow` had two cycles ago is copied.
        input copies;
        /// Copied IPD.
        output ipd[IPD_BITS];

        /// IPD that `flow` had two cycles ago.
        reg taken[IPD_BITS];
        /// Copied IPD.
        reg copied[IPD_BITS];
        /// IPD of each flow.
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
    /// Holds the service level (SL) of the last packet of each flow, and requests the CCTI of a
    /// flow whose values have been copied.
    pub struct CopiedCcti(nic: &Nic) as "tailback_copied_ccti" {
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
        /// Flow to be copied.
        input flow[nic.flow_bits()];
        /// SL that `flow` had two cycles ago is copied, and the CCTI requested.
        input copies;
        /// CCTI request is accepted.
        input ask_ready;
        /// CCTI of the request accepted three cycles ago.
        input ccti[index_bits(nic)];
        /// Request of a CCTI.
        output ask;
        /// SL of the CCTI request.
        output sl[SL_BITS];
        /// CCTI has been requested, and not been received before this cycle.
        output is_open;
        /// Requested CCTI is valid in this cycle.
        output answered;
        /// CCTI received last.
        output last_ccti[index_bits(nic)];

        /// SL that `flow` had two cycles ago.
        reg taken[SL_BITS];
        /// Copied SL.
        reg copied[SL_BITS];
        /// CCTI has been requested, and not been received before this cycle.
        reg open;
        /// CCTI received last.
        reg answer[index_bits(nic)];
        /// SL of each flow's last packet.
        sub levels: FlowValue = FlowValue::new(nic, SL_BITS);
        /// Request of the CCTI.
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
