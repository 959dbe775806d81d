//! Packets that wait for an allocator.

use super::chosen::{Chosen, MOST_PORTS};
use std::{collections::VecDeque, ops::Deref};
use tailback_spec::config::{Allocator, Config};

/// A packet in an allocator's list; ports by their local numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub input: u8,
    pub output: u8,
    pub packet: u32,
}

/// Packets among which an allocator chooses, in the order of arrival; with round robin, only the
/// first of each input for each output.
#[derive(Debug)]
pub(super) struct Waiting {
    list: Vec<Entry>,
    /// With round robin, the packets behind the first ones, by input and then output.
    behind: Vec<VecDeque<u32>>,
    /// Round-robin pointers, by port.
    turns: Vec<Turn>,
    ports: usize,
}

/// Input that was granted to an output port last, and output that was granted to an input port; at
/// first [`NOBODY`].
#[derive(Debug, Clone, Copy)]
struct Turn {
    input: u8,
    output: u8,
}

const NOBODY: u8 = u8::MAX;

impl Deref for Waiting {
    type Target = [Entry];

    fn deref(&self) -> &[Entry] {
        &self.list
    }
}

/// Packets of an input that the list of an allocator can hold
/// ([`tailback_spec::switch::arrivals`]); unlimited with round robin, which has no list.
pub(super) fn share(config: &Config) -> usize {
    match config.allocator() {
        Allocator::Fifo => config.arrivals().packets_per_lane(),
        Allocator::RoundRobin => usize::MAX,
    }
}

impl Waiting {
    pub fn new(ports: usize, allocator: Allocator) -> Self {
        let queues = match allocator {
            Allocator::RoundRobin => ports * ports,
            Allocator::Fifo => 0,
        };
        Waiting {
            list: Vec::new(),
            behind: vec![VecDeque::new(); queues],
            turns: vec![Turn { input: NOBODY, output: NOBODY }; ports],
            ports,
        }
    }

    /// Index in `behind` of the packets of an input for an output.
    fn queue(&self, entry: Entry) -> usize {
        usize::from(entry.input) * self.ports + usize::from(entry.output)
    }

    /// Adds a packet to the list, or behind the first one of its queue.
    pub fn add(&mut self, entry: Entry) {
        let queue = self.queue(entry);
        let same = |other: &Entry| (other.input, other.output) == (entry.input, entry.output);
        match self.behind.get_mut(queue) {
            Some(behind) if self.list.iter().any(same) => behind.push_back(entry.packet),
            _ => self.list.push(entry),
        }
    }

    /// Removes a packet from the list.
    pub fn remove(&mut self, place: usize) -> Entry {
        let entry = self.list.remove(place);
        let queue = self.queue(entry);
        if let Some(packet) = self.behind.get_mut(queue).and_then(VecDeque::pop_front) {
            self.list.push(Entry { packet, ..entry });
        }
        entry
    }

    /// Packets of an input, with their outputs: those in the list, and those behind them.
    pub fn of_input(&self, input: u8) -> impl Iterator<Item = (u8, u32)> + '_ {
        let listed = self.list.iter().filter(move |entry| entry.input == input);
        let from = usize::from(input) * self.ports;
        let queues = self.behind.get(from..from + self.ports).unwrap_or_default();
        let behind = queues
            .iter()
            .enumerate()
            .flat_map(|(output, queue)| queue.iter().map(move |packet| (output as u8, *packet)));
        listed.map(|entry| (entry.output, entry.packet)).chain(behind)
    }

    /// The choice of [`tailback_spec::switch::allocator::round_robin`]: each output offers itself
    /// to the next requesting input in rotation, and each input accepts the next of its offers in
    /// rotation. `requests` has, by output, a bit for each requesting input.
    pub fn round_robin(&mut self, requests: &[u64; MOST_PORTS]) -> Chosen {
        let mut offers = [0_u64; MOST_PORTS];
        for (output, (requests, turn)) in requests.iter().zip(&self.turns).enumerate() {
            if let Some(input) = after(*requests, turn.input) {
                offers[usize::from(input)] |= 1 << output;
            }
        }
        let mut chosen = Chosen::none();
        for (place, entry) in self.list.iter().enumerate() {
            let (input, output) = (usize::from(entry.input), usize::from(entry.output));
            if after(offers[input], self.turns[input].output) == Some(entry.output) {
                offers[input] = 0;
                self.turns[input].output = entry.output;
                self.turns[output].input = entry.input;
                chosen.push(place);
            }
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
