//! Invariants in a switch whose ports are busy while they send, with one virtual lane or several.

use super::*;
use crate::switch::examples::Dice;
use proptest::prelude::*;

const MOST_LANES: usize = 3;
/// Capacity of each input in packets.
const ROOM: usize = 6;
/// Cycles in which packets arrive.
const CYCLES: usize = 400;

/// Parameters of the traffic.
#[derive(Debug, Clone, Copy)]
struct Traffic {
    /// Odds of an arrival: one in so many cycles at each input.
    arrive: usize,
    /// Cycles of the longest packet.
    longest: usize,
    /// Odds of a queue of an input without credits: one in so many cycles; 0: never.
    no_credits: usize,
}

fn any_traffic() -> impl Strategy<Value = Traffic> {
    (1..8usize, 1..8usize, prop::sample::select(vec![0, 0, 2, 3]))
        .prop_map(|(arrive, longest, no_credits)| Traffic { arrive, longest, no_credits })
}

/// The packets of a queue, as the reference records them.
#[derive(Debug, Clone, Default)]
struct Line {
    /// Input port of each packet and the cycle from which on it can be chosen, the oldest packet
    /// first.
    packets: Vec<(usize, usize)>,
    /// Times that another packet for the output than the oldest one has been granted.
    passed: u32,
    /// Cycle since which the oldest packet has been the oldest.
    since: usize,
    /// Input ports to which the output would offer itself for this queue, as it looked in the cycle
    /// before, and in the one before it.
    choices: [Option<usize>; 2],
}

/// A switch around the allocator.
struct Switch {
    model: FifoAllocator,
    lanes: usize,
    bypasses: u32,
    dice: Dice,
    /// Cycles for which each input is still busy.
    inputs: [usize; INPUTS],
    /// Cycles for which each output is still busy.
    outputs: [usize; INPUTS],
    lines: Vec<Line>,
    /// Offers of each output that were declined since one was accepted.
    declines: [usize; INPUTS],
    /// Cycle of the last grant of each input, and of each output.
    granted: [Option<usize>; INPUTS],
    served: [Option<usize>; INPUTS],
    /// Cycles so far.
    now: usize,
}

impl Switch {
    fn new(lanes: usize, bypasses: u32, seed: u64) -> Self {
        Switch {
            model: FifoAllocator::new(&parameters(lanes, bypasses)),
            lanes,
            bypasses,
            dice: Dice::new(seed),
            inputs: [0; INPUTS],
            outputs: [0; INPUTS],
            lines: vec![Line::default(); INPUTS * lanes],
            declines: [0; INPUTS],
            granted: [None; INPUTS],
            served: [None; INPUTS],
            now: 0,
        }
    }

    /// Packets that wait, of some input or of all.
    fn held(&self, of: Option<usize>) -> usize {
        let all = self.lines.iter().flat_map(|line| &line.packets);
        all.filter(|(input, _)| of.is_none_or(|of| of == *input)).count()
    }

    /// Cycles for which the packet that has been the oldest of its queue for longest has been so.
    fn waited(&self) -> usize {
        let lines = self.lines.iter().filter(|line| !line.packets.is_empty());
        lines.map(|line| self.now - line.since).max().unwrap_or(0)
    }

    fn arrivals(&mut self, traffic: &Traffic) -> Vec<Packet> {
        let mut arrivals = vec![];
        for input in 0..INPUTS {
            if self.held(Some(input)) < ROOM && self.dice.happens(traffic.arrive) {
                arrivals.push((input, self.dice.below(self.lines.len())));
            }
        }
        arrivals
    }

    /// Free ports and queues with credits in a cycle. A packet that was seen has credits until its
    /// grant.
    fn free(&mut self, traffic: &Traffic) -> Free {
        let bits = |cycles: &[usize]| {
            let free = (0..INPUTS).filter(|port| cycles[*port] == 0);
            free.fold(0u64, |bits, port| bits | 1 << port)
        };
        let (inputs, outputs) = (bits(&self.inputs), bits(&self.outputs));
        let seen = self.model.looks.iter().chain(&self.model.offers).flatten();
        let mut queues = [0u64; INPUTS];
        seen.for_each(|offer| queues[offer.input] |= 1 << offer.queue);
        for queues in &mut queues {
            for queue in 0..self.lines.len() {
                *queues |= u64::from(!self.dice.happens(traffic.no_credits)) << queue;
            }
        }
        Free { inputs, outputs, queues }
    }

    /// Input ports of the packets of a queue that can be chosen in this cycle.
    fn listed(&self, queue: usize) -> impl Iterator<Item = usize> + '_ {
        let packets = self.lines[queue].packets.iter();
        packets.take_while(move |(_, from)| *from <= self.now).map(|(input, _)| *input)
    }

    fn is_open(&self, queue: usize, free: Free) -> bool {
        self.listed(queue).next().is_some_and(|input| is_set(free.queues[input], queue))
    }

    fn insists(&self, output: usize) -> bool {
        self.declines[output] >= Fifo::DECLINES
    }

    fn is_owed(&self, queue: usize, free: Free) -> bool {
        let must_wait = self.lines[queue].passed >= self.bypasses;
        self.is_open(queue, free) && (must_wait || self.insists(queue / self.lanes))
    }

    /// Queues of the output port of a queue.
    fn siblings(&self, queue: usize) -> Range<usize> {
        let first = queue - queue % self.lanes;
        first..first + self.lanes
    }

    /// Input port to which the output would offer itself for a queue.
    fn choice(&self, queue: usize, free: Free) -> Option<usize> {
        let is_owed = self.is_owed(queue, free);
        let must_wait = self.siblings(queue).any(|other| self.is_owed(other, free)) && !is_owed;
        if must_wait || !self.is_open(queue, free) {
            return None;
        }
        let seen = if is_owed { 1 } else { self.bypasses as usize + 1 };
        let can = |input: usize| is_set(free.inputs, input) && is_set(free.queues[input], queue);
        self.listed(queue).take(seen).find(|input| can(*input))
    }

    /// A packet leaves its queue, and bypasses others.
    fn leave(&mut self, (input, queue): Packet, free: Free) {
        let place = self.listed(queue).position(|other| other == input);
        let place = place.expect("only what waits is granted");
        for other in self.siblings(queue) {
            let passes = other != queue || place > 0;
            if passes && self.is_open(other, free) {
                self.lines[other].passed += 1;
            }
        }
        let line = &mut self.lines[queue];
        line.packets.remove(place);
        if place == 0 {
            (line.passed, line.since) = (0, self.now);
        }
    }

    /// Offers that an input declined are counted, and no output that insists gave way to one that
    /// does not.
    fn decline(&mut self, stood: &[Option<Offer>], granted: &[Packet]) {
        for (output, offer) in stood.iter().enumerate() {
            let Some(offer) = offer else { continue };
            match granted.iter().find(|(input, _)| *input == offer.input) {
                Some((_, queue)) if queue / self.lanes == output => {}
                Some((_, queue)) => {
                    assert!(!self.insists(output) || self.insists(queue / self.lanes));
                }
                None => {
                    let last = self.granted[offer.input];
                    assert!(last.is_some_and(|last| self.now - last <= 2), "only void offers");
                }
            }
        }
        for (output, offer) in stood.iter().enumerate() {
            if granted.iter().any(|(_, queue)| queue / self.lanes == output) {
                self.declines[output] = 0;
            } else if offer.is_some() {
                self.declines[output] += 1;
            }
        }
    }

    /// Runs one cycle. Each packet that is granted is the one that its output chose two cycles
    /// before.
    fn cycle(&mut self, traffic: &Traffic) {
        let (arrivals, free) = (self.arrivals(traffic), self.free(traffic));
        let stood = self.model.offers.clone();
        let granted = cycle(&mut self.model, &arrivals, free);
        for busy in self.inputs.iter_mut().chain(&mut self.outputs) {
            *busy = busy.saturating_sub(1);
        }
        let choices: Vec<_> = (0..self.lines.len()).map(|queue| self.choice(queue, free)).collect();
        self.decline(&stood, &granted);
        let mut outputs = 0u64;
        for &(input, queue) in &granted {
            assert_eq!(self.lines[queue].choices[1], Some(input), "queue {queue}");
            let last = self.granted[input].replace(self.now);
            assert!(last.is_none_or(|last| self.now - last > 2), "input {input}");
            let output = queue / self.lanes;
            assert!(!is_set(outputs, output), "output {output} is granted once");
            outputs |= 1 << output;
            let last = self.served[output].replace(self.now);
            assert!(last.is_none_or(|last| self.now - last > 3), "output {output}");
            self.leave((input, queue), free);
            let cycles = 1 + self.dice.below(traffic.longest);
            (self.inputs[input], self.outputs[output]) = (cycles, cycles);
        }
        for (line, choice) in self.lines.iter_mut().zip(choices) {
            line.choices = [choice, line.choices[0]];
        }
        for (input, queue) in arrivals {
            let line = &mut self.lines[queue];
            let before = line.packets.last().map(|(_, from)| *from);
            if before.is_none() {
                line.since = self.now;
            }
            line.packets.push((input, before.unwrap_or(self.now).max(self.now) + 1));
        }
        self.now += 1;
    }
}

proptest! {
    /// Each cycle asserts that what is granted waits, that it is the oldest packet that can go, and
    /// that it is the only one of its output. At the end, everything goes.
    #[test]
    fn the_oldest_packet_that_can_go_goes_and_each_goes_once(
        lanes in 1..=MOST_LANES,
        bypasses in 0..=BYPASSES,
        traffic in any_traffic(),
        seed in any::<u64>(),
    ) {
        let mut switch = Switch::new(lanes, bypasses, seed);
        for _ in 0..CYCLES {
            switch.cycle(&traffic);
        }
        let drains = Traffic { arrive: 0, longest: 1, no_credits: 0 };
        // An output and its input are busy for a cycle after a grant, and each choice takes three;
        // those of which another port was granted first take more.
        let most_cycles = traffic.longest + 8 * (switch.held(None) + 1);
        for _ in 0..most_cycles {
            switch.cycle(&drains);
        }
        prop_assert_eq!(switch.held(None), 0);
        prop_assert!(switch.model.queues.iter().all(|queue| *queue == Queue::default()));
        prop_assert_eq!(switch.model.waiting, 0);
    }

    #[test]
    fn with_one_lane_no_oldest_packet_is_bypassed_more_often_than_allowed(
        bypasses in 0..=BYPASSES,
        traffic in any_traffic(),
        seed in any::<u64>(),
    ) {
        let mut switch = Switch::new(1, bypasses, seed);
        for _ in 0..CYCLES {
            switch.cycle(&traffic);
            prop_assert!(switch.lines.iter().all(|line| line.passed <= bypasses));
        }
    }

    /// With one virtual lane, and while there are credits, an oldest packet waits at worst for as
    /// many packets as may bypass it. Each of them, and the oldest one, waits for the end of the one
    /// before, and for other outputs that its input serves in rotation.
    #[test]
    fn an_oldest_packet_goes_within_a_time_that_depends_on_the_bypasses(
        bypasses in 0..=BYPASSES,
        traffic in any_traffic(),
        seed in any::<u64>(),
    ) {
        let traffic = Traffic { no_credits: 0, ..traffic };
        let turn = traffic.longest + 5;
        let longest = (bypasses as usize + 1) * INPUTS * turn;
        let mut switch = Switch::new(1, bypasses, seed);
        for _ in 0..CYCLES {
            switch.cycle(&traffic);
            prop_assert!(switch.waited() <= longest, "{} cycles", switch.waited());
        }
    }
}
