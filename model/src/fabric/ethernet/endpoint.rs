//! EFL endpoints: events of senders and receivers, and the frames of a host.

mod loss;
mod receive;

use super::controller::Controller;
use super::feed::Feed;
use super::frame::{Content, Frame};
use super::latency as l;
use super::limiter::{Limiter, Next};
use super::network::{Kind, Network};
use super::receiver::Receiver;
use super::sender::Sender;
use super::supply::Supply;
use super::time::at_phase;
use super::watch::Watch;
use std::collections::VecDeque;
use tailback_spec::random::Random;
use tailback_spec::{
    efl::{loss::Event as Timing, Efl},
    scenario::Scenario,
};

/// A received ACK.
#[derive(Debug, Clone, Copy)]
struct Ack {
    frame: Frame,
    /// Ticks: RTT, and the time of reception.
    rtt: u32,
    time: u32,
}

/// Frames and queues of a host.
#[derive(Debug)]
struct Host {
    controller: Controller,
    /// ACKs received, and the cycle of the report of the last one.
    acks: VecDeque<Ack>,
    reported: u64,
    /// Grants that are held, with their first cycles.
    grants: VecDeque<(u64, usize)>,
    /// Data to be sent (stage A), with the first cycle in which its frame can begin.
    data: Option<(u64, Frame)>,
    /// First cycle in which stage A is empty.
    data_free: u64,
    /// ACKs to be sent, each with the first cycle at the head of the queue.
    replies: VecDeque<(u64, Frame)>,
    /// First cycle in which stage K is empty.
    reply_free: u64,
    was_data: bool,
    /// First cycle in which a frame can begin.
    free: u64,
    /// Cycle of the next look at what can begin.
    looks: Option<u64>,
    /// Flows of this host that the timer scans, and how often the scan has waited.
    scans: u64,
    skipped: u64,
    /// A read of the grants is pending.
    sends: bool,
}

/// All endpoints.
pub struct Endpoints {
    efl: Efl,
    size: u32,
    hosts: Vec<Host>,
    pub senders: Vec<Sender>,
    pub receivers: Vec<Receiver>,
    pub counts: Counted,
}

/// Totals of the endpoints.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counted {
    pub sent: u64,
    pub sent_again: u64,
    pub time_outs: u64,
    pub by_duplicates: u64,
}

impl Endpoints {
    pub fn new(scenario: &Scenario) -> Self {
        let efl = scenario.config.efl();
        let mut ends = vec![0; scenario.hosts.len()];
        scenario.flows.iter().for_each(|flow| {
            ends[flow.from] += 1;
            ends[flow.to] += 1;
        });
        let host = |_| Host {
            controller: Controller::new(&efl),
            acks: VecDeque::new(),
            reported: 0,
            grants: VecDeque::new(),
            data: None,
            data_free: 0,
            replies: VecDeque::new(),
            reply_free: 0,
            was_data: true,
            free: 0,
            looks: None,
            scans: 1 << efl.flow_bits(),
            skipped: 0,
            sends: false,
        };
        let payload = scenario.packet_bytes - tailback_spec::wire::efl::HEADER_BYTES;
        let payload_beats = payload.div_ceil(tailback_spec::efl::BEAT_BYTES) as u64;
        let sender = |(number, flow): (usize, &tailback_spec::scenario::Flow)| {
            let random = Random::new(scenario.seed, number as u64);
            let supply = Supply::new(flow, scenario.payload_bytes, random);
            let feed = Feed::new(supply, payload_beats, u64::from(efl.window()) - 1);
            let waits = if efl.flows() == 1 { l::WAITS_ONE } else { l::WAITS_MANY };
            Sender::new(flow.from, feed, Limiter::new(&efl.limiter(), waits))
        };
        Endpoints {
            size: efl.size(payload as u32),
            hosts: ends.iter().map(host).collect(),
            senders: scenario.flows.iter().enumerate().map(sender).collect(),
            receivers: scenario.flows.iter().map(|_| Receiver::default()).collect(),
            efl,
            counts: Counted::default(),
        }
    }

    /// Before the first cycle: waits for the first packet of each flow.
    pub fn begin<W: Watch>(&mut self, net: &mut Network<W>) {
        (0..self.senders.len()).for_each(|flow| self.await_doorbell(flow, net));
    }

    /// Awaits the doorbell of a flow's next packet, if the flow waits for it.
    fn await_doorbell<W: Watch>(&mut self, flow: usize, net: &mut Network<W>) {
        let sender = &mut self.senders[flow];
        if !sender.limiter.is_waiting() || sender.feed.awaits {
            return;
        }
        if let Some(begins) = sender.feed.next() {
            sender.feed.awaits = true;
            net.queue.push(sender.feed.rings(begins), Kind::Ring, flow as u16);
        }
    }

    /// The awaited doorbell rings.
    pub fn ring<W: Watch>(&mut self, cycle: u64, flow: usize, net: &mut Network<W>) {
        let sender = &mut self.senders[flow];
        sender.feed.awaits = false;
        let held = sender.fill_to_doorbell(cycle);
        self.granted(flow, held, net);
        self.await_doorbell(flow, net);
    }

    /// A grant is held from a cycle on.
    fn granted<W: Watch>(&mut self, flow: usize, held: Option<u64>, net: &mut Network<W>) {
        let Some(held) = held else { return };
        let number = self.senders[flow].host;
        self.hosts[number].grants.push_back((held, flow));
        self.await_send(number, net);
    }

    /// Awaits the read of the first grant, if stage A is, or will be, empty.
    fn await_send<W: Watch>(&mut self, number: usize, net: &mut Network<W>) {
        let host = &mut self.hosts[number];
        if host.sends || host.data.is_some() {
            return;
        }
        if let Some((held, _)) = host.grants.front() {
            let cycle = at_phase((*held).max(host.data_free), l::SEND_PHASE, l::FRAME);
            host.sends = true;
            net.queue.push(cycle, Kind::Send, number as u16);
        }
    }

    /// The schedule of a flow has passed.
    pub fn due<W: Watch>(&mut self, cycle: u64, flow: usize, net: &mut Network<W>) {
        let sender = &mut self.senders[flow];
        // Doorbells of this cycle come after this decision.
        if let Some(before) = cycle.checked_sub(1) {
            sender.fill_to_doorbell(before);
        }
        let held = sender.limiter.due(cycle);
        self.granted(flow, held, net);
        self.await_doorbell(flow, net);
    }

    /// A held grant is read.
    pub fn send<W: Watch>(&mut self, cycle: u64, number: usize, net: &mut Network<W>) {
        let host = &mut self.hosts[number];
        host.sends = false;
        let Some((_, flow)) = host.grants.pop_front() else { return };
        let sender = &mut self.senders[flow];
        sender.fill_to_doorbell(cycle);
        let start = cycle + l::START;
        let next = match sender.send(cycle) {
            None => {
                host.data_free = start + 1;
                sender.limiter.start(start, 0, 0, false)
            }
            Some(send) => {
                self.counts.sent += 1;
                self.counts.sent_again += u64::from(send.again);
                let was_armed = sender.timer.armed;
                let now = net.clock.now(cycle + l::SENT);
                let rto_min = host.controller.settings().rto_min;
                sender.timer = sender.timer.apply(Timing::Sent, now, rto_min).0;
                let request = cycle + l::REQUEST;
                let (group, sent) = (sender.group, send.sent);
                let pace = host.controller.pace(request, &mut sender.rate, group, sent, self.size);
                let content = Content::Data { probe: pace.probe, last: !send.more };
                let frame = Frame { flow: flow as u16, content, number: send.number, stamp: 0 };
                host.data = Some((start, frame));
                let next = sender.limiter.start(start, pace.words, pace.ipd, send.more);
                if !was_armed {
                    self.await_scan(cycle, flow, net);
                }
                self.look(number, net);
                next
            }
        };
        match next {
            Next::Held(held) => self.granted(flow, Some(held), net),
            Next::Due(waits) => net.queue.push(waits, Kind::Due, flow as u16),
        }
        self.await_send(number, net);
    }

    /// Schedules a look at the frames that can begin.
    fn look<W: Watch>(&mut self, number: usize, net: &mut Network<W>) {
        let host = &mut self.hosts[number];
        let data = host.data.map(|(ready, _)| ready);
        let reply = host.reply();
        let Some(ready) = [data, reply].into_iter().flatten().min() else { return };
        let cycle = ready.max(host.free);
        if host.looks.is_none_or(|looks| looks > cycle) {
            host.looks = Some(cycle);
            net.queue.push(cycle, Kind::Begin, number as u16);
        }
    }

    /// A frame begins, if one can.
    pub fn begin_frame<W: Watch>(&mut self, cycle: u64, number: usize, net: &mut Network<W>) {
        let host = &mut self.hosts[number];
        if host.looks != Some(cycle) {
            return;
        }
        host.looks = None;
        let data = host.data.filter(|(ready, _)| *ready <= cycle);
        let reply = host.reply().is_some_and(|ready| ready <= cycle);
        let replies = reply && (data.is_none() || host.was_data);
        let frame = match data {
            _ if replies => host.replies.pop_front().map(|(_, frame)| frame),
            Some((_, frame)) => {
                host.data = None;
                Some(Frame { stamp: net.clock.now(cycle).into(), ..frame })
            }
            None => None,
        };
        if let Some(frame) = frame {
            host.was_data = !replies;
            *(if replies { &mut host.reply_free } else { &mut host.data_free }) = cycle + 1;
            let entered = net.enter(number, &frame, cycle + l::FIRST_BEAT);
            host.free = entered.end;
            if !replies {
                let sender = &mut self.senders[usize::from(frame.flow)];
                sender.feed.supply.transfers.send(frame.number, entered.first);
                self.await_send(number, net);
            }
        }
        self.look(number, net);
    }
}

impl Host {
    /// First cycle in which the ACK at the head of the queue can begin.
    fn reply(&self) -> Option<u64> {
        self.replies.front().map(|(queued, _)| (*queued).max(self.reply_free) + l::REPLY)
    }

    /// First cycle from `cycle` on in which the timer of a flow of this endpoint is compared.
    fn next_scan(&self, cycle: u64, flow: u64) -> u64 {
        let at = at_phase(cycle, l::SCAN_PHASE, l::FRAME);
        // Scans begin with frame 1, as the memories are cleared in frame 0.
        let scanned = (at / l::FRAME).wrapping_sub(1 + self.skipped) % self.scans;
        at + (flow + self.scans - scanned) % self.scans * l::FRAME
    }
}
