//! One direction of a link.

mod ring;

pub use ring::LinkDelayRing;

use crate::interface::{AxiStream, StreamSignals};
use crate::prelude::*;
use tailback_spec::link::delay::{LinkDelay as Config, USER_BITS};

block! {
    /// One direction of a link: delays each beat by a fixed number of cycles.
    pub struct LinkDelay(link_delay: &Config) as "tailback_link" {
        /// The delay exceeds the one cycle of the output registers.
        choice is_long = link_delay.delay() > 1;

        /// Packets at the input.
        /// Bit 0 of `tuser`: the beat is a flow-control packet. Bit 1: the packet is bad.
        slave s_axis: AxiStream(StreamSignals::packets(link_delay.width_bits()).user(USER_BITS));

        /// Packets at the output.
        /// Bit 0 of `tuser`: the beat is a flow-control packet. Bit 1: the packet is bad.
        master m_axis: AxiStream(StreamSignals::packets(link_delay.width_bits()).user(USER_BITS))
            reg { tvalid, tdata, tkeep, tlast, tuser };

        /// Delay line for all cycles of the delay but the last.
        optional(link_delay.delay() > 1) ring: LinkDelayRing = LinkDelayRing::new(link_delay);
    }
    connect { ring: s_axis; }
}

impl Logic for LinkDelay {
    #[hdl_gen]
    fn update(&mut self) {
        if self.is_long.val() {
            self.m_axis.tvalid.next = self.ring.late.tvalid.val();
            self.m_axis.tdata.next = self.ring.late.tdata.val();
            self.m_axis.tkeep.next = self.ring.late.tkeep.val();
            self.m_axis.tlast.next = self.ring.late.tlast.val();
            self.m_axis.tuser.next = self.ring.late.tuser.val();
        } else {
            self.m_axis.tvalid.next = self.s_axis.tvalid.val();
            self.m_axis.tdata.next = self.s_axis.tdata.val();
            self.m_axis.tkeep.next = self.s_axis.tkeep.val();
            self.m_axis.tlast.next = self.s_axis.tlast.val();
            self.m_axis.tuser.next = self.s_axis.tuser.val();
        }
    }
}
