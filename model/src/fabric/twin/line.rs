//! A directed link of the twin: of the datapath's rate, or slower.

use crate::{
    interface::PacketStream,
    link::{delay::LinkDelay, slow_link::SlowLink},
    wired::Wired,
    Golden,
};
use tailback_spec::{fabric::Fabric, WideWord};

pub(super) type Beat = PacketStream<bool, WideWord, u64, u64>;

/// A directed link.
#[derive(Debug, Clone)]
pub(super) enum Line {
    Full(LinkDelay),
    Slow(Box<Wired<SlowLink>>),
}

impl Line {
    /// A link of a fabric.
    pub fn new(fabric: &Fabric, link: usize) -> Self {
        match (fabric.slow_link(link), fabric.link_rates()[link]) {
            (Some(slow), Some(rate)) => {
                let mut slow = Wired::new(SlowLink::new(&slow));
                slow.inputs.rate = rate.into();
                Line::Slow(Box::new(slow))
            }
            _ => Line::Full(LinkDelay::new(&fabric.link_delays()[link])),
        }
    }

    /// Whether a beat is accepted in this cycle, if the link can stall its sender.
    pub fn ready(&self) -> Option<bool> {
        match self {
            Line::Full(_) => None,
            Line::Slow(slow) => Some(slow.model.ready()),
        }
    }

    /// Beat that leaves in this cycle.
    pub fn end(&self) -> &Beat {
        match self {
            Line::Full(link) => &link.end().s_axis,
            Line::Slow(slow) => slow.model.end(),
        }
    }

    /// The clock edge: `write` turns another beat into the one that is offered in this cycle. Returns that
    /// beat, with `tvalid` if it is accepted.
    pub fn take(&mut self, write: impl FnOnce(&mut Beat)) -> &Beat {
        match self {
            Line::Full(link) => {
                link.take(|inputs| write(&mut inputs.s_axis));
                &link.newest().s_axis
            }
            Line::Slow(slow) => {
                let beat = &mut slow.inputs.s_axis;
                write(beat);
                beat.tvalid &= slow.model.ready();
                slow.step();
                &slow.inputs.s_axis
            }
        }
    }

    pub fn reset(&mut self) {
        match self {
            Line::Full(link) => link.reset(),
            Line::Slow(slow) => slow.reset(),
        }
    }
}
