//! The effect of an ACK with LIPD.

use crate::prelude::*;
use tailback_spec::nic::response::{IPD_BITS, RATES};

/// Bits of the progress: packet times, up to a recovery time of 256.
pub const PROGRESS_BITS: usize = 8;

block! {
    /// Computes the state of a flow after an ACK, by linear inter-packet delay (LIPD).
    ///
    /// An unmarked ACK adds the interval before it, 1 + IPD packet times, to the progress; when
    /// that reaches 256, one is subtracted from the IPD. A marked ACK adds one to the IPD.
    pub struct LipdStep() as "tailback_response_lipd" {
        /// Bit of the progress that is high after a whole recovery time.
        count step_bit = PROGRESS_BITS;
        /// Bits of an IPD.
        count ipd_bits = IPD_BITS;
        /// IPD of the lowest rate.
        count lowest = RATES - 1;

        /// The next ACK is marked.
        input marked;
        /// The state for the next ACK is `new_state`; `state` is 0.
        input again;
        /// State for the next ACK: the IPD in the lowest bits, and the progress; 0 with `again`.
        input state[IPD_BITS + PROGRESS_BITS];
        /// New IPD of the current ACK's flow.
        output new_ipd[IPD_BITS];
        /// New state of the current ACK's flow.
        output new_state[IPD_BITS + PROGRESS_BITS];
        /// The new IPD differs from the old one.
        output changes;

        /// The state for the next ACK.
        local next_state[IPD_BITS + PROGRESS_BITS];
        /// Old IPD of the current ACK's flow.
        local ipd[IPD_BITS];
        /// New progress of the current ACK's flow.
        local new_progress[PROGRESS_BITS];
        /// Minus the packet times that the current ACK earns, if any.
        local minus[PROGRESS_BITS + 1];
        /// Old progress, with a bit above it for a whole recovery time.
        local held[PROGRESS_BITS + 1];
        /// Progress with the packet times that the current ACK earns.
        local earned[PROGRESS_BITS + 1];
        /// The current ACK makes a step to a higher rate.
        local faster;
        /// The current ACK makes a step to a lower rate.
        local slower;
        /// Old IPD, less one.
        local less[IPD_BITS];
        /// Old IPD, and one.
        local more[IPD_BITS];
        /// The current ACK is marked.
        reg is_marked;
        /// State of the current ACK's flow.
        reg state_reg[IPD_BITS + PROGRESS_BITS];
        /// Packet times that the current ACK adds to the progress, less one; 0 if it is marked.
        reg gain[IPD_BITS];
    }
}

impl Logic for LipdStep {
    #[hdl_gen]
    fn update(&mut self) {
        self.ipd.next = self.state_reg.val() >> 0;
        self.held.next = self.state_reg.val() >> self.ipd_bits.val();
        comment!("At the highest rate, nothing is earned. The complement of n is -(n + 1).");
        self.minus.next = self.gain.val();
        self.minus.next = !self.minus.val();
        self.earned.next = self.held.val();
        if self.gain.val().any() {
            self.earned.next = self.held.val() - self.minus.val();
        }
        self.new_progress.next = self.earned.val() >> 0;

        self.faster.next = self.earned.val().get_bit(self.step_bit.val());
        self.slower.next = self.is_marked.val() && self.ipd.val() != self.lowest.val();
        comment!("Timing: both sums are computed before one of them is selected.");
        self.less.next = self.ipd.val() - 1;
        self.more.next = self.ipd.val() + 1;
        self.new_ipd.next = self.ipd.val();
        if self.faster.val() {
            self.new_ipd.next = self.less.val();
        } else if self.slower.val() {
            self.new_ipd.next = self.more.val();
        }
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
