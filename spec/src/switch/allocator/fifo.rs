//! Arrival order over the whole switch, with bypass (INFOCOM'03 fn. 6, Globecom'02 Table I).
//!
//! All waiting packets are in one list in the order of their arrival. A packet *can go* if its
//! input is free, its queue is ready, and the output is not reserved for another packet. A *queue*
//! is a VL of an output port, `queue = output * lanes + lane`; it is ready when the output is free
//! and has credits for the VL.
//!
//! A packet at the head of its queue is bypassed when a younger one for the same output goes before
//! it, because its input is busy, or its VL lacks the credits. That may happen only
//! [`Fifo::bypasses`] times: from then on, whenever its queue is ready, the output waits for it.
//! Only heads of other VLs that have been bypassed as often go before it still, each once; but with
//! `bypasses` = 0, where this holds for all heads, there is no such bound between VLs.
//!
//! The choice takes two cycles: the first one determines which packets can go, the second one
//! grants the oldest of them. What is determined in the cycle of a grant is out of date and
//! discarded, so that there is at most one grant in two cycles. For the two cycles after a grant
//! its output *rests*: no packet for it can go, while `bypassed` is updated. (A packet of four
//! beats or more is then still being sent.)
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
//! `arrive` appends an entry, which is not a candidate yet and can go in the next cycle at the
//! earliest; `arrive` is ignored while `full`, which indicates that all [`Fifo::entries`] entries
//! are in use (a grant in the same cycle does not help). An arrival names an input and a queue that
//! exist. Reset empties the list, clears `candidate` and `bypassed`, and no output rests.
//!
//! An input that is free, and a queue that is ready, when a packet is found able to go must stay so
//! until the packet is granted, in the next cycle; the parent withdraws them when it sees the
//! grant.
//!
//! A packet that can go is granted after at most [`bound_grants`] other grants.
//!
//! Ports, in this order:
//!
//! | port | elements × bits | meaning |
//! |---|---|---|
//! | in `arrive` | 1 | a packet starts to wait |
//! | in `arrive_input` | [`Fifo::input_bits`] | input port that holds the packet |
//! | in `arrive_queue` | [`Fifo::queue_bits`] | queue of the packet |
//! | in `input_free` | inputs × 1 | the input port is not sending |
//! | in `output_busy` | outputs × 1 | the output port is sending |
//! | in `queue_ready` | queues × 1 | the output port has credits for the VL |
//! | out `full` | 1 | the list has no free entry |
//! | out `grant` | 1 | a packet is granted |
//! | out `grant_input` | [`Fifo::input_bits`] | input port that holds the packet |
//! | out `grant_queue` | [`Fifo::queue_bits`] | queue of the packet |
//!
//! Module: `tailback_fifo_allocator`.

use crate::parameter::{bits_for, check, OutOfRange, Parameter};
use crate::switch::marking::Marking;
use serde::Serialize;
use std::ops::RangeInclusive;

/// Parameters of a FIFO allocator. A value of this type is always possible to build.
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
    /// VLs of an output port: 1 to 9, which are 8 data VLs and VL15.
    pub const LANES: RangeInclusive<u64> = 1..=9;
    /// Packets in the list: 2 to 1024.
    pub const ENTRIES: RangeInclusive<u64> = 2..=1024;
    /// Times that a packet may be bypassed: 0 to 15.
    pub const BYPASSES: RangeInclusive<u64> = 0..=15;

    /// Checks the parameters.
    ///
    /// # Errors
    ///
    /// If `inputs` is outside [`Fifo::INPUTS`], `lanes` outside [`Fifo::LANES`], `entries` outside
    /// [`Fifo::ENTRIES`], or `bypasses` outside [`Fifo::BYPASSES`].
    pub fn new(inputs: u32, lanes: u32, entries: u32, bypasses: u32) -> Result<Self, OutOfRange> {
        check(Parameter::Ports, inputs, Self::INPUTS, "ports")?;
        check(Parameter::Lanes, lanes, Self::LANES, "lanes")?;
        check(Parameter::AllocatorEntries, entries, Self::ENTRIES, "packets")?;
        check(Parameter::Bypasses, bypasses, Self::BYPASSES, "bypasses")?;
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

    /// VLs of an output port.
    pub fn lanes(&self) -> usize {
        self.lanes as usize
    }

    /// Queues: output ports times VLs.
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

    /// Bits of an input port's index.
    pub fn input_bits(&self) -> usize {
        bits_for(self.inputs - 1)
    }

    /// Bits of a queue index.
    pub fn queue_bits(&self) -> usize {
        bits_for(self.queues() as u32 - 1)
    }
}

/// Upper bound of the grants to other packets before a packet that can go, and stays able to, is
/// granted: one for each entry before it in the list.
pub fn bound_grants(fifo: &Fifo) -> usize {
    fifo.entries() - 1
}
