//! Longest time for which a packet waits for an output that is free for it.
//!
//! An output port is *free for* a packet while its link is up and accepts beats, while it sends no
//! packet, and while it has credits for it, counted as those of a longest packet. A packet that is the first of
//! its input for such a port and of its VL starts within [`service_cycles`], as long as all links
//! accept beats, whatever waits for other ports, and whether these have credits or not. Until then,
//! its input may serve other packets.
//!
//! **FIFO.** An output that is free and has a packet that it has credits for is granted a packet
//! within [`times_per_grant`](super::allocator::fifo::Fifo::times_per_grant) times the longest time
//! for which an input is busy with one packet: after some declined offers, it insists, and its input
//! serves it before others. That time is the one of a longest packet, and of all pipelines. Then the
//! output is no longer free. Before, an input may serve others, and packets leave the buffers: the
//! contents of all buffers, twice, are an allowance for this.
//!
//! **Round robin.** The guard serves each queue that keeps requesting within
//! [`guard::bound_cycles`](super::allocator::guard::bound_cycles); a queue between ports of which
//! one has no link never requests, and is passed in one cycle.

use super::{dispatcher::Choice, top::SwitchTop};

/// Least cycles of a packet of one block, with the gap between two packets.
const LEAST_CYCLES: usize = 8;

/// Upper bound of the cycles from a change of credits or of a link to its effect in the allocator,
/// and from the allocator's choice to the first beat on the link.
const PIPELINES: usize = 1000;

/// Upper bound of the cycles for which a packet waits for an output that is free for it, in a
/// switch with `linked` ports that have a link.
pub fn service_cycles(switch: &SwitchTop, linked: usize) -> u64 {
    let (port, buffer) = (&switch.port, switch.port.buffer());
    let block = port.block_words().max(LEAST_CYCLES);
    let buffers = 2 * linked * buffer.blocks() * block + PIPELINES;
    let cycles = match &switch.dispatcher.choice {
        Choice::Fifo(fifo) => {
            let longest = buffer.packet_blocks() * block + PIPELINES;
            fifo.times_per_grant() * longest + buffers
        }
        Choice::RoundRobin(_, guard) => {
            // An urgent packet waits for one packet that is being received and one that is being
            // sent.
            let serve = 8 * buffer.packet_blocks() * block;
            let wanting = linked * linked * guard.lanes();
            let all = guard.ports() * guard.queues();
            wanting * (guard.patience_cycles() + serve + 1) + all + buffers
        }
    };
    cycles as u64
}
