//! What an ACK does with LIPD.

use crate::comment;
use crate::prelude::*;
use tailback_spec::nic::response::{IPD_BITS, RATES};

/// Bits of the progress: packet times, up to a recovery time of 256.
pub const PROGRESS_BITS: usize = 8;

block! {
    /// Makes of a flow's state what an ACK does, by linear inter-packet delay (LIPD).
    ///
    /// An unmarked ACK adds the interval before it to the progress, which is 1 + IPD packet times,
    /// and takes one from the IPD when it comes to 256. A marked one adds one to the IPD.
    pub struct LipdStep() as "tailback_response_lipd" {
        /// The bit of the progress that says that it is a recovery time.
        count step_bit = PROGRESS_BITS;
        /// Bits of an IPD.
        count ipd_bits = IPD_BITS;
        /// The IPD of the lowest rate; what is added to take one from an IPD.
        count lowest = RATES - 1;

        /// The next ACK is marked.
        input marked;
        /// The state of its flow is what comes out now, and not what else comes in, which is 0.
        input again;
        /// That state: the IPD in its lowest bits, and the progress.
        input state[IPD_BITS + PROGRESS_BITS];
        /// What the IPD of this ACK's flow becomes.
        output new_ipd[IPD_BITS];
        /// What its state becomes.
        output new_state[IPD_BITS + PROGRESS_BITS];
        /// The IPD becomes another one.
        output changes;

        /// The state for the next ACK.
        local next_state[IPD_BITS + PROGRESS_BITS];
        /// The IPD.
        local ipd[IPD_BITS];
        /// The progress that it becomes.
        local new_progress[PROGRESS_BITS];
        /// One packet time, unless nothing is earned.
        local one[1];
        /// The progress, with the step in its highest bit.
        local held[PROGRESS_BITS + 1];
        /// The same with what is earned.
        local earned[PROGRESS_BITS + 1];
        /// A step to a higher rate.
        local faster;
        /// A step to a lower rate.
        local slower;
        /// What is added to the IPD, modulo 256.
        local difference[IPD_BITS];
        /// This ACK is marked.
        reg is_marked;
        /// The state.
        reg state_reg[IPD_BITS + PROGRESS_BITS];
        /// What an unmarked ACK adds to the progress, less one; 0 also if it is marked.
        reg gain[IPD_BITS];
    }
}

impl Logic for LipdStep {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("At the highest rate, there is nothing to be earned.");
        self.one.next = 0.into();
        if self.gain.val() != 0 {
            self.one.next = 1.into();
        }
        self.ipd.next = self.state_reg.val() >> 0;
        self.held.next = self.state_reg.val() >> self.ipd_bits.val();
        self.earned.next = self.held.val() + self.gain.val() + self.one.val();
        self.new_progress.next = self.earned.val() >> 0;

        self.faster.next = self.earned.val().get_bit(self.step_bit.val());
        self.slower.next = self.is_marked.val() && self.ipd.val() != self.lowest.val();
        self.difference.next = 0.into();
        if self.faster.val() {
            self.difference.next = self.lowest.val().into();
        } else if self.slower.val() {
            self.difference.next = 1.into();
        }
        self.new_ipd.next = self.ipd.val() + self.difference.val();
        self.changes.next = self.faster.val() || self.slower.val();

        self.new_state.next = self.new_progress.val();
        self.new_state.next = (self.new_state.val() << self.ipd_bits.val()) | self.new_ipd.val();
        self.next_state.next = self.state.val();
        if self.again.val() {
            self.next_state.next = self.state.val() | self.new_state.val();
        }
        self.is_marked.next = self.marked.val();
        self.state_reg.next = self.next_state.val();
        self.gain.next = self.next_state.val() >> 0;
        if self.marked.val() {
            self.gain.next = 0.into();
        }
    }
}
