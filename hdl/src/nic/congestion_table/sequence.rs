//! BECNs and refreshes, one after the other.

use super::sizes::is_per_flow;
use crate::prelude::*;
use tailback_spec::nic::congestion_table::{state_bits, states, REFRESH_CYCLES, SL_BITS};
use tailback_spec::nic::Nic;
use tailback_spec::parameter::bits_for;

block! {
    /// Accepts BECNs, with refreshes in between, and reports the step of the one under way.
    pub struct BecnSequence(nic: &Nic) as "tailback_cct_sequence" {
        /// Number of flows.
        count flows = nic.flows();
        /// Some flow numbers belong to no flow.
        choice has_gap = nic.flows() < 1 << nic.flow_bits();
        /// Each flow, and not each service level (SL), has a CCTI.
        choice is_per_flow = is_per_flow(nic);
        /// Last flow, or SL, that is refreshed.
        count last = states(nic) - 1;
        /// Last cycle before a refresh is due.
        count last_cycle = REFRESH_CYCLES as usize - 1;

        /// High while memories are cleared: no BECN is accepted.
        input clearing;
        /// Valid of the BECN handshake.
        input becn;
        /// Flow of the offered BECN.
        input becn_flow[nic.flow_bits()];
        /// SL of the offered BECN.
        input becn_sl[SL_BITS];

        /// Ready of the BECN handshake.
        output becn_ready;
        /// A BECN or refresh begins: its state is read.
        output begins;
        /// Index of the state that is read.
        output begins_state[state_bits(nic)];
        /// The update under way is a refresh.
        output_reg refreshes;
        /// Flow of the BECN under way.
        output_reg flow[nic.flow_bits()];
        /// SL of the BECN under way, or of the refresh of an SL.
        output_reg sl[SL_BITS];
        /// Index of the state that is updated.
        output_reg state[state_bits(nic)];
        /// Second cycle of an update: the settings of its SL are captured.
        output_reg finds;
        /// Last cycle of an update: the new state is written.
        output_reg ends;

        /// The flow of the offered BECN exists.
        local exists;
        /// No update is under way.
        local idle;
        /// A refresh begins.
        local begins_refresh;
        /// Cycles counted towards the next refresh.
        reg cycles[bits_for(REFRESH_CYCLES as u32 - 1)];
        /// A refresh is due.
        reg due;
        /// Index of the state that is refreshed next.
        reg refresh_state[state_bits(nic)];
        /// First cycle of an update: the memory delivers its state.
        reg comes;
        /// Third cycle of an update: the level is computed.
        reg levels;
        /// Fourth cycle of an update: the level is compared with CCTI_Min.
        reg rises;
        /// Fifth cycle of an update: CCTI_Increase and CCTI_Limit are applied.
        reg limits;
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
            || self.finds.val()
            || self.levels.val()
            || self.rises.val()
            || self.limits.val()
            || self.ends.val());
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
            self.refreshes.next = self.due.val();
            self.flow.next = self.becn_flow.val();
            if self.is_per_flow.val() {
                self.sl.next = self.becn_sl.val();
            } else {
                comment!("The state of a service level has the number of that level.");
                self.sl.next = self.begins_state.val();
            }
            self.state.next = self.begins_state.val();
        }
        self.comes.next = self.begins.val();
        self.finds.next = self.comes.val();
        self.levels.next = self.finds.val();
        self.rises.next = self.levels.val();
        self.limits.next = self.rises.val();
        self.ends.next = self.limits.val();
    }
}
