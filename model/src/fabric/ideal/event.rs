//! The kinds of events.

use crate::fabric::event::Kinds;

/// Events. Within a cycle, events happen in the order in which their kinds are listed here, and
/// those of a kind in the order of their indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    /// A flow starts or stops, or changes between ON and OFF.
    Toggle,
    /// Credits return to a global output port for packets that it has sent.
    Credit,
    /// Credits return to a host that waits for them.
    HostCredit,
    /// The ACK of a flow arrives.
    Ack,
    /// A flow is due.
    Due,
    /// The link of a host is free.
    HostFree,
    /// The first beat of a packet leaves an output port.
    Transmit,
    /// An input port checks whether its buffer is full.
    Look,
    /// The first beat of a packet reaches an input port.
    Header,
    /// A packet that was held back may be sent to a faster link.
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
