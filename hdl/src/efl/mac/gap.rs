//! Gap between frames.

use crate::prelude::*;
use tailback_spec::efl::mac::FrameFifo as Config;

block! {
    /// Keeps the next frame back for a number of cycles.
    pub struct FrameGap(config: &Config) as "tailback_frame_gap" {
        /// Number of cycles between two frames, less one.
        param last_wait[4] = config.gap_cycles().saturating_sub(1) as u128;

        /// Beat valid at the output.
        input tvalid;
        /// Beat accepted, if it is valid.
        input tready;
        /// Last beat of its frame.
        input tlast;
        /// The next frame waits.
        output waiting;

        /// The last beat of a frame leaves.
        local ends;
        /// Cycles until the next frame may leave.
        reg waits[4];
    }
}

impl Logic for FrameGap {
    #[hdl_gen]
    fn update(&mut self) {
        self.ends.next = self.tvalid.val() && self.tready.val() && self.tlast.val();
        self.waiting.next = self.ends.val() || self.waits.val() != 0;
        if self.ends.val() {
            self.waits.next = self.last_wait.val();
        } else if self.waits.val() != 0 {
            self.waits.next = self.waits.val() - 1;
        }
    }
}
