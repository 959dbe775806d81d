//! How long a packet waits at most for an output that is free for it.
//!
//! An output port is *free for* a packet while its link is up and takes beats, while it sends no packet, and
//! while it has credits for a longest packet of the lane. A packet that is the first of its input for such a
//! port, and of its lane, starts within [`service_cycles`], as long as all links take beats: whatever waits
//! for other ports, and whether these have credits or not. Until then, its input may serve others.
//!
//! With the FIFO allocator, this is said of packets that are *listed*: of those of an input and lane, the list has
//! the oldest ones, as many as the [share](super::arrivals) of the lane. A later one waits for those.
//!
//! **FIFO.** Only packets of the same input can be in its way, and, if its output is reserved for a packet
//! that was bypassed, those of the input of that one. Of either input, a packet that is younger is not served
//! before it. So at most what all buffers hold goes before it, once to clear its input and once for
//! packets that its output is reserved for.
//!
//! **Round robin.** The guard serves each queue that keeps wanting within
//! [`guard::bound_cycles`](super::allocator::guard::bound_cycles); a queue between ports of which one has no
//! link never wants, and is passed in a cycle.

use super::{dispatcher::Choice, lossless::LosslessSwitch};

/// Cycles that a packet of a block takes at least, with what is between two packets.
const LEAST_CYCLES: usize = 8;

/// Cycles from a change of credits or of a link to the one in which the allocator knows, and from its choice
/// to the first beat on the link, and more.
const PIPELINES: usize = 1000;

/// Packets of an input and lane among which the allocator chooses: the oldest ones, so many.
pub fn listed_packets(switch: &LosslessSwitch, lane: usize) -> usize {
    match &switch.dispatcher.choice {
        Choice::Fifo(_, arrivals) => arrivals.share(lane),
        Choice::RoundRobin(..) => usize::MAX,
    }
}

/// Cycles for which a packet waits at most for an output that is free for it, in a switch of which so many
/// ports have a link.
pub fn service_cycles(switch: &LosslessSwitch, linked: usize) -> u64 {
    let (port, buffer) = (&switch.port, switch.port.buffer());
    let block = port.block_words().max(LEAST_CYCLES);
    let buffers = 2 * linked * buffer.blocks() * block + PIPELINES;
    let cycles = match &switch.dispatcher.choice {
        Choice::Fifo(..) => buffers,
        Choice::RoundRobin(_, guard) => {
            // What is in the way of an urgent packet: one that comes, and one that goes.
            let serve = 8 * buffer.packet_blocks() * block;
            let wanting = linked * linked * guard.lanes();
            let all = guard.ports() * guard.queues();
            wanting * (guard.patience_cycles() + serve + 1) + all + buffers
        }
    };
    cycles as u64
}
