//! Round robin over virtual output queues, per output and then per input (Pfister'05 §III).
//!
//! Input *i* requests each output for which it has a packet. A choice takes three cycles, as that
//! of [`super::fifo`] does. In the first, the requests are held. In the second, each output
//! *offers* itself to one of the inputs that requested it. The offer *stands* in the third, in
//! which each input accepts one of the offers to it:
//!
//! ```text
//! asked'[j]   = the inputs that request output j
//! void(i)     = i was granted in one of the two cycles before
//! offer'[j]   = none    if an offer of j stands to an i that is not void(i), or j was granted in
//!                       the cycle before, else
//!               the first of asked[j] after last_input[j], in rotation; none if there is none
//! choices(i)  = the outputs whose standing offer is to i; none if void(i)
//! grant[i]    = the first of choices(i) after last_output[i], in rotation
//! last_input'[j]  = i    if input i was granted output j, else last_input[j]
//! last_output'[i] = j    if input i was granted output j, else last_output[i]
//! ```
//!
//! Outputs choose independently of each other. Only a grant moves the two round-robin pointers, so
//! that an offer that was not accepted is made again. An offer that stands in the two cycles after
//! a grant of its input is void: it is of requests that did not see the grant, and does not keep
//! its output from making another one. The parent requests neither for a busy input nor for a busy
//! output, and in particular for neither port of a grant in the cycle after it. A grant stands even
//! if the request is withdrawn before. Reset withdraws all requests and offers, and sets every
//! pointer to the last port, so that port 0 has the highest priority. No input was granted before.
//!
//! Each cycle grants at most one output to an input and one input to an output, and only pairs that
//! were requested two cycles before. If no request is withdrawn before it is granted, each is
//! granted within [`bound_cycles`] cycles. (A parent that withholds the requests of busy ports must
//! itself bound for how long a waiting one is passed over: see [`super::guard`].)
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
/// ports, four times *n*² + (*n* - 1)².
///
/// An input that is granted is so again three cycles later at the earliest. An output that has
/// offered itself to it in vain does so again by then, so that it misses no grant of the input, and
/// waits four cycles for the next one at most. An output offers itself to one input for at most *n*
/// choices in a row: each time that the input declines, it accepts another output, and after
/// *n* - 1 of them it reaches this one. Before a given request, each of the *n* - 1 other inputs is
/// granted the output at most once, which makes *n*² choices with the request itself. Each of those
/// inputs may, once, begin to request the output while that offers itself to an input farther in
/// the rotation, and take the offer over: at most *n* - 1 declined offers each time.
pub fn bound_cycles(allocator: &RoundRobin) -> usize {
    let ports = allocator.ports();
    4 * (ports * ports + (ports - 1) * (ports - 1))
}
