//! Arrival order, with bypass (INFOCOM'03 fn. 6, Globecom'02 Table I).
//!
//! A *queue* is a VL of an output port, `queue = output * lanes + lane`. The packets of a queue are
//! in one order: by the cycle of arrival, and among those of the same cycle, a *batch*, by the
//! number of the input port, the lowest first. An input port sends its packets of a queue in this
//! order.
//!
//! An output port chooses the oldest packet whose input port is free. So a packet may be *bypassed*
//! by younger ones for its output port. A queue looks only at the oldest packets of its list, its
//! *window*: one packet more than [`Fifo::bypasses`]. If packets have bypassed the oldest one
//! [`Fifo::bypasses`] times, the output port is *owed* to it: it waits for the input port of this
//! packet, as long as there are credits for it. All output ports choose at the same time, and each
//! input port accepts one of those that have chosen it.
//!
//! An output port that has been declined [`Fifo::DECLINES`] times since its last grant *insists*: it
//! waits for the oldest packet of one queue after the other, and the input port of this packet
//! accepts it before all output ports that do not insist.
//!
//! # List
//!
//! The *list* of a queue has its packets that can be chosen. `arrive[i]` adds a packet of input *i*
//! to queue `arrive_queue[i]`. With the edge that ends a cycle, after the arrivals of this cycle,
//! one packet of each queue enters its list: the first in the order that has not entered, if there
//! is one. So a packet with none before it that has not entered can be chosen from the cycle after
//! its arrival on, the second packet of the same batch one cycle later, and so on. A queue with
//! packets that arrived in earlier cycles has a list that is not empty.
//!
//! # Choice
//!
//! A choice takes three cycles. In the first, each queue *looks* for a packet that can be sent. In
//! the second, each output port *offers* itself to the input port of such a packet. The offer
//! *stands* in the third cycle, in which the input port accepts one of the offers to it. Queues
//! look in every cycle. An input port accepts no offer in the two cycles after a grant: those that
//! stand then are *void*, of looks that did not see the grant. An output port makes no offer while
//! one of its own stands that is not void, and none in the two cycles after a grant.
//!
//! With *i* an input port, *j* an output port, *l* a lane and `q = j * lanes + l`:
//!
//! ```text
//! open(q)       = the list of q is not empty, and sendable[i][q] for the input i of its oldest packet
//! insists(j)    = declines[j] = DECLINES
//! seen(q)       = the oldest packet of the list of q, if bypassed[q] = bypasses or insists(j), else
//!                 its oldest window packets
//! place'(q)     = the oldest packet in seen(q) with input_free[i] and sendable[i][q] for its input i
//! can'(q)       = open(q), and there is such a packet
//! owed'(q)      = open(q) and (bypassed[q] = bypasses or insists(j))
//! free'(j)      = output_free[j]
//!
//! lane(j)       = the first lane after last_lane[j], in rotation, with owed(q);
//!                 if there is none, with can(q)
//! void(i)       = i was granted in one of the two cycles before
//! offers(j)     = free(j), no offer of j stands to an i that is not void(i), j was not granted in
//!                 one of the two cycles before, and can(q) for the lane(j)
//! offer'[j]     = (the input of place(q), place(q)) for the lane(j), if offers(j), else none
//!
//! choices(i)    = output ports whose standing offer is to i, and of these only those that insist,
//!                 if one does; none if void(i)
//! accepted(i)   = the first of choices(i) after last_output[i], in rotation
//! grant[i]      = choices(i) is not empty
//! grant_queue[i] = the queue of the offer of accepted(i) if grant[i], else 0
//! last_output[i]' = accepted(i) if grant[i], else last_output[i]
//! last_lane[j]' = the lane of its offer if j is accepted, else last_lane[j]
//!
//! declined(j)   = an offer of j stands, void or not, and j is not accepted
//! declines'[j]  = 0 if j is accepted, else min(declines[j] + 1, DECLINES) if declined(j), else
//!                 declines[j]
//! ```
//!
//! In `seen` and `owed'`, `insists(j)` is that of the cycle of the look, in `choices` that of the
//! cycle in which the offer stands.
//!
//! "First in rotation" begins after the port or lane named and wraps. With the edge that ends the
//! cycle of the grant, the packet of the offer leaves its list. If *j* is accepted with a packet of
//! queue *q*, each queue *q'* of *j* counts:
//!
//! ```text
//! bypassed'[q'] = 0                                  if q' = q, and the packet of the offer is the
//!                                                    oldest of the list, else
//!                 bypassed[q']                       if not open(q'), else
//!                 min(bypassed[q'] + 1, bypasses)
//! ```
//!
//! `open(q')` is that of the cycle of the grant. `sendable[i][q]` is about the first packet of
//! input *i* in queue *q*. An input that is free, an output that is free, and a packet that is
//! sendable, when a queue looks must stay so in the next two cycles; the parent withdraws an input
//! and an output that are granted in the cycle after the grant, or for longer. So all outputs that
//! wait for an input make their offers in the same cycle: a void offer keeps no output from it.
//! `arrive_queue` names a queue that exists, and a queue has no more than [`Fifo::packets`] packets
//! at a time, in its list and outside.
//!
//! Reset empties all queues, withdraws all offers, clears `bypassed`, `declines`, `can`, `owed` and
//! `free`, and sets `last_output` and `last_lane` to the last port and lane, so that port 0 and lane
//! 0 are the first. No port was granted before. `grant` depends on registers alone.
//!
//! # Order
//!
//! With one VL, a packet is bypassed at most `bypasses` times while it is the oldest of its list.
//! With several VLs, output ports serve them in rotation, whatever the ages of their packets,
//! except that queues to which the output port is owed come first, in rotation: it waits for the
//! first of them, even if the input port of another one is able.
//! Input ports accept offers in rotation, whatever is owed: an output port that is idle because its
//! only packet is at a busy input port is never bypassed, and must not wait for ever either.
//!
//! # Bound
//!
//! With rotation alone, an output port could alternate between input ports, and offer itself to each
//! of them only in cycles in which another output port comes first. So an output port insists after
//! [`Fifo::DECLINES`] declined offers since its last grant. Let *T* be the longest time for which an
//! input port is busy with one packet. An output port that is free and has an open queue all the
//! time, with packets whose input ports are each free once in *T*, is granted a packet within
//! [`Fifo::times_per_grant`] times *T*: in each *T*, an offer of it is accepted or declined. Then it
//! insists, and the input port that it waits for accepts it before all output ports that do not
//! insist, and after each other one that does at most once. A packet that is the oldest one of an
//! open queue is granted within `bypasses + lanes + 1` such grants of its output port.
//!
//! Ports, in this order:
//!
//! | port | elements × bits | meaning |
//! |---|---|---|
//! | in `arrive` | inputs × 1 | a packet of the input port arrives |
//! | in `arrive_queue` | inputs × [`Fifo::queue_bits`] | queue of the packet |
//! | in `input_free` | inputs × 1 | the input port can send a packet |
//! | in `output_free` | outputs × 1 | the output port can send a packet |
//! | in `sendable` | inputs × queues | there are credits for the first packet of the input in the queue |
//! | out `grant` | inputs × 1 | a packet of the input port is granted |
//! | out `grant_queue` | inputs × [`Fifo::queue_bits`] | queue of that packet; 0 without `grant` |
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
    packets: u32,
    bypasses: u32,
}

impl Fifo {
    /// Input ports: 2 to 36.
    pub const INPUTS: RangeInclusive<u64> = Marking::PORTS;
    /// VLs of an output port: 1 to 9, which are 8 data VLs and VL15.
    pub const LANES: RangeInclusive<u64> = 1..=9;
    /// Packets that may wait for a VL of an output port: 1 to 1,048,576.
    pub const PACKETS: RangeInclusive<u64> = 1..=1 << 20;
    /// Times that a packet may be bypassed: 0 to 15.
    pub const BYPASSES: RangeInclusive<u64> = 0..=15;
    /// Declined offers of an output port since its last grant, after which it insists.
    pub const DECLINES: usize = 15;
    /// Bits of the number of declined offers of an output port.
    pub const DECLINE_BITS: usize = (usize::BITS - Self::DECLINES.leading_zeros()) as usize;

    /// Checks the parameters.
    ///
    /// # Errors
    ///
    /// If `inputs` is outside [`Fifo::INPUTS`], `lanes` outside [`Fifo::LANES`], `packets` outside
    /// [`Fifo::PACKETS`], or `bypasses` outside [`Fifo::BYPASSES`].
    pub fn new(inputs: u32, lanes: u32, packets: u32, bypasses: u32) -> Result<Self, OutOfRange> {
        check(Parameter::Ports, inputs, Self::INPUTS, "ports")?;
        check(Parameter::Lanes, lanes, Self::LANES, "lanes")?;
        check(Parameter::QueuePackets, packets, Self::PACKETS, "packets")?;
        check(Parameter::Bypasses, bypasses, Self::BYPASSES, "bypasses")?;
        Ok(Fifo { inputs, lanes, packets, bypasses })
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

    /// Packets that may wait in a queue.
    pub fn packets(&self) -> usize {
        self.packets as usize
    }

    /// Times that younger packets for the same output port may bypass a packet.
    pub fn bypasses(&self) -> u32 {
        self.bypasses
    }

    /// Oldest packets of a queue among which an output port chooses.
    pub fn window(&self) -> usize {
        self.bypasses as usize + 1
    }

    /// Upper bound of the time in which an output port is granted a packet while it is free and has
    /// an open queue, as a multiple of the longest time for which an input port is busy with one
    /// packet.
    pub fn times_per_grant(&self) -> usize {
        Self::DECLINES + self.outputs() + 1
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
