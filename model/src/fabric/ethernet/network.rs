//! Switches and links of a scenario.

use super::super::{event::Kinds, event::Queue, log::Record};
use super::frame::Frame;
use super::latency::JUDGED;
use super::link::{Entered, Link};
use super::switch::{Geometry, Input, Output};
use super::time::Clock;
use super::watch::Watch;
use tailback_spec::{
    efl::BEAT_BYTES,
    random::Random,
    scenario::{frame_beats, Damage, Peer, Scenario},
    wire::efl::LEAST_BYTES,
};

/// Kinds of events, in the order in which they happen within a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A host judges the frame at the end of a link.
    Judge,
    /// A host reports an ACK.
    Ack,
    /// A loss of a flow is read.
    Loss,
    /// The schedule of a flow has passed.
    Due,
    /// The doorbell of a flow rings.
    Ring,
    /// A host reads a held grant.
    Send,
    /// A host may begin a frame.
    Begin,
    /// The timer of a flow is compared.
    Scan,
    /// A switch moves the frame at the end of a link.
    Move,
}

impl Kinds for Kind {
    const ALL: &'static [Self] = &[
        Kind::Judge,
        Kind::Ack,
        Kind::Loss,
        Kind::Due,
        Kind::Ring,
        Kind::Send,
        Kind::Begin,
        Kind::Scan,
        Kind::Move,
    ];

    fn number(self) -> u32 {
        self as u32
    }
}

/// Where a link ends.
#[derive(Debug, Clone, Copy)]
enum End {
    Host,
    Switch(usize),
}

/// Totals of the network.
#[derive(Debug, Clone, Copy, Default)]
pub struct Traffic {
    /// Data frames that entered a link.
    pub hops: u64,
    /// Frames that an output's buffer had no space for.
    pub dropped: u64,
}

/// Switches and links, and the queue of events.
pub struct Network<W> {
    pub queue: Queue<Kind>,
    pub links: Vec<Link>,
    pub watch: W,
    pub clock: Clock,
    pub traffic: Traffic,
    /// Beats and bytes of a data frame, and of an ACK.
    data: (u64, u64),
    ack: (u64, u64),
    ends: Vec<End>,
    inputs: Vec<Input>,
    outputs: Vec<Output>,
    geometry: Vec<Geometry>,
    /// Output link for each host, by switch.
    routes: Vec<Vec<usize>>,
    /// Hosts of each flow: sender and receiver.
    pub flows: Vec<[usize; 2]>,
    /// Link to the first host.
    pub first_downlink: usize,
    /// Records from this cycle on are not reported.
    end: u64,
}

impl<W: Watch> Network<W> {
    pub fn new(scenario: &Scenario, watch: W) -> Self {
        let config = &scenario.config;
        let hosts = scenario.hosts.len();
        let size = |bytes: usize| (frame_beats(bytes, 0), bytes as u64);
        let overhead = config.efl().overhead_bytes();
        let beats = scenario.packet_beats();
        let link = |number: usize, delay, cycles, damage: Damage| {
            // Streams of flows have small numbers.
            let random = Random::new(scenario.seed, u64::MAX - number as u64);
            let overhead = u64::from(overhead).div_ceil(BEAT_BYTES as u64);
            Link::new(delay, (cycles, beats), overhead, damage, random)
        };
        let mut links = Vec::new();
        for number in 0..scenario.links() {
            links.push(if number < 2 * hosts {
                let host = &scenario.hosts[number % hosts];
                link(number, host.delay, host.packet_cycles, host.damage)
            } else {
                let trunk = &scenario.trunks[(number - 2 * hosts) / 2];
                link(number, trunk.delay, trunk.packet_cycles, trunk.damage)
            });
        }
        let mut network = Network {
            queue: Queue::default(),
            links,
            watch,
            clock: Clock::new(config.clock().frequency_hz()),
            traffic: Traffic::default(),
            data: size(scenario.packet_bytes),
            ack: size(LEAST_BYTES),
            ends: vec![End::Host; scenario.links()],
            inputs: Vec::new(),
            outputs: vec![Output::default(); scenario.links()],
            geometry: Vec::new(),
            routes: Vec::new(),
            flows: scenario.flows.iter().map(|flow| [flow.from, flow.to]).collect(),
            first_downlink: scenario.downlink(0),
            end: scenario.duration,
        };
        network.connect(scenario);
        network
    }

    /// Connects the ports of the switches.
    fn connect(&mut self, scenario: &Scenario) {
        let switch = scenario.config.ethernet_switch();
        let mut inputs = vec![None; scenario.links()];
        for number in 0..scenario.switches.len() {
            let ports = scenario.ports(number);
            let geometry = Geometry::new(&switch, ports.len());
            let both = |peer: &Peer| match *peer {
                Peer::Host(host) => (scenario.uplink(host), scenario.downlink(host)),
                Peer::Switch { trunk, end } => {
                    (scenario.trunk_link(trunk, 1 - end), scenario.trunk_link(trunk, end))
                }
            };
            for (port, peer) in ports.iter().enumerate() {
                let (input, _) = both(peer);
                self.ends[input] = End::Switch(number);
                inputs[input] = Some(Input::new(&geometry, port));
            }
            let out = |port: &usize| ports.get(*port).map_or(0, |peer| both(peer).1);
            self.routes.push(scenario.routes[number].iter().map(out).collect());
            self.geometry.push(geometry);
        }
        // Links to hosts have no input of a switch; theirs is never used.
        let unused = Input::new(&Geometry::new(&switch, 2), 0);
        self.inputs = inputs.into_iter().map(|input| input.unwrap_or(unused.clone())).collect();
    }

    /// Beats and bytes of a frame.
    pub fn size(&self, frame: &Frame) -> (u64, u64) {
        if frame.content.is_data() {
            self.data
        } else {
            self.ack
        }
    }

    /// Host to which a frame is sent.
    fn destination(&self, frame: &Frame) -> usize {
        self.flows[usize::from(frame.flow)][usize::from(frame.content.is_data())]
    }

    /// A frame enters a link in cycle `earliest`, or as soon as that is free.
    pub fn enter(&mut self, link: usize, frame: &Frame, earliest: u64) -> Entered {
        let (beats, _) = self.size(frame);
        let entered = self.links[link].enter(frame, beats, earliest);
        let is_data = frame.content.is_data();
        self.traffic.hops += u64::from(is_data);
        if entered.first < self.end {
            let record = Record {
                cycle: entered.first,
                link: link as u16,
                flow: frame.flow,
                sequence: frame.number as u32,
                marked: false,
                ipd: 0,
            };
            match is_data {
                true => self.watch.record(&record),
                false => self.watch.acknowledgement(&record),
            }
        }
        match self.ends[link] {
            End::Host => {
                let frames = &self.links[link].frames;
                for arriving in frames.iter().skip(frames.len() - entered.copies as usize) {
                    self.queue.push(arriving.last + JUDGED, Kind::Judge, link as u16);
                }
            }
            End::Switch(_) => self.await_move(link),
        }
        entered
    }

    /// Schedules the move of the first frame at the end of a link.
    fn await_move(&mut self, link: usize) {
        let input = &mut self.inputs[link];
        if input.pending {
            return;
        }
        if let Some(frame) = self.links[link].frames.front() {
            input.pending = true;
            self.queue.push(input.next_slot(frame.last), Kind::Move, link as u16);
        }
    }

    /// A switch moves the first frame at the end of a link to the buffer of its output.
    pub fn move_frame(&mut self, slot: u64, link: usize) {
        let End::Switch(switch) = self.ends[link] else { return };
        let Some(arrived) = self.links[link].frames.pop_front() else { return };
        let frame = arrived.frame;
        let geometry = self.geometry[switch];
        let (beats, bytes) = self.size(&frame);
        let words = geometry.words(beats);
        let next = self.routes[switch][self.destination(&frame)];
        let output = &mut self.outputs[next];
        let fits = output.fits(&geometry, slot, bytes, words);
        let input = &mut self.inputs[link];
        input.move_words(slot, if fits { words } else { 1 });
        input.pending = false;
        if fits {
            let earliest = output.first_beat(slot);
            let entered = self.enter(next, &frame, earliest);
            let times = (entered.first, entered.end);
            self.outputs[next].send(&geometry, bytes, beats, times);
        } else {
            self.traffic.dropped += 1;
        }
        self.watch.queue(slot, next, self.outputs[next].bytes());
        self.await_move(link);
    }

    /// Removes the frame that a host judges.
    pub fn judged(&mut self, link: usize) -> Option<(u64, Frame)> {
        let arrived = self.links[link].frames.pop_front()?;
        Some((arrived.last, arrived.frame))
    }
}
