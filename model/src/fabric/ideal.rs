//! The engine of what the papers assume: links of any rate, ACKs that meet nobody, and a NIC without a
//! pipeline.

mod adapter;
mod buffers;
mod detector;
mod event;
mod flow;
mod hosts;
mod marking;
mod port;
mod set_up;
mod switch;
mod switches;

use super::{counts::Counts, event::Queue, log::Sink};
use adapter::Adapter;
use detector::Detector;
use event::Kind;
use flow::Flow;
use marking::Marking;
use port::{Host, Input, Output, Packets};
use switch::Switch;
use tailback_spec::{config::Allocator, scenario::Scenario, switch::input_buffer::Reading};

/// A fabric at work; what goes over its links is told to a [`Sink`].
#[derive(Debug)]
pub struct Engine<S> {
    sink: S,
    rules: Rules,
    queue: Queue<Kind>,
    now: u64,
    flows: Vec<Flow>,
    hosts: Vec<Host>,
    switches: Vec<Switch>,
    /// Of all switches, the ports of a switch side by side; so are the outputs.
    inputs: Vec<Input>,
    outputs: Vec<Output>,
    packets: Packets,
    marking: Marking,
    /// Of each output port, if detectors mark.
    detectors: Vec<Detector>,
    /// Of each host, if flows answer by congestion control tables.
    adapters: Vec<Adapter>,
    /// For each switch and host, the local output port.
    routes: Vec<u8>,
    counts: Counts,
}

/// What is the same everywhere in a fabric.
#[derive(Debug)]
struct Rules {
    /// Cycles of a data packet through a switch.
    beats: u64,
    /// Its blocks.
    blocks: u32,
    /// Blocks of the longest packet, for which there must be room.
    longest: u32,
    /// Blocks of an input buffer.
    buffer: u32,
    reading: Reading,
    /// Not by that reading, but if all is in use and nothing is sent as a tail arrives.
    stored: bool,
    allocator: Allocator,
    bypasses: u32,
    /// Packets of an input that the allocator's list may have; with round robin, any number.
    share: usize,
    /// For so long after a link has lacked credits, no packet is marked that goes over it.
    unmarked_after_blocked: u64,
}

impl<S: Sink> Engine<S> {
    /// The fabric of a scenario at its beginning.
    pub fn new(scenario: &Scenario, sink: S) -> Self {
        set_up::engine(scenario, sink)
    }

    /// Runs until just before a cycle.
    pub fn run_until(&mut self, end: u64) {
        while let Some((cycle, kind, index)) = self.queue.pop_before(end) {
            self.now = cycle;
            self.counts.events += 1;
            let number = usize::from(index);
            match kind {
                Kind::Toggle => self.toggle(index),
                Kind::Credit => self.credit(number),
                Kind::HostCredit => self.host_credit(number),
                Kind::Ack => self.ack(index),
                Kind::Due => self.due(index),
                Kind::HostFree => self.host_free(number),
                Kind::Transmit => self.transmit(number),
                Kind::Header => self.header_from_link(number),
                Kind::Offer => self.offer_held_back(number),
                Kind::Look => self.look(number),
                Kind::Trigger => self.trigger(number),
                Kind::Counted => self.counted(number),
                Kind::Allocate => self.choose(number),
            }
        }
        self.now = end;
    }

    /// What has happened so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Packets of a flow that waited in an input buffer as it became full.
    pub fn in_full_buffers(&self, flow: usize) -> u64 {
        self.flows.get(flow).map_or(0, |flow| flow.in_full)
    }

    /// Packets between a host and the last link of their way.
    pub fn inside(&self) -> usize {
        self.packets.len()
    }

    /// The log sink.
    pub fn sink(&self) -> &S {
        &self.sink
    }

    /// The log sink, to be changed.
    pub fn sink_mut(&mut self) -> &mut S {
        &mut self.sink
    }

    /// Consumes the engine and returns its log sink.
    pub fn into_sink(self) -> S {
        self.sink
    }
}
