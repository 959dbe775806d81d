//! BECNs and refreshes, one after the other.

use super::sizes::{has_gap, is_per_flow};
use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::congestion_table::{state_bits, states, REFRESH_CYCLES, SL_BITS};
use tailback_spec::nic::Nic;
use tailback_spec::parameter::bits_for;

block! {
    /// Takes BECNs, and refreshes in between, and says how far the one is that is under way.
    pub struct BecnSequence(nic: &Nic) as "tailback_cct_sequence" {
        /// Flows.
        count flows = nic.flows();
        /// There are numbers beyond them.
        choice has_gap = has_gap(nic);
        /// Each flow has a CCTI, and not each service level (SL).
        choice is_per_flow = is_per_flow(nic);
        /// The last flow, or SL, that is refreshed.
        count last = states(nic) - 1;
        /// The last cycle before a refresh is due.
        count last_cycle = REFRESH_CYCLES as usize - 1;

        /// Nothing can be taken yet.
        input clearing;
        /// A BECN has come.
        input becn;
        /// For this flow.
        input becn_flow[nic.flow_bits()];
        /// On this SL.
        input becn_sl[SL_BITS];

        /// It is taken.
        output becn_ready;
        /// A state is read.
        output begins;
        /// Whose.
        output begins_state[state_bits(nic)];
        /// What is under way is a refresh.
        output refreshes;
        /// The flow of the BECN.
        output flow[nic.flow_bits()];
        /// Its SL; also that of a refresh, if SLs are refreshed.
        output sl[SL_BITS];
        /// Whose state it is.
        output state[state_bits(nic)];
        /// The CCTI is found in this cycle.
        output finds;
        /// The new one is written in this cycle.
        output ends;

        /// There is such a flow.
        local exists;
        /// Nothing is under way.
        local idle;
        /// A refresh begins.
        local begins_refresh;
        /// Cycles towards the next refresh.
        reg cycles[bits_for(REFRESH_CYCLES as u32 - 1)];
        /// A refresh is to come.
        reg due;
        /// Whose.
        reg refresh_state[state_bits(nic)];
        /// What is under way is a refresh.
        reg is_refresh;
        /// The flow of the BECN.
        reg flow_reg[nic.flow_bits()];
        /// The SL.
        reg sl_reg[SL_BITS];
        /// Whose state it is.
        reg state_reg[state_bits(nic)];
        /// The first cycle of what is under way: the state comes.
        reg comes;
        /// The second cycle: the CCTI is found.
        reg finding;
        /// The third cycle: the level is worked out.
        reg levels;
        /// The fourth cycle: it is held against CCTI_Min.
        reg rises;
        /// The fifth cycle: CCTI_Increase and CCTI_Limit count.
        reg limits;
        /// The sixth cycle: the new CCTI is written.
        reg ending;
    }
}

impl Logic for BecnSequence {
    #[hdl_gen]
    fn update(&mut self) {
        self.exists.next = true;
        if self.has_gap.val() {
            self.exists.next = self.becn_flow.val() < self.flows.val();
        }
        self.idle.next = !(self.clearing.val()
            || self.comes.val()
            || self.finding.val()
            || self.levels.val()
            || self.rises.val()
            || self.limits.val()
            || self.ending.val());
        self.becn_ready.next = self.idle.val() && !self.due.val();
        self.begins_refresh.next = self.idle.val() && self.due.val();
        self.begins.next = self.begins_refresh.val()
            || (self.becn_ready.val() && self.becn.val() && self.exists.val());

        self.cycles.next = self.cycles.val() + 1;
        if self.cycles.val() == self.last_cycle.val() {
            self.due.next = true;
        } else if self.begins_refresh.val() {
            self.due.next = false;
        }
        if self.begins_refresh.val() {
            self.refresh_state.next = self.refresh_state.val() + 1;
            if self.refresh_state.val() == self.last.val() {
                self.refresh_state.next = 0.into();
            }
        }

        if self.is_per_flow.val() {
            self.begins_state.next = self.becn_flow.val();
        } else {
            self.begins_state.next = self.becn_sl.val();
        }
        if self.due.val() {
            self.begins_state.next = self.refresh_state.val();
        }
        if self.begins.val() {
            self.is_refresh.next = self.due.val();
            self.flow_reg.next = self.becn_flow.val();
            if self.is_per_flow.val() {
                self.sl_reg.next = self.becn_sl.val();
            } else {
                comment!("What is kept for a service level has its number.");
                self.sl_reg.next = self.begins_state.val();
            }
            self.state_reg.next = self.begins_state.val();
        }
        self.comes.next = self.begins.val();
        self.finding.next = self.comes.val();
        self.levels.next = self.finding.val();
        self.rises.next = self.levels.val();
        self.limits.next = self.rises.val();
        self.ending.next = self.limits.val();

        self.refreshes.next = self.is_refresh.val();
        self.flow.next = self.flow_reg.val();
        self.sl.next = self.sl_reg.val();
        self.state.next = self.state_reg.val();
        self.finds.next = self.finding.val();
        self.ends.next = self.ending.val();
    }
}
