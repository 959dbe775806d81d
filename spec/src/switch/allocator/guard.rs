//! Guard of the round-robin allocator against passing over a packet for ever.
//!
//! The allocator sees only requests between ports that are free; a packet whose input and output
//! are never free at once would wait for ever. The guard watches the (input, queue) pairs one after
//! the other; a *queue* is a VL of an output port, `queue = output * lanes + lane`. `wants`
//! indicates that a packet waits in a queue of an input and that its VL has credits, whether the
//! ports are busy or not. A pair that has wanted for [`Guard::patience_cycles`] without being
//! served is *urgent*: its input and its output then accept no other packet, become free, and serve
//! it.
//!
//! ```text
//! wanted       = wants[input][queue]
//! served       = serve and serve_input = input and serve_queue = queue, in any element of `serve`
//! urgent       = (age = patience_cycles)
//! age'         = 0                              if not wanted or served, else
//!                min(age + 1, patience_cycles)
//! queue'       = the next one, after the last one the first    if not wanted or served, else queue
//! input'       = the next one, after the last one the first    if not wanted or served, and queue was the last one, else input
//! allowed[i]   = the queues q of wants[i] for which
//!                not urgent, or i = input and q = queue,
//!                or i is not input and the output of q is not the output of queue
//! ```
//!
//! `urgent` depends on registers alone: it lasts for one more cycle when the pair ceases to want.
//! `allowed` is `wants` without the queues that an urgent pair excludes, valid in the same cycle.
//! `serve` has a bit for each input, which indicates that one of its packets is started, and
//! `serve_queue` an element for each. Reset begins at input 0, queue 0, with age 0.
//!
//! A pair that keeps wanting becomes urgent, or is served, within [`bound_cycles`] cycles, as long
//! as an urgent one is served within `service_cycles`.
//!
//! Ports, in this order:
//!
//! | port | elements × bits | meaning |
//! |---|---|---|
//! | in `wants` | inputs × queues | a packet waits, and its VL has credits |
//! | in `serve` | inputs × 1 | a packet is started |
//! | in `serve_queue` | inputs × [`Guard::queue_bits`] | queue of that packet |
//! | out `allowed` | inputs × queues | queues that may be requested |
//! | out `urgent` | 1 | a pair is urgent |
//!
//! Module: `tailback_request_guard`.

use super::fifo::Fifo;
use crate::parameter::{bits_for, check, OutOfRange, Parameter};
use crate::switch::marking::Marking;
use serde::Serialize;
use std::ops::RangeInclusive;

/// Parameters of a guard. A value of this type is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Guard {
    ports: u32,
    lanes: u32,
    patience_cycles: u32,
}

impl Guard {
    /// Ports, each an input and an output: 2 to 36.
    pub const PORTS: RangeInclusive<u64> = Marking::PORTS;
    /// VLs of an output port: 1 to 9, which are 8 data VLs and VL15.
    pub const LANES: RangeInclusive<u64> = Fifo::LANES;
    /// Cycles for which an (input, queue) pair wants before it is urgent: 1 to 16,777,215.
    pub const PATIENCE_CYCLES: RangeInclusive<u64> = 1..=0xFF_FFFF;

    /// Checks the parameters.
    ///
    /// # Errors
    ///
    /// If `ports` is outside [`Guard::PORTS`], `lanes` outside [`Guard::LANES`], or
    /// `patience_cycles` outside [`Guard::PATIENCE_CYCLES`].
    pub fn new(ports: u32, lanes: u32, patience_cycles: u32) -> Result<Self, OutOfRange> {
        check(Parameter::Ports, ports, Self::PORTS, "ports")?;
        check(Parameter::Lanes, lanes, Self::LANES, "lanes")?;
        check(Parameter::PatienceCycles, patience_cycles, Self::PATIENCE_CYCLES, "cycles")?;
        Ok(Guard { ports, lanes, patience_cycles })
    }

    /// Ports, each an input and an output.
    pub fn ports(&self) -> usize {
        self.ports as usize
    }

    /// VLs of an output port.
    pub fn lanes(&self) -> usize {
        self.lanes as usize
    }

    /// Queues of an input: output ports times VLs.
    pub fn queues(&self) -> usize {
        self.ports() * self.lanes()
    }

    /// Cycles for which an (input, queue) pair wants before it is urgent.
    pub fn patience_cycles(&self) -> usize {
        self.patience_cycles as usize
    }

    /// Bits of an input port's index.
    pub fn input_bits(&self) -> usize {
        bits_for(self.ports - 1)
    }

    /// Bits of a queue index.
    pub fn queue_bits(&self) -> usize {
        bits_for(self.queues() as u32 - 1)
    }

    /// Bits of the age of a pair.
    pub fn age_bits(&self) -> usize {
        bits_for(self.patience_cycles)
    }
}

/// Cycles within which an (input, queue) pair that keeps wanting becomes urgent or is served, if an
/// urgent one is served within `service_cycles`: each of the other pairs may come first, with its
/// patience and its service.
pub fn bound_cycles(guard: &Guard, service_cycles: usize) -> usize {
    let others = guard.ports() * guard.queues() - 1;
    others * (guard.patience_cycles() + service_cycles + 1) + guard.patience_cycles() + 1
}
