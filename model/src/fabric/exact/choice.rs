//! Choices of an allocator.

use super::{packets::NEVER, Engine};
use crate::{
    bits::set_lanes,
    fabric::{
        chosen::Requests,
        log::Sink,
        timing::{CLAIMED, NEAR},
    },
};
use std::cell::Cell;
use tailback_spec::switch::egress::ROOMY;

impl<S: Sink> Engine<S> {
    /// Whether the output port's queue had so few words `before` cycles ago that it was not to hold
    /// up words soon.
    fn was_roomy(&self, output: usize, before: u64) -> bool {
        self.outputs[output].has_at_most(ROOMY as u64, self.now.saturating_sub(before))
    }

    /// First cycle from now on in which a look may see an input port as free.
    fn input_free(&self, number: usize) -> u64 {
        let (now, sending) = (self.now, self.inputs[number].seen(self.now));
        if now > sending.ends {
            now
        } else if now < sending.near {
            sending.near
        } else {
            now + u64::from(!self.was_roomy(sending.to, NEAR))
        }
    }

    /// First cycle from now on in which an output port may be free for an offer.
    fn output_free(&self, number: usize) -> u64 {
        let (now, output) = (self.now, &self.outputs[number]);
        if now > output.ends {
            let clogged = !self.was_roomy(number, 0);
            now + u64::from(clogged)
        } else if now < output.near {
            output.near
        } else {
            // A packet is not near its end as its input port starts the next one.
            let starts = self.inputs[output.source].sending.read == now;
            now + u64::from(starts || !self.was_roomy(number, NEAR))
        }
    }

    /// Blocks by which the credits of an output port look fewer than they are: a packet that has
    /// just been started counts as a longest one.
    fn margin(&self, number: usize) -> u64 {
        let [(started, blocks), _] = self.outputs[number].claimed;
        if self.now < started + CLAIMED {
            self.rules.longest - blocks
        } else {
            0
        }
    }

    /// Those of some input ports of which an output port requests a packet, as bitmaps; without a
    /// request, the first cycle in which there may be one.
    fn requests(&mut self, number: usize, output: usize, allowed: u64) -> Result<u64, u64> {
        let (now, first) = (self.now, self.switches[number].first);
        self.stalls(first + output);
        let free = self.output_free(first + output);
        if free > now {
            return Err(free);
        }
        let (link, margin) = (self.outputs[first + output].link, self.margin(first + output));
        let rest = self.rest(link, self.rules.longest + margin, now);
        let lacks = Cell::new(false);
        let credits = |packet: u32| {
            let blocks = self.packets.get(packet).blocks;
            if blocks + margin <= rest {
                now
            } else if blocks <= rest {
                now + 1
            } else {
                lacks.set(true);
                NEVER
            }
        };
        let input_free = |input: usize| self.input_free(first + input);
        let requested = self.switches[number].list.able(output, allowed, now, input_free, credits);
        if requested.is_err() && lacks.get() {
            self.wait_for_credits(link);
        }
        requested
    }

    /// The output ports of a switch look for packets. All that follows from the looks of a cycle is
    /// decided at once: offers that lead to a grant, and those that are declined.
    pub(super) fn choose(&mut self, number: usize) {
        let urgent = self.watch(number, self.now);
        let due = self.switches[number].list.due(self.now);
        if due == 0 {
            return;
        }
        let mut requests = Requests::none();
        for output in set_lanes(due) {
            let allowed = urgent.map_or(u64::MAX, |guard| guard.allowed(output));
            match self.requests(number, output, allowed) {
                Ok(inputs) => requests.add(output, inputs),
                Err(until) => self.switches[number].list.sleep(output, until),
            }
        }
        let urgent = self.urgent_at_grant(number);
        let starts = |input, output| urgent.is_none_or(|guard| guard.allows(input, output));
        let chosen = self.switches[number].list.choose(&requests, self.now, starts);
        for entry in chosen.as_slice() {
            self.engage(number, *entry);
            let output = usize::from(entry.output);
            self.may_release(number, output);
            let free = self.output_free(self.switches[number].first + output);
            self.switches[number].list.sleep(output, free);
        }
    }
}
