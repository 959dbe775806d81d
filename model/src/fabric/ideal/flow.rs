//! A flow in its NIC: schedule, window, and response to marks.

use super::adapter::{Adapter, Level};
use crate::{
    fabric::{arrivals::Arrivals, delivery::Delivery},
    nic::response::{Flow as Rate, What},
};
use std::collections::VecDeque;
use tailback_spec::{
    nic::{response::Table, AfterIdle, Response},
    random::Random,
    scenario::{self, Peer, Rates, Scenario, Sources, Traffic},
};

mod continuous;

use continuous::Continuous;

/// A flow; its rules are those of [`tailback_spec::nic::rate_limiter`],
/// [`tailback_spec::nic::response`] and [`tailback_spec::nic::congestion_table`].
#[derive(Debug)]
pub(super) struct Flow {
    pub from: u16,
    pub to: u16,
    /// Switches of the route with their local output ports, if the route does not follow from the
    /// destination alone; otherwise empty.
    hops: Box<[(u16, u8)]>,
    /// Whether the flow has a packet to send.
    pub active: bool,
    /// Whether the flow had no packet as its schedule passed.
    idle: bool,
    /// Whether the flow is due, or will be at a known time.
    pub queued: bool,
    /// Earliest start of the next packet, in fractions of a cycle.
    schedule: u64,
    /// Bits of those fractions: a cycle has 2^`fraction` of them.
    fraction: u32,
    pub in_flight: u32,
    window: u32,
    pub sequence: u32,
    /// Value that the packet log shows: the inter-packet delay, or the CCTI.
    pub ipd: u16,
    pace: Pace,
    /// ACKs on their way, the oldest first: whether each is marked.
    acks: VecDeque<bool>,
    /// Cycles from the first beat of a packet on its last link to the arrival of its ACK.
    pub ack_cycles: u64,
    traffic: Traffic,
    random: Random,
    /// Arrivals, if the flow's packets arrive one by one.
    arrivals: Option<Arrivals>,
    stop: u64,
    /// Packets that the destination has received, if others wait for its messages.
    pub delivery: Delivery,
    /// Packets of the flow that waited in a buffer as it became full.
    pub in_full: u64,
}

/// Source of the time between two starts.
#[derive(Debug)]
enum Pace {
    Fixed(u64),
    Discrete { table: &'static Table, rate: Rate, packet: u64, after_idle: AfterIdle },
    Continuous { rate: Continuous, packet: u64, after_idle: AfterIdle },
    Table(Level),
}

impl Pace {
    fn new(flow: &scenario::Flow, scenario: &Scenario) -> Self {
        let (packet, nic) = (scenario.hosts[flow.from].packet_cycles, scenario.config.nic());
        let (response, after_idle) = (nic.response(), nic.after_idle());
        match (&flow.traffic, response, scenario.readings.rates) {
            (Traffic::FixedRate { interval }, ..) => Pace::Fixed(*interval),
            _ if !scenario.congestion_control => Pace::Fixed(packet),
            (_, Response::Cct, _) => Pace::Table(Level::default()),
            (.., Rates::Continuous) => {
                Pace::Continuous { rate: Continuous::new(response), packet, after_idle }
            }
            (.., Rates::Discrete) => {
                let table = Table::of(response);
                Pace::Discrete { table, rate: Rate::default(), packet, after_idle }
            }
        }
    }

    /// Bits of the fractions of a cycle.
    fn fraction(&self, scenario: &Scenario) -> u32 {
        match self {
            Pace::Fixed(_) | Pace::Discrete { .. } => 0,
            Pace::Continuous { .. } => continuous::FRACTION_BITS,
            Pace::Table(_) => scenario.config.nic().fraction_bits() as u32,
        }
    }
}

impl Flow {
    /// A flow before its first packet; `path` has the switches of its route.
    pub fn new(
        number: usize,
        flow: &scenario::Flow,
        path: &[(usize, Peer)],
        ack_cycles: u64,
        scenario: &Scenario,
    ) -> Self {
        let pace = Pace::new(flow, scenario);
        let mut random = Random::new(scenario.seed, number as u64);
        let arrivals = Arrivals::new(flow, &mut random);
        Flow {
            from: flow.from as u16,
            to: flow.to as u16,
            hops: path
                .iter()
                .zip(&flow.route)
                .map(|((switch, _), port)| (*switch as u16, *port as u8))
                .collect(),
            active: false,
            idle: true,
            queued: false,
            schedule: 0,
            fraction: pace.fraction(scenario),
            in_flight: 0,
            window: scenario.window.unwrap_or(u32::MAX),
            sequence: 0,
            ipd: 0,
            pace,
            acks: VecDeque::with_capacity(16),
            ack_cycles,
            traffic: flow.traffic.clone(),
            arrivals: match scenario.readings.sources {
                Sources::RoundRobin => arrivals,
                Sources::ArrivalOrder => arrivals.map(Arrivals::with_times),
            },
            random,
            stop: flow.stop.unwrap_or(u64::MAX),
            delivery: Delivery::default(),
            in_full: 0,
        }
    }

    /// Output port of a switch, if the route is the flow's own.
    #[inline]
    pub fn port_at(&self, switch: usize) -> Option<u8> {
        let hop = self.hops.iter().find(|(at, _)| usize::from(*at) == switch);
        hop.map(|(_, port)| *port)
    }

    pub fn window_is_open(&self) -> bool {
        self.in_flight < self.window
    }

    /// Cycle in which the oldest packet of the flow that waits arrived, if the order of arrivals
    /// matters and packets arrive one by one.
    pub fn oldest_packet(&self) -> Option<u64> {
        self.arrivals.as_ref()?.oldest()
    }

    /// First cycle in which the flow may start a packet.
    pub fn schedule(&self) -> u64 {
        self.schedule.div_ceil(1 << self.fraction)
    }

    /// The flow starts or stops, or a packet of it arrives, in this cycle; returns the cycle of the
    /// next such event, if there is one.
    pub fn toggle(&mut self, now: u64) -> Option<u64> {
        if now >= self.stop {
            self.active = false;
            return None;
        }
        let had_none = !self.active;
        self.active = match &mut self.arrivals {
            None => had_none,
            Some(arrivals) => {
                arrivals.at(now, &mut self.random);
                arrivals.waiting() > 0
            }
        };
        if had_none && self.active && now >= self.schedule() {
            self.idle = true;
        }
        let next = match (&self.traffic, &self.arrivals) {
            (Traffic::Exchange(_), Some(arrivals)) => arrivals.next().unwrap_or(u64::MAX),
            (_, Some(arrivals)) => arrivals.next().unwrap_or(self.stop),
            (Traffic::OnOff { on, off }, _) => {
                now + self.random.exponential(if self.active { *on } else { *off })
            }
            _ => self.stop,
        };
        let next = match self.traffic {
            // The end is scheduled from the start on.
            Traffic::Exchange(_) => next,
            _ => next.min(self.stop),
        };
        (next < u64::MAX).then_some(next)
    }

    /// A message of so many packets may start in a cycle; returns whether that has to be scheduled.
    pub fn tell(&mut self, cycle: u64, packets: u64) -> bool {
        self.arrivals.as_mut().is_some_and(|arrivals| arrivals.tell(cycle, packets))
    }

    /// Starts a packet in this cycle, whose length `scaled` applies to times; returns its sequence
    /// number.
    pub fn start(
        &mut self,
        now: u64,
        adapter: Option<&mut Adapter>,
        scaled: impl Fn(u64) -> u64,
    ) -> u32 {
        let resets = |after_idle: &AfterIdle| self.idle && *after_idle == AfterIdle::Reset;
        let delay = match &mut self.pace {
            Pace::Fixed(cycles) => *cycles,
            Pace::Discrete { table, rate, packet, after_idle } => {
                if resets(after_idle) {
                    rate.apply(What::Reset, table);
                    self.ipd = 0;
                }
                (u64::from(rate.ipd) + 1) * *packet
            }
            Pace::Continuous { rate, packet, after_idle } => {
                if resets(after_idle) {
                    rate.reset();
                }
                self.ipd = rate.ipd();
                rate.delay(*packet)
            }
            Pace::Table(level) => adapter.map_or(0, |adapter| {
                let ccti = adapter.ccti(*level, now);
                self.ipd = ccti as u16;
                adapter.delay(ccti)
            }),
        };
        let delay = scaled(delay);
        let now = now << self.fraction;
        self.schedule = if self.idle { now + delay } else { now.max(self.schedule + delay) };
        self.idle = false;
        if let Some(arrivals) = &mut self.arrivals {
            arrivals.begin();
            self.active = arrivals.waiting() > 0;
        }
        self.in_flight += 1;
        self.sequence += 1;
        self.sequence - 1
    }

    /// One of this flow's packets reaches its last link; its ACK originates there. Returns whether the
    /// ACK can have an effect: without a limit of packets in flight, a table needs only those with marks.
    pub fn arrives(&mut self, marked: bool) -> bool {
        let counts = self.window < u32::MAX;
        let matters = match self.pace {
            Pace::Fixed(_) => counts,
            Pace::Table(_) => counts || marked,
            Pace::Discrete { .. } | Pace::Continuous { .. } => true,
        };
        if matters {
            self.acks.push_back(marked);
        } else {
            self.in_flight -= 1;
        }
        matters
    }

    /// The flow's oldest ACK arrives.
    pub fn acknowledge(&mut self, now: u64, adapter: Option<&mut Adapter>) {
        self.in_flight -= 1;
        let marked = self.acks.pop_front() == Some(true);
        match &mut self.pace {
            Pace::Fixed(_) => {}
            Pace::Discrete { table, rate, .. } => {
                rate.apply(What::Acknowledged { marked }, table);
                self.ipd = u16::from(rate.ipd);
            }
            Pace::Continuous { rate, .. } => {
                rate.acknowledge(marked);
                self.ipd = rate.ipd();
            }
            Pace::Table(level) => {
                if let (true, Some(adapter)) = (marked, adapter) {
                    adapter.becn(level, now);
                    self.ipd = adapter.ccti(*level, now) as u16;
                }
            }
        }
    }
}
