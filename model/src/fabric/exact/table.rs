//! The congestion control table of a NIC ([`tailback_spec::nic::congestion_table`]).
//!
//! All packets have one service level. BECNs and slots of its timer are processed in the order of
//! their cycles, when a delay is looked up. Levels are stored with the number of expiries of the
//! timer at that time.

use super::packets::NEVER;
use std::collections::VecDeque;
use tailback_spec::{
    fabric::Fabric,
    nic::{
        congestion_table::{
            last_index, shortest_timer, tick_rate, TickRate, REFRESH_CYCLES, TURN_CYCLES,
            UPDATE_CYCLES,
        },
        rate_limiter::MULTIPLIER_BITS,
        Throttled,
    },
};

/// From the cycle in which a BECN is accepted to the first look-up that finds its effect, and to the
/// first slot of the timer that does.
const FOUND: u64 = 6;
const RAISED: u64 = 8;
/// From a slot of the timer to the cycle with whose time stamp it is compared, and from that to the
/// first look-up that finds an expiry.
const COMPARED: u64 = 1;
const EXPIRED: u64 = 2;
/// From the cycle in which a BECN enters its queue to that in which it is offered, and the entries of
/// the queue.
const OFFERED: u64 = 2;
const ENTRIES: usize = 64;

/// A level, and the expiries of the timer up to which it holds.
#[derive(Debug, Clone, Copy, Default)]
struct Level {
    level: u64,
    expiries: u64,
}

impl Level {
    fn after(self, expiries: u64) -> u64 {
        self.level.saturating_sub(expiries - self.expiries)
    }
}

/// The table, and the levels of all flows or of the service level.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<u16>,
    increase: u64,
    limit: u64,
    min: u64,
    /// Period of the timer in ticks.
    timer: u64,
    rate: TickRate,
    /// Cycles from reset to cycle 0.
    since: u64,
    levels: Vec<Level>,
    /// Whether there is one level for all flows.
    shared: bool,
    /// BECNs that have not been processed: the cycle in which each is accepted, and its flow.
    becns: VecDeque<(u64, usize)>,
    /// Cycle in which the last one is accepted.
    accepted: Option<u64>,
    /// Levels that have been raised, with the first slot of the timer that finds each of them.
    raised: VecDeque<(u64, Level)>,
    highest: Level,
    expiries: u64,
    /// Time stamp at which the timer expires, if it runs.
    due: Option<u64>,
    /// Next slot of the timer that may change anything.
    slot: u64,
}

impl Table {
    /// The table of a host with so many flows, if it has been set up.
    pub fn new(fabric: &Fabric, host: usize, flows: usize) -> Option<Self> {
        let (scenario, nic) = (fabric.scenario(), fabric.nic());
        let registers = scenario.registers.as_ref().filter(|_| scenario.congestion_control)?;
        let last = u64::from(last_index(&nic));
        let written = scenario.congestion_table(registers, host);
        let entry = |entry: &tailback_spec::nic::congestion_table::CctEntry| {
            u16::from(entry.shift()) << MULTIPLIER_BITS | entry.multiplier()
        };
        let mut entries: Vec<u16> = written.iter().map(entry).collect();
        entries.resize(nic.cct_entries(), 0);
        Some(Table {
            entries,
            increase: registers.ccti_increase.into(),
            limit: last.min(registers.ccti_limit.into()),
            min: last.min(registers.ccti_min.into()),
            timer: match registers.ccti_timer {
                0 => 0,
                timer => timer.max(shortest_timer(&nic)),
            },
            rate: tick_rate(&nic),
            since: fabric.set_up_cycles(),
            levels: vec![Level::default(); flows.max(1)],
            shared: nic.throttled() == Throttled::Sl,
            becns: VecDeque::new(),
            accepted: None,
            raised: VecDeque::new(),
            highest: Level::default(),
            expiries: 0,
            due: None,
            slot: NEVER,
        })
    }

    /// Time stamp of a cycle, in ticks.
    fn time(&self, cycle: u64) -> u64 {
        let TickRate { ticks, cycles } = self.rate;
        (u128::from(cycle + self.since) * u128::from(ticks) / u128::from(cycles)) as u64
    }

    /// First slot of the timer that is compared with a time stamp or a later one.
    fn slot_at(&self, stamp: u64) -> u64 {
        let TickRate { ticks, cycles } = self.rate;
        let first = (u128::from(stamp) * u128::from(cycles)).div_ceil(ticks.into()) as u64;
        first.saturating_sub(self.since + COMPARED).next_multiple_of(TURN_CYCLES)
    }

    /// A BECN for a flow is offered from a cycle on, unless others come first.
    pub fn becn(&mut self, offered: u64, flow: usize) {
        let put = offered.saturating_sub(OFFERED);
        if self.becns.iter().filter(|(accepted, _)| *accepted >= put).count() >= ENTRIES {
            return;
        }
        let update = UPDATE_CYCLES as u64;
        let free = self.accepted.map_or(0, |accepted| accepted + update);
        let mut accepted = offered.max(free);
        // A refresh comes first as soon as it is due and nothing is in progress.
        let due = accepted / REFRESH_CYCLES * REFRESH_CYCLES;
        if self.accepted.is_none_or(|before| before < due) {
            accepted = accepted.max(due.max(free) + update);
        }
        self.accepted = Some(accepted);
        self.becns.push_back((accepted, flow));
    }

    fn level(&mut self, flow: usize) -> &mut Level {
        let state = if self.shared { 0 } else { flow };
        &mut self.levels[state]
    }

    /// CCTI of a flow, as of the last cycle that was processed.
    pub fn ccti(&self, flow: usize) -> u64 {
        let state = if self.shared { 0 } else { flow };
        self.levels[state].after(self.expiries).max(self.min)
    }

    /// Delay of a flow that is looked up in a cycle: the entry of the table at its CCTI.
    pub fn look_up(&mut self, now: u64, flow: usize) -> u64 {
        loop {
            let becn = self.becns.front().map_or(NEVER, |(accepted, _)| *accepted);
            if becn <= self.slot && becn.saturating_add(FOUND) <= now {
                self.raise(becn);
            } else if self.slot.saturating_add(COMPARED + EXPIRED) <= now {
                self.turn();
            } else {
                break;
            }
        }
        self.entries[self.ccti(flow) as usize].into()
    }

    /// The next BECN raises the level of its flow. All slots of the timer before it are processed.
    fn raise(&mut self, accepted: u64) {
        let Some((_, flow)) = self.becns.pop_front() else { return };
        let level = (self.ccti(flow) + self.increase).min(self.limit);
        let level = Level { level, expiries: self.expiries };
        *self.level(flow) = level;
        let from = accepted + RAISED;
        self.raised.push_back((from, level));
        if self.due.is_none() {
            self.slot = self.slot.min(from.next_multiple_of(TURN_CYCLES));
        }
    }

    /// A slot of the timer.
    fn turn(&mut self) {
        let (slot, stamp) = (self.slot, self.time(self.slot + COMPARED));
        while let Some((_, level)) = super::pop_if(&mut self.raised, |(from, _)| *from <= slot) {
            let highest = level.after(self.expiries).max(self.highest.after(self.expiries));
            self.highest = Level { level: highest, expiries: self.expiries };
        }
        let highest = self.highest.after(self.expiries);
        self.due = match self.due {
            _ if highest <= self.min || self.timer == 0 => None,
            None => Some(stamp + self.timer),
            Some(due) if due <= stamp => {
                self.expiries += 1;
                (highest - 1 > self.min).then_some(due + self.timer)
            }
            due => due,
        };
        let next = match (self.due, self.raised.front()) {
            (Some(due), _) => self.slot_at(due),
            (None, Some((from, _))) => from.next_multiple_of(TURN_CYCLES),
            (None, None) => NEVER,
        };
        self.slot = next.max(slot + TURN_CYCLES);
    }
}
