//! One direction of a link that is slower than the datapath.

mod queue;
mod receiver;
mod ripe;
mod sender;

pub use receiver::SlowLinkReceiver;
pub use sender::SlowLinkSender;

use super::LinkDelay;
use crate::interface::{AxiStream, StreamSignals};
use crate::prelude::*;
use tailback_spec::link::delay::USER_BITS;
use tailback_spec::link::slow_link::{SlowLink as Config, SlowLinkEnd, RATE_BITS};

/// Signals of the beats at an end.
fn signals(end: &SlowLinkEnd) -> StreamSignals {
    StreamSignals::packets(end.width_bits()).user(USER_BITS)
}

block! {
    /// One direction of a link that is slower than the datapath, with its two ends.
    pub struct SlowLink(link: &Config) as "tailback_slow_link" {
        /// Rate of the link: beats in 2^16 cycles.
        input rate[RATE_BITS];
        /// Packets for the link.
        /// Bit 0 of `tuser`: the beat is a flow-control packet. Bit 1: the packet is bad.
        slave s_axis: AxiStream(signals(&link.end()).stallable());
        /// Packets that leave the link, without gaps.
        /// Bit 0 of `tuser`: the beat is a flow-control packet. Bit 1: the packet is bad.
        master m_axis: AxiStream(signals(&link.end()));

        /// End that sends.
        sub sender: SlowLinkSender = SlowLinkSender::new(&link.end());
        /// Link between the ends.
        sub line: LinkDelay = LinkDelay::new(&link.link_delay());
        /// End that receives.
        sub receiver: SlowLinkReceiver = SlowLinkReceiver::new(&link.end());
    }
    connect {
        sender: rate, s_axis;
        sender, line: m_axis = s_axis;
        line, receiver: m_axis = s_axis;
        receiver: rate, m_axis;
    }
}

wired!(SlowLink);
