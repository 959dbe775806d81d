//! Links: their ends, the credits of their senders, and flow-control packets.

use super::{
    packets::NEVER,
    teller::{Held, Teller},
    Engine, Kind,
};
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
            if let Some(Held { from, limit }) = teller.held {
                let goes = from.max(free);
                if goes >= now {
                    return from <= now;
                }
                teller.hold(goes - DRIVEN, goes + BUILT);
                if let Some(limit) = limit {
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
                if free <= shows && teller.skip(now) {
                    continue;
                }
                teller.hold(next, shows);
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

    /// Credit limit in a cycle that is no earlier than any for which [`Self::rest`] was called.
    pub(super) fn limit_at(&mut self, link: usize, cycle: u64) -> u64 {
        let Link { back, ref credits, .. } = self.links[link];
        self.tells(back, (cycle + 1).saturating_sub(credits.lag));
        let credits = &self.links[link].credits;
        let coming = credits.coming.iter().take_while(|(from, _)| *from <= cycle);
        coming.last().map_or(credits.limit, |(_, limit)| *limit)
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
        let credits = &self.links[link].credits;
        let (at, kind, index) = match (credits.coming.front(), teller.held) {
            (Some((cycle, _)), _) => ((*cycle).max(now), Kind::Credit, link),
            (None, Some(Held { from, limit })) => {
                let goes = from.max(*free).max(now);
                match limit {
                    Some(_) => (goes + credits.lag, Kind::Credit, link),
                    None => (goes + 1, Kind::Tell, back),
                }
            }
            (None, None) => (teller.shows(teller.next).max(now + 1), Kind::Tell, back),
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
