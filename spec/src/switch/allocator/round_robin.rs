//! Round robin over virtual output queues, per output and then per input (Pfister'05 §III).
//!
//! Input *i* requests each output for which it has a packet. Each output offers itself to one of
//! the inputs that request it, and in the next cycle each input accepts one of the offers:
//!
//! ```text
//! offer'[j] = none                                                              if there is any offer, else
//!             the first input after last_input[j], in rotation, that requests output j
//! grant[i]  = the first output after last_output[i], in rotation, that offers itself to input i
//! last_input'[j]  = i    if input i was granted output j, else last_input[j]
//! last_output'[i] = j    if input i was granted output j, else last_output[i]
//! ```
//!
//! The choice takes two cycles. Requests in a cycle with offers are ignored: they do not reflect
//! what is being granted. Only a grant moves the two round-robin pointers, so that an offer that
//! was not accepted is made again. The parent requests neither for a busy input nor for a busy
//! output; a grant stands even if the request is withdrawn in its cycle. Reset withdraws all
//! offers, and sets every pointer to the last port, so that port 0 has the highest priority.
//!
//! Each cycle grants at most one output to an input and one input to an output, and only pairs that
//! were requested in the cycle before. There is a grant in the cycle after each cycle with requests
//! and no grant. If no request is withdrawn before it is granted, each is granted within
//! [`bound_cycles`] cycles. (A parent that withholds the requests of busy ports must itself bound
//! for how long a waiting one is passed over: see [`super::guard`].)
//!
//! Ports, in this order: input `request`, output `grant`, both with an element for each input port
//! and a bit for each output port in it.
//!
//! Module: `tailback_round_robin_allocator`.

use crate::parameter::{check, OutOfRange, Parameter};
use crate::switch::marking::Marking;
use serde::Serialize;
use std::ops::RangeInclusive;

/// Parameters of a round-robin allocator. A value of this type is always possible to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct RoundRobin {
    ports: u32,
}

impl RoundRobin {
    /// Ports of a switch: 2 to 36.
    pub const PORTS: RangeInclusive<u64> = Marking::PORTS;

    /// Checks the number of ports.
    ///
    /// # Errors
    ///
    /// If `ports` is outside [`RoundRobin::PORTS`].
    pub fn new(ports: u32) -> Result<Self, OutOfRange> {
        check(Parameter::Ports, ports, Self::PORTS, "ports")?;
        Ok(RoundRobin { ports })
    }

    /// Input ports, and as many output ports.
    pub fn ports(&self) -> usize {
        self.ports as usize
    }
}

/// Cycles within which a request is granted, if none is withdrawn before it is granted: for *n*
/// ports, twice *n*² + (*n* - 1)².
///
/// There is a choice every other cycle. An output offers itself to one input for at most *n*
/// choices in a row: each time that the input declines, it accepts another output, and after
/// *n* - 1 of them it reaches this one. Before a given request, each of the *n* - 1 other inputs is
/// granted the output at most once, which makes *n*² choices with the request itself. Each of those
/// inputs may, once, begin to request the output while that offers itself to an input farther in
/// the rotation, and take the offer over: at most *n* - 1 declined offers each time.
pub fn bound_cycles(allocator: &RoundRobin) -> usize {
    let ports = allocator.ports();
    2 * (ports * ports + (ports - 1) * (ports - 1))
}
