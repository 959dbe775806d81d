//! Transmitters of flow-control packets ([`tailback_spec::link::flow_control`]).

use super::links::End;
use crate::fabric::timing::{BUILT, DRIVEN};
use std::collections::VecDeque;

/// Blocks that a receiver releases one after the other.
#[derive(Debug, Clone, Copy)]
struct Changes {
    /// Cycle of the first release that is left.
    at: u64,
    /// Releases that are left, [`Teller::step`] cycles apart.
    left: u64,
    /// Blocks by which each release raises the neighbour's credit limit.
    blocks: u64,
}

/// Slots in which a flow-control packet of each virtual lane is due even without a change.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slots {
    /// First cycle in which the packet of the next slot is due, and its virtual lane.
    next: u64,
    lane: u64,
    cycles: u64,
    lanes: u64,
}

impl Slots {
    /// Slots of so many cycles since a reset that was `since` cycles ago, for so many virtual lanes.
    pub fn new(cycles: u64, lanes: u64, since: u64) -> Self {
        let passed = since.saturating_sub(1) / cycles;
        let next = ((passed + 1) * cycles).saturating_sub(since);
        Slots { next, lane: passed % lanes, cycles, lanes }
    }

    /// Passes the slots up to a cycle; returns a bitmap of their virtual lanes.
    fn pass(&mut self, now: u64) -> u64 {
        let Some(past) = now.checked_sub(self.next) else { return 0 };
        let count = past / self.cycles + 1;
        let lanes = (0..count.min(self.lanes)).map(|slot| (self.lane + slot) % self.lanes);
        let due = lanes.fold(0, |due, lane| due | 1 << lane);
        self.next += count * self.cycles;
        self.lane = (self.lane + count) % self.lanes;
        due
    }
}

/// A packet that is held for the link.
#[derive(Debug, Clone, Copy)]
pub(super) struct Held {
    /// First cycle in which it can be on the link.
    pub from: u64,
    /// Credit limit that it carries, if that may restrict the neighbour.
    pub limit: Option<u64>,
}

/// Transmitter of the flow-control packets that give the neighbour its credit limit. All packets use
/// [`VIRTUAL_LANE`]; those of other virtual lanes are due in their slots alone.
#[derive(Debug)]
pub(super) struct Teller {
    step: u64,
    changes: VecDeque<Changes>,
    slots: Slots,
    /// Bitmap of the virtual lanes whose slots have passed, and whose packets are still to be built.
    due: u64,
    /// Virtual lane of the packet that was built last.
    last: u64,
    /// First cycle in which a packet is due that has not been built; it may have passed.
    pub next: u64,
    /// Credit limit in the last packet of [`VIRTUAL_LANE`] that was built.
    limit: u64,
    pub held: Option<Held>,
    /// Whether the credit limit never restricts the neighbour.
    endless: bool,
}

/// Virtual lane of all packets ([`tailback_spec::fabric`]).
const VIRTUAL_LANE: u64 = 0;

impl Teller {
    /// Without changes.
    pub fn new(limit: u64, slots: Slots, step: u64, from: End) -> Self {
        let changes = VecDeque::with_capacity(4);
        // The free space that the sender's own input reports; hosts accept every packet.
        let endless = matches!(from, End::Host(_));
        let (next, last) = (slots.next, (slots.lane + slots.lanes - 1) % slots.lanes);
        Teller { step, changes, slots, due: 0, last, next, limit, held: None, endless }
    }

    /// First cycle in which a packet with a change can be on the link.
    #[inline]
    pub fn shows(&self, change: u64) -> u64 {
        change + BUILT + DRIVEN
    }

    /// The credit limit changes in a cycle, and `times - 1` times after that.
    #[inline]
    pub fn changes(&mut self, at: u64, times: u64, blocks: u64) {
        self.changes.push_back(Changes { at, left: times, blocks });
        self.next = self.next.min(at);
    }

    /// Delays the last of these changes by a cycle.
    pub fn postpone(&mut self) {
        if let Some(last) = self.changes.back_mut() {
            last.at += 1;
        }
        self.next = self.soonest();
    }

    fn soonest(&self) -> u64 {
        let change = self.changes.front().map_or(self.slots.next, |changes| changes.at);
        if self.due == 0 {
            change.min(self.slots.next)
        } else {
            0
        }
    }

    /// Builds a packet in a cycle, if one is due, that can be on the link from another cycle on.
    #[inline]
    pub fn hold(&mut self, now: u64, from: u64) {
        self.held = if self.next <= now { self.build(now, from) } else { None };
    }

    fn build(&mut self, now: u64, from: u64) -> Option<Held> {
        self.due |= self.slots.pass(now);
        let changes = self.changes.front().is_some_and(|changes| changes.at <= now);
        let due = self.due | u64::from(changes) << VIRTUAL_LANE;
        if due == 0 {
            self.next = self.soonest();
            return None;
        }
        // The next one in rotation.
        let later = due >> 1 >> self.last << 1 << self.last;
        self.last = u64::from(if later == 0 { due } else { later }.trailing_zeros());
        self.due &= !(1 << self.last);
        let is_ours = self.last == VIRTUAL_LANE;
        if is_ours {
            self.put(now);
        }
        self.next = self.soonest();
        Some(Held { from, limit: (is_ours && !self.endless).then_some(self.limit) })
    }

    /// Puts all changes up to a cycle into a packet.
    fn put(&mut self, now: u64) {
        while let Some(changes) = self.changes.front_mut().filter(|changes| changes.at <= now) {
            let count = match changes.left {
                1 => 1,
                left => left.min((now - changes.at) / self.step + 1),
            };
            self.limit += count * changes.blocks;
            changes.at += count * self.step;
            changes.left -= count;
            if changes.left > 0 {
                break;
            }
            self.changes.pop_front();
        }
    }

    /// If no packet restricts the neighbour, skips those that have been transmitted before a cycle
    /// over a link without other packets, up to the next slot; returns whether there are any.
    pub fn skip(&mut self, now: u64) -> bool {
        let until = now.saturating_sub(1 + BUILT + DRIVEN).min(self.slots.next.saturating_sub(1));
        let skips = self.endless && self.next < until;
        if skips {
            self.put(until);
            self.last = VIRTUAL_LANE;
            self.next = self.soonest();
        }
        skips
    }
}
