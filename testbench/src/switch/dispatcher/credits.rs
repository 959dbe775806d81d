//! Credits of the output ports around a dispatcher.

use tailback_spec::switch::port::Port;
use tailback_spec::{BitLanes, WideWord, WideWords};

use super::phase::Phase;
use crate::random::{happens, Often, Random};
use crate::switch::port::{all_ports, any_bits, each};

/// Credits of each queue, in steps: none, those of a short packet, those of a longest one. A packet
/// that can be sent remains so until it starts, unless another one for its output port starts, or
/// the link goes down.
pub struct Credits {
    ports: usize,
    lanes: usize,
    /// Queues with credits for a short packet, and for a longest one.
    short: BitLanes,
    long: BitLanes,
    /// Output ports whose link is up, and their queues.
    links: u64,
    up: BitLanes,
    /// For each input port, queues whose first packet is short.
    is_short: WideWords,
    sendable: WideWords,
}

impl Credits {
    /// No credits.
    pub fn new(port: &Port) -> Self {
        let (ports, lanes) = (port.ports(), port.lanes());
        let none: WideWord = std::iter::repeat_n(0, (ports * lanes).div_ceil(64)).collect();
        Credits {
            ports,
            lanes,
            short: BitLanes::default(),
            long: BitLanes::default(),
            links: all_ports(ports),
            up: queues_of(all_ports(ports), lanes),
            is_short: vec![none.clone(); ports],
            sendable: vec![none; ports],
        }
    }

    /// For each input port, queues whose first packet can be sent.
    pub fn sendable(&self) -> &WideWords {
        &self.sendable
    }

    /// Another packet is the first one of an input port and queue.
    pub fn first(&mut self, input: usize, queue: usize, phase: &Phase, random: &mut Random) {
        let (word, bit) = (&mut self.is_short[input][queue / 64], 1 << (queue % 64));
        *word &= !bit;
        if happens(random, phase.short) {
            *word |= bit;
        }
    }

    /// Changes the credits after a cycle in which packets to the output ports `begins` started:
    /// these have other credits, all others have more, if any.
    pub fn change(&mut self, phase: &Phase, begins: u64, random: &mut Random) {
        let comes = happens(random, phase.credits_change);
        if comes || begins != 0 {
            let often = match phase.together {
                false => phase.credits,
                true if happens(random, phase.credits) => Often::ALWAYS,
                true => Often::NEVER,
            };
            let [long, short] = [0, 1].map(|_| any_bits(random, self.ports * self.lanes, often));
            let begun = queues_of(begins, self.lanes);
            // Without other credits, those of output ports to which no packet started stay.
            let kept = |old: BitLanes, new: BitLanes| match comes {
                true => or(without(old, begun), new),
                false => or(without(old, begun), new & begun),
            };
            self.short = kept(self.short, or(short, long));
            self.long = kept(self.long, long);
        }
        let all = all_ports(self.ports);
        if happens(random, phase.links_change) {
            self.connect(random.events(Often::each_cycle(15)) & all);
        } else if phase.links_change == Often::NEVER {
            self.connect(all);
        }
    }

    /// These links are up.
    fn connect(&mut self, links: u64) {
        if links != self.links {
            (self.links, self.up) = (links, queues_of(links, self.lanes));
        }
    }

    /// Compares the credits with the packets that are known.
    pub fn look(&mut self, known: &WideWords) {
        let inputs = self.sendable.iter_mut().zip(known).zip(&self.is_short);
        for ((sendable, known), is_short) in inputs {
            for (index, word) in sendable.iter_mut().enumerate() {
                let [short, long, up] =
                    [&self.short, &self.long, &self.up].map(|queues| queues.words()[index]);
                *word = known[index] & up & (long | (short & is_short[index]));
            }
        }
    }
}

/// The queues of these output ports.
fn queues_of(outputs: u64, lanes: usize) -> BitLanes {
    let mut queues = BitLanes::default();
    let of = |output| output * lanes..(output + 1) * lanes;
    each(outputs).flat_map(of).for_each(|queue| queues.set(queue));
    queues
}

/// The queues without the others.
fn without(mut queues: BitLanes, others: BitLanes) -> BitLanes {
    let words = queues.words_mut().iter_mut().zip(others.words());
    words.for_each(|(word, other)| *word &= !other);
    queues
}

/// The queues of both.
fn or(mut queues: BitLanes, others: BitLanes) -> BitLanes {
    let words = queues.words_mut().iter_mut().zip(others.words());
    words.for_each(|(word, other)| *word |= other);
    queues
}
