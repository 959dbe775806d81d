//! Packets that wait for an allocator, and its choice among them.

#[cfg(test)]
mod tests;

use super::{
    chosen::{Chosen, Requests, MOST_PORTS},
    timing::{ACCEPTS, CHOICE, LISTED, NEVER},
};
use crate::bits::{is_set, set_lanes};
use std::collections::VecDeque;
use tailback_spec::config::{Allocator, Config};

/// A packet that waits; ports by their local numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub input: u8,
    pub output: u8,
    pub packet: u32,
}

/// A packet in the queue of an output port.
#[derive(Debug, Clone, Copy)]
struct Held {
    /// Cycle in which it arrived.
    came: u64,
    /// First look of the FIFO allocator that sees it in the list of the queue.
    listed: u64,
    packet: u32,
    input: u8,
}

/// Packets for an output port, in the order of their arrival; those that arrived in the same cycle
/// in the order of their inputs.
#[derive(Debug, Clone, Default)]
struct Queue {
    packets: VecDeque<Held>,
    /// Bitmap of the input ports that hold them.
    inputs: u64,
    /// Times that the oldest packet was bypassed.
    bypassed: u32,
    /// First look of the output port that can lead to an offer, after the last one that did.
    offers: u64,
}

impl Queue {
    fn add(&mut self, input: u8, packet: u32, came: u64) {
        let later = |held: &&Held| (held.came, held.input) > (came, input);
        let place = self.packets.len() - self.packets.iter().rev().take_while(later).count();
        self.packets.insert(place, Held { came, listed: came + LISTED, packet, input });
        self.inputs |= 1 << input;
        self.enter(place);
    }

    /// One packet in a cycle enters the list, in their order: packets from a place on enter it later
    /// if they must.
    fn enter(&mut self, place: usize) {
        let before = place.checked_sub(1).map(|before| self.packets[before].listed);
        let mut earliest = before.map_or(0, |listed| listed + 1);
        for held in self.packets.range_mut(place..) {
            held.listed = held.listed.max(earliest);
            earliest = held.listed + 1;
        }
    }

    /// Bitmap of the input port with the oldest packet that can be chosen by the FIFO allocator;
    /// without one, the first cycle in which there may be one.
    fn oldest(&self, bypasses: u32, now: u64, free: impl Fn(usize) -> u64) -> Result<u64, u64> {
        let is_owed = self.bypassed == bypasses;
        let window = if is_owed { 1 } else { bypasses as usize + 1 };
        let (mut busy, mut wake) = (0_u64, NEVER);
        for held in self.packets.iter().take(window) {
            if held.listed > now {
                return Err(wake.min(held.listed));
            }
            let input = usize::from(held.input);
            if is_set(busy, input) {
                continue;
            }
            let cycle = free(input);
            if cycle <= now {
                return Ok(1 << input);
            }
            busy |= 1 << input;
            wake = wake.min(cycle);
        }
        Err(wake)
    }

    /// Bitmap of the free input ports with a packet; without one, the first cycle in which one of
    /// them may be free.
    fn any(&self, now: u64, free: impl Fn(usize) -> u64) -> Result<u64, u64> {
        let (mut able, mut wake) = (0, NEVER);
        for input in set_lanes(self.inputs) {
            let cycle = free(input);
            if cycle <= now {
                able |= 1 << input;
            } else {
                wake = wake.min(cycle);
            }
        }
        if able == 0 {
            Err(wake)
        } else {
            Ok(able)
        }
    }

    /// Removes the first packet of an input port, and counts if it bypasses the oldest packet.
    fn remove(&mut self, input: usize, bypasses: u32) -> Option<u32> {
        let is_of_input = |held: &Held| usize::from(held.input) == input;
        let place = self.packets.iter().position(is_of_input)?;
        let Held { packet, .. } = self.packets.remove(place)?;
        if !self.packets.range(place..).any(is_of_input) {
            self.inputs &= !(1 << input);
        }
        self.bypassed = if place == 0 { 0 } else { bypasses.min(self.bypassed + 1) };
        Some(packet)
    }
}

/// Packets among which an allocator chooses.
#[derive(Debug)]
pub(super) struct Waiting {
    /// The packets, by output port.
    queues: Vec<Queue>,
    /// First cycle in which each output port may look for a packet; [`NEVER`] if it has none, or
    /// waits for credits.
    wakes: Vec<u64>,
    /// Round-robin pointers, by port.
    turns: Vec<Turn>,
    /// Times that a packet may be bypassed; with round robin, there is no limit.
    bypasses: Option<u32>,
}

/// Round-robin pointers of a port as an output port and as an input port.
#[derive(Debug, Clone, Copy)]
struct Turn {
    /// Input port that was granted to the output port last; at first [`NOBODY`].
    input: u8,
    /// Output port that was granted to the input port last; at first [`NOBODY`].
    output: u8,
    /// First look of which the input port can accept an offer.
    accepts: u64,
}

const NOBODY: u8 = u8::MAX;

impl Waiting {
    /// No packets, for the allocator of a configuration in a switch with so many ports.
    pub fn new(ports: usize, config: &Config) -> Self {
        let bypasses = match config.allocator() {
            Allocator::Fifo => Some(config.fifo().bypasses()),
            Allocator::RoundRobin => None,
        };
        Waiting {
            queues: vec![Queue::default(); ports],
            wakes: vec![NEVER; ports],
            turns: vec![Turn { input: NOBODY, output: NOBODY, accepts: 0 }; ports],
            bypasses,
        }
    }

    /// Adds a packet that arrived in a cycle, and not before any packet that was added earlier.
    pub fn add(&mut self, entry: Entry, came: u64) {
        let output = usize::from(entry.output);
        self.queues[output].add(entry.input, entry.packet, came);
        self.wake(output, came);
    }

    /// Whether packets wait for an output port.
    pub fn waits(&self, output: usize) -> bool {
        !self.queues[output].packets.is_empty()
    }

    /// Packets of an input port, with their outputs.
    pub fn of_input(&self, input: u8) -> impl Iterator<Item = (u8, u32)> + '_ {
        let queues = self.queues.iter().enumerate();
        let queues = queues.filter(move |(_, queue)| is_set(queue.inputs, usize::from(input)));
        queues.flat_map(move |(output, queue)| {
            let held = queue.packets.iter().filter(move |held| held.input == input);
            held.map(move |held| (output as u8, held.packet))
        })
    }

    /// An output port may look for a packet from a cycle on, or as soon as a look can lead to an
    /// offer after the last one that did.
    pub fn wake(&mut self, output: usize, cycle: u64) {
        if self.waits(output) {
            let wake = &mut self.wakes[output];
            *wake = cycle.max(self.queues[output].offers).min(*wake);
        }
    }

    /// An output port cannot make an offer before the look of a cycle; with [`NEVER`], not until it
    /// is told to wake.
    pub fn sleep(&mut self, output: usize, until: u64) {
        self.wakes[output] = if self.waits(output) { until } else { NEVER };
    }

    /// Bitmap of the output ports that may look for a packet in a cycle.
    pub fn due(&self, now: u64) -> u64 {
        let wakes = self.wakes.iter().enumerate();
        wakes.fold(0, |due, (output, wake)| due | u64::from(*wake <= now) << output)
    }

    /// First cycle in which an output port may look for a packet.
    pub fn next_choice(&self) -> Option<u64> {
        self.wakes.iter().copied().min().filter(|wake| *wake != NEVER)
    }

    /// Bitmap of the input ports of which an output port requests a packet: with FIFO, of the one
    /// to which it offers itself. `free` gives the first cycle in which an input port may be free;
    /// if none is, the result is the first one in which there may be a request.
    pub fn able(&self, output: usize, now: u64, free: impl Fn(usize) -> u64) -> Result<u64, u64> {
        match self.bypasses {
            Some(bypasses) => self.queues[output].oldest(bypasses, now, free),
            None => self.queues[output].any(now, free),
        }
    }

    /// The choice of [`tailback_spec::switch::allocator::fifo`], or of
    /// [`tailback_spec::switch::allocator::round_robin`], for the requests of a look: each output
    /// port offers itself to the next requested input port in rotation, and each input port accepts
    /// the next of its offers in rotation. Offers of looks that do not see a grant of the input port
    /// are void. Returns the packets that are chosen, which wait no longer.
    pub fn choose(&mut self, requests: &Requests, now: u64) -> Chosen {
        let (mut offers, mut inputs) = ([0_u64; MOST_PORTS], 0_u64);
        for (output, requested) in requests.iter() {
            let Some(input) = after(requested, self.turns[output].input) else { continue };
            if now < self.turns[usize::from(input)].accepts {
                self.wakes[output] = now + 1;
                continue;
            }
            offers[usize::from(input)] |= 1 << output;
            inputs |= 1 << input;
            self.queues[output].offers = now + CHOICE;
            self.wakes[output] = now + CHOICE;
        }
        let bypasses = self.bypasses.unwrap_or_default();
        let mut chosen = Chosen::none();
        for input in set_lanes(inputs) {
            let Some(output) = after(offers[input], self.turns[input].output) else { continue };
            let queue = usize::from(output);
            let Some(packet) = self.queues[queue].remove(input, bypasses) else { continue };
            let input_number = input as u8;
            self.turns[input].output = output;
            self.turns[input].accepts = now + ACCEPTS;
            self.turns[queue].input = input_number;
            chosen.push(Entry { input: input_number, output, packet });
        }
        chosen
    }
}

/// First bit that is set after `last`, in rotation.
fn after(bits: u64, last: u8) -> Option<u8> {
    let later = match u32::from(last) + 1 {
        beyond if beyond >= u64::BITS => bits,
        next => bits >> next << next,
    };
    let from = if later == 0 { bits } else { later };
    (from != 0).then(|| from.trailing_zeros() as u8)
}
