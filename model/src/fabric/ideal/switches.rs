//! Events of switches.

use super::{
    buffers::SEEN,
    event::Kind,
    port::{Crossing, Sender, NEVER, NONE},
    Engine,
};
use crate::fabric::{
    log::{Record, Sink},
    timing::{AHEAD, CREDIT, FREED, ISSUED, LASTS, LEAST_APART, LISTED, PASSED, READ, WRITTEN},
    waiting::Entry,
};
use tailback_spec::switch::input_buffer::Reading;

impl<S: Sink> Engine<S> {
    /// Schedules the allocator of a switch in a cycle.
    fn look_at(&mut self, switch: usize, cycle: u64) {
        if self.switches[switch].looks.add(cycle, self.now) {
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
        let lacked = output.credits < self.rules.blocks;
        output.credits += output.returning.pop_front().unwrap_or_default();
        let of_switch = &mut self.switches[switch];
        let local = number - of_switch.first;
        if lacked && of_switch.list.waits(local) {
            of_switch.list.wake(local, self.now);
            self.look_at(switch, self.now);
        }
    }

    /// Whether a packet lacks only the credits of an output port (`stalled` of
    /// [`tailback_spec::switch::dispatcher`]).
    fn lacks_credits(&self, switch: usize, number: usize) -> bool {
        let (switch, output) = (&self.switches[switch], &self.outputs[number]);
        let waits = switch.list.waits(number - switch.first);
        output.credits < self.rules.blocks && self.now >= output.free_at + READ + ISSUED && waits
    }

    /// The first beat of a packet arrives.
    pub(super) fn header(&mut self, number: usize, packet: u32) {
        let now = self.now;
        let state = self.packets.get_mut(packet);
        state.came = now;
        let (flow, sequence, length) = (state.flow, state.sequence, state.length);
        let switch = usize::from(self.inputs[number].switch);
        let output = self.output_of(switch, flow, sequence);
        let input = &mut self.inputs[number];
        let leaves_by = self.switches[switch].first + usize::from(output);
        let cycles = self.rules.lengths.scaled(input.cycles, length);
        input.take(length.blocks);
        if self.rules.counts {
            input.arriving.push_back(packet);
            let counts = match self.rules.reading {
                Reading::Arbitrated | Reading::Waiting if !self.rules.stored => 0,
                _ => cycles - 1,
            };
            self.queue.push(now + WRITTEN + counts + SEEN, Kind::Counted, number as u16);
        }
        self.counts.hops += 1;
        if let Some(detector) = self.detectors.get_mut(leaves_by) {
            detector.arrives(now, cycles, length.blocks);
        }
        // On the path from a slower link to a faster one, a packet must not run dry.
        let leaves = self.rules.lengths.scaled(self.outputs[leaves_by].cycles, length);
        let early = cycles.saturating_sub(leaves);
        if early > 0 {
            input.held_back = Some((output, packet));
            self.queue.push(now + early, Kind::Offer, number as u16);
        } else {
            self.offer(number, output, packet);
        }
        self.may_fill(number);
    }

    /// Offers a packet that was held back.
    pub(super) fn offer_held_back(&mut self, number: usize) {
        if let Some((output, packet)) = self.inputs[number].held_back.take() {
            self.offer(number, output, packet);
        }
    }

    /// Offers a packet to the allocator.
    fn offer(&mut self, number: usize, output: u8, packet: u32) {
        let switch = usize::from(self.inputs[number].switch);
        let of_switch = &mut self.switches[switch];
        let input = (number - of_switch.first) as u8;
        of_switch.arrived.push_back((self.now, Entry { input, output, packet }));
        self.look_at(switch, self.now + LISTED);
    }

    /// The allocator learns of the packets that can be chosen from this cycle on, and chooses.
    pub(super) fn choose(&mut self, number: usize) {
        let now = self.now;
        let Engine { switches, inputs, outputs, rules, packets, .. } = self;
        let switch = &mut switches[number];
        if switch.looked.replace(now) == Some(now) {
            return;
        }
        switch.learn(now);
        let chosen = switch.choose(inputs, outputs, now, rules, packets);
        for entry in chosen.as_slice() {
            self.engage(number, *entry);
            let output = usize::from(entry.output);
            let switch = &mut self.switches[number];
            switch.list.sleep(output, self.outputs[switch.first + output].free_at);
        }
        if let Some(next) = self.switches[number].list.next_choice() {
            self.look_at(number, next);
        }
    }

    /// Engages two ports for a packet that is chosen.
    fn engage(&mut self, switch: usize, entry: Entry) {
        let first = self.switches[switch].first;
        let (i, o) = (first + usize::from(entry.input), first + usize::from(entry.output));
        let read = self.now + READ;
        let sent = read + PASSED;
        let packet = self.packets.get_mut(entry.packet);
        packet.read = read;
        let (came, length) = (packet.came, packet.length);
        let lengths = &self.rules.lengths;
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
        let tail = came + lengths.scaled(input.cycles, length) + LISTED + READ + PASSED;
        let hold = length.beats.max(tail.saturating_sub(sent));
        input.hold = (ISSUED + hold).max(LASTS + 1);
        // The port is free once the end of its packet is near.
        input.engage(self.now, sent + hold.max(LEAST_APART) - AHEAD);
        let free_at = sent + lengths.scaled(output.cycles, length).max(LEAST_APART) - AHEAD;
        output.engage(length.blocks, read, free_at);
        output.crossing.push_back(Crossing { packet: entry.packet, input: i as u16, hold });
        self.queue.push(sent, Kind::Transmit, o as u16);
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
        let length = packet.length;
        if packet.counted {
            self.marking.dequeue(i, local, number);
        } else if let Some(place) = input.arriving.iter_mut().find(|place| **place == id) {
            *place = NONE;
        }
        let mark = match self.detectors.get_mut(number) {
            Some(detector) => detector.transmit(now, hold, length.blocks),
            None => self.marking.transmit(now, i, local, number),
        };
        packet.marked |= mark && now >= output.unmarked_until;
        packet.counted = false;
        packet.read = NEVER;
        let freed = now + hold.max(LASTS + 1 - ISSUED) - FREED;
        input.free(length.blocks, freed);
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
                let lengths = &self.rules.lengths;
                let taken = lengths.scaled(output.cycles, length);
                let came = now + output.delay + taken;
                if output.drain > 0 {
                    let drained = output.drained + lengths.scaled(output.drain, length);
                    output.drained = came.max(drained);
                    let back = output.drained + CREDIT + output.delay;
                    output.returning.push_back(length.blocks);
                    self.queue.push(back, Kind::Credit, number as u16);
                }
                let ended = match self.exchanges {
                    Some(_) => {
                        let delivered = flow.delivery.receive(packet.sequence);
                        delivered.filter(|sequence| lengths.ends(packet.flow, *sequence)).count()
                    }
                    None => 0,
                };
                let matters = flow.arrives(packet.marked);
                // An ACK that answers a short packet is sent so much earlier.
                let sooner = output.cycles - taken;
                if matters {
                    self.queue.push(now + flow.ack_cycles - sooner, Kind::Ack, packet.flow);
                }
                self.packets.remove(id);
                self.counts.delivered += 1;
                for _ in 0..ended {
                    self.received(packet.flow, came);
                }
            }
        }
        match sender {
            Sender::Output(output) => {
                self.outputs[usize::from(output)].returning.push_back(length.blocks);
                self.queue.push(back, Kind::Credit, output);
            }
            Sender::Host(host) => self.return_credit(usize::from(host), back, length.blocks),
        }
    }
}
