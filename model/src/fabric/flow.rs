//! A flow in its NIC: schedule, window, and the answer to marks.

use super::random::Random;
use std::collections::VecDeque;
use tailback_spec::{
    nic::{response::Table, AfterIdle},
    scenario::{self, Scenario, Traffic},
};

/// A flow; its rules are those of [`tailback_spec::nic::rate_limiter`] and
/// [`tailback_spec::nic::response`].
#[derive(Debug)]
pub(super) struct Flow {
    pub from: u16,
    pub to: u16,
    /// It has a packet to send.
    pub active: bool,
    /// It had none as its schedule passed.
    idle: bool,
    /// It is due, or will be at a known time.
    pub queued: bool,
    /// The cycle before which it starts no packet.
    pub schedule: u64,
    pub in_flight: u32,
    window: u32,
    pub sequence: u32,
    pub ipd: u8,
    progress: u32,
    pace: Pace,
    /// Whether the ACKs on their way are marked, the oldest first.
    acks: VecDeque<bool>,
    /// Cycles from the first beat of a packet on its last link to that in which its ACK has come.
    pub ack_cycles: u64,
    traffic: Traffic,
    random: Random,
    stop: u64,
}

/// What sets the cycles between two starts.
#[derive(Debug)]
enum Pace {
    Fixed(u64),
    Answers { table: &'static Table, beats: u64, after_idle: AfterIdle },
}

impl Flow {
    pub fn new(number: usize, flow: &scenario::Flow, ack_cycles: u64, scenario: &Scenario) -> Self {
        let (beats, nic) = (scenario.packet_beats(), scenario.config.nic());
        let pace = match flow.traffic {
            Traffic::FixedRate { interval } => Pace::Fixed(interval),
            _ if !scenario.congestion_control => Pace::Fixed(beats),
            _ => Pace::Answers {
                table: Table::of(nic.response()),
                beats,
                after_idle: nic.after_idle(),
            },
        };
        Flow {
            from: flow.from as u16,
            to: flow.to as u16,
            active: false,
            idle: true,
            queued: false,
            schedule: 0,
            in_flight: 0,
            window: scenario.window.unwrap_or(u32::MAX),
            sequence: 0,
            ipd: 0,
            progress: 0,
            pace,
            acks: VecDeque::with_capacity(16),
            ack_cycles,
            traffic: flow.traffic,
            random: Random::new(scenario.seed, number as u64),
            stop: flow.stop.unwrap_or(u64::MAX),
        }
    }

    pub fn window_is_open(&self) -> bool {
        self.in_flight < self.window
    }

    /// It begins or ends in this cycle; when it does so next, if ever.
    pub fn toggle(&mut self, now: u64) -> Option<u64> {
        if now >= self.stop {
            self.active = false;
            return None;
        }
        self.active = !self.active;
        if self.active && now >= self.schedule {
            self.idle = true;
        }
        let next = match self.traffic {
            Traffic::OnOff { on, off } => {
                now + self.random.exponential(if self.active { on } else { off })
            }
            _ => self.stop,
        };
        (next.min(self.stop) < u64::MAX).then_some(next.min(self.stop))
    }

    /// It starts a packet in this cycle; the packet's number.
    pub fn start(&mut self, now: u64) -> u32 {
        let delay = match &self.pace {
            Pace::Fixed(cycles) => *cycles,
            Pace::Answers { beats, after_idle, .. } => {
                if self.idle && *after_idle == AfterIdle::Reset {
                    (self.ipd, self.progress) = (0, 0);
                }
                (u64::from(self.ipd) + 1) * beats
            }
        };
        self.schedule = if self.idle { now + delay } else { now.max(self.schedule + delay) };
        self.idle = false;
        self.in_flight += 1;
        self.sequence += 1;
        self.sequence - 1
    }

    /// A packet of its reaches the last link, from where its ACK will come.
    pub fn arrives(&mut self, marked: bool) {
        self.acks.push_back(marked);
    }

    /// Its oldest ACK comes.
    pub fn acknowledge(&mut self) {
        self.in_flight -= 1;
        let marked = self.acks.pop_front() == Some(true);
        let Pace::Answers { table, .. } = &self.pace else { return };
        let row = table.row(self.ipd);
        let earned = self.progress + row.gain;
        if marked {
            self.ipd = row.marked;
            if !table.keeps_progress() {
                self.progress = 0;
            }
        } else if earned >= row.goal {
            (self.ipd, self.progress) = (row.after, earned - row.goal);
        } else {
            self.progress = earned;
        }
    }
}
