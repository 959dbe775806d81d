//! Choices of an allocator.

use super::{packets::NEVER, Engine};
use crate::fabric::{
    chosen::{Chosen, MOST_PORTS},
    log::Sink,
    timing::{CHOICE, IDLE, NEAR},
    waiting::Entry,
};
use tailback_spec::switch::egress::ROOMY;

/// Packets at the front of an allocator's list whose ports are not free before cycle `wake`; for
/// those that wait for credits, there is another event.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    places: usize,
    /// Bitmap of their output ports.
    outputs: u64,
    wake: u64,
}

impl Default for Seen {
    fn default() -> Self {
        Seen { places: 0, outputs: 0, wake: NEVER }
    }
}

impl<S: Sink> Engine<S> {
    /// Whether the output port's queue had so few words `before` cycles ago that it was not to hold
    /// up words soon.
    fn was_roomy(&self, output: usize, before: u64) -> bool {
        self.outputs[output].has_at_most(ROOMY as u64, self.now.saturating_sub(before))
    }

    /// First cycle from now on in which an input port may be free.
    fn input_free(&self, number: usize) -> u64 {
        let (now, sending) = (self.now, &self.inputs[number].sending);
        if now > sending.ends {
            now
        } else if now < sending.near {
            sending.near
        } else {
            now + u64::from(!self.was_roomy(sending.to, NEAR))
        }
    }

    /// First cycle from now on in which an output port may be free.
    fn output_free(&self, number: usize) -> u64 {
        let (now, output) = (self.now, &self.outputs[number]);
        if now > output.ends {
            // The first word is issued whatever the level of the output's queue.
            let clogged = !self.was_roomy(number, 0);
            (output.ends + IDLE).max(now + u64::from(clogged))
        } else if now < output.near {
            output.near
        } else {
            now + u64::from(!self.was_roomy(number, NEAR))
        }
    }

    /// First cycle from now on in which both ports of a packet may be free.
    fn free(&self, first_port: usize, entry: Entry) -> u64 {
        let output = self.output_free(first_port + usize::from(entry.output));
        output.max(self.input_free(first_port + usize::from(entry.input)))
    }

    /// After a choice: first cycle in which another one may be possible.
    pub(super) fn next_choice(&mut self, number: usize) -> u64 {
        let switch = &self.switches[number];
        let mut seen = Seen { places: switch.list.len(), ..Seen::default() };
        for entry in switch.list.iter() {
            seen.outputs |= 1 << entry.output;
            seen.wake = seen.wake.min(self.free(switch.first, *entry));
        }
        self.switches[number].seen = seen;
        match seen.wake {
            NEVER => NEVER,
            wake => wake.max(self.now + CHOICE),
        }
    }

    /// Reports whether an output port has credits for a longest packet; if not, an event is
    /// scheduled for the wait.
    fn has_credits(&mut self, number: usize) -> bool {
        let Engine { outputs, rules, now, .. } = self;
        let (output, longest, now) = (&outputs[number], rules.longest, *now);
        let link = output.link;
        // The packet whose first word arrives in this cycle is not counted yet.
        let (came, blocks) = output.sent;
        let need = if came == now { 2 * longest - blocks } else { longest };
        if self.may_send(link, need, now) {
            return true;
        }
        if came == now && self.may_send(link, longest, now) {
            self.look_at(self.outputs[number].switch, now + 1);
        } else {
            self.wait_for_credits(link);
        }
        false
    }

    /// The choice of [`tailback_spec::switch::allocator::fifo`]: the oldest packet whose ports are
    /// free and that is not held back for one that was bypassed often enough. Without one, returns
    /// the cycle of the next attempt, unless an attempt is scheduled for then.
    pub(super) fn fifo(&mut self, number: usize) -> (Option<usize>, u64) {
        let (now, bypasses) = (self.now, self.rules.bypasses);
        let first_port = self.switches[number].first;
        // Packets seen before cannot start yet.
        let before = Some(self.switches[number].seen).filter(|seen| now < seen.wake);
        let before = before.unwrap_or_default();
        let mut seen = before;
        for place in before.places..self.switches[number].list.len() {
            let entry = self.switches[number].list[place];
            let first = seen.outputs >> entry.output & 1 == 0;
            seen.outputs |= 1 << entry.output;
            seen.places = place + 1;
            let o = first_port + usize::from(entry.output);
            if self.outputs[o].bypassed == bypasses && !first {
                continue;
            }
            let free = self.free(first_port, entry);
            if free > now {
                seen.wake = seen.wake.min(free);
                continue;
            }
            if !self.has_credits(o) {
                if self.outputs[o].sent.0 == now {
                    seen.wake = seen.wake.min(now + 1);
                }
                continue;
            }
            let bypassed = &mut self.outputs[o].bypassed;
            *bypassed = if first { 0 } else { bypasses.min(*bypassed + 1) };
            return (Some(place), NEVER);
        }
        self.switches[number].seen = seen;
        (None, if seen.wake < before.wake { seen.wake } else { NEVER })
    }

    /// The choice of [`tailback_spec::switch::allocator::round_robin`].
    pub(super) fn round_robin(&mut self, number: usize) -> (Chosen, u64) {
        let now = self.now;
        let first = self.switches[number].first;
        let mut wake = NEVER;
        let mut requests = [0_u64; MOST_PORTS];
        for place in 0..self.switches[number].list.len() {
            let entry = self.switches[number].list[place];
            let o = first + usize::from(entry.output);
            let free = self.free(first, entry);
            if free > now {
                wake = wake.min(free);
            } else if self.has_credits(o) {
                requests[usize::from(entry.output)] |= 1 << entry.input;
            }
        }
        (self.switches[number].list.round_robin(&requests), wake)
    }
}
