//! The reply owed to each flow.

use crate::prelude::*;
use tailback_spec::nic::reflector::PSN_BITS;
use tailback_spec::nic::Nic;

/// Bit of a state: the phase of the flow.
const PHASE_AT: usize = 0;
/// Bit of a state: an ACK is owed.
const ACK_AT: usize = 1;
/// Bit of a state: BECN is owed.
const BECN_AT: usize = 2;
/// Lowest bit of the PSN in a state.
const PSN_AT: usize = 3;
/// Bits of a state.
const STATE_BITS: usize = PSN_AT + PSN_BITS;

block! {
    /// Tracks the reply owed to each flow, and joins the replies that packets ask for to it.
    ///
    /// A reply is owed to a flow if its phase is not that in which the flow left last. The state of
    /// a flow is read two cycles before a packet is decided; later writes to it are forwarded past
    /// the memory.
    pub struct OwedAnswers(nic: &Nic) as "tailback_reflector_owed" {
        /// Bit of a state: the phase of the flow.
        count phase_at = PHASE_AT;
        /// Bit of a state: an ACK is owed.
        count ack_at = ACK_AT;
        /// Bit of a state: BECN is owed.
        count becn_at = BECN_AT;
        /// Lowest bit of the PSN in a state.
        count psn_at = PSN_AT;
        /// Half the range of a PSN: a PSN that is ahead of another one by less than that is later.
        count later = 1 << (PSN_BITS - 1);
        /// Bit of a state without the phase: an ACK is owed.
        count left_ack_at = ACK_AT - 1;
        /// Bit of a state without the phase: BECN is owed.
        count left_becn_at = BECN_AT - 1;
        /// Lowest bit of the PSN in a state without the phase.
        count left_psn_at = PSN_AT - 1;

        /// High while the memories are cleared after reset.
        input clearing;
        /// Flow whose state is cleared.
        input cleared[nic.flow_bits()];
        /// Flow of the packet that is decided two cycles later.
        input asked[nic.flow_bits()];
        /// The packet that is decided asks for an ACK.
        input ack;
        /// The packet that is decided has FECN.
        input becn;
        /// PSN of the packet that is decided.
        input psn[PSN_BITS];
        /// The reply is kept: it is not offered in the next cycle.
        input keeps;
        /// A reply that was kept leaves.
        input leaves;
        /// Flow of the reply that leaves.
        input leaving[nic.flow_bits()];
        /// Phase of the flow of the reply that leaves.
        input leaving_phase;

        /// Flow of the packet that is decided.
        output_reg flow[nic.flow_bits()];
        /// A reply is owed already to the flow of the packet that is decided.
        output owed;
        /// Phase of that packet's flow from now on, if its reply is kept.
        output phase;
        /// The joined reply is an ACK.
        output joined_ack;
        /// BECN of the joined reply.
        output joined_becn;
        /// PSN of the joined reply; 0 if that is a CNP.
        output joined_psn[PSN_BITS];
        /// The reply that left in the cycle before is an ACK.
        output left_ack;
        /// BECN of the reply that left in the cycle before.
        output left_becn;
        /// PSN of the reply that left in the cycle before.
        output left_psn[PSN_BITS];

        /// An ACK is owed to the flow.
        local owes_ack;
        /// PSN of the owed ACK.
        local owed_psn[PSN_BITS];
        /// PSN of the owed ACK minus that of the packet.
        local lead[PSN_BITS];
        /// State memory write data.
        local stored[STATE_BITS];
        /// State memory write address (flow index).
        local address[nic.flow_bits()];
        /// State memory write enable.
        local writes;
        /// Phase memory write data.
        local left_stored;
        /// Phase memory write address (flow index).
        local left_address[nic.flow_bits()];
        /// Phase memory write enable.
        local left_writes;
        /// State, without the phase, of the flow whose reply left in the cycle before.
        local left_state[STATE_BITS - 1];
        /// State memory write data without the phase.
        local left_state_stored[STATE_BITS - 1];

        /// Flow of the packet that is decided in the next cycle.
        reg reading[nic.flow_bits()];
        /// State of the flow of the packet that is decided.
        reg known[STATE_BITS];
        /// Phase in which the flow of the packet that is decided left last.
        reg left_known;
        /// The state that is read was written in the cycle of its read address.
        reg meets;
        /// State memory write data of the cycle before.
        reg passing[STATE_BITS];
        /// The phase that is read was written in the cycle of its read address.
        reg left_meets;
        /// Phase memory write data of the cycle before.
        reg left_passing;

        /// State of each flow, read for packets.
        memory(nic.flows()) states[STATE_BITS];
        /// State of each flow without the phase, read for replies that leave.
        memory(nic.flows()) leaving_states[STATE_BITS - 1];
        /// Phase in which each flow left last.
        memory(nic.flows()) left_phases;
    }
    connect {
        states: write = writes, write_address = address, write_data = stored, read_address = asked;
        leaving_states: write = writes, write_address = address, write_data = left_state_stored,
            read_address = leaving, read_data = left_state;
        left_phases: write = left_writes, write_address = left_address, write_data = left_stored,
            read_address = asked;
    }
}

impl Logic for OwedAnswers {
    #[hdl_gen]
    fn update(&mut self) {
        self.owed.next = self.known.val().get_bit(self.phase_at.val()) != self.left_known.val();
        self.owes_ack.next = self.owed.val() && self.known.val().get_bit(self.ack_at.val());
        self.owed_psn.next = self.known.val() >> self.psn_at.val();
        self.lead.next = self.owed_psn.val() - self.psn.val();
        self.joined_ack.next = self.ack.val() || self.owes_ack.val();
        self.joined_becn.next =
            self.becn.val() || (self.owed.val() && self.known.val().get_bit(self.becn_at.val()));
        self.joined_psn.next = 0.into();
        if self.ack.val() {
            self.joined_psn.next = self.psn.val();
        }
        if self.owes_ack.val() && (!self.ack.val() || self.lead.val() < self.later.val()) {
            self.joined_psn.next = self.owed_psn.val();
        }
        self.phase.next = self.known.val().get_bit(self.phase_at.val());
        if !self.owed.val() {
            self.phase.next = !self.known.val().get_bit(self.phase_at.val());
        }
        self.stored.next = self.joined_psn.val();
        self.stored.next = self.stored.val() << self.psn_at.val();
        self.stored.next = self.stored.val().replace_bit(self.phase_at.val(), self.phase.val());
        self.stored.next = self.stored.val().replace_bit(self.ack_at.val(), self.joined_ack.val());
        self.stored.next =
            self.stored.val().replace_bit(self.becn_at.val(), self.joined_becn.val());
        self.address.next = self.flow.val();
        self.writes.next = self.keeps.val() || self.clearing.val();
        self.left_stored.next = self.leaving_phase.val();
        self.left_address.next = self.leaving.val();
        self.left_writes.next = self.leaves.val() || self.clearing.val();
        if self.clearing.val() {
            self.stored.next = 0.into();
            self.address.next = self.cleared.val();
            self.left_stored.next = false;
            self.left_address.next = self.cleared.val();
        }
        self.left_state_stored.next = self.stored.val() >> 1;

        comment!("Data written while it is read is forwarded past the memory.");
        self.reading.next = self.asked.val();
        self.flow.next = self.reading.val();
        self.states.read.next = true;
        self.meets.next = self.writes.val() && self.address.val() == self.asked.val();
        self.passing.next = self.stored.val();
        self.known.next = self.states.read_data.val();
        if self.writes.val() && self.address.val() == self.reading.val() {
            self.known.next = self.stored.val();
        } else if self.meets.val() {
            self.known.next = self.passing.val();
        }
        self.left_phases.read.next = true;
        self.left_meets.next =
            self.left_writes.val() && self.left_address.val() == self.asked.val();
        self.left_passing.next = self.left_stored.val();
        self.left_known.next = self.left_phases.read_data.val();
        if self.left_writes.val() && self.left_address.val() == self.reading.val() {
            self.left_known.next = self.left_stored.val();
        } else if self.left_meets.val() {
            self.left_known.next = self.left_passing.val();
        }

        comment!("The state of a flow that leaves is not written in that cycle.");
        self.leaving_states.read.next = true;
        self.left_ack.next = self.left_state.val().get_bit(self.left_ack_at.val());
        self.left_becn.next = self.left_state.val().get_bit(self.left_becn_at.val());
        self.left_psn.next = self.left_state.val() >> self.left_psn_at.val();
    }
}
