//! The engine of the hardware: its packet log is that of the [`Twin`](super::Twin).
//!
//! Packets are simulated as a whole, and so are the times between events: the behaviour of a module
//! from one event to the next follows from the cycles of the first and the last beat. State that
//! the pages of the modules describe is computed when it is needed: the level of an output port's
//! queue, blocks of a buffer, flow-control packets, schedules.

mod answers;
mod choice;
mod crossing;
mod fullness;
mod guard;
mod hosts;
mod limiter;
mod links;
mod marking;
mod nic;
mod packets;
mod ports;
mod response;
mod set_up;
mod space;
mod stalls;
mod switches;
mod table;
mod teller;
mod words;

use super::{
    counts::Counts,
    event::{Kinds, Queue},
    log::Sink,
};
use links::Link;
use marking::Marking;
use nic::Nic;
use packets::Packets;
use ports::{Input, Output};
use std::collections::VecDeque;
use switches::Switch;
use tailback_spec::switch::input_buffer::Reading;

pub(super) use set_up::unsupported;

/// Events. Within a cycle, events happen in the order in which their kinds are listed here, and
/// those of a kind in the order of their indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Kind {
    /// A flow-control packet may be on a link that a sender waits for.
    Tell,
    /// Credits for a link may have been received that a sender waits for.
    Credit,
    /// A packet whose first word reached an output port in the cycle before may start on its link.
    FirstWord,
    /// A packet whose first word reached an output port earlier may start on its link.
    Start,
    /// The queue of an output port may hold words up.
    Pause,
    /// A packet may start on the link of a host.
    Transmit,
    /// A NIC reports to its limiter that there is no packet for a grant.
    Decline,
    /// Host software has something to do.
    Act,
    /// The limiter of a NIC has something to do in a frame.
    Frame,
    /// The last beat of a packet is written to an input buffer.
    Tail,
    /// An input buffer may be full.
    Check,
    /// Output ports of a switch look for packets.
    Allocate,
}

impl Kinds for Kind {
    const ALL: &'static [Self] = &[
        Kind::Tell,
        Kind::Credit,
        Kind::FirstWord,
        Kind::Start,
        Kind::Pause,
        Kind::Transmit,
        Kind::Decline,
        Kind::Act,
        Kind::Frame,
        Kind::Tail,
        Kind::Check,
        Kind::Allocate,
    ];

    fn number(self) -> u32 {
        self as u32
    }
}

/// A fabric that runs; packets on its links are reported to a [`Sink`].
#[derive(Debug)]
pub(super) struct Engine<S> {
    sink: S,
    rules: Rules,
    queue: Queue<Kind>,
    now: u64,
    links: Vec<Link>,
    switches: Vec<Switch>,
    /// Input ports of all switches, those of one switch contiguous; likewise the outputs.
    inputs: Vec<Input>,
    outputs: Vec<Output>,
    nics: Vec<Nic>,
    flows: Vec<Flow>,
    packets: Packets,
    marking: Marking,
    /// Local output port for each switch and LID, of `lids` of each switch.
    routes: Vec<u8>,
    lids: usize,
    counts: Counts,
}

/// Parameters that are the same everywhere in a fabric.
#[derive(Debug)]
struct Rules {
    /// Beats of a data packet, and its blocks.
    beats: u64,
    blocks: u64,
    /// Beats of an ACK.
    ack_beats: u64,
    /// Blocks of the longest packet, for which there must be free space.
    longest: u64,
    /// Blocks of an input buffer, and words of a block.
    buffer: u64,
    block_words: u64,
    reading: Reading,
}

/// A flow of the scenario.
#[derive(Debug)]
struct Flow {
    from: u16,
    /// SLID and DLID of its packets.
    lids: [u16; 2],
    /// Index among the flows that its host sends.
    sender: u16,
    /// Packets of the flow that waited in a buffer as it became full.
    in_full: u64,
}

impl<S: Sink> Engine<S> {
    /// Runs until just before a cycle.
    pub fn run_until(&mut self, end: u64) {
        while let Some((cycle, kind, index)) = self.queue.pop_before(end) {
            self.now = cycle;
            self.counts.events += 1;
            let number = usize::from(index);
            match kind {
                Kind::Tell => self.tell(number),
                Kind::Credit => self.credit(number),
                Kind::FirstWord | Kind::Start => self.start(number),
                Kind::Pause => self.pause(number),
                Kind::Transmit => self.transmit(number),
                Kind::Act => self.act(number),
                Kind::Decline => self.decline(number),
                Kind::Frame => self.frame(number),
                Kind::Tail => self.tail(number),
                Kind::Check => self.check(number),
                Kind::Allocate => self.allocate(number),
            }
        }
        (0..self.switches.len()).for_each(|switch| self.come(switch, end.saturating_sub(1)));
        self.now = end;
    }

    /// Totals since the first cycle.
    pub fn counts(&self) -> Counts {
        Counts { output_triggers: self.marking.output_triggers(), ..self.counts }
    }

    /// Packets of a flow that waited in an input buffer as it became full.
    pub fn in_full_buffers(&self, flow: usize) -> u64 {
        self.flows.get(flow).map_or(0, |flow| flow.in_full)
    }

    /// Blocks in use of the input buffer at the end of each link, as the cycle begins until which the engine
    /// has run.
    pub fn blocks_in_use(&self) -> Vec<Option<u64>> {
        let mut blocks = vec![None; self.links.len()];
        for input in &self.inputs {
            blocks[input.link] = Some(input.used(self.now));
        }
        blocks
    }

    /// Data packets between a host and the last link of their path.
    pub fn inside(&self) -> usize {
        (self.counts.sent - self.counts.delivered) as usize
    }

    /// The log sink.
    pub fn sink(&self) -> &S {
        &self.sink
    }

    /// The log sink, mutable.
    pub fn sink_mut(&mut self) -> &mut S {
        &mut self.sink
    }

    /// Consumes the engine and returns its log sink.
    pub fn into_sink(self) -> S {
        self.sink
    }
}

/// Removes and returns the first element of a queue if it satisfies a condition.
#[inline]
fn pop_if<T>(queue: &mut VecDeque<T>, which: impl FnOnce(&T) -> bool) -> Option<T> {
    if queue.front().is_some_and(which) {
        queue.pop_front()
    } else {
        None
    }
}
