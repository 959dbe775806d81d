//! Words that reach output ports, and packets that enter links.
//!
//! An output port decides in each cycle what is on its link in the next one ([`DRIVEN`]). Starts of
//! packets are dated to the cycle on the link.

use super::{links::End, marking::Passing, packets::NEVER, Engine, Kind};
use crate::fabric::{
    log::{Record, Sink},
    timing::{CROSSED, DRIVEN, HELD_UP, ISSUED},
};
use tailback_spec::switch::egress::FULL;

impl<S: Sink> Engine<S> {
    /// Schedules the start of a packet whose first word reaches an output port in cycle `first`,
    /// and finds no packet before it there.
    pub(super) fn comes_first(&mut self, number: usize, first: u64) {
        let (first, free) = (first + DRIVEN, self.links[self.outputs[number].link].free);
        let kind = if free <= first { Kind::FirstWord } else { Kind::Start };
        self.queue.push(first.max(free), kind, number as u16);
    }

    /// Starts the first packet that waits at an output port on its link, unless a flow-control
    /// packet is transmitted. The packet's first word was there in the cycle before, and the link
    /// is free.
    pub(super) fn start(&mut self, number: usize) {
        let now = self.now;
        let link = self.outputs[number].link;
        // The first word may have been held up.
        let first = self.outputs[number].waiting.front().map(|words| words.first + DRIVEN);
        if let Some(first) = first.filter(|first| *first > now) {
            self.queue.push(first, Kind::FirstWord, number as u16);
            return;
        }
        if self.tells(link, now) {
            self.queue.push(now + 1, Kind::Start, number as u16);
            if self.outputs[number].level(now) >= FULL as u64 {
                self.queue.push(now, Kind::Pause, number as u16);
            }
            return;
        }
        self.stalls(number);
        let output = &mut self.outputs[number];
        let Some(words) = output.waiting.pop_front() else { return };
        let source = words.source as usize;
        let mark = self.marking.transmit(&Passing {
            first: words.first,
            source,
            local: number - self.switches[output.switch].first,
            output: number,
            blocks: self.packets.get(words.packet).blocks,
            before: &output.going,
        });
        output.gone = (output.going, output.begun);
        (output.going, output.begun) = (words, now - DRIVEN);
        let next = output.waiting.front().map(|next| next.first);
        let input = &mut self.inputs[source];
        if input.newest == words.packet {
            input.newest = u32::MAX;
        }
        let packet = self.packets.get_mut(words.packet);
        packet.marked |= mark && packet.is_data;
        packet.counted = false;
        self.goes(link, words.packet);
        if let Some(first) = next {
            self.comes_first(number, first);
        }
    }

    /// A packet starts on a link.
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
        } else {
            self.sink.acknowledgement(&Record {
                cycle: now,
                link: number as u16,
                flow: packet.flow,
                sequence: packet.sequence,
                marked: packet.marked,
                ipd: 0,
            });
        }
        match to {
            End::Port(port) => {
                self.packets.get_mut(id).read = NEVER;
                self.goes_to_switch(port, comes, id);
            }
            End::Host(host) => {
                self.packets.remove(id);
                self.arrives(host, &packet, comes);
            }
        }
    }

    /// Holds up words for an output port if its queue is full.
    pub(super) fn pause(&mut self, number: usize) {
        let now = self.now;
        let output = &mut self.outputs[number];
        if std::mem::replace(&mut output.paused, now) == now || output.level(now) < FULL as u64 {
            return;
        }
        self.queue.push(now + 1, Kind::Pause, number as u16);
        let input = &mut self.inputs[output.source];
        let (sending, paused) = (&input.sending, now + HELD_UP);
        if sending.to != number || !(sending.read + ISSUED..=sending.last).contains(&paused) {
            return;
        }
        let is_later = input.pause(paused);
        output.pause(&input.sending, paused + CROSSED);
        if is_later {
            let back = self.links[input.link].back;
            self.links[back].teller.postpone();
        }
    }
}
