//! Events of switches.

use super::{
    buffers::SEEN,
    event::Kind,
    port::{Crossing, Sender, NEVER, NONE},
    Engine,
};
use crate::fabric::{
    log::{Record, Sink},
    timing::{AHEAD, BLINK, CHOICE, CREDIT, FREED, LEAST_APART, LISTED, PASSED, READ},
    waiting::Entry,
};
use tailback_spec::{config::Allocator, switch::input_buffer::Reading};

impl<S: Sink> Engine<S> {
    /// Schedules the allocator of a switch in a cycle.
    fn look_at(&mut self, switch: usize, cycle: u64) {
        let looks = &mut self.switches[switch].looks;
        if !looks.contains(&cycle) {
            *looks = [cycle, looks[0]];
            self.queue.push(cycle, Kind::Allocate, switch as u16);
        }
    }

    /// The first beat of a packet arrives from a link with a delay.
    pub(super) fn header_from_link(&mut self, input: usize) {
        if let Some(packet) = self.inputs[input].on_link.pop_front() {
            self.header(input, packet);
        }
    }

    /// Credits return to an output port for packets that it has sent.
    pub(super) fn credit(&mut self, number: usize) {
        let switch = usize::from(self.inputs[number].switch);
        let minds = !self.detectors.is_empty() || self.rules.unmarked_after_blocked > 0;
        if minds && self.lacks_credits(switch, number) {
            self.outputs[number].unmarked_until = self.now + self.rules.unmarked_after_blocked;
            if let Some(detector) = self.detectors.get_mut(number) {
                detector.stalled();
            }
        }
        let output = &mut self.outputs[number];
        let lacked = output.credits < self.rules.longest;
        output.credits += self.rules.blocks;
        if lacked && !self.switches[switch].list.is_empty() {
            self.look_at(switch, self.now);
        }
    }

    /// Whether a packet lacks only the credits of an output port (`stalled` of
    /// [`tailback_spec::switch::dispatcher`]).
    fn lacks_credits(&self, switch: usize, number: usize) -> bool {
        let (switch, output) = (&self.switches[switch], &self.outputs[number]);
        let waits = || switch.list.iter().any(|e| switch.first + usize::from(e.output) == number);
        output.credits < self.rules.longest && self.now >= output.free_at + READ && waits()
    }

    /// The first beat of a packet arrives.
    pub(super) fn header(&mut self, number: usize, packet: u32) {
        let now = self.now;
        let input = &mut self.inputs[number];
        let state = self.packets.get_mut(packet);
        state.came = now;
        let to = self.flows[usize::from(state.flow)].to;
        let switch = usize::from(input.switch);
        let output = self.routes[switch * self.hosts.len() + usize::from(to)];
        let leaves_by = self.switches[switch].first + usize::from(output);
        input.take(self.rules.blocks);
        input.arriving.push_back(packet);
        let counts = match self.rules.reading {
            Reading::Arbitrated | Reading::Waiting if !self.rules.stored => 0,
            _ => input.cycles - 1,
        };
        self.queue.push(now + counts + SEEN, Kind::Counted, number as u16);
        self.counts.hops += 1;
        if let Some(detector) = self.detectors.get_mut(leaves_by) {
            detector.arrives(now, input.cycles, self.rules.blocks);
        }
        // On the path from a slower link to a faster one, a packet must not run dry.
        let early = input.cycles.saturating_sub(self.outputs[leaves_by].cycles);
        if early > 0 {
            input.held_back = Some((output, packet));
            self.queue.push(now + early, Kind::Offer, number as u16);
        } else {
            self.offer(number, output, packet);
        }
    }

    /// Offers a packet that was held back.
    pub(super) fn offer_held_back(&mut self, number: usize) {
        if let Some((output, packet)) = self.inputs[number].held_back.take() {
            self.offer(number, output, packet);
        }
    }

    /// Offers a packet to the allocator.
    fn offer(&mut self, number: usize, output: u8, packet: u32) {
        let input = &mut self.inputs[number];
        input.offered.push_back((output, packet));
        let switch = &mut self.switches[usize::from(input.switch)];
        switch.offered += 1;
        if switch.offered == 1 {
            let switch = usize::from(input.switch);
            self.look_at(switch, self.now);
        }
    }

    /// The allocator chooses, and adds one more packet to its list.
    pub(super) fn choose(&mut self, number: usize) {
        let now = self.now;
        let switch = &mut self.switches[number];
        if switch.looked.replace(now) == Some(now) {
            return;
        }
        switch.granted = None;
        if now >= switch.next_choice && !switch.list.is_empty() {
            self.grant(number);
        }
        if self.rules.allocator == Allocator::RoundRobin {
            while self.switches[number].offered > 0 {
                self.pass(number);
            }
        } else if self.switches[number].offered > 0 {
            self.pass(number);
        }
        let switch = &self.switches[number];
        let offers = |input: &usize| !self.inputs[switch.first + input].offered.is_empty();
        let mut may_pass =
            (0..switch.ports).filter(|input| switch.listed[*input] < self.rules.share);
        // A packet whose input has no free entry is examined when one of that input has left.
        if switch.offered > 0 && may_pass.any(|input| offers(&input)) {
            self.look_at(number, now + 1);
        }
    }

    /// Grants the packets that can start.
    fn grant(&mut self, number: usize) {
        let (now, longest) = (self.now, self.rules.longest);
        let switch = &mut self.switches[number];
        let chosen = match self.rules.allocator {
            Allocator::Fifo => {
                let bypasses = self.rules.bypasses;
                switch.fifo(&self.inputs, &mut self.outputs, now, longest, bypasses)
            }
            Allocator::RoundRobin => switch.round_robin(&self.inputs, &self.outputs, now, longest),
        };
        for place in chosen.as_slice().iter().rev() {
            let switch = &mut self.switches[number];
            let entry = switch.list.remove(usize::from(*place));
            switch.listed[usize::from(entry.input)] -= 1;
            switch.granted = Some(usize::from(entry.input));
            self.engage(number, entry);
        }
        let switch = &mut self.switches[number];
        if !chosen.as_slice().is_empty() {
            switch.next_choice = now + CHOICE;
            if !switch.list.is_empty() {
                self.look_at(number, now + CHOICE);
            }
        } else {
            self.wait(number);
        }
    }

    /// Engages two ports for a packet.
    fn engage(&mut self, switch: usize, entry: Entry) {
        let first = self.switches[switch].first;
        let (i, o) = (first + usize::from(entry.input), first + usize::from(entry.output));
        let read = self.now + READ;
        let sent = read + PASSED;
        let packet = self.packets.get_mut(entry.packet);
        packet.read = read;
        let came = packet.came;
        if packet.counted {
            let output = usize::from(entry.output);
            self.marking.announce(read + SEEN, i, output, o);
        }
        let (input, output) = (&mut self.inputs[i], &mut self.outputs[o]);
        if input.last.2 != NEVER {
            input.sent_until = input.last.2 + input.hold;
        }
        input.last = (entry.packet, entry.output, read);
        // The packet cannot cross the switch faster than it arrives.
        let tail = came + input.cycles + LISTED + READ + PASSED;
        input.hold = self.rules.beats.max(tail.saturating_sub(sent));
        input.free_at = sent + input.hold - AHEAD;
        let free = sent + output.cycles.max(LEAST_APART);
        output.free_at = free - AHEAD;
        output.blink = free - BLINK;
        let hold = input.hold;
        output.crossing.push_back(Crossing { packet: entry.packet, input: i as u16, hold });
        if output.has_credits() {
            // Deducted now: a short packet has not left when the next one is chosen.
            output.credits -= self.rules.blocks;
        }
        self.queue.push(sent, Kind::Transmit, o as u16);
    }

    /// No packet can start in this cycle: schedules the next attempt. Packets that lack credits are
    /// examined when credits return.
    fn wait(&mut self, number: usize) {
        let (now, switch) = (self.now, &mut self.switches[number]);
        let mut wake = NEVER;
        for entry in switch.list.iter() {
            let output = &self.outputs[switch.first + usize::from(entry.output)];
            let input = &self.inputs[switch.first + usize::from(entry.input)];
            let free = match input.free_at.max(output.free_at) {
                free if free > now => free,
                _ if output.blink == now => now + 1,
                _ => continue,
            };
            wake = wake.min(free);
        }
        if wake != NEVER && switch.wake != wake {
            switch.wake = wake;
            self.look_at(number, wake);
        }
    }

    /// Moves one packet that has arrived into the list, of an input that has a free entry.
    fn pass(&mut self, number: usize) {
        let switch = &mut self.switches[number];
        let (first, ports) = (switch.first, switch.ports);
        for step in 1..=ports {
            let input = (switch.last_passed + step) % ports;
            if !switch.is_free(input, self.rules.share) {
                continue;
            }
            if let Some((output, packet)) = self.inputs[first + input].offered.pop_front() {
                switch.list.add(Entry { input: input as u8, output, packet });
                switch.listed[input] += 1;
                switch.last_passed = input;
                switch.offered -= 1;
                break;
            }
        }
        let next = switch.next_choice.max(self.now + LISTED);
        self.look_at(number, next);
    }

    /// The first beat of a packet leaves an output port.
    pub(super) fn transmit(&mut self, number: usize) {
        let now = self.now;
        let output = &mut self.outputs[number];
        let Some(Crossing { packet: id, input, hold }) = output.crossing.pop_front() else {
            return;
        };
        let i = usize::from(input);
        let local = number - self.switches[usize::from(self.inputs[i].switch)].first;
        let input = &mut self.inputs[i];
        let packet = self.packets.get_mut(id);
        if packet.counted {
            self.marking.dequeue(i, local, number);
        } else if let Some(place) = input.arriving.iter_mut().find(|place| **place == id) {
            *place = NONE;
        }
        let mark = match self.detectors.get_mut(number) {
            Some(detector) => detector.transmit(now, hold, self.rules.blocks),
            None => self.marking.transmit(now, i, local, number),
        };
        packet.marked |= mark && now >= output.unmarked_until;
        packet.counted = false;
        packet.read = NEVER;
        let freed = now + hold - FREED;
        input.free(self.rules.blocks, freed);
        let (sender, back) = (input.sender, freed + CREDIT + input.delay);
        let packet = *packet;
        let flow = &mut self.flows[usize::from(packet.flow)];
        self.counts.hops += 1;
        self.sink.record(&Record {
            cycle: now,
            link: output.link,
            flow: packet.flow,
            sequence: packet.sequence,
            marked: packet.marked,
            ipd: flow.ipd,
        });
        match output.to {
            Some(to) => {
                let delay = output.delay;
                self.goes(id, to, delay);
            }
            None => {
                if output.drain > 0 {
                    let came = now + output.delay + output.cycles;
                    output.drained = came.max(output.drained + output.drain);
                    let back = output.drained + CREDIT + output.delay;
                    self.queue.push(back, Kind::Credit, number as u16);
                }
                flow.arrives(packet.marked);
                self.queue.push(now + flow.ack_cycles, Kind::Ack, packet.flow);
                self.packets.remove(id);
                self.counts.delivered += 1;
            }
        }
        match sender {
            Sender::Output(output) => self.queue.push(back, Kind::Credit, output),
            Sender::Host(host) => self.return_credit(usize::from(host), back),
        }
    }
}
