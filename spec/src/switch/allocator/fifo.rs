//! Arrival order over the whole switch, with bypass (INFOCOM'03 fn. 6, Globecom'02 Table I).
//!
//! All waiting packets stand in one list in the order of their arrival. In each cycle the first one
//! that can go is granted: its input is free, and its queue is ready. A *queue* is an output port,
//! or an output port and a VL of it; it is ready when the output is free and has the credits.
//!
//! A packet may be bypassed by a younger one *of the same queue* while its input is busy, but only
//! [`Fifo::bypasses`] times: then its queue waits for it. Packets of other queues pass freely,
//! since nothing of theirs stands in its way.
//!
//! ```text
//! first(k)    = no older entry has the queue of entry k
//! can_go(k)   = input_free[input(k)] and queue_ready[queue(k)]
//!               and (first(k) or bypassed[queue(k)] < bypasses)
//! granted     = the oldest entry k with can_go(k)
//! bypassed'[q] = 0                  if the granted entry is the first of queue q, else
//!                bypassed[q] + 1    if the granted entry is another of queue q, else
//!                bypassed[q]
//! ```
//!
//! `grant`, `grant_input` and `grant_queue` are valid in the same cycle as the two inputs that they
//! depend on; without a grant, the two numbers are 0. The granted entry leaves the list with the
//! clock edge. With the same edge, `arrive` puts an entry at its end; it is ignored while `full`,
//! which says that all [`Fifo::entries`] places are taken (a grant in the same cycle does not help).
//! An arrival names an input and a queue that exist. Reset empties the list.
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
//! | in `queue_ready` | queues × 1 | the output port is not sending and has credits for the VL |
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
    queues: u32,
    entries: u32,
    bypasses: u32,
}

impl Fifo {
    /// Input ports: 2 to 36.
    pub const INPUTS: RangeInclusive<u64> = Marking::PORTS;
    /// Queues: 2 to 288, which are 36 ports with 8 VLs.
    pub const QUEUES: RangeInclusive<u64> = 2..=288;
    /// Packets in the list: 2 to 1024.
    pub const ENTRIES: RangeInclusive<u64> = 2..=1024;
    /// Times that a packet may be bypassed: 0 to 15.
    pub const BYPASSES: RangeInclusive<u64> = 0..=15;

    /// Checks the parameters.
    pub fn new(inputs: u32, queues: u32, entries: u32, bypasses: u32) -> Result<Self, OutOfRange> {
        check("ports", inputs, Self::INPUTS, "ports")?;
        check("queues", queues, Self::QUEUES, "queues")?;
        check("allocator_entries", entries, Self::ENTRIES, "packets")?;
        check("bypasses", bypasses, Self::BYPASSES, "bypasses")?;
        Ok(Fifo { inputs, queues, entries, bypasses })
    }

    /// Input ports.
    pub fn inputs(&self) -> usize {
        self.inputs as usize
    }

    /// Queues: output ports, or output ports times VLs.
    pub fn queues(&self) -> usize {
        self.queues as usize
    }

    /// Packets that the list holds.
    pub fn entries(&self) -> usize {
        self.entries as usize
    }

    /// Times that a packet may be bypassed by younger ones of its queue.
    pub fn bypasses(&self) -> u32 {
        self.bypasses
    }

    /// Bits of an input port's number.
    pub fn input_bits(&self) -> usize {
        bits_for(self.inputs - 1)
    }

    /// Bits of a queue's number.
    pub fn queue_bits(&self) -> usize {
        bits_for(self.queues - 1)
    }
}

/// Grants to others before a packet that can go, and goes on being able to, is granted: one for
/// each place before it in the list.
pub fn bound_grants(fifo: &Fifo) -> usize {
    fifo.entries() - 1
}
