//! Input ports and the allocator.

use super::{choice::Seen, packets::NEVER, pop_if, ports::Words, Engine, Kind};
use crate::fabric::{
    log::Sink,
    timing::{CHOICE, COUNTED, CROSSED, KNOWN, LISTED, READ, TOLD_FREE},
    waiting::{Entry, Waiting},
};
use std::collections::VecDeque;
use tailback_spec::{config::Allocator, switch::input_buffer::Reading};

/// A packet that has arrived, and the cycle in which it did.
#[derive(Debug, Clone, Copy)]
struct Offered {
    entry: Entry,
    came: u64,
}

/// The allocator of a switch.
#[derive(Debug)]
pub(super) struct Switch {
    /// Index of its first port in the fabric.
    pub first: usize,
    pub ports: usize,
    /// Packets that wait, in the order of arrival.
    pub list: Waiting,
    /// Packets that have arrived and are not yet in the list, in the order of their cycles.
    offered: Vec<Offered>,
    /// Packets in the list, by input.
    listed: Vec<usize>,
    /// Input whose packet was chosen last.
    chosen_input: u8,
    /// Packets on the links to the switch, in the order in which they will have been checked: that
    /// cycle, input port, packet.
    coming: VecDeque<(u64, usize, u32)>,
    /// Input that put a packet into the list last.
    last_passed: usize,
    pub seen: Seen,
    /// Cycle of the last choice.
    chosen: u64,
    /// Cycles in which the allocator will run, as far as they are known.
    looks: [u64; 4],
    /// Cycle in which the allocator ran last.
    looked: u64,
}

impl Switch {
    pub fn new(first: usize, ports: usize, allocator: Allocator) -> Self {
        Switch {
            first,
            ports,
            list: Waiting::new(ports, allocator),
            offered: Vec::new(),
            listed: vec![0; ports],
            chosen_input: 0,
            coming: VecDeque::new(),
            last_passed: ports.saturating_sub(1),
            seen: Seen::default(),
            chosen: 0,
            looks: [NEVER; 4],
            looked: NEVER,
        }
    }

    /// Packets of an input that have not been chosen, with their outputs.
    pub fn waiting(&self, input: u8) -> impl Iterator<Item = (u8, u32)> + '_ {
        let entries = self.offered.iter().map(|offered| &offered.entry);
        let offered = entries.filter(move |entry| entry.input == input);
        offered.map(|entry| (entry.output, entry.packet)).chain(self.list.of_input(input))
    }

    /// Moves one packet that arrived no later than a cycle into the list, if there is one whose
    /// input has a free entry: of the first such input after the one that was served last.
    fn pass(&mut self, came: u64, share: usize) -> bool {
        let (ports, last) = (self.ports, self.last_passed);
        let after = |offered: &Offered| match usize::from(offered.entry.input) {
            later if later > last => later,
            before => before + ports,
        };
        let offered = self.offered.iter().enumerate().take_while(|(_, it)| it.came <= came);
        let offered = offered.filter(|(_, it)| self.is_free(it.entry.input, came, share));
        let Some((place, _)) = offered.min_by_key(|(_, offered)| after(offered)) else {
            return false;
        };
        let Offered { entry, .. } = self.offered.remove(place);
        self.last_passed = usize::from(entry.input);
        self.list.add(entry);
        self.listed[self.last_passed] += 1;
        true
    }

    /// Whether an input has a free entry in a cycle: a packet that is chosen keeps its entry for
    /// another cycle.
    fn is_free(&self, input: u8, cycle: u64, share: usize) -> bool {
        let chosen = self.chosen_input == input && self.chosen + 1 >= cycle;
        self.listed[usize::from(input)] + usize::from(chosen) < share
    }

    /// Whether a packet has arrived that may enter the list from the next cycle on, as far as is
    /// known.
    fn may_pass(&self, now: u64, share: usize) -> bool {
        let has_entry = |input: u8| self.listed[usize::from(input)] < share;
        self.offered.iter().any(|it| it.came >= now || has_entry(it.entry.input))
    }
}

impl<S: Sink> Engine<S> {
    /// Schedules the allocator of a switch in a cycle.
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

    /// A packet is transmitted to an input port, where its first beat will have been checked in a
    /// cycle.
    pub(super) fn goes_to_switch(&mut self, input: usize, comes: u64, packet: u32) {
        let number = self.inputs[input].switch;
        let coming = &mut self.switches[number].coming;
        if coming.back().is_none_or(|(before, ..)| *before <= comes) {
            coming.push_back((comes, input, packet));
        } else {
            let place = coming.partition_point(|(before, ..)| *before <= comes);
            coming.insert(place, (comes, input, packet));
        }
        if self.rules.reading == Reading::Waiting {
            // The packet may find the buffer full.
            self.queue.push(comes, Kind::Check, input as u16);
        }
        self.queue.push(comes + LISTED, Kind::Allocate, number as u16);
    }

    /// Processes the packets of a switch that have been checked up to a cycle. Until the allocator
    /// runs, they affect only a buffer that may be full.
    #[inline]
    pub(super) fn come(&mut self, switch: usize, until: u64) {
        let pop = |switch: &mut Switch| pop_if(&mut switch.coming, |(comes, ..)| *comes <= until);
        while let Some((came, input, packet)) = pop(&mut self.switches[switch]) {
            self.header(input, came, packet);
        }
    }

    /// The first beat of a packet has been checked in a cycle.
    fn header(&mut self, number: usize, came: u64, id: u32) {
        let hosts = self.nics.len();
        let input = &mut self.inputs[number];
        let packet = self.packets.get_mut(id);
        let switch = input.switch;
        let local = self.routes[switch * hosts + usize::from(packet.to)];
        input.comes(came, packet.blocks);
        input.newest = id;
        let of_switch = &mut self.switches[switch];
        let first = of_switch.first;
        let entry = Entry { input: (number - first) as u8, output: local, packet: id };
        of_switch.offered.push(Offered { entry, came });
        self.counts.hops += u64::from(packet.is_data);
        if self.rules.reading == Reading::Received {
            self.queue.push(came + packet.beats - 1, Kind::Tail, number as u16);
        } else {
            packet.counted = true;
            let output = first + usize::from(local);
            self.marking.enqueue(came + COUNTED, number, usize::from(local), output);
            self.may_fill(number, came);
            if self.inputs[number].check == self.now {
                self.check(number);
            }
        }
    }

    /// The allocator adds to its list what arrived until the cycle before, and chooses.
    pub(super) fn allocate(&mut self, number: usize) {
        let now = self.now;
        let switch = &mut self.switches[number];
        if std::mem::replace(&mut switch.looked, now) == now {
            return;
        }
        self.come(number, now);
        let switch = &mut self.switches[number];
        if !switch.offered.is_empty() {
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
        // A packet whose input has no free entry is examined when one of that input leaves.
        if self.switches[number].may_pass(now, self.rules.share) {
            self.look_at(number, now + 1);
        }
    }

    /// Adds a packet that arrived no later than a cycle to the list; with round robin, all of them.
    fn enlist(&mut self, number: usize, came: u64) {
        let all = self.rules.allocator == Allocator::RoundRobin;
        while self.switches[number].pass(came, self.rules.share) && all {}
    }

    fn choose(&mut self, number: usize) {
        let wake = match self.rules.allocator {
            Allocator::Fifo => {
                let (chosen, wake) = self.fifo(number);
                chosen.into_iter().for_each(|place| self.lets_go(number, place));
                wake
            }
            Allocator::RoundRobin => {
                let (chosen, wake) = self.round_robin(number);
                let places = chosen.as_slice().iter().rev();
                places.for_each(|place| self.lets_go(number, usize::from(*place)));
                wake
            }
        };
        let next =
            if self.switches[number].chosen == self.now { self.next_choice(number) } else { wake };
        if next != NEVER {
            self.look_at(number, next);
        }
    }

    /// A packet is chosen and leaves the list.
    fn lets_go(&mut self, switch: usize, place: usize) {
        let of_switch = &mut self.switches[switch];
        let entry = of_switch.list.remove(place);
        (of_switch.chosen, of_switch.chosen_input) = (self.now, entry.input);
        of_switch.listed[usize::from(entry.input)] -= 1;
        self.engage(switch, entry);
    }

    /// Engages two ports for a packet.
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
        output.sent = (comes, blocks);
        let is_first = output.waiting.is_empty();
        output.waiting.push_back(Words::new(entry.packet, i, comes, beats));
        self.links[output.link].credits.sent += blocks;
        let link = input.link;
        let back = self.links[link].back;
        self.links[back].teller.changes(ends + 1 + TOLD_FREE, 1, blocks);
        if self.links[link].credits.missed {
            self.may_tell_earlier(link, ends);
        }
        if is_first {
            self.comes_first(o, comes);
        }
        self.stays_full(i);
    }
}
