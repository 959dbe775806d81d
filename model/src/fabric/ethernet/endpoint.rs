//! EFL endpoints: events of senders and receivers, and the frames of a host.

use super::super::random::Random;
use super::controller::Controller;
use super::feed::Feed;
use super::frame::{Content, Frame};
use super::latency as l;
use super::limiter::{Limiter, Next};
use super::network::{Kind, Network};
use super::numbers::wire;
use super::receiver::Receiver;
use super::sender::Sender;
use super::supply::Supply;
use super::time::{at_phase, MASK};
use super::watch::{Update, Watch};
use std::collections::VecDeque;
use tailback_spec::{
    efl::{
        endpoint::QUEUE,
        loss::{Event as Timing, Loss},
        rate::{Event, Mark, RATE_FRACTION},
        transmit::Verdict,
        Efl,
    },
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

    /// A frame that a host received is judged.
    pub fn judge<W: Watch>(
        &mut self,
        cycle: u64,
        (number, last): (usize, u64),
        frame: &Frame,
        net: &mut Network<W>,
    ) {
        let flow = usize::from(frame.flow);
        let host = &mut self.hosts[number];
        match frame.content {
            Content::Data { probe, last: is_last } => {
                let ack_every = self.efl.ack_every();
                let received = self.receivers[flow].receive(frame, (probe, is_last), ack_every);
                // The queue is full only if frames are shorter than EFL's.
                if let Some(reply) = received.reply.filter(|_| host.replies.len() <= QUEUE) {
                    host.replies.push_back((cycle + l::QUEUED, reply));
                    self.look(number, net);
                }
                if let Some(packet) = received.delivered {
                    net.watch.deliver(cycle, flow, packet);
                    let transfers = &mut self.senders[flow].feed.supply.transfers;
                    if let Some((packets, cycles)) = transfers.receive(packet, last) {
                        net.watch.transfer(flow, packets, cycles);
                    }
                }
            }
            Content::Ack { .. } => {
                let time = net.clock.now(cycle);
                let rtt = time.wrapping_sub(frame.stamp as u32) & MASK;
                if rtt >= 1 << 23 || host.acks.len() == QUEUE {
                    return;
                }
                host.acks.push_back(Ack { frame: *frame, rtt, time });
                let taken = at_phase(cycle + l::QUEUED, l::ACK_PHASE, l::FRAME);
                host.reported = (taken + l::ACK_REPORT).max(host.reported + l::FRAME);
                net.queue.push(host.reported, Kind::Ack, number as u16);
            }
            Content::Segment | Content::SegmentAck => {}
        }
    }

    /// An ACK is reported.
    pub fn acknowledge<W: Watch>(&mut self, cycle: u64, number: usize, net: &mut Network<W>) {
        let host = &mut self.hosts[number];
        let Some(Ack { frame, rtt, time }) = host.acks.pop_front() else { return };
        let Content::Ack { probe, gap } = frame.content else { return };
        let flow = usize::from(frame.flow);
        let sender = &mut self.senders[flow];
        // Packets that begin before this cycle see the numbers before the ACK.
        let held = cycle.checked_sub(1).and_then(|before| sender.fill(before));
        let rto_min = host.controller.settings().rto_min;
        let now = net.clock.now(cycle);
        let (verdict, packets) = sender.acknowledge(wire(frame.number), gap);
        match verdict {
            Verdict::New => {
                let left = sender.una != sender.high;
                let timing = Timing::Acknowledged { rtt, left };
                sender.timer = sender.timer.apply(timing, now, rto_min).0;
                sender.feed.credit(packets, cycle + l::HOST);
                let probes = u64::from(host.controller.settings().probe_packets);
                let event = Event {
                    group: sender.group,
                    loss: false,
                    covered: sender.covered() >= probes,
                    probe,
                    rtt,
                    mark: Mark { time, bytes: (sender.una as u32).wrapping_mul(self.size) },
                };
                let predicted = host.controller.event(cycle, flow, &mut sender.rate, &event);
                if let Some(predicted) = predicted {
                    let record = &sender.rate.record;
                    let gbit_per_s = record.known.then(|| gbit_per_s(record.rate));
                    let [rtt_us, predicted_us] =
                        [rtt, predicted].map(|ticks| f64::from(ticks) / TICKS_PER_US);
                    net.watch.update(&Update { cycle, flow, gbit_per_s, rtt_us, predicted_us });
                }
            }
            Verdict::Duplicate => {
                let (timer, loss) = sender.timer.apply(Timing::Duplicate, now, rto_min);
                sender.timer = timer;
                if let Some(Loss::Duplicates) = loss {
                    self.counts.by_duplicates += 1;
                    // After a loss by duplicates the scan of this frame waits.
                    host.skipped += 1;
                    net.queue.push(cycle + l::DUPLICATES_READ, Kind::Loss, flow as u16);
                }
            }
            Verdict::Old | Verdict::Bad | Verdict::Idle => {}
        }
        self.granted(flow, held, net);
        self.await_doorbell(flow, net);
    }

    /// A loss is read: all packets in flight are sent again.
    pub fn lose<W: Watch>(&mut self, cycle: u64, flow: usize, net: &mut Network<W>) {
        let sender = &mut self.senders[flow];
        if sender.una == sender.high {
            return;
        }
        sender.next = sender.una;
        let host = &mut self.hosts[sender.host];
        let mark = Mark::default();
        let event =
            Event { group: sender.group, loss: true, covered: false, probe: false, rtt: 0, mark };
        let report = cycle + l::LOSS_REPORT;
        host.controller.event(report, flow, &mut sender.rate, &event);
        let held = sender.limiter.doorbell(report);
        self.granted(flow, held, net);
        self.await_scan(cycle, flow, net);
    }

    /// Schedules the comparison of a flow's timer.
    fn await_scan<W: Watch>(&mut self, cycle: u64, flow: usize, net: &mut Network<W>) {
        let sender = &mut self.senders[flow];
        if sender.scans || !sender.timer.armed {
            return;
        }
        sender.scans = true;
        let left = sender.timer.deadline.wrapping_sub(net.clock.now(cycle)) & MASK;
        // A deadline that has passed is found with the next scan.
        let left = if left < 1 << 23 { left } else { 0 };
        let deadline = net.clock.first_cycle(net.clock.ticks(cycle) + u64::from(left));
        let scan = self.hosts[sender.host].next_scan(deadline.max(cycle + 1), 0);
        net.queue.push(scan, Kind::Scan, flow as u16);
    }

    /// A flow's timer is compared with the time.
    pub fn scan<W: Watch>(&mut self, cycle: u64, flow: usize, net: &mut Network<W>) {
        let sender = &mut self.senders[flow];
        sender.scans = false;
        let host = &mut self.hosts[sender.host];
        if host.next_scan(cycle, 0) != cycle {
            return self.await_scan(cycle, flow, net);
        }
        let rto_min = host.controller.settings().rto_min;
        let (timer, loss) = sender.timer.apply(Timing::Scanned, net.clock.now(cycle), rto_min);
        sender.timer = timer;
        if loss.is_some() {
            self.counts.time_outs += 1;
            net.queue.push(cycle + l::TIME_OUT_READ, Kind::Loss, flow as u16);
        }
        self.await_scan(cycle, flow, net);
    }
}

/// Ticks in a microsecond.
const TICKS_PER_US: f64 = 10.0;

/// A rate in Gbit/s.
fn gbit_per_s(rate: u32) -> f64 {
    const BITS_PER_BYTE: f64 = 8.0;
    const GBIT_PER_S: f64 = 1e-9 * 1e7;
    f64::from(rate) / f64::from(1 << RATE_FRACTION) * BITS_PER_BYTE * GBIT_PER_S
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
