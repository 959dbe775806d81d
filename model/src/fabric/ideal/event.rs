//! The kinds of events.

use crate::fabric::event::Kinds;

/// What happens. Within a cycle, events happen in the order in which they are listed here, and those of a
/// kind in that of their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    /// A flow begins, ends, or goes from ON to OFF or back.
    Toggle,
    /// Credits come back for what a global output port has sent.
    Credit,
    /// Credits come back to a host that waits for them.
    HostCredit,
    /// The ACK of a flow has come.
    Ack,
    /// A flow is due.
    Due,
    /// The link of a host is free.
    HostFree,
    /// The first beat of a packet goes out of an output port.
    Transmit,
    /// An input port looks whether its buffer is full.
    Look,
    /// The first beat of a packet comes to an input port.
    Header,
    /// A packet that was held back can go to a faster link.
    Offer,
    /// The marking counters see that an input buffer has become full.
    Trigger,
    /// The marking counters see a packet that begins to count.
    Counted,
    /// The allocator of a switch has something to do.
    Allocate,
}

impl Kinds for Kind {
    const ALL: &'static [Self] = &[
        Kind::Toggle,
        Kind::Credit,
        Kind::HostCredit,
        Kind::Ack,
        Kind::Due,
        Kind::HostFree,
        Kind::Transmit,
        Kind::Look,
        Kind::Header,
        Kind::Offer,
        Kind::Trigger,
        Kind::Counted,
        Kind::Allocate,
    ];

    fn number(self) -> u32 {
        self as u32
    }
}
