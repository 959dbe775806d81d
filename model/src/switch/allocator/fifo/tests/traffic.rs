//! Invariants in a switch whose ports are busy while they send, with one virtual lane or several.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeMap;
use tailback_spec::switch::allocator::fifo::bound_grants;

/// Cycles of the longest packet.
const LONGEST: usize = 5;
const MOST_LANES: usize = 3;

/// Random stimulus of a cycle: packet that arrives (input, output, virtual lane), cycles of the
/// next granted packet, inputs that are busy for another reason, and queues without credits.
type Chance = (Option<(usize, usize, usize)>, usize, u64, u64);

fn any_chances() -> impl Strategy<Value = Vec<Chance>> {
    let packet = prop::option::weighted(0.7, (0..INPUTS, 0..INPUTS, 0..MOST_LANES));
    let busy = prop_oneof![3 => Just(0), 1 => 0..1u64 << (INPUTS * MOST_LANES)];
    prop::collection::vec((packet, 1..=LONGEST, busy.clone(), busy), 1..400)
}

/// A packet that waits, as the reference records it.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Waiting {
    number: usize,
    input: usize,
    queue: usize,
    /// Times that a younger packet for its output was granted while it was the first of its queue.
    bypassed: u32,
}

/// A switch around the allocator.
struct Switch {
    model: FifoAllocator,
    lanes: usize,
    /// Cycles for which each input is still busy.
    inputs: [usize; INPUTS],
    /// Cycles for which each output is still busy.
    outputs: [usize; INPUTS],
    /// Free inputs and ready queues in the last cycle.
    free: (u64, u64),
    waiting: Vec<Waiting>,
    arrived: usize,
}

impl Switch {
    fn new(lanes: usize) -> Self {
        let (inputs, outputs) = ([0; INPUTS], [0; INPUTS]);
        let model = FifoAllocator::new(&parameters(lanes));
        let (waiting, arrived) = (Vec::new(), 0);
        Switch { model, lanes, inputs, outputs, free: (0, 0), waiting, arrived }
    }

    /// Free inputs and ready queues in a cycle. Those of the packet granted in this cycle stay
    /// free.
    fn free(&self, (.., busy_inputs, without_credits): Chance) -> (u64, u64) {
        if self.model.candidate.is_some() {
            return self.free;
        }
        let bits = |count: usize, is_free: &dyn Fn(usize) -> bool| {
            (0..count).filter(|&bit| is_free(bit)).fold(0u64, |bits, bit| bits | 1 << bit)
        };
        let free = bits(INPUTS, &|input| self.inputs[input] == 0);
        let ready = bits(INPUTS * self.lanes, &|queue| self.outputs[queue / self.lanes] == 0);
        (free & !busy_inputs, ready & !without_credits)
    }

    /// Runs one cycle; returns the index of the packet that was granted.
    fn cycle(&mut self, chance: Chance) -> Option<usize> {
        let (arrives, cycles, ..) = chance;
        self.free = self.free(chance);
        let packet =
            arrives.map(|(input, output, lane)| (input, output * self.lanes + lane % self.lanes));
        let (full, gone) = cycle(&mut self.model, packet, self.free.0, self.free.1);
        assert_eq!(full, self.waiting.len() == ENTRIES);
        for busy in self.inputs.iter_mut().chain(&mut self.outputs) {
            *busy = busy.saturating_sub(1);
        }
        let place = gone.map(|(input, queue)| {
            // An output rests for two cycles, however short the packet is.
            (self.inputs[input], self.outputs[queue / self.lanes]) = (cycles, cycles.max(2));
            let place = self.waiting.iter().position(|it| (it.input, it.queue) == (input, queue));
            place.expect("only what waits is granted")
        });
        if let Some(place) = place {
            for head in self.older_heads(place) {
                self.waiting[head].bypassed += 1;
            }
            self.waiting.remove(place);
        }
        if let Some((input, queue)) = packet.filter(|_| !full) {
            self.waiting.push(Waiting { number: self.arrived, input, queue, bypassed: 0 });
            self.arrived += 1;
        }
        place
    }

    fn is_head(&self, place: usize) -> bool {
        let queue = self.waiting[place].queue;
        !self.waiting[..place].iter().any(|it| it.queue == queue)
    }

    /// Indices of the heads of an output's queues.
    fn heads(&self, output: usize) -> impl Iterator<Item = usize> + '_ {
        let is_of = move |place: &usize| self.waiting[*place].queue / self.lanes == output;
        (0..self.waiting.len()).filter(is_of).filter(|&place| self.is_head(place))
    }

    /// Heads that the grant of a packet bypasses.
    fn older_heads(&self, place: usize) -> Vec<usize> {
        let output = self.waiting[place].queue / self.lanes;
        self.heads(output).take_while(|&head| head < place).collect()
    }

    /// Whether a packet is a head that has been bypassed often enough, and its queue is ready.
    fn is_owed(&self, place: usize, queue_ready: u64) -> bool {
        let Waiting { queue, bypassed, .. } = self.waiting[place];
        self.is_head(place) && is_set(queue_ready, queue) && bypassed >= BYPASSES
    }

    /// Indices of the packets that can be granted.
    fn able(&self, chance: Chance) -> Vec<usize> {
        let (input_free, queue_ready) = self.free(chance);
        let can_go = |place: &usize| {
            let Waiting { input, queue, .. } = self.waiting[*place];
            let mut heads = self.heads(queue / self.lanes);
            is_set(input_free, input)
                && is_set(queue_ready, queue)
                && (self.is_owed(*place, queue_ready)
                    || !heads.any(|head| self.is_owed(head, queue_ready)))
        };
        (0..self.waiting.len()).filter(can_go).collect()
    }
}

proptest! {
    #[test]
    fn the_oldest_packet_that_could_go_goes_in_the_cycle_after_and_no_other(
        lanes in 1..=MOST_LANES, chances in any_chances(),
    ) {
        let mut switch = Switch::new(lanes);
        let mut next = None;
        for chance in chances {
            let able = switch.able(chance);
            let gone = switch.cycle(chance);
            prop_assert_eq!(gone, next);
            // Candidates of the cycle of a grant are discarded.
            next = if gone.is_some() { None } else { able.first().copied() };
        }
    }

    #[test]
    fn a_head_that_was_bypassed_often_enough_is_bypassed_only_by_others_of_this_kind(
        lanes in 1..=MOST_LANES, chances in any_chances(),
    ) {
        let mut switch = Switch::new(lanes);
        for chance in chances {
            let before = switch.waiting.clone();
            let pending = switch.model.candidate.map(|place| {
                let owed = |place| switch.is_owed(place, switch.free.1);
                (owed(place), switch.older_heads(place).into_iter().any(owed))
            });
            let gone = switch.cycle(chance);
            if let (Some(place), Some((is_owed, passes_owed))) = (gone, pending) {
                prop_assert!(is_owed || !passes_owed, "{:?} of {:?}", place, before);
            }
            // With one virtual lane, there are no others.
            let within = switch.waiting.iter().all(|packet| packet.bypassed <= BYPASSES);
            prop_assert!(lanes > 1 || within);
        }
    }

    #[test]
    fn a_packet_that_can_go_goes_within_the_bound(
        lanes in 1..=MOST_LANES, chances in any_chances(),
    ) {
        let bound = bound_grants(&parameters(lanes));
        let mut switch = Switch::new(lanes);
        // Grants to others since each packet could be granted without a break.
        let mut passed = BTreeMap::new();
        for chance in chances {
            let able = switch.able(chance);
            let able: Vec<_> = able.into_iter().map(|place| switch.waiting[place].number).collect();
            let before = switch.waiting.clone();
            let gone = switch.cycle(chance).map(|place| before[place].number);
            let granted = usize::from(gone.is_some());
            passed = able
                .into_iter()
                .filter(|&number| Some(number) != gone)
                .map(|number| (number, passed.get(&number).unwrap_or(&0) + granted))
                .collect();
            prop_assert!(passed.values().all(|grants| *grants <= bound));
        }
    }

    /// With one virtual lane, the oldest packet of all waits at worst for as many packets for its
    /// output as may bypass it, for one that occupied its output before, for one that occupies its
    /// input, and for nothing else. Each choice takes two cycles.
    #[test]
    fn the_oldest_packet_goes_within_a_time_that_depends_on_the_bypasses(
        chances in prop::collection::vec(
            (prop::option::weighted(0.9, (0..INPUTS, 0..INPUTS, Just(0))), 1..=LONGEST), 1..600),
    ) {
        let longest = (BYPASSES as usize + 2) * (LONGEST + 3);
        let mut switch = Switch::new(1);
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
