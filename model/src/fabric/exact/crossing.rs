//! Words that come to output ports, and packets that go into links.

use super::{links::End, packets::NEVER, Engine, Kind};
use crate::fabric::{
    log::{Record, Sink},
    timing::{CROSSED, HELD_UP},
};
use tailback_spec::switch::egress::FULL;

impl<S: Sink> Engine<S> {
    /// The first word of a packet comes to an output port.
    pub(super) fn first_word(&mut self, number: usize) {
        let now = self.now;
        let output = &mut self.outputs[number];
        let words = output.granted;
        output.granted.packet = u32::MAX;
        let packet = self.packets.get_mut(words.packet);
        let input = &mut self.inputs[output.source];
        if let Some(place) = input.present.iter().position(|(_, id)| *id == words.packet) {
            input.present.remove(place);
        }
        let local = number - self.switches[output.switch].first;
        let mark = self.marking.transmit(now, output.source, local, number);
        packet.marked |= mark && packet.is_data;
        packet.counted = false;
        output.sent = (now, packet.blocks);
        self.links[output.link].credits.sent += packet.blocks;
        output.waiting.push_back(words);
        if !output.starting {
            self.start(number);
        }
    }

    /// A packet may begin after all.
    pub(super) fn start_again(&mut self, number: usize) {
        self.outputs[number].starting = false;
        self.start(number);
    }

    /// The first packet that waits at an output port begins to go over its link, if that is free and
    /// no flow-control packet goes.
    fn start(&mut self, number: usize) {
        let now = self.now;
        let link = self.outputs[number].link;
        let free = self.links[link].free;
        let again = if now < free { Some(free) } else { self.tells(link, now).then_some(now + 1) };
        let output = &mut self.outputs[number];
        if let Some(cycle) = again {
            output.starting = true;
            self.queue.push(cycle, Kind::Start, number as u16);
            if cycle == now + 1 && self.outputs[number].level(cycle) >= FULL as u64 {
                self.queue.push(cycle, Kind::Pause, number as u16);
            }
            return;
        }
        let Some(words) = output.waiting.pop_front() else { return };
        output.gone = (output.going, output.begun);
        (output.going, output.begun) = (words, now);
        let free = now + words.beats;
        if !output.waiting.is_empty() {
            output.starting = true;
            self.queue.push(free, Kind::Start, number as u16);
        }
        self.goes(link, words.packet);
    }

    /// A packet begins to go over a link.
    pub(super) fn goes(&mut self, number: usize, id: u32) {
        let now = self.now;
        let packet = *self.packets.get(id);
        let link = &mut self.links[number];
        link.free = now + packet.beats;
        let (comes, to, from) = (now + link.delay, link.to, link.from);
        if packet.is_data {
            self.counts.hops += 1;
            self.counts.sent += u64::from(matches!(from, End::Host(_)));
            let flow = &self.flows[usize::from(packet.flow)];
            let limiter = &self.nics[usize::from(flow.from)].limiter;
            self.sink.record(&Record {
                cycle: now,
                link: number as u16,
                flow: packet.flow,
                sequence: packet.sequence,
                marked: packet.marked,
                ipd: limiter.ipd(usize::from(flow.sender)),
            });
        }
        match to {
            End::Port(port) => {
                self.inputs[port].on_link.push_back(id);
                self.packets.get_mut(id).read = NEVER;
                self.queue.push(comes, Kind::Header, port as u16);
            }
            End::Host(host) => {
                self.packets.remove(id);
                self.arrives(host, &packet, comes);
            }
        }
    }

    /// Words for an output port are held up, if its queue is full.
    pub(super) fn pause(&mut self, number: usize) {
        let now = self.now;
        let output = &mut self.outputs[number];
        if std::mem::replace(&mut output.paused, now) == now || output.level(now) < FULL as u64 {
            return;
        }
        self.queue.push(now + 1, Kind::Pause, number as u16);
        let input = &mut self.inputs[output.source];
        let (sending, paused) = (input.sending, now + HELD_UP);
        // The first word leaves whatever waits there.
        if sending.to != number || !(sending.read + 1..=sending.ends).contains(&paused) {
            return;
        }
        output.pause(sending.packet, paused, CROSSED);
        input.pause(paused);
        let back = self.links[input.link].back;
        self.links[back].teller.postpone();
    }
}
