//! The states of the flows.

use super::{state_bits, TIME_BITS};
use crate::prelude::*;
use tailback_spec::efl::Efl;

block! {
    /// Holds the state and the deadline of each flow.
    ///
    /// States are read in phase 1 for the flow that is scanned, in phase 2 for that of an ACK, and in
    /// phase 4 for that of a packet that is sent; each is in the register two phases later.
    /// Deadlines are read in phase 3 for the flow that is scanned. Writes are in other phases.
    pub struct LossStates(efl: &Efl) as "tailback_efl_loss_states" {
        /// Phase 1 of a frame.
        input at_1;
        /// Phase 2 of a frame.
        input at_2;
        /// Phase 3 of a frame.
        input at_3;
        /// Phase 4 of a frame.
        input at_4;
        /// High while the memories are cleared.
        input sweeping;
        /// Flow that is cleared.
        input swept[efl.flow_bits()];
        /// Flow that is scanned.
        input scan[efl.flow_bits()];
        /// Flow of the ACK, in phase 2.
        input ack_flow[efl.flow_bits()];
        /// Flow of the packet that is sent, in phase 4.
        input sent_flow[efl.flow_bits()];
        /// A state is written.
        input writes;
        /// Flow of that state.
        input write_flow[efl.flow_bits()];
        /// The state.
        input write_state[state_bits()];
        /// A deadline is written.
        input writes_deadline;
        /// Flow of that deadline.
        input deadline_flow[efl.flow_bits()];
        /// The deadline.
        input write_deadline[TIME_BITS];
        /// State that was read two cycles before, or earlier.
        output_reg state[state_bits()];
        /// Deadline of the flow that is scanned, from phase 5 on.
        output_reg deadline[TIME_BITS];

        /// States.
        memory(efl.flows()) states[state_bits()];
        /// Deadlines in ticks.
        memory(efl.flows()) deadlines[TIME_BITS];
    }
    connect {
        deadlines: write = writes_deadline, write_address = deadline_flow,
            write_data = write_deadline, read_address = scan;
    }
}

impl Logic for LossStates {
    #[hdl_gen]
    fn update(&mut self) {
        self.states.read.next = self.at_1.val() || self.at_2.val() || self.at_4.val();
        self.states.read_address.next = self.scan.val();
        if self.at_2.val() {
            self.states.read_address.next = self.ack_flow.val();
        } else if self.at_4.val() {
            self.states.read_address.next = self.sent_flow.val();
        }
        self.states.write.next = self.sweeping.val() || self.writes.val();
        self.states.write_address.next = self.write_flow.val();
        self.states.write_data.next = self.write_state.val();
        if self.sweeping.val() {
            self.states.write_address.next = self.swept.val();
            self.states.write_data.next = 0.into();
        }
        self.state.next = self.states.read_data.val();

        self.deadlines.read.next = self.at_3.val();
        self.deadline.next = self.deadlines.read_data.val();
    }
}
