//! Choices of an allocator.

use super::{packets::NEVER, Engine};
use crate::{
    bits::set_lanes,
    fabric::{
        chosen::Requests,
        log::Sink,
        timing::{IDLE, NEAR, UNCOUNTED},
    },
};
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
            // The first word is issued whatever the level of the output's queue.
            let clogged = !self.was_roomy(number, 0);
            (output.ends + IDLE).max(now + u64::from(clogged))
        } else if now < output.near {
            output.near
        } else {
            now + u64::from(!self.was_roomy(number, NEAR))
        }
    }

    /// First cycle from now on in which an output port may have credits for a longest packet;
    /// [`NEVER`] if an event is scheduled for the wait.
    fn credits_from(&mut self, number: usize) -> u64 {
        let Engine { outputs, rules, now, .. } = self;
        let (output, longest, now) = (&outputs[number], rules.longest, *now);
        let link = output.link;
        // A packet that has just begun counts as a longest one.
        let (came, blocks) = output.sent;
        let is_uncounted = came <= now && now - came < UNCOUNTED;
        let need = if is_uncounted { 2 * longest - blocks } else { longest };
        if self.may_send(link, need, now) {
            now
        } else if is_uncounted && self.may_send(link, longest, now) {
            now + 1
        } else {
            self.wait_for_credits(link);
            NEVER
        }
    }

    /// Input ports of which an output port requests a packet, as a bitmap; without a request, the
    /// first cycle in which there may be one.
    fn requests(&mut self, number: usize, output: usize) -> Result<u64, u64> {
        let (now, first) = (self.now, self.switches[number].first);
        let free = self.output_free(first + output);
        if free > now {
            return Err(free);
        }
        let input_free = |input: usize| self.input_free(first + input);
        let inputs = self.switches[number].list.able(output, now, input_free)?;
        match self.credits_from(first + output) {
            later if later > now => Err(later),
            _ => Ok(inputs),
        }
    }

    /// The output ports of a switch look for packets. All that follows from the looks of a cycle is
    /// decided at once: offers that lead to a grant, and those that are declined.
    pub(super) fn choose(&mut self, number: usize) {
        let due = self.switches[number].list.due(self.now);
        if due == 0 {
            return;
        }
        let mut requests = Requests::none();
        for output in set_lanes(due) {
            match self.requests(number, output) {
                Ok(inputs) => requests.add(output, inputs),
                Err(until) => self.switches[number].list.sleep(output, until),
            }
        }
        let chosen = self.switches[number].list.choose(&requests, self.now);
        for entry in chosen.as_slice() {
            self.engage(number, *entry);
            let output = usize::from(entry.output);
            let free = self.output_free(self.switches[number].first + output);
            self.switches[number].list.sleep(output, free);
        }
    }
}
