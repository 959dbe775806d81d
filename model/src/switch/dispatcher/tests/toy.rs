//! A switch around a dispatcher: buffers, and packets that take some time.

use super::*;
use crate::switch::examples::Dice;
use std::collections::VecDeque;
use tailback_spec::switch::input_buffer::FETCH_CYCLES;

/// Parameters of the traffic.
#[derive(Debug, Clone, Copy)]
pub(super) struct Traffic {
    /// Odds of an arrival: one in so many cycles at each input.
    pub(super) arrive: usize,
    /// Cycles of the longest packet, if that is not one of the shortest.
    pub(super) longest: usize,
    /// Odds of a queue without credits: one in so many cycles; 0: never.
    pub(super) no_credits: usize,
    /// Odds of a packet whose end is not foreseen: one in so many; 0: never.
    pub(super) surprise: usize,
    /// All packets are for one output port.
    pub(super) hot: bool,
}

/// A packet that waits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Packet {
    /// Cycle in which the packet arrived.
    pub(super) came: usize,
    /// Cycle since which it has been the first in its queue.
    pub(super) head_since: usize,
    /// First cycle in which it is known, if it is the first in its queue.
    known_from: usize,
}

/// A packet that is sent.
#[derive(Debug, Clone, Copy)]
struct Sending {
    output: usize,
    /// Cycles up to its last word.
    left: usize,
    since: usize,
}

/// A packet that was started.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start {
    /// Cycle in which the packet arrived.
    pub(super) came: usize,
    pub(super) input: usize,
    pub(super) queue: usize,
    /// Cycles for which it was the first in its queue.
    pub(super) waited: usize,
}

pub(super) struct Toy {
    dispatcher: Either,
    ports: usize,
    queues: usize,
    /// Capacity of each input in packets.
    room: usize,
    dice: Dice,
    pub(super) waiting: Vec<Vec<VecDeque<Packet>>>,
    sending: Vec<Option<Sending>>,
    /// Packets that end in the cycle in which their input starts another one.
    ending: Vec<Option<Sending>>,
    /// Packets that have arrived so far.
    pub(super) arrived: usize,
    cycle: usize,
}

/// Cycles of the shortest packet.
pub(super) const SHORTEST: usize = 3;

impl Toy {
    pub(super) fn new(dispatcher: Either, lanes: usize, room: usize, seed: u64) -> Self {
        let ports = dispatcher.ports();
        let queues = ports * lanes;
        Toy {
            dispatcher,
            ports,
            queues,
            room,
            dice: Dice::new(seed),
            waiting: vec![vec![VecDeque::new(); queues]; ports],
            sending: vec![None; ports],
            ending: vec![None; ports],
            arrived: 0,
            cycle: 0,
        }
    }

    /// Packets that wait.
    pub(super) fn held(&self) -> usize {
        self.waiting.iter().flatten().map(VecDeque::len).sum()
    }

    fn arrivals(&mut self, traffic: &Traffic) -> Vec<(usize, usize)> {
        let mut arrivals = vec![];
        for input in 0..self.ports {
            let held: usize = self.waiting[input].iter().map(VecDeque::len).sum();
            if held < self.room && self.dice.happens(traffic.arrive) {
                let queues = if traffic.hot { self.queues / self.ports } else { self.queues };
                arrivals.push((input, self.dice.below(queues)));
            }
        }
        arrivals
    }

    /// Runs one cycle; returns the packets that start in it.
    pub(super) fn step(&mut self, traffic: &Traffic) -> Vec<Start> {
        // A register shows the packets that start, independent of the rest of the cycle.
        let starting = self.dispatcher.clone().cycle(&Around::default());
        let started = self.start(&starting, traffic.longest);

        let mut around = Around { arrive: self.arrivals(traffic), ..Default::default() };
        for (input, queues) in self.waiting.iter().enumerate() {
            let is_known = |packets: &VecDeque<Packet>| {
                packets.front().is_some_and(|packet| packet.known_from <= self.cycle)
            };
            let known = queues.iter().enumerate().filter(|(_, packets)| is_known(packets));
            around.known.extend(known.map(|(queue, _)| (input, queue)));
        }
        // The buffer still reports a packet in the cycle in which it is started.
        around.known.extend(started.iter().map(|it| (it.input, it.queue)));
        for queue in (0..self.queues).filter(|_| !self.dice.happens(traffic.no_credits)) {
            around.credits.set(queue);
        }
        for (input, sending) in self.sending.iter_mut().enumerate() {
            around.ends |= u64::from(self.ending[input].is_some()) << input;
            let Some(Sending { left, since, .. }) = sending else { continue };
            let foreseen = *left <= 4 && self.cycle > *since;
            if foreseen && !self.dice.happens(traffic.surprise) {
                around.near_end |= 1 << input;
            }
            if *left == 1 {
                around.ends |= 1 << input;
            }
        }
        let shown = self.dispatcher.cycle(&around);
        let sending = self.sending.iter().chain(&self.ending).flatten();
        let outputs = sending.fold(0, |all, it| all | 1 << it.output);
        assert_eq!(shown.engaged, outputs, "those that send");
        self.clock(&around);
        started
    }

    /// Packets start; neither of their ports may be sending another one, except in its last cycle.
    fn start(&mut self, starting: &DispatcherOutputs, longest: usize) -> Vec<Start> {
        let lanes = self.queues / self.ports;
        let mut started = vec![];
        for input in (0..self.ports).filter(|input| starting.start >> input & 1 != 0) {
            let queue = starting.start_queue[input] as usize;
            let output = queue / lanes;
            self.ending[input] = self.sending[input].take();
            let ends = self.ending[input].is_none_or(|sending| sending.left == 1);
            assert!(ends, "input {input} sends");
            let sends_to = |sending: &Sending| sending.output == output && sending.left > 1;
            assert!(!self.sending.iter().flatten().any(sends_to), "output {output} sends");
            assert_eq!(starting.source[output] as usize, input);
            assert_eq!(starting.destination[input] as usize, output);
            assert_eq!(starting.lane[input] as usize, queue % lanes);
            let packet = self.waiting[input][queue].pop_front().expect("a packet waits");
            if let Some(next) = self.waiting[input][queue].front_mut() {
                next.head_since = self.cycle;
                next.known_from = self.cycle + FETCH_CYCLES;
            }
            let left = (1 + self.dice.below(longest)).max(SHORTEST);
            self.sending[input] = Some(Sending { output, left, since: self.cycle });
            let waited = self.cycle - packet.head_since;
            started.push(Start { came: packet.came, input, queue, waited });
        }
        started
    }

    fn clock(&mut self, around: &Around) {
        self.ending.fill(None);
        for sending in &mut self.sending {
            *sending = sending
                .filter(|sending| sending.left > 1)
                .map(|sending| Sending { left: sending.left - 1, ..sending });
        }
        for &(input, queue) in &around.arrive {
            let (came, known_from) = (self.cycle, self.cycle + 1);
            let packet = Packet { came, head_since: came, known_from };
            self.waiting[input][queue].push_back(packet);
            self.arrived += 1;
        }
        self.cycle += 1;
    }
}
