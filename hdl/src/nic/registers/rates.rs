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
        output_reg ipd[IPD_BITS];

        /// IPD that `flow` had two cycles ago.
        reg taken[IPD_BITS];
        /// IPD of each flow.
        sub ipds: FlowValue = FlowValue::new(nic, IPD_BITS);
    }
    connect {
        ipds: clearing, clear_flow, write = changed, write_flow = changed_flow,
            write_value = changed_ipd, flow;
    }
}

impl Logic for CopiedIpd {
    #[hdl_gen]
    fn update(&mut self) {
        self.taken.next = self.ipds.value.val();
        if self.copies.val() {
            self.ipd.next = self.taken.val();
        }
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
        output_reg sl[SL_BITS];
        /// CCTI has been requested, and not been received before this cycle.
        output_reg is_open;
        /// Requested CCTI is valid in this cycle.
        output answered;
        /// CCTI received last.
        output_reg last_ccti[index_bits(nic)];

        /// SL that `flow` had two cycles ago.
        reg taken[SL_BITS];
        /// SL of each flow's last packet.
        sub levels: FlowValue = FlowValue::new(nic, SL_BITS);
        /// Request of the CCTI.
        sub question: CctiQuestion = CctiQuestion::new();
    }
    connect {
        levels: clearing, clear_flow, write = start, write_flow = start_flow,
            write_value = start_sl, flow;
        question: wanted = is_open, ask_ready, ask, answered;
    }
}

impl Logic for CopiedCcti {
    #[hdl_gen]
    fn update(&mut self) {
        self.taken.next = self.levels.value.val();
        if self.copies.val() {
            self.sl.next = self.taken.val();
        }

        if self.question.answered.val() {
            self.last_ccti.next = self.ccti.val();
        }
        self.is_open.next =
            self.copies.val() || (self.is_open.val() && !self.question.answered.val());
    }
}
