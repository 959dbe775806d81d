//! Coverage of the stimulus: queues are empty and full, packets leave from all places of the
//! window, all limits are reached, and no signal is withdrawn that an offer may depend on.

use std::collections::{BTreeSet, VecDeque};

use tailback_model::Golden;
use tailback_spec::BitLanes;

use super::*;

/// Cycles in which each corner must be reached.
const CYCLES: u64 = 80_000;
/// Cycles from a grant to the next one of the same port, at least.
const LEAST_CYCLES: u64 = 4;

/// Coverage of the stimulus, by reference queues.
#[derive(Debug, Default)]
struct Seen {
    /// For each queue, the input ports of its packets, the oldest first.
    waiting: Vec<VecDeque<usize>>,
    /// For each queue, its packets that can be chosen, which are the oldest ones.
    listed: Vec<usize>,
    /// For each queue, bypasses of its oldest packet.
    bypassed: Vec<u32>,
    /// Numbers of packets of a queue, and of those that can be chosen.
    packets: BTreeSet<usize>,
    lists: BTreeSet<usize>,
    /// Numbers of packets of a queue that cannot be chosen yet.
    outside: BTreeSet<usize>,
    /// Places of the window that a packet left.
    places: BTreeSet<usize>,
    inputs: BTreeSet<usize>,
    queues: BTreeSet<usize>,
    /// Bypasses of an oldest packet before it left.
    limits: BTreeSet<u32>,
    /// Numbers of grants in a cycle.
    grants: BTreeSet<u32>,
    /// Cycles in which a free input port with a packet waited, because its output port was owed to
    /// others.
    held_back: u64,
    /// Cycles in which a free input port had a packet for an output port only beyond the window.
    beyond: u64,
    /// Cycles in which two output ports were owed to the same input port.
    same_input: u64,
    /// Cycles in which an output port was owed to two queues.
    both_owed: u64,
    /// Cycles in which output ports are free in the second cycle after a grant.
    free_again: u64,
    /// Cycles in which an output port looks at a packet whose input port is granted another output
    /// port, so that its offer is void.
    void: u64,
    /// Cycles in which a free input port, a free output port, or a packet that can be sent was
    /// withdrawn without a grant.
    withdrawn: [u64; 3],
    /// Cycles in which the oldest packet of a queue cannot be sent, but a younger one could be.
    closed: u64,
    resets: u64,
}

impl Seen {
    fn clear(&mut self, fifo: &Fifo) {
        self.waiting = vec![VecDeque::new(); fifo.queues()];
        self.listed = vec![0; fifo.queues()];
        self.bypassed = vec![0; fifo.queues()];
    }

    /// Records the numbers of packets of a queue.
    fn count(&mut self, queue: usize) {
        let (packets, listed) = (self.waiting[queue].len(), self.listed[queue]);
        self.packets.insert(packets);
        self.lists.insert(listed);
        self.outside.insert(packets - listed);
    }

    /// Queues of an output port whose oldest packet can be sent.
    fn open(&self, output: usize, inputs: &FifoAllocatorInputs, fifo: &Fifo) -> Vec<usize> {
        let queues = output * fifo.lanes()..(output + 1) * fifo.lanes();
        let is_open = |queue: &usize| {
            self.waiting[*queue].front().is_some_and(|input| can_send(inputs, *input, *queue))
        };
        queues.filter(is_open).collect()
    }

    /// Whether a queue of an output port has a packet that could go, if the oldest one could be sent.
    fn is_closed(&self, output: usize, inputs: &FifoAllocatorInputs, fifo: &Fifo) -> bool {
        let mut queues = output * fifo.lanes()..(output + 1) * fifo.lanes();
        queues.any(|queue| {
            let mut seen = self.waiting[queue].iter().take(fifo.window().min(self.listed[queue]));
            seen.next().is_some_and(|oldest| !can_send(inputs, *oldest, queue))
                && seen.any(|input| can_go(inputs, *input, queue))
        })
    }

    /// A packet leaves: counts the bypasses of the queues of its output port.
    fn goes(&mut self, input: usize, queue: usize, inputs: &FifoAllocatorInputs, fifo: &Fifo) {
        let (open, limit) = (self.open(queue / fifo.lanes(), inputs, fifo), fifo.bypasses());
        self.inputs.insert(input);
        self.queues.insert(queue);
        let packets = &mut self.waiting[queue];
        let place = packets.iter().position(|from| *from == input).unwrap();
        assert!(place < fifo.window().min(self.listed[queue]), "place {place} of queue {queue}");
        self.places.insert(place);
        packets.remove(place);
        self.listed[queue] -= 1;
        for other in open.into_iter().filter(|other| *other != queue || place > 0) {
            self.bypassed[other] = limit.min(self.bypassed[other] + 1);
        }
        if place == 0 {
            self.limits.insert(self.bypassed[queue]);
            self.bypassed[queue] = 0;
        }
        self.count(queue);
    }

    /// Examines the queues in a cycle.
    fn look(&mut self, inputs: &FifoAllocatorInputs, fifo: &Fifo) {
        let (mut owed_inputs, mut same) = (0, false);
        for output in 0..fifo.outputs() {
            let open = self.open(output, inputs, fifo);
            self.closed += u64::from(self.is_closed(output, inputs, fifo));
            let is_owed = |queue: &&usize| self.bypassed[**queue] == fifo.bypasses();
            let owed: Vec<usize> = open.iter().filter(is_owed).copied().collect();
            let oldest =
                owed.iter().fold(0_u64, |ports, queue| ports | 1 << self.waiting[*queue][0]);
            same |= oldest & owed_inputs != 0;
            owed_inputs |= oldest;
            self.both_owed += u64::from(owed.len() > 1);
            let has_free = |queue: &usize, packets: usize| {
                let mut oldest = self.waiting[*queue].iter().take(packets);
                oldest.any(|input| can_go(inputs, *input, *queue))
            };
            let near = open.iter().any(|queue| has_free(queue, fifo.window()));
            let is_held = !owed.is_empty() && oldest & inputs.input_free == 0 && near;
            self.held_back += u64::from(is_held && inputs.output_free >> output & 1 != 0);
            let far = !near && open.iter().any(|queue| has_free(queue, usize::MAX));
            self.beyond += u64::from(far);
        }
        self.same_input += u64::from(same);
    }

    /// Packets arrive, and one packet of each queue can be chosen from the next cycle on.
    fn comes(&mut self, inputs: &FifoAllocatorInputs, fifo: &Fifo) {
        for input in each(inputs.arrive) {
            self.waiting[inputs.arrive_queue[input] as usize].push_back(input);
        }
        for queue in 0..fifo.queues() {
            let packets = self.waiting[queue].len();
            assert!(packets <= fifo.packets(), "too many packets of queue {queue}");
            self.listed[queue] = packets.min(self.listed[queue] + 1);
            self.count(queue);
        }
    }

    /// Counts whether an output port looks at a packet of a port that is granted in this cycle.
    fn voids(&mut self, inputs: &FifoAllocatorInputs, granted: [u64; 2], fifo: &Fifo) {
        let [granted_inputs, granted_outputs] = granted;
        let is_void = |queue: usize| {
            let mut seen = self.waiting[queue].iter().take(fifo.window().min(self.listed[queue]));
            let first = seen.find(|input| can_go(inputs, **input, queue));
            first.is_some_and(|input| granted_inputs >> *input & 1 != 0)
        };
        let looks = inputs.output_free & !granted_outputs;
        let mut queues = each(looks).flat_map(|output| self.open(output, inputs, fifo));
        let any = queues.any(is_void);
        self.void += u64::from(any);
    }

    /// Signals that were withdrawn after the cycle `before`, in which nothing was granted.
    fn withdraws(&mut self, before: &FifoAllocatorInputs, inputs: &FifoAllocatorInputs) {
        let input = before.input_free & !inputs.input_free != 0;
        let output = before.output_free & !inputs.output_free != 0;
        let mut words = before.sendable.iter().flatten().zip(inputs.sendable.iter().flatten());
        let packet = words.any(|(before, now)| before & !now != 0);
        for (count, event) in self.withdrawn.iter_mut().zip([input, output, packet]) {
            *count += u64::from(event);
        }
    }
}

/// Whether the first packet of an input port and queue can be sent.
fn can_send(inputs: &FifoAllocatorInputs, input: usize, queue: usize) -> bool {
    inputs.sendable[input][queue / 64] >> (queue % 64) & 1 != 0
}

/// Whether it can be sent, and the input port is free.
fn can_go(inputs: &FifoAllocatorInputs, input: usize, queue: usize) -> bool {
    inputs.input_free >> input & 1 != 0 && can_send(inputs, input, queue)
}

/// Asserts that ports and queues exist.
fn in_range(inputs: &FifoAllocatorInputs, fifo: &Fifo) {
    let queue_of = |input: usize| inputs.arrive_queue[input] as usize;
    assert_eq!(inputs.arrive_queue.len(), fifo.inputs());
    assert!(each(inputs.arrive).all(|input| queue_of(input) < fifo.queues()));
    assert_eq!((inputs.arrive | inputs.input_free | inputs.output_free) >> fifo.inputs(), 0);
    assert_eq!(inputs.sendable.len(), fifo.inputs());
    let queues: BitLanes = (0..fifo.queues()).map(|_| true).collect();
    for queues_of in &inputs.sendable {
        assert!(queues_of.iter().zip(queues.words()).all(|(word, all)| word & !all == 0));
    }
}

fn observe(fifo: &Fifo) -> Seen {
    let (mut model, mut stimulus) = (FifoAllocator::new(fifo), FifoAllocatorStimulus::new(fifo, 1));
    let (mut step, mut outputs) = (Step::default(), FifoAllocatorOutputs::default());
    let [mut earlier, mut before]: [FifoAllocatorInputs; 2] = Default::default();
    // Input ports and output ports granted one and two cycles ago, and when each was granted last.
    let mut granted = [[0; 2]; 2];
    let mut last_from: Vec<Option<u64>> = vec![None; fifo.inputs()];
    let mut last_to: Vec<Option<u64>> = vec![None; fifo.outputs()];
    let mut seen = Seen::default();
    seen.clear(fifo);
    for cycle in 0..CYCLES {
        stimulus.drive(&outputs, &mut step);
        let inputs = &step.inputs;
        in_range(inputs, fifo);
        let [went, [_, went_earlier]] = granted;
        assert_eq!([went[0] & inputs.input_free, went[1] & inputs.output_free], [0, 0], "busy");
        seen.free_again += u64::from(went_earlier & inputs.output_free != 0);
        if outputs.grant == 0 {
            seen.withdraws(&before, inputs);
        }
        model.step(inputs, &mut outputs);
        seen.look(inputs, fifo);
        seen.grants.insert(outputs.grant.count_ones());
        let output_of = |input: usize| outputs.grant_queue[input] as usize / fifo.lanes();
        let goes = each(outputs.grant).fold(0, |outputs, input| outputs | 1 << output_of(input));
        seen.voids(inputs, [outputs.grant, goes], fifo);
        for input in each(outputs.grant) {
            let (queue, output) = (outputs.grant_queue[input] as usize, output_of(input));
            for stays in [&earlier, &before, inputs] {
                assert!(stays.input_free >> input & 1 != 0, "input port {input} is not free");
                assert!(stays.output_free >> output & 1 != 0, "output port {output} is not free");
                assert!(can_send(stays, input, queue), "queue {queue} has no credits");
            }
            for last in [&mut last_from[input], &mut last_to[output]] {
                let rests = last.is_none_or(|last| cycle - last >= LEAST_CYCLES);
                assert!(rests, "{input} to {output}: granted again too soon");
                *last = Some(cycle);
            }
            seen.goes(input, queue, inputs, fifo);
        }
        granted = [[outputs.grant, goes], went];
        seen.comes(inputs, fifo);
        std::mem::swap(&mut earlier, &mut before);
        before.clone_from(inputs);
        if step.reset {
            model.reset();
            seen.clear(fifo);
            granted = [[0; 2]; 2];
            last_from.fill(None);
            last_to.fill(None);
            seen.resets += 1;
        }
    }
    seen
}

#[test]
fn queues_fill_and_drain_from_all_places_of_the_window_and_every_limit_is_met() {
    for (inputs, lanes, packets, bypasses) in
        [(2, 1, 2, 0), (4, 1, 16, 4), (4, 3, 16, 2), (8, 9, 32, 4), (12, 2, 48, 15)]
    {
        let fifo = Fifo::new(inputs, lanes, packets, bypasses).unwrap();
        let seen = observe(&fifo);
        assert_eq!(seen.packets, (0..=fifo.packets()).collect(), "packets of a queue");
        assert_eq!(seen.lists, (0..=fifo.packets()).collect(), "packets that can be chosen");
        let behind: BTreeSet<usize> = (0..inputs.min(packets) as usize).collect();
        assert!(seen.outside.is_superset(&behind), "packets outside: {:?}", seen.outside);
        assert_eq!(seen.places, (0..fifo.window()).collect(), "places of the window");
        assert_eq!(seen.inputs.len(), fifo.inputs());
        assert_eq!(seen.queues.len(), fifo.queues());
        assert_eq!(seen.limits, (0..=bypasses).collect(), "bypasses");
        assert!(seen.grants.contains(&inputs.min(3)), "{:?} grants in a cycle", seen.grants);
        let counts = [seen.beyond, seen.same_input, seen.free_again, seen.void, seen.resets];
        assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
        assert!(seen.withdrawn.iter().all(|count| *count > 20), "{:?}", seen.withdrawn);
        assert!(bypasses == 0 || seen.held_back > 20, "{}", seen.held_back);
        assert!(bypasses == 0 || seen.closed > 20, "{}", seen.closed);
        assert!(lanes == 1 || seen.both_owed > 20, "{}", seen.both_owed);
    }
}

#[test]
fn all_of_the_largest_switch_take_part() {
    let fifo = Fifo::new(36, 9, 64, 4).unwrap();
    let seen = observe(&fifo);
    assert_eq!((seen.inputs.len(), seen.queues.len()), (36, 324));
    assert!(seen.packets.contains(&64) && seen.lists.contains(&64));
    assert!(seen.limits.contains(&4) && seen.places.contains(&4));
}
