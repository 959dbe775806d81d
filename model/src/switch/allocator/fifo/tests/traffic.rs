//! Invariants in a switch whose ports are busy while they send.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeMap;
use tailback_spec::switch::allocator::fifo::bound_grants;

/// Cycles of the longest packet.
const LONGEST: usize = 5;

/// What chance does in a cycle: a packet that arrives, cycles that the next packet to go takes, and
/// ports that are busy for another reason.
type Chance = (Option<Packet>, usize, u64, u64);

fn any_chances() -> impl Strategy<Value = Vec<Chance>> {
    let packet = prop::option::weighted(0.7, (0..INPUTS, 0..QUEUES));
    let busy = prop_oneof![3 => Just(0), 1 => 0..16u64];
    prop::collection::vec((packet, 1..=LONGEST, busy.clone(), busy), 1..400)
}

/// A packet that waits, as a switch knows it.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Waiting {
    number: usize,
    input: usize,
    queue: usize,
    /// How often a younger one of its queue went while it was the first.
    bypassed: u32,
}

/// A switch around the allocator.
struct Switch {
    model: FifoAllocator,
    /// Cycles for which each input is still busy.
    inputs: [usize; INPUTS],
    /// Cycles for which each output is still busy; it has one queue.
    outputs: [usize; QUEUES],
    waiting: Vec<Waiting>,
    arrived: usize,
}

impl Switch {
    fn new() -> Self {
        let (inputs, outputs) = ([0; INPUTS], [0; QUEUES]);
        Switch { model: allocator(), inputs, outputs, waiting: Vec::new(), arrived: 0 }
    }

    /// The inputs and queues that are free in a cycle.
    fn free(&self, (.., busy_inputs, busy_queues): Chance) -> (u64, u64) {
        let free = |busy: &[usize]| {
            let free = busy.iter().enumerate().filter(|(_, busy)| **busy == 0);
            free.fold(0, |free, (port, _)| free | 1 << port)
        };
        (free(&self.inputs) & !busy_inputs, free(&self.outputs) & !busy_queues)
    }

    /// One cycle; the place of the packet that went.
    fn cycle(&mut self, chance: Chance) -> Option<usize> {
        let (arrives, cycles, ..) = chance;
        let (input_free, queue_ready) = self.free(chance);
        let (full, gone) = cycle(&mut self.model, arrives, input_free, queue_ready);
        assert_eq!(full, self.waiting.len() == ENTRIES);
        for busy in self.inputs.iter_mut().chain(&mut self.outputs) {
            *busy = busy.saturating_sub(1);
        }
        let place = gone.map(|(input, queue)| {
            (self.inputs[input], self.outputs[queue]) = (cycles, cycles);
            let place = self.waiting.iter().position(|it| (it.input, it.queue) == (input, queue));
            place.expect("only what waits is granted")
        });
        if let Some(place) = place {
            let Waiting { queue, .. } = self.waiting.remove(place);
            let mut older = self.waiting[..place].iter_mut();
            if let Some(head) = older.find(|it| it.queue == queue) {
                head.bypassed += 1;
            }
        }
        if let Some((input, queue)) = arrives.filter(|_| !full) {
            self.waiting.push(Waiting { number: self.arrived, input, queue, bypassed: 0 });
            self.arrived += 1;
        }
        place
    }

    /// The places of the packets that can go.
    fn able(&self, chance: Chance) -> Vec<usize> {
        let (input_free, queue_ready) = self.free(chance);
        let can_go = |place: usize| {
            let Waiting { input, queue, .. } = self.waiting[place];
            let head = self.waiting.iter().position(|it| it.queue == queue);
            let head = head.filter(|head| *head != place);
            is_set(input_free, input)
                && is_set(queue_ready, queue)
                && head.is_none_or(|head| self.waiting[head].bypassed < BYPASSES)
        };
        (0..self.waiting.len()).filter(|&place| can_go(place)).collect()
    }
}

proptest! {
    #[test]
    fn the_oldest_packet_that_can_go_goes_and_no_other(chances in any_chances()) {
        let mut switch = Switch::new();
        for chance in chances {
            let able = switch.able(chance);
            prop_assert_eq!(switch.cycle(chance), able.first().copied());
        }
    }

    #[test]
    fn no_head_of_a_queue_is_bypassed_more_often_than_the_limit(chances in any_chances()) {
        let mut switch = Switch::new();
        for chance in chances {
            switch.cycle(chance);
            prop_assert!(switch.waiting.iter().all(|packet| packet.bypassed <= BYPASSES));
        }
    }

    #[test]
    fn a_packet_that_can_go_goes_within_the_bound(chances in any_chances()) {
        let bound = bound_grants(&Fifo::new(4, 4, ENTRIES as u32, BYPASSES).unwrap());
        let mut switch = Switch::new();
        // For each packet that could go ever since, the grants to others.
        let mut passed = BTreeMap::new();
        for chance in chances {
            let able = switch.able(chance);
            let able: Vec<_> = able.into_iter().map(|place| switch.waiting[place].number).collect();
            let before = switch.waiting.clone();
            let gone = switch.cycle(chance).map(|place| before[place].number);
            passed = able
                .into_iter()
                .filter(|&number| Some(number) != gone)
                .map(|number| (number, passed.get(&number).unwrap_or(&0) + 1))
                .collect();
            prop_assert!(passed.values().all(|grants| *grants <= bound));
        }
    }

    /// A queue is an output here. Then the oldest packet of all waits at worst for as many packets
    /// of its queue as may bypass it, and for one that occupies its input, and for nothing else.
    #[test]
    fn the_oldest_packet_goes_within_a_time_that_depends_on_the_bypasses(
        chances in prop::collection::vec(
            (prop::option::weighted(0.9, (0..INPUTS, 0..QUEUES)), 1..=LONGEST), 1..600),
    ) {
        let longest = (BYPASSES as usize + 2) * (LONGEST + 1);
        let mut switch = Switch::new();
        let (mut oldest, mut waited) = (None, 0);
        for (arrives, cycles) in chances {
            switch.cycle((arrives, cycles, 0, 0));
            let now = switch.waiting.first().map(|packet| packet.number);
            waited = if now == oldest { waited + 1 } else { 0 };
            oldest = now;
            prop_assert!(oldest.is_none() || waited <= longest, "{} cycles", waited);
        }
    }
}
