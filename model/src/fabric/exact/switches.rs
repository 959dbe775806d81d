//! Input ports and the allocator.

use super::{guard::Guard, packets::NEVER, pop_if, ports::Sending, words::Words, Engine, Kind};
use crate::fabric::{
    log::Sink,
    looks::Looks,
    timing::{COUNTED, CROSSED, ISSUED, LISTED, READ, RELEASED, TOLD_FREE, WRITTEN},
    waiting::{Entry, Waiting},
};
use std::collections::VecDeque;
use tailback_spec::{
    config::Config,
    switch::{dispatcher::Choice, input_buffer::Reading},
};

/// The allocator of a switch.
#[derive(Debug)]
pub(super) struct Switch {
    /// Index of its first port in the fabric.
    pub first: usize,
    pub ports: usize,
    /// Packets among which it chooses.
    pub list: Waiting,
    /// With round robin, its guard.
    pub guard: Option<Guard>,
    /// Packets that have been checked and are in no list yet, in the order of their cycles, which
    /// are given first.
    arrived: VecDeque<(u64, Entry)>,
    /// Packets on the links to the switch, in the order in which they will have been checked: that
    /// cycle, input port, packet.
    coming: VecDeque<(u64, usize, u32)>,
    /// Cycles in which the allocator will run, as far as they are known.
    looks: Looks,
    /// Cycle in which the allocator ran last.
    looked: u64,
}

impl Switch {
    /// A switch so many cycles after reset.
    pub fn new(first: usize, ports: usize, config: &Config, since: u64) -> Self {
        let guard = match config.lossless_switch().dispatcher.choice {
            Choice::Fifo(_) => None,
            Choice::RoundRobin(_, guard) => Some(Guard::new(&guard, since)),
        };
        Switch {
            first,
            ports,
            list: Waiting::new(ports, config),
            guard,
            arrived: VecDeque::new(),
            coming: VecDeque::new(),
            looks: Looks::none(),
            looked: NEVER,
        }
    }

    /// Packets of an input that have not been chosen, and whose first beat was written before a
    /// cycle, with their outputs.
    pub fn waiting(&self, input: u8, before: u64) -> impl Iterator<Item = (u8, u32)> + '_ {
        let is_written =
            move |(came, entry): &&(u64, Entry)| entry.input == input && came + WRITTEN < before;
        let arrived = self.arrived.iter().filter(is_written);
        let arrived = arrived.map(|(_, entry)| (entry.output, entry.packet));
        arrived.chain(self.list.of_input(input))
    }
}

impl<S: Sink> Engine<S> {
    /// Schedules the allocator of a switch in a cycle.
    pub(super) fn look_at(&mut self, switch: usize, cycle: u64) {
        if self.switches[switch].looks.add(cycle, self.now) {
            self.queue.push(cycle, Kind::Allocate, switch as u16);
        }
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
        match self.rules.reading {
            Reading::Arbitrated => {}
            // The packet may find the buffer full.
            Reading::Waiting => self.queue.push(comes, Kind::Check, input as u16),
            Reading::Received => {
                let last = comes + WRITTEN + self.packets.get(packet).beats - 1;
                self.queue.push(last, Kind::Tail, input as u16);
            }
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
        let input = &mut self.inputs[number];
        let packet = self.packets.get_mut(id);
        let switch = input.switch;
        let local = self.routes[switch * self.lids + usize::from(packet.to)];
        input.comes(came, packet.blocks);
        input.newest = id;
        let of_switch = &mut self.switches[switch];
        let first = of_switch.first;
        let entry = Entry { input: (number - first) as u8, output: local, packet: id };
        of_switch.arrived.push_back((came, entry));
        self.counts.hops += u64::from(packet.is_data);
        self.marking.stores(came + WRITTEN, first + usize::from(local), packet.blocks);
        if self.rules.reading != Reading::Received {
            packet.counted = true;
            let output = first + usize::from(local);
            let counted = came + WRITTEN + COUNTED;
            self.marking.enqueue(counted, number, usize::from(local), output);
            self.may_fill(number, came);
            if self.inputs[number].check == self.now {
                self.check(number);
            }
        }
    }

    /// The allocator learns of the packets that can be chosen from this cycle on, and chooses.
    pub(super) fn allocate(&mut self, number: usize) {
        let now = self.now;
        if std::mem::replace(&mut self.switches[number].looked, now) == now {
            return;
        }
        self.come(number, now);
        self.enlist(number);
        self.choose(number);
        if let Some(next) = self.switches[number].list.next_choice() {
            self.look_at(number, next);
        }
    }

    /// Lists the packets of a switch that a look of this cycle sees, whether the allocator has run in it
    /// or not.
    pub(super) fn enlist(&mut self, number: usize) {
        let now = self.now;
        self.come(number, now.saturating_sub(LISTED));
        let Switch { list, arrived, .. } = &mut self.switches[number];
        while let Some((came, entry)) = pop_if(arrived, |(came, _)| came + LISTED <= now) {
            list.add(entry, came);
        }
    }

    /// Engages two ports for a packet that is chosen by the look of this cycle. Others see that
    /// from the cycle on in which the packet is read.
    pub(super) fn engage(&mut self, switch: usize, entry: Entry) {
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
        let sending = Sending::new(entry.packet, o, read, beats, blocks);
        let Sending { ends, near, .. } = sending;
        let (input, output) = (&mut self.inputs[i], &mut self.outputs[o]);
        input.engage(sending);
        (output.source, output.ends, output.near) = (i, ends, near);
        let comes = read + ISSUED + CROSSED;
        output.claimed = [(read, blocks), output.claimed[0]];
        let is_first = output.waiting.is_empty();
        output.waiting.push_back(Words::new(entry.packet, i, comes, beats));
        self.links[output.link].credits.sent += blocks;
        let link = input.link;
        let back = self.links[link].back;
        self.links[back].teller.changes(ends + RELEASED + TOLD_FREE, 1, blocks);
        if self.links[link].credits.missed {
            self.may_tell_earlier(link, ends);
        }
        if is_first {
            self.comes_first(o, comes);
        }
        self.stall_ends(o);
        self.stays_full(i);
    }
}
