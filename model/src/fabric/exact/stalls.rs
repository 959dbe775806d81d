//! Times in which output ports lack nothing but credits
//! ([`tailback_spec::switch::dispatcher`], [`tailback_spec::switch::detector`]).
//!
//! While an output port sends nothing, its credits only grow, and no packet leaves its queues. So it
//! stalls from the first cycle in which it is free and a packet is known, if there are no credits
//! for any packet in that cycle; else not at all.

use super::Engine;
use crate::fabric::log::Sink;

/// Stalls of an output port.
#[derive(Debug, Default)]
pub(super) struct Stalls {
    /// First cycle of each stall, and the first one after it, as far as it makes a difference.
    stalls: Vec<(u64, u64)>,
    /// A stall lasted until a packet started, or longer.
    continues: bool,
    state: State,
}

/// Progress since a packet was chosen last.
#[derive(Debug, Clone, Copy, Default)]
enum State {
    /// It is unknown whether the port stalls.
    #[default]
    Unknown,
    /// The port stalls, and it is unknown whether it does in a cycle.
    Stalls(u64),
    Known,
}

impl Stalls {
    /// Whether a packet that starts in a cycle is a victim's.
    pub fn transmit(&mut self, now: u64) -> bool {
        let is_victim = self.continues || self.stalls.iter().any(|(from, _)| *from < now);
        self.continues = self.stalls.iter().any(|(from, until)| (*from..*until).contains(&now));
        self.stalls.retain(|(_, until)| *until > now + 1);
        is_victim
    }

    /// A packet is chosen.
    fn ends(&mut self, now: u64) {
        if let Some((_, until)) = self.stalls.last_mut() {
            *until = now.min(*until);
        }
        self.state = State::Unknown;
    }
}

impl<S: Sink> Engine<S> {
    /// Determines whether an output port stalls, as far as that is known in this cycle.
    pub(super) fn stalls(&mut self, number: usize) {
        let now = self.now;
        let output = &self.outputs[number];
        let (ends, last) = (output.ends, output.waiting.back().unwrap_or(&output.going));
        let transmits = last.first;
        let Some(detector) = self.marking.detector(number) else { return };
        let state = detector.stalls.state;
        let next = match state {
            State::Unknown if ends < now => match self.lacks(number, ends + 1) {
                Some((from, true)) => {
                    self.stall(number, |stalls| stalls.stalls.push((from, u64::MAX)));
                    match from < transmits {
                        true => State::Stalls(transmits),
                        false => State::Known,
                    }
                }
                Some((_, false)) => State::Known,
                None => return,
            },
            State::Stalls(at) if at <= now => {
                if let Some((_, false)) = self.lacks(number, at) {
                    self.stall(number, |stalls| {
                        stalls.stalls.last_mut().into_iter().for_each(|(_, until)| *until = at);
                    });
                }
                State::Known
            }
            _ => return,
        };
        self.stall(number, |stalls| stalls.state = next);
        if let State::Stalls(_) = next {
            self.stalls(number);
        }
    }

    fn stall(&mut self, number: usize, change: impl FnOnce(&mut Stalls)) {
        if let Some(detector) = self.marking.detector(number) {
            change(&mut detector.stalls);
        }
    }

    /// A packet is chosen for an output port.
    pub(super) fn stall_ends(&mut self, number: usize) {
        let now = self.now;
        self.stall(number, |stalls| stalls.ends(now));
    }

    /// The first cycle from `from` to this one in which a packet for an output port is known, and
    /// whether there are credits for none then.
    fn lacks(&mut self, number: usize, from: u64) -> Option<(u64, bool)> {
        // The allocator may not have run in this cycle.
        self.enlist(self.outputs[number].switch);
        let output = &self.outputs[number];
        let switch = &self.switches[output.switch];
        let known = || switch.list.known(number - switch.first);
        let first = known().map(|(cycle, _)| cycle).min()?.max(from);
        if first > self.now {
            return None;
        }
        let known = known().filter(|(cycle, _)| *cycle <= first);
        let least = known.map(|(_, packet)| self.packets.get(packet).blocks).min()?;
        Some((first, self.available(number, first) < least as i64))
    }
}
