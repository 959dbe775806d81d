//! The guard of the round-robin allocator ([`tailback_spec::switch::allocator::guard`]).
//!
//! The guard of a switch is simulated when the allocator runs. A pair of an input and a queue that
//! wants is watched until it is served, or loses its credits to a packet of another input.

use super::Engine;
use crate::fabric::{
    log::Sink,
    timing::{CLAIMED, READ},
};
use tailback_spec::switch::allocator::guard::Guard as Parameters;

/// The guard of a switch.
#[derive(Debug, Clone, Copy)]
pub(super) struct Guard {
    ports: u64,
    lanes: u64,
    patience: u64,
    /// Pair that is watched: input, output and lane.
    pair: u64,
    /// Cycle in which the pair had age 0.
    since: u64,
    /// Cycle to whose beginning this state belongs.
    now: u64,
}

impl Guard {
    /// The guard so many cycles after reset, in which nothing waited.
    pub fn new(guard: &Parameters, since: u64) -> Self {
        let (ports, lanes) = (guard.ports() as u64, guard.lanes() as u64);
        let patience = guard.patience_cycles() as u64;
        let pair = since % (ports * ports * lanes);
        Guard { ports, lanes, patience, pair, since: 0, now: 0 }
    }

    fn queues(&self) -> u64 {
        self.ports * self.lanes
    }

    fn input(&self) -> u64 {
        self.pair / self.queues()
    }

    fn output(&self) -> u64 {
        self.pair % self.queues() / self.lanes
    }

    /// Moves on by so many pairs, one in each cycle.
    fn move_on(&mut self, pairs: u64) {
        self.pair = (self.pair + pairs) % (self.ports * self.queues());
        self.now += pairs;
        self.since = self.now;
    }

    /// Whether the pair is urgent in a cycle, if it is still watched then.
    fn is_urgent(&self, cycle: u64) -> bool {
        self.since + self.patience <= cycle
    }

    /// Whether the urgent pair leaves an input and an output to each other.
    pub fn allows(&self, input: usize, output: usize) -> bool {
        (self.input() == input as u64) == (self.output() == output as u64)
    }

    /// Bitmap of the input ports that an output port may serve.
    pub fn allowed(&self, output: usize) -> u64 {
        let ours = 1 << self.input();
        if self.output() == output as u64 {
            ours
        } else {
            !ours
        }
    }
}

impl<S: Sink> Engine<S> {
    /// Simulates the guard of a switch up to the beginning of a cycle; returns it if the pair is
    /// urgent then.
    pub(super) fn watch(&mut self, number: usize, until: u64) -> Option<Guard> {
        let mut guard = self.switches[number].guard?;
        let was_urgent = guard.is_urgent(guard.now);
        let filled = self.switches[number].list.inputs(guard.now);
        while guard.now < until {
            let (input, output) = (guard.input(), guard.output());
            let rest = until - guard.now;
            if filled >> input & 1 == 0 {
                guard.move_on(rest.min(guard.queues() - guard.pair % guard.queues()));
            } else if !self.is_used(number, &guard) {
                guard.move_on(1);
            } else {
                let (input, output) = (input as usize, output as usize);
                match self.leaves(number, input, output, guard.now..until) {
                    Some(cycle) => {
                        guard.now = cycle;
                        guard.move_on(1);
                    }
                    None => guard.now = until,
                }
            }
        }
        self.switches[number].guard = Some(guard);
        let is_urgent = guard.is_urgent(until);
        if was_urgent && !is_urgent {
            self.switches[number].list.wake_all(until);
        }
        is_urgent.then_some(guard)
    }

    /// The urgent pair of the cycle in which packets are granted that are chosen in this one.
    pub(super) fn urgent_at_grant(&mut self, number: usize) -> Option<Guard> {
        const GRANTED: u64 = READ - 1;
        self.watch(number, self.now + 1);
        let guard = self.switches[number].guard?;
        let granted = self.now + GRANTED;
        let (input, output) = (guard.input() as usize, guard.output() as usize);
        let stays = guard.is_urgent(granted)
            && self.leaves(number, input, output, guard.now..granted).is_none();
        stays.then_some(guard)
    }

    /// A packet is chosen for an output port: if a pair of the port is urgent, the allocator runs as
    /// soon as it may not be any more.
    pub(super) fn may_release(&mut self, number: usize, output: usize) {
        let starts = self.now + READ;
        let guard = self.switches[number].guard.filter(|guard| guard.output() == output as u64);
        if guard.is_some_and(|guard| guard.is_urgent(starts + 2)) {
            self.look_at(number, starts + 1);
            self.look_at(number, starts + 2);
        }
    }

    /// Whether a pair has a link, and the virtual lane of all packets.
    fn is_used(&self, number: usize, guard: &Guard) -> bool {
        guard.output() < self.switches[number].ports as u64
            && guard.pair.is_multiple_of(guard.lanes)
    }

    /// First of some cycles in which the guard ceases to watch a pair.
    fn leaves(
        &mut self,
        number: usize,
        input: usize,
        output: usize,
        cycles: std::ops::Range<u64>,
    ) -> Option<u64> {
        let (first, switch) = (cycles.start, &self.switches[number]);
        let number = switch.first + output;
        let (source, starts) = switch.list.started(output);
        if usize::from(source) == input && starts >= first {
            return cycles.contains(&starts).then_some(starts);
        }
        let known = switch.list.first_of(output, input).filter(|(known, _)| *known <= first);
        let Some((_, packet)) = known else { return Some(first) };
        let blocks = self.packets.get(packet).blocks as i64;
        let claims = [first, starts + 1].into_iter().filter(|cycle| cycles.contains(cycle));
        claims.into_iter().find(|cycle| self.available(number, *cycle) < blocks)
    }

    /// Blocks of the longest packet that may start to an output port in a cycle, or more; fewer than
    /// 0 if none may.
    pub(super) fn available(&mut self, number: usize, cycle: u64) -> i64 {
        let link = self.outputs[number].link;
        let limit = self.limit_at(link, cycle) as i64;
        let rest = limit - self.links[link].credits.sent as i64;
        self.outputs[number].claimed.iter().fold(rest, |rest, (started, blocks)| {
            let blocks = *blocks as i64;
            match cycle.checked_sub(started + 1) {
                None => rest + blocks,
                Some(since) if since + 1 < CLAIMED => rest + blocks - self.rules.longest as i64,
                Some(_) => rest,
            }
        })
    }
}
