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

/// Packets among which an allocator chooses, in the order of arrival; with round robin, only the first of each
/// input for each output.
#[derive(Debug)]
pub(super) struct Waiting {
    list: Vec<Entry>,
    /// With round robin, the packets behind those, by input and then output.
    behind: Vec<VecDeque<u32>>,
    /// For each port, whose turn it was last with round robin.
    turns: Vec<Turn>,
    ports: usize,
}

/// The input that an output port was given last, and the output that an input port was; at first [`NOBODY`].
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

/// Packets of an input that the list of an allocator may have at once ([`tailback_spec::switch::arrivals`]);
/// any number with round robin, which has no list.
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

    /// Where the packets of an input for an output are in `behind`.
    fn queue(&self, entry: Entry) -> usize {
        usize::from(entry.input) * self.ports + usize::from(entry.output)
    }

    /// Takes a packet into the list, or behind what is there.
    pub fn add(&mut self, entry: Entry) {
        let queue = self.queue(entry);
        let same = |other: &Entry| (other.input, other.output) == (entry.input, entry.output);
        match self.behind.get_mut(queue) {
            Some(behind) if self.list.iter().any(same) => behind.push_back(entry.packet),
            _ => self.list.push(entry),
        }
    }

    /// Takes a packet out of the list.
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

    /// The choice of [`tailback_spec::switch::allocator::round_robin`]: of the inputs that ask for it, each
    /// output offers itself to the next in turn, and of these, each input takes the next in turn. `requests`
    /// has, by output, a bit for each such input.
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

/// The first bit that is set after `last`, in rotation.
fn after(bits: u64, last: u8) -> Option<u8> {
    let later = match u32::from(last) + 1 {
        beyond if beyond >= u64::BITS => bits,
        next => bits >> next << next,
    };
    let from = if later == 0 { bits } else { later };
    (from != 0).then(|| from.trailing_zeros() as u8)
}
