//! Arrival order over the whole switch, with bypass (INFOCOM'03 fn. 6, Globecom'02 Table I).
//!
//! All waiting packets stand in one list in the order of their arrival. A packet *can go* if its
//! input is free and its queue is ready, and no packet is owed the output. A *queue* is a lane of an
//! output port, `queue = output * lanes + lane`; it is ready when the output is free and has credits
//! for the lane.
//!
//! A packet at the head of its queue is bypassed when a younger one for the same output goes before
//! it, because its input is busy, or its lane lacks the credits. That may happen only
//! [`Fifo::bypasses`] times: from then on, whenever its queue is ready, the output waits for it. Only
//! heads of other lanes to which the same has happened go before it still, each once; but without
//! bypasses, to which it always has, there is no such bound between lanes.
//!
//! The choice takes two cycles: one finds out which packets can go, the next one grants the oldest
//! of them. What was found out in the cycle of a grant is out of date and dropped, so that there is
//! a grant in every other cycle at most. For the two cycles after a grant its output *rests*: no
//! packet is found able to go there, for who was bypassed is being worked out. (A packet of four
//! words or more is then still being sent.)
//!
//! ```text
//! rests(j)      = output j was granted in one of the two cycles before
//! ready(q)      = queue_ready[q], and not output_busy[j] or rests(j)    for the output j of queue q
//! first(k)      = no older entry has the queue of entry k
//! owed(q)       = some entry has queue q, ready(q), and bypassed[q] = bypasses
//! held(k)       = owed(q) for a queue q of the same output, and not (first(k) and owed(queue(k)))
//! can_go(k)     = input_free[input(k)] and ready(queue(k)) and not held(k)
//! candidate'(k) = can_go(k)    if no entry is a candidate, else 0
//! granted       = the oldest candidate
//! bypassed'[q]  = 0                                 if the granted entry is the first of queue q, else
//!                 min(bypassed[q] + 1, bypasses)    if it has the output of q, and the first of queue q is older, else
//!                 bypassed[q]
//! ```
//!
//! `grant` is high in each cycle in which some entry is a candidate; without it, `grant_input` and
//! `grant_queue` are 0. The granted entry leaves the list with the clock edge. With the same edge,
//! `arrive` puts an entry at its end, which is no candidate yet and cannot go before the cycle after;
//! it is ignored while `full`, which says that all [`Fifo::entries`] places are taken (a grant in the
//! same cycle does not help). An arrival names an input and a queue that exist. Reset empties the
//! list, clears `candidate` and `bypassed`, and no output rests.
//!
//! What is free or ready when a packet is found able to go must stay so until it is granted, in the
//! cycle after; the parent takes it back when it sees the grant.
//!
//! A packet that can go is granted after at most [`bound_grants`] other grants.
//!
//! Ports, in this order:
//!
//! | port | lanes × bits | meaning |
//! |---|---|---|
//! | in `arrive` | 1 | a packet starts to wait |
//! | in `arrive_input` | [`Fifo::input_bits`] | the input port that holds it |
//! | in `arrive_queue` | [`Fifo::queue_bits`] | the queue it waits for |
//! | in `input_free` | inputs × 1 | the input port is not sending |
//! | in `output_busy` | outputs × 1 | the output port is sending |
//! | in `queue_ready` | queues × 1 | the output port has credits for the VL |
//! | out `full` | 1 | there is no place for another packet |
//! | out `grant` | 1 | a packet goes |
//! | out `grant_input` | [`Fifo::input_bits`] | the input port that holds it |
//! | out `grant_queue` | [`Fifo::queue_bits`] | the queue it waited for |
//!
//! Module: `tailback_fifo_allocator`.

use crate::parameter::{bits_for, check, OutOfRange};
use crate::switch::marking::Marking;
use serde::Serialize;
use std::ops::RangeInclusive;

/// The parameters of a FIFO allocator. A value of this type is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Fifo {
    inputs: u32,
    lanes: u32,
    entries: u32,
    bypasses: u32,
}

impl Fifo {
    /// Input ports: 2 to 36.
    pub const INPUTS: RangeInclusive<u64> = Marking::PORTS;
    /// Lanes of an output port: 1 to 9, which are 8 VLs and that of management.
    pub const LANES: RangeInclusive<u64> = 1..=9;
    /// Packets in the list: 2 to 1024.
    pub const ENTRIES: RangeInclusive<u64> = 2..=1024;
    /// Times that a packet may be bypassed: 0 to 15.
    pub const BYPASSES: RangeInclusive<u64> = 0..=15;

    /// Checks the parameters.
    pub fn new(inputs: u32, lanes: u32, entries: u32, bypasses: u32) -> Result<Self, OutOfRange> {
        check("ports", inputs, Self::INPUTS, "ports")?;
        check("lanes", lanes, Self::LANES, "lanes")?;
        check("allocator_entries", entries, Self::ENTRIES, "packets")?;
        check("bypasses", bypasses, Self::BYPASSES, "bypasses")?;
        Ok(Fifo { inputs, lanes, entries, bypasses })
    }

    /// Input ports.
    pub fn inputs(&self) -> usize {
        self.inputs as usize
    }

    /// Output ports, as many as input ports.
    pub fn outputs(&self) -> usize {
        self.inputs()
    }

    /// Lanes of an output port.
    pub fn lanes(&self) -> usize {
        self.lanes as usize
    }

    /// Queues: output ports times lanes.
    pub fn queues(&self) -> usize {
        self.outputs() * self.lanes()
    }

    /// Packets that the list holds.
    pub fn entries(&self) -> usize {
        self.entries as usize
    }

    /// Times that a packet may be bypassed by younger ones for its output.
    pub fn bypasses(&self) -> u32 {
        self.bypasses
    }

    /// Bits of an input port's number.
    pub fn input_bits(&self) -> usize {
        bits_for(self.inputs - 1)
    }

    /// Bits of a queue's number.
    pub fn queue_bits(&self) -> usize {
        bits_for(self.queues() as u32 - 1)
    }
}

/// Grants to others before a packet that can go, and goes on being able to, is granted: one for
/// each place before it in the list.
pub fn bound_grants(fifo: &Fifo) -> usize {
    fifo.entries() - 1
}
