//! Links: their ends, the credits of their senders, and flow-control packets.

use super::{packets::NEVER, Engine, Kind};
use crate::fabric::{
    log::Sink,
    timing::{BUILT, DRIVEN, RELEASED, TOLD_FREE},
};
use std::collections::VecDeque;

/// One end of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// A host.
    Host(usize),
    /// A port of a switch.
    Port(usize),
}

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

/// Transmitter of the flow-control packets that give the neighbour its credit limit
/// ([`tailback_spec::link::flow_control`]).
#[derive(Debug)]
pub(super) struct Teller {
    step: u64,
    changes: VecDeque<Changes>,
    /// Cycle of the next change that no packet carries yet.
    next: u64,
    /// Next cycle in which a packet is due even without a change.
    turn: u64,
    turn_cycles: u64,
    /// Credit limit in the last packet that was built.
    limit: u64,
    /// First cycle in which the held packet can be on the link.
    held: Option<u64>,
    /// Whether the credit limit never restricts the neighbour.
    pub endless: bool,
}

impl Teller {
    /// Without changes; the first turn is in cycle `turn`.
    pub fn new(limit: u64, turn: u64, turn_cycles: u64, step: u64, from: End) -> Self {
        let changes = VecDeque::with_capacity(4);
        // The free space that the sender's own input reports; hosts accept every packet.
        let endless = matches!(from, End::Host(_));
        let (next, held) = (turn, None);
        Teller { step, changes, next, turn, turn_cycles, limit, held, endless }
    }

    /// First cycle in which a packet with a change can be on the link.
    #[inline]
    fn shows(&self, change: u64) -> u64 {
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
        self.changes.front().map_or(self.turn, |changes| changes.at.min(self.turn))
    }

    /// Puts all changes up to a cycle into a packet; returns whether there were any.
    #[inline]
    fn build(&mut self, now: u64) -> bool {
        let any = self.next <= now;
        if any {
            self.put(now);
        }
        any
    }

    fn put(&mut self, now: u64) {
        if self.turn <= now {
            self.turn += ((now - self.turn) / self.turn_cycles + 1) * self.turn_cycles;
        }
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
        self.next = self.soonest();
    }
}

/// Credits of the sender of a link.
#[derive(Debug)]
pub(super) struct Credits {
    /// Blocks sent in total.
    pub sent: u64,
    /// Credit limit: blocks that may be sent in total.
    limit: u64,
    /// Credit limits on their way, with the cycle in which each takes effect.
    coming: VecDeque<(u64, u64)>,
    /// Cycles from a flow-control packet on the reverse link to its credit limit taking effect.
    lag: u64,
    /// Cycle of an event that checks for credits; [`NEVER`] without one.
    looks: u64,
    /// True while a sender waits for credits.
    pub missed: bool,
}

impl Credits {
    pub fn new(limit: u64, lag: u64) -> Self {
        Credits { sent: 0, limit, coming: VecDeque::new(), lag, looks: NEVER, missed: false }
    }

    /// Blocks that may still be sent.
    #[inline]
    fn rest(&self) -> u64 {
        self.limit - self.sent
    }
}

/// A directed link.
#[derive(Debug)]
pub(super) struct Link {
    /// Cycles from one end to the other; to a switch, until beats have been checked.
    pub delay: u64,
    /// Index of the reverse link.
    pub back: usize,
    pub from: End,
    pub to: End,
    /// First cycle in which no packet is on the link.
    pub free: u64,
    pub teller: Teller,
    pub credits: Credits,
}

impl<S: Sink> Engine<S> {
    /// Transmits the flow-control packets of a link until a cycle; returns whether one is
    /// transmitted in that cycle unless a packet is.
    #[inline]
    pub(super) fn tells(&mut self, link: usize, now: u64) -> bool {
        let teller = &self.links[link].teller;
        let is_idle = teller.held.is_none() && teller.shows(teller.next) > now;
        !is_idle && self.told_until(link, now)
    }

    fn told_until(&mut self, link: usize, now: u64) -> bool {
        loop {
            let Link { teller, free, back, .. } = &mut self.links[link];
            let (free, back) = (*free, *back);
            if let Some(held) = teller.held {
                let goes = held.max(free);
                if goes >= now {
                    return held <= now;
                }
                let limit = teller.limit;
                teller.held = teller.build(goes - DRIVEN).then_some(goes + BUILT);
                if !teller.endless {
                    let credits = &mut self.links[back].credits;
                    credits.coming.push_back((goes + credits.lag, limit));
                }
            } else {
                let next = teller.next;
                let shows = teller.shows(next);
                if shows > now {
                    return false;
                }
                // While no packet is on the link, each change is transmitted at once.
                if teller.endless && free <= shows && shows + 1 < now {
                    teller.build(now - 1 - BUILT - DRIVEN);
                    continue;
                }
                teller.build(next);
                teller.held = Some(shows);
            }
        }
    }

    /// Reports whether there are credits for so many blocks in a cycle.
    #[inline]
    pub(super) fn may_send(&mut self, link: usize, blocks: u64, now: u64) -> bool {
        self.rest(link, blocks, now) >= blocks
    }

    /// Blocks for which there are credits in a cycle; some more may be missing in the result if it
    /// is `enough`.
    #[inline]
    pub(super) fn rest(&mut self, link: usize, enough: u64, now: u64) -> u64 {
        let credits = &self.links[link].credits;
        let rest = credits.rest();
        if rest >= enough {
            return rest;
        }
        let (lag, back) = (credits.lag, self.links[link].back);
        self.tells(back, (now + 1).saturating_sub(lag));
        let credits = &mut self.links[link].credits;
        while let Some((_, limit)) = credits.coming.front().filter(|(cycle, _)| *cycle <= now) {
            credits.limit = *limit;
            credits.coming.pop_front();
        }
        credits.rest()
    }

    /// A sender waits for credits: schedules an event that checks for them.
    pub(super) fn wait_for_credits(&mut self, link: usize) {
        let now = self.now;
        self.links[link].credits.missed = true;
        let looks = self.links[link].credits.looks;
        if looks > now && looks != NEVER {
            return;
        }
        let back = self.links[link].back;
        self.tells(back, now);
        let Link { teller, free, .. } = &self.links[back];
        let (held, shows, free) = (teller.held, teller.shows(teller.next), *free);
        let credits = &self.links[link].credits;
        let coming = credits.coming.front().map(|(cycle, _)| (*cycle).max(now));
        let (at, kind, index) = match (coming, held) {
            (Some(cycle), _) => (cycle, Kind::Credit, link),
            (None, Some(held)) => (held.max(free).max(now) + credits.lag, Kind::Credit, link),
            (None, None) => (shows.max(now + 1), Kind::Tell, back),
        };
        self.links[link].credits.looks = at;
        self.queue.push(at, kind, index as u16);
    }

    /// A packet leaves the buffer at the end of a link whose sender lacks credits.
    pub(super) fn may_tell_earlier(&mut self, link: usize, ends: u64) {
        let back = self.links[link].back;
        let tells = self.links[back].teller.shows(ends + RELEASED + TOLD_FREE);
        let credits = &mut self.links[link].credits;
        if credits.missed && tells < credits.looks {
            credits.looks = tells;
            self.queue.push(tells, Kind::Tell, back as u16);
        }
    }

    /// Processes a flow-control packet that may be transmitted over a link.
    pub(super) fn tell(&mut self, link: usize) {
        let now = self.now;
        let forward = self.links[link].back;
        self.tells(link, now);
        let credits = &mut self.links[forward].credits;
        if credits.looks <= now {
            credits.looks = NEVER;
        }
        if credits.missed && credits.looks == NEVER {
            self.wait_for_credits(forward);
        }
    }

    /// Processes credits that may have been received for a link.
    pub(super) fn credit(&mut self, link: usize) {
        let now = self.now;
        let credits = &mut self.links[link].credits;
        if credits.looks <= now {
            credits.looks = NEVER;
        }
        if !std::mem::take(&mut credits.missed) {
            return;
        }
        match self.links[link].from {
            End::Host(host) => self.queue.push(now + 1, Kind::Transmit, host as u16),
            End::Port(port) => {
                let number = self.outputs[port].switch;
                let switch = &mut self.switches[number];
                switch.list.wake(port - switch.first, now);
                self.look_at(number, now);
            }
        }
    }
}
