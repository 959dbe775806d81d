//! Coverage of the stimulus: the list is empty and full, packets leave from all entries, all limits
//! are reached, and no signal is withdrawn that a choice may depend on.

use std::collections::BTreeSet;

use tailback_model::Golden;

use super::*;

/// Cycles in which each corner must be reached.
const CYCLES: u64 = 40_000;

/// A waiting packet.
#[derive(Debug, Clone, Copy)]
struct Packet {
    input: u64,
    queue: u64,
    /// Number of bypasses while it was the head of its queue.
    bypassed: u32,
}

/// Coverage of the stimulus, by a reference list of packets.
#[derive(Debug, Default)]
struct Seen {
    /// Numbers of waiting packets.
    lengths: BTreeSet<usize>,
    /// Indices of the entries from which a packet left.
    places: BTreeSet<usize>,
    inputs: BTreeSet<u64>,
    queues: BTreeSet<u64>,
    /// Bypasses of a head before it left.
    bypassed: BTreeSet<u32>,
    /// Cycles in which a packet that could go waited, because its output waited for a head.
    held_back: u64,
    /// Bypasses beyond the limit, which do not count.
    beyond: u64,
    /// Cycles in which two heads had reached the limit at the same output.
    both_owed: u64,
    /// Bypasses by packets of another virtual lane.
    across: u64,
    /// Cycles in which a free input was withdrawn without a grant.
    withdrawn: u64,
    /// Arrivals at a full list, without and with a grant.
    refused: [u64; 2],
    resets: u64,
}

/// Heads of the queues of an output, by their indices.
fn heads(waiting: &[Packet], output: u64, lanes: u64) -> Vec<usize> {
    let mut seen = BTreeSet::new();
    let places = waiting.iter().enumerate();
    places
        .filter(|(_, packet)| packet.queue / lanes == output && seen.insert(packet.queue))
        .map(|(place, _)| place)
        .collect()
}

impl Seen {
    /// A packet leaves: counts the bypasses of other heads.
    fn goes(&mut self, waiting: &mut Vec<Packet>, place: usize, fifo: &Fifo) {
        let (gone, lanes) = (waiting[place], fifo.lanes() as u64);
        self.places.insert(place);
        self.inputs.insert(gone.input);
        self.queues.insert(gone.queue);
        for head in heads(waiting, gone.queue / lanes, lanes) {
            let packet = &mut waiting[head];
            if head == place {
                self.bypassed.insert(packet.bypassed.min(fifo.bypasses()));
            } else if head < place {
                self.beyond += u64::from(packet.bypassed >= fifo.bypasses());
                self.across += u64::from(packet.queue != gone.queue);
                packet.bypassed += 1;
            }
        }
        waiting.remove(place);
    }

    /// Examines the waiting packets of an output in a cycle without a grant.
    fn waits(
        &mut self,
        output: u64,
        waiting: &[Packet],
        inputs: &FifoAllocatorInputs,
        fifo: &Fifo,
    ) {
        let lanes = fifo.lanes() as u64;
        let busy = inputs.output_busy >> output & 1 != 0;
        let is_ready = |packet: &Packet| !busy && inputs.queue_ready.is_set(packet.queue as usize);
        let mut owed = heads(waiting, output, lanes);
        owed.retain(|&head| is_ready(&waiting[head]) && waiting[head].bypassed >= fifo.bypasses());
        self.both_owed += u64::from(owed.len() > 1);
        let is_free =
            |packet: &Packet| is_ready(packet) && inputs.input_free >> packet.input & 1 != 0;
        let mut places = waiting.iter().enumerate();
        let is_held = !owed.is_empty()
            && places.any(|(place, packet)| {
                packet.queue / lanes == output && is_free(packet) && !owed.contains(&place)
            });
        self.held_back += u64::from(is_held);
    }
}

/// Asserts that inputs and queues exist.
fn in_range(inputs: &FifoAllocatorInputs, fifo: &Fifo) {
    assert!(inputs.arrive_input < fifo.inputs() as u64);
    assert!(inputs.arrive_queue < fifo.queues() as u64);
    assert!(inputs.input_free >> fifo.inputs() == 0);
    assert!(!(fifo.queues()..BitLanes::LANES).any(|queue| inputs.queue_ready.is_set(queue)));
}

fn observe(fifo: &Fifo) -> Seen {
    let (mut model, mut stimulus) = (FifoAllocator::new(fifo), FifoAllocatorStimulus::new(fifo, 1));
    let (mut step, mut outputs) = (Step::default(), FifoAllocatorOutputs::default());
    let mut before = FifoAllocatorInputs::default();
    let (mut seen, mut waiting) = (Seen::default(), Vec::<Packet>::new());
    for cycle in 0..CYCLES {
        let was_granted = outputs.grant;
        stimulus.drive(&outputs, &mut step);
        let inputs = &step.inputs;
        in_range(inputs, fifo);
        model.step(inputs, &mut outputs);
        seen.lengths.insert(waiting.len());
        seen.refused[usize::from(outputs.grant)] += u64::from(inputs.arrive && outputs.full);
        let withdrawn = before.input_free & !inputs.input_free != 0;
        seen.withdrawn += u64::from(withdrawn && !was_granted);
        if outputs.grant {
            let (input, queue) = (outputs.grant_input, outputs.grant_queue);
            assert!(inputs.input_free >> input & 1 != 0, "withdrawn from a packet that goes");
            assert!(inputs.queue_ready.is_set(queue as usize), "withdrawn from a packet that goes");
            let output = queue / fifo.lanes() as u64;
            assert!(inputs.output_busy >> output & 1 == 0, "withdrawn from a packet that goes");
            let place = waiting.iter().position(|it| (it.input, it.queue) == (input, queue));
            seen.goes(&mut waiting, place.unwrap(), fifo);
        } else {
            seen.waits(cycle % fifo.outputs() as u64, &waiting, inputs, fifo);
        }
        if inputs.arrive && !outputs.full {
            let (input, queue) = (inputs.arrive_input, inputs.arrive_queue);
            waiting.push(Packet { input, queue, bypassed: 0 });
        }
        before.clone_from(inputs);
        if step.reset {
            model.reset();
            waiting.clear();
            seen.resets += 1;
        }
    }
    seen
}

#[test]
fn the_list_fills_and_drains_from_all_places_and_every_limit_is_met() {
    for (inputs, lanes, entries, bypasses) in
        [(2, 1, 2, 0), (4, 1, 16, 4), (4, 3, 16, 2), (8, 9, 32, 4), (12, 2, 48, 15)]
    {
        let fifo = Fifo::new(inputs, lanes, entries, bypasses).unwrap();
        let seen = observe(&fifo);
        assert_eq!(seen.lengths, (0..=fifo.entries()).collect(), "packets that wait");
        assert_eq!(seen.places, (0..fifo.entries()).collect(), "places");
        assert_eq!(seen.inputs.len(), fifo.inputs());
        assert_eq!(seen.queues.len(), fifo.queues());
        assert_eq!(seen.bypassed, (0..=bypasses).collect(), "bypasses");
        let counts =
            [seen.held_back, seen.withdrawn, seen.refused[0], seen.refused[1], seen.resets];
        assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
        let counts = [seen.both_owed, seen.across, seen.beyond];
        assert!(lanes == 1 || counts.iter().all(|count| *count > 5), "{counts:?}");
    }
}

#[test]
fn all_of_the_largest_switch_take_part() {
    let fifo = Fifo::new(36, 9, 1024, 4).unwrap();
    let seen = observe(&fifo);
    assert_eq!((seen.inputs.len(), seen.queues.len()), (36, 324));
    assert!(seen.lengths.contains(&1024) && seen.bypassed.contains(&4));
}
