//! Input ports and the allocator.

use super::{packets::NEVER, pop_if, ports::Words, Engine, Kind};
use crate::fabric::{
    log::Sink,
    timing::{CHOICE, COUNTED, CROSSED, KNOWN, LISTED, READ, TOLD_FREE},
};
use std::collections::VecDeque;
use tailback_spec::{config::Allocator, switch::input_buffer::Reading};

/// A packet in the allocator's list; ports by their local numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub input: u8,
    pub output: u8,
    pub packet: u32,
}

/// The allocator of a switch.
#[derive(Debug)]
pub(super) struct Switch {
    /// Its first port in the fabric.
    pub first: usize,
    pub ports: usize,
    /// Packets that wait, in the order of arrival; with round robin, only the first of each input for
    /// each output.
    pub list: Vec<Entry>,
    /// With round robin, the packets behind those, by input and then output.
    behind: Vec<VecDeque<u32>>,
    /// Packets of all inputs that the list does not have yet.
    offered: u32,
    /// The input that has put a packet into the list last.
    last_passed: usize,
    /// The cycle of the last choice.
    chosen: u64,
    /// The cycles in which it will be looked at, as far as they are known here.
    looks: [u64; 4],
    /// The cycle in which it was looked at last.
    looked: u64,
}

impl Switch {
    pub fn new(first: usize, ports: usize, allocator: Allocator, entries: usize) -> Self {
        Switch {
            first,
            ports,
            list: Vec::with_capacity(entries),
            behind: match allocator {
                Allocator::RoundRobin => vec![VecDeque::new(); ports * ports],
                Allocator::Fifo => Vec::new(),
            },
            offered: 0,
            last_passed: ports - 1,
            chosen: 0,
            looks: [NEVER; 4],
            looked: NEVER,
        }
    }

    /// Where the packets of an input for an output are in `behind`.
    fn queue(&self, entry: Entry) -> usize {
        usize::from(entry.input) * self.ports + usize::from(entry.output)
    }

    /// Takes a packet into the list, or behind what is there.
    fn enlist(&mut self, entry: Entry) {
        let queue = self.queue(entry);
        let same = |other: &Entry| (other.input, other.output) == (entry.input, entry.output);
        match self.behind.get_mut(queue) {
            Some(behind) if self.list.iter().any(same) => behind.push_back(entry.packet),
            _ => self.list.push(entry),
        }
    }

    /// Takes a packet out of the list.
    pub fn delist(&mut self, place: usize) -> Entry {
        let entry = self.list.remove(place);
        let queue = self.queue(entry);
        if let Some(packet) = self.behind.get_mut(queue).and_then(VecDeque::pop_front) {
            self.list.push(Entry { packet, ..entry });
        }
        entry
    }

    /// Whether there is no place for another packet; one that is chosen has its own for a cycle more.
    fn is_full(&self, now: u64, entries: usize) -> bool {
        self.list.len() + usize::from(self.chosen == now || self.chosen + 1 == now) >= entries
    }
}

impl<S: Sink> Engine<S> {
    /// The allocator of a switch is to be looked at in a cycle.
    pub(super) fn look_at(&mut self, switch: usize, cycle: u64) {
        let (looks, now) = (&mut self.switches[switch].looks, self.now);
        if looks.contains(&cycle) {
            return;
        }
        if let Some(place) = looks.iter_mut().find(|look| **look < now || **look == NEVER) {
            *place = cycle;
        }
        self.queue.push(cycle, Kind::Allocate, switch as u16);
    }

    /// The first beat of a packet has been checked.
    pub(super) fn header(&mut self, number: usize) {
        let (now, hosts) = (self.now, self.nics.len());
        let input = &mut self.inputs[number];
        let Some(id) = input.on_link.pop_front() else { return };
        let packet = self.packets.get_mut(id);
        let switch = input.switch;
        let local = self.routes[switch * hosts + usize::from(packet.to)];
        input.comes(now, packet.blocks);
        input.newest = id;
        input.present.push_back((local, id));
        input.offered.push_back((local, id, now));
        self.counts.hops += u64::from(packet.is_data);
        if self.rules.reading == Reading::Received {
            self.queue.push(now + packet.beats - 1, Kind::Tail, number as u16);
        } else {
            packet.counted = true;
            let output = self.switches[switch].first + usize::from(local);
            self.marking.enqueue(now + COUNTED, number, usize::from(local), output);
            self.may_fill(number);
        }
        self.switches[switch].offered += 1;
        self.look_at(switch, now + LISTED);
    }

    /// The allocator takes into its list what came until the cycle before, and chooses.
    pub(super) fn allocate(&mut self, number: usize) {
        let now = self.now;
        let switch = &mut self.switches[number];
        if std::mem::replace(&mut switch.looked, now) == now {
            return;
        }
        if switch.offered > 0 {
            self.enlist(number, now - LISTED);
        }
        let switch = &self.switches[number];
        let next_choice = switch.chosen + CHOICE;
        if !switch.list.is_empty() {
            match now >= next_choice {
                true => self.choose(number),
                false => self.look_at(number, next_choice),
            }
        }
        if self.switches[number].offered > 0 {
            self.look_at(number, now + 1);
        }
    }

    /// Takes a packet into the list that came no later than a cycle; with round robin, all of them.
    fn enlist(&mut self, number: usize, came: u64) {
        let all = self.rules.allocator == Allocator::RoundRobin;
        if !all && self.switches[number].is_full(came, self.rules.entries) {
            return;
        }
        while self.pass(number, came) && all {}
    }

    /// One packet that has come gets into the list, if there is one.
    fn pass(&mut self, number: usize, came: u64) -> bool {
        let switch = &mut self.switches[number];
        let (first, ports, last) = (switch.first, switch.ports, switch.last_passed);
        for input in (last + 1..ports).chain(0..=last) {
            let offered = &mut self.inputs[first + input].offered;
            if let Some((output, packet, _)) = pop_if(offered, |(.., at)| *at <= came) {
                switch.enlist(Entry { input: input as u8, output, packet });
                switch.last_passed = input;
                switch.offered -= 1;
                return true;
            }
        }
        false
    }

    fn choose(&mut self, number: usize) {
        let now = self.now;
        let (chosen, wake) = match self.rules.allocator {
            Allocator::Fifo => self.fifo(number),
            Allocator::RoundRobin => self.round_robin(number),
        };
        for place in chosen.as_slice().iter().rev() {
            let entry = self.switches[number].delist(usize::from(*place));
            self.engage(number, entry);
        }
        if !chosen.as_slice().is_empty() {
            self.switches[number].chosen = now;
            let next = self.next_choice(number);
            if next != NEVER {
                self.look_at(number, next);
            }
        } else if wake != NEVER {
            self.look_at(number, wake);
        }
    }

    /// Joins two ports for a packet.
    fn engage(&mut self, switch: usize, entry: Entry) {
        let now = self.now;
        let first = self.switches[switch].first;
        let (i, o) = (first + usize::from(entry.input), first + usize::from(entry.output));
        let packet = self.packets.get_mut(entry.packet);
        let read = now + READ;
        packet.read = read;
        let (beats, blocks) = (packet.beats, packet.blocks);
        if packet.counted {
            self.marking.dequeue(read + COUNTED, i, usize::from(entry.output), o);
        }
        let ends = read + beats - 1;
        let near = (ends - 1).max(read + KNOWN);
        let (input, output) = (&mut self.inputs[i], &mut self.outputs[o]);
        input.engage(entry.packet, blocks, o, read, ends, near);
        (output.source, output.ends, output.near) = (i, ends, near);
        let comes = read + CROSSED;
        output.granted = Words::new(entry.packet, comes, beats);
        self.queue.push(comes, Kind::FirstWord, o as u16);
        let link = input.link;
        let back = self.links[link].back;
        self.links[back].teller.changes(ends + 1 + TOLD_FREE, 1, blocks);
        if self.links[link].credits.missed {
            self.may_tell_earlier(link, ends);
        }
        self.stays_full(i);
    }
}
