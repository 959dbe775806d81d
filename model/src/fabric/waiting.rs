//! Packets that wait for an allocator, and its choice among them.

mod queue;
#[cfg(test)]
mod tests;
mod wakes;

use super::{
    chosen::{Chosen, Offers, Requests},
    timing::{ACCEPTS, CHOICE, FETCHED, GRANTED_IN_VAIN, NEVER, READ},
};
use crate::bits::set_lanes;
use queue::Queue;
use tailback_spec::config::{Allocator, Config};
use wakes::Wakes;

/// A packet that waits; ports by their local numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub input: u8,
    pub output: u8,
    pub packet: u32,
}

/// Packets among which an allocator chooses.
#[derive(Debug)]
pub(super) struct Waiting {
    /// The packets, by output port.
    queues: Vec<Queue>,
    wakes: Wakes,
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
            wakes: Wakes::none(ports),
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
        !self.queues[output].is_empty()
    }

    /// Packets of an input port, with their outputs.
    pub fn of_input(&self, input: u8) -> impl Iterator<Item = (u8, u32)> + '_ {
        let queues = self.queues.iter().enumerate();
        queues.flat_map(move |(output, queue)| {
            queue.of_input(input).map(move |packet| (output as u8, packet))
        })
    }

    /// The first packet of an input port for an output port, after the cycle from which it is known.
    pub fn first_of(&self, output: usize, input: usize) -> Option<(u64, u32)> {
        self.queues[output].first_of(input)
    }

    /// The first packet of each input port for an output port, as [`Self::first_of`].
    pub fn known(&self, output: usize) -> impl Iterator<Item = (u64, u32)> + '_ {
        let queue = &self.queues[output];
        set_lanes(queue.inputs()).filter_map(|input| queue.first_of(input))
    }

    /// Input port of the packet for an output port that was chosen last, and the cycle in which that
    /// is read.
    pub fn started(&self, output: usize) -> (u8, u64) {
        self.queues[output].started
    }

    /// Bitmap of the input ports with packets, including those that have not been read before a
    /// cycle.
    pub fn inputs(&self, now: u64) -> u64 {
        self.queues.iter().fold(0, |inputs, queue| {
            let (input, read) = queue.started;
            inputs | queue.inputs() | u64::from(read + FETCHED > now) << input
        })
    }

    /// All output ports may look for packets from a cycle on.
    pub fn wake_all(&mut self, cycle: u64) {
        (0..self.wakes.ports()).for_each(|output| self.wake(output, cycle));
    }

    /// An output port may look for a packet from a cycle on, or as soon as a look can lead to an
    /// offer after the last one that did.
    pub fn wake(&mut self, output: usize, cycle: u64) {
        if self.waits(output) {
            self.wakes.advance(output, cycle.max(self.queues[output].offers));
        }
    }

    /// An output port cannot make an offer before the look of a cycle; with [`NEVER`], not until it
    /// is told to wake.
    pub fn sleep(&mut self, output: usize, until: u64) {
        self.wakes.set(output, if self.waits(output) { until } else { NEVER });
    }

    /// Bitmap of the output ports that may look for a packet in a cycle.
    pub fn due(&self, now: u64) -> u64 {
        self.wakes.due(now)
    }

    /// First cycle in which an output port may look for a packet.
    pub fn next_choice(&self) -> Option<u64> {
        self.wakes.first()
    }

    /// Bitmap of the input ports of which an output port requests a packet: with FIFO, of the one
    /// to which it offers itself; with round robin, of those that are `allowed`. `free` gives the first cycle in which an input port may be free,
    /// `credits` the first one in which the output port may have credits for a packet. Without a
    /// request, the result is the first cycle in which there may be one.
    pub fn able(
        &self,
        output: usize,
        allowed: u64,
        now: u64,
        free: impl Fn(usize) -> u64,
        credits: impl Fn(u32) -> u64,
    ) -> Result<u64, u64> {
        match self.bypasses {
            Some(bypasses) => self.queues[output].oldest(bypasses, now, free, credits),
            None => self.queues[output].any(allowed, now, free, credits),
        }
    }

    /// The choice of [`tailback_spec::switch::allocator::fifo`], or of
    /// [`tailback_spec::switch::allocator::round_robin`], for the requests of a look: each output
    /// port offers itself to the next requested input port in rotation, and each input port accepts
    /// the next of its offers in rotation; with FIFO, of those that insist, if there are any. Offers
    /// of looks that do not see a grant of the input port are void. A grant `starts` a packet of an
    /// input port to an output port, or none. Returns the packets that are chosen, which wait no
    /// longer.
    pub fn choose(
        &mut self,
        requests: &Requests,
        now: u64,
        starts: impl Fn(usize, usize) -> bool,
    ) -> Chosen {
        let (mut offers, mut inputs, mut insisting) = (Offers::new(), 0_u64, 0_u64);
        for (output, requested) in requests.iter() {
            let Some(input) = after(requested, self.turns[output].input) else { continue };
            if now < self.turns[usize::from(input)].accepts {
                self.wakes.set(output, now + 1);
                self.queues[output].decline(now);
                continue;
            }
            if self.bypasses.is_some() && self.queues[output].insists() {
                insisting |= 1 << output;
            }
            offers.push((output as u8, input));
            inputs |= 1 << input;
            self.queues[output].offers = now + CHOICE;
            self.wakes.set(output, now + CHOICE);
        }
        let bypasses = self.bypasses.unwrap_or_default();
        let mut chosen = Chosen::none();
        for input in set_lanes(inputs) {
            let to_input = offers.iter().filter(|(_, to)| usize::from(*to) == input);
            let offers = to_input.fold(0, |bits, (output, _)| bits | 1_u64 << output);
            let preferred = match offers & insisting {
                0 => offers,
                some => some,
            };
            let Some(output) = after(preferred, self.turns[input].output) else { continue };
            let queue = usize::from(output);
            let declined = offers & !(1 << output);
            set_lanes(declined).for_each(|output| self.queues[output].decline(now));
            let input_number = input as u8;
            self.turns[input].output = output;
            self.turns[input].accepts = now + ACCEPTS;
            self.turns[queue].input = input_number;
            if !starts(input, queue) {
                self.queues[queue].offers = now + GRANTED_IN_VAIN;
                self.wakes.set(queue, now + GRANTED_IN_VAIN);
                continue;
            }
            let Some(packet) = self.queues[queue].remove(input, now + READ, bypasses) else {
                continue;
            };
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
