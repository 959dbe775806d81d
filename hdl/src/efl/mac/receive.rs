//! Frames from a MAC, which cannot be stalled.

use crate::interface::{AxiStream, StreamSignals};
use crate::prelude::*;
use tailback_spec::efl::WIDTH_BITS;

block! {
    /// Drops frames of a MAC for which the receiver is not ready.
    ///
    /// A frame that has been passed in part ends with a beat of one byte, as a bad frame.
    pub struct MacReceive() as "tailback_mac_receive" {
        /// Frames from the MAC; `tuser` with `tlast`: the frame is bad.
        slave s: AxiStream(StreamSignals::packets(WIDTH_BITS).user(1));
        /// Frames that are passed.
        master m: AxiStream(StreamSignals::packets(WIDTH_BITS).stallable().user(1));
        /// A frame is cut or dropped.
        output dropped;

        /// A beat is passed.
        local passed;
        /// The rest of the frame is dropped.
        reg stopped;
        /// The first beat of the frame has been passed.
        reg begun;
        /// The last beat of a frame that was cut is to be sent.
        reg owed;
    }
}

impl Logic for MacReceive {
    #[hdl_gen]
    fn update(&mut self) {
        self.passed.next =
            self.s.tvalid.val() && self.m.tready.val() && !self.stopped.val() && !self.owed.val();
        self.dropped.next = self.s.tvalid.val() && !self.passed.val() && !self.stopped.val();

        self.m.tvalid.next = self.owed.val() || (self.s.tvalid.val() && !self.stopped.val());
        self.m.tdata.next = self.s.tdata.val();
        self.m.tkeep.next = self.s.tkeep.val();
        self.m.tlast.next = self.s.tlast.val();
        self.m.tuser.next = self.s.tuser.val();
        if self.owed.val() {
            self.m.tdata.next = 0.into();
            self.m.tkeep.next = 1.into();
            self.m.tlast.next = true;
            self.m.tuser.next = 1.into();
        }

        if self.m.tready.val() {
            self.owed.next = false;
        }
        if self.dropped.val() {
            self.stopped.next = !self.s.tlast.val();
            self.begun.next = false;
            if self.begun.val() {
                self.owed.next = true;
            }
        } else if self.s.tvalid.val() && self.s.tlast.val() {
            self.stopped.next = false;
        }
        if self.passed.val() {
            self.begun.next = !self.s.tlast.val();
        }
    }
}
