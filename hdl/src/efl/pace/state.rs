//! The state of a flow, which selects the rate of its packet.

use super::{GROUP_BITS, STATE_BITS};
use crate::prelude::*;
use tailback_spec::efl::pace::State;

block! {
    /// Determines the state of a flow (Shimonishi'07 §III) for a packet of a group.
    pub struct PaceState() as "tailback_efl_pace_state" {
        /// Bandwidth probing.
        param probing[STATE_BITS] = State::Probe as u128;
        /// Delay probing.
        param waiting[STATE_BITS] = State::Wait as u128;
        /// Congestion avoidance.
        param avoiding[STATE_BITS] = State::Avoid as u128;

        /// Group of the flow's entry.
        input entry_group[GROUP_BITS];
        /// The rate of the entry is known.
        input entry_known;
        /// A loss ended the probing of the entry's group.
        input entry_void;
        /// Group of the packet.
        input group[GROUP_BITS];
        /// Fewer packets of the group than those of bandwidth probing are before this one.
        input is_early;
        /// A group begins with bandwidth probing.
        input probes;
        /// State of the flow.
        output state[STATE_BITS];
        /// The pace of the entry applies.
        output uses_entry;
        /// The pace of R_0 applies.
        output uses_initial;
        /// The pace of the line applies; that of R_MIN if none of these does.
        output uses_maximum;

        /// The entry belongs to the group of the packet.
        local current;
        /// The rate is not known.
        local unknown;
    }
}

impl Logic for PaceState {
    #[hdl_gen]
    fn update(&mut self) {
        self.current.next = self.entry_group.val() == self.group.val();
        self.uses_entry.next = self.current.val() && self.entry_known.val();
        self.uses_initial.next = !self.current.val() && !self.probes.val();
        self.unknown.next = !self.uses_entry.val() && !self.uses_initial.val();
        self.uses_maximum.next = self.unknown.val()
            && self.is_early.val()
            && !(self.current.val() && self.entry_void.val());
        self.state.next = self.avoiding.val();
        if self.uses_maximum.val() {
            self.state.next = self.probing.val();
        } else if self.unknown.val() {
            self.state.next = self.waiting.val();
        }
    }
}
