//! The engine of what the papers assume: links of any rate, ACKs that no other packet delays, and a
//! NIC without a pipeline.

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

use super::{
    counts::Counts,
    event::Queue,
    exchange::{Exchanges, Start},
    lengths::Lengths,
    log::Sink,
};
use adapter::Adapter;
use detector::Detector;
use event::Kind;
use flow::Flow;
use marking::Marking;
use port::{Host, Input, Output, Packets, Sender};
use switch::Switch;
use tailback_spec::{
    scenario::{Choices, Scenario, Sources},
    switch::input_buffer::Reading,
};

/// A fabric that runs; packets on its links are reported to a [`Sink`].
#[derive(Debug)]
pub struct Engine<S> {
    sink: S,
    rules: Rules,
    queue: Queue<Kind>,
    now: u64,
    flows: Vec<Flow>,
    hosts: Vec<Host>,
    switches: Vec<Switch>,
    /// Input ports of all switches, those of one switch contiguous; likewise the outputs.
    inputs: Vec<Input>,
    outputs: Vec<Output>,
    packets: Packets,
    /// Messages that wait for others, if there are any.
    exchanges: Option<Exchanges>,
    /// Messages that may start; empty between events.
    starts: Vec<Start>,
    marking: Marking,
    /// Detector of each output port, if detectors mark.
    detectors: Vec<Detector>,
    /// Congestion control table of each host, if flows respond with tables.
    adapters: Vec<Adapter>,
    /// Local output port for each switch and destination host.
    routes: Vec<u8>,
    /// Ports among which switches choose for each packet, if they do.
    choices: Option<Choices>,
    counts: Counts,
}

/// Parameters that are the same everywhere in a fabric.
#[derive(Debug)]
struct Rules {
    /// Lengths of data packets.
    lengths: Lengths,
    /// Blocks of a data packet that is not the last one of a message that others wait for.
    blocks: u32,
    /// Blocks of the shortest data packet.
    least: u32,
    /// Blocks of the longest packet, for which there must be free space.
    longest: u32,
    /// Blocks of an input buffer.
    buffer: u32,
    reading: Reading,
    /// Replaces that reading: a buffer is full if it lacks free space for a longest packet and
    /// sends nothing as a tail arrives.
    stored: bool,
    /// Whether each packet is followed from the cycle in which it counts: marking by a policy depends on
    /// it, and some readings of a full buffer.
    counts: bool,
    /// Cycles after a link has lacked credits in which packets on it are not marked.
    unmarked_after_blocked: u64,
    sources: Sources,
}

impl<S: Sink> Engine<S> {
    /// The fabric of a scenario before its first cycle.
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

    /// Local output port of a switch for a packet of a flow.
    #[inline]
    fn output_of(&self, switch: usize, flow: u16, sequence: u32) -> u8 {
        let of_flow = &self.flows[usize::from(flow)];
        let to = usize::from(of_flow.to);
        let own = match &self.choices {
            Some(choices) => choices.port(switch, to, usize::from(flow), sequence),
            None => of_flow.port_at(switch),
        };
        own.unwrap_or_else(|| self.routes[switch * self.hosts.len() + to])
    }

    /// Totals since the first cycle.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Packets of a flow that waited in an input buffer as it became full.
    pub fn in_full_buffers(&self, flow: usize) -> u64 {
        self.flows.get(flow).map_or(0, |flow| flow.in_full)
    }

    /// Blocks in use of the input buffer at the end of each link, as the cycle begins until which the engine
    /// has run.
    pub fn blocks_in_use(&self) -> Vec<Option<u64>> {
        // Each host has two links, and each end of a trunk is an input.
        let mut blocks = vec![None; self.hosts.len() + self.inputs.len()];
        for input in &self.inputs {
            let link = match input.sender {
                Sender::Host(host) => self.hosts[usize::from(host)].link,
                Sender::Output(output) => self.outputs[usize::from(output)].link,
            };
            blocks[usize::from(link)] = Some(input.held(self.now).into());
        }
        blocks
    }

    /// Packets between a host and the last link of their path.
    pub fn inside(&self) -> usize {
        self.packets.len()
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
