//! The list is empty and full, packets go from all places, and all limits are met.

use std::collections::BTreeSet;

use tailback_model::Golden;

use super::*;

/// Cycles in which each corner must be reached.
const CYCLES: u64 = 20_000;

/// What the stimulus did, as a list of numbers tells.
#[derive(Debug, Default)]
struct Seen {
    /// Numbers of packets that waited.
    lengths: BTreeSet<usize>,
    /// Places from which a packet went.
    places: BTreeSet<usize>,
    inputs: BTreeSet<u64>,
    queues: BTreeSet<u64>,
    /// Bypasses that a head had behind it when it went, or was still passed.
    bypassed: BTreeSet<u32>,
    /// Cycles in which a free packet had to wait, because its queue waited for its head.
    held_back: u64,
    /// Arrivals at a full list, with and without a grant.
    refused: [u64; 2],
    resets: u64,
}

fn observe(fifo: &Fifo) -> Seen {
    let (mut model, mut stimulus) = (FifoAllocator::new(fifo), FifoAllocatorStimulus::new(fifo, 1));
    let (mut step, mut outputs) = (Step::default(), FifoAllocatorOutputs::default());
    let mut seen = Seen::default();
    // Input, queue, and how often it was bypassed while it was the first of its queue.
    let mut waiting: Vec<(u64, u64, u32)> = Vec::new();
    for _ in 0..CYCLES {
        stimulus.drive(&outputs, &mut step);
        let inputs = &step.inputs;
        assert!(inputs.arrive_input < fifo.inputs() as u64);
        assert!(inputs.arrive_queue < fifo.queues() as u64);
        assert!(inputs.input_free >> fifo.inputs() == 0);
        assert!(!(fifo.queues()..BitLanes::LANES).any(|queue| inputs.queue_ready.is_set(queue)));
        model.step(inputs, &mut outputs);
        seen.lengths.insert(waiting.len());
        let is_free = |&(input, queue, _): &(u64, u64, u32)| {
            inputs.input_free >> input & 1 != 0 && inputs.queue_ready.is_set(queue as usize)
        };
        seen.held_back += u64::from(!outputs.grant && waiting.iter().any(is_free));
        seen.refused[usize::from(outputs.grant)] += u64::from(inputs.arrive && outputs.full);
        if outputs.grant {
            let gone = (outputs.grant_input, outputs.grant_queue);
            let place = waiting.iter().position(|&(input, queue, _)| (input, queue) == gone);
            let (.., queue, bypassed) = waiting.remove(place.unwrap());
            seen.places.insert(place.unwrap());
            seen.inputs.insert(outputs.grant_input);
            seen.queues.insert(queue);
            let mut older = waiting[..place.unwrap()].iter_mut();
            match older.find(|(_, of, _)| *of == queue) {
                Some(head) => head.2 += 1,
                None => drop(seen.bypassed.insert(bypassed)),
            }
        }
        if inputs.arrive && !outputs.full {
            waiting.push((inputs.arrive_input, inputs.arrive_queue, 0));
        }
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
    for (inputs, queues, entries, bypasses) in
        [(2, 2, 2, 0), (4, 4, 16, 4), (8, 64, 32, 4), (12, 12, 48, 15)]
    {
        let fifo = Fifo::new(inputs, queues, entries, bypasses).unwrap();
        let seen = observe(&fifo);
        assert_eq!(seen.lengths, (0..=fifo.entries()).collect(), "packets that wait");
        assert_eq!(seen.places, (0..fifo.entries()).collect(), "places");
        assert_eq!(seen.inputs.len(), fifo.inputs());
        assert_eq!(seen.queues.len(), fifo.queues());
        assert_eq!(seen.bypassed, (0..=bypasses).collect(), "bypasses");
        let counts = [seen.held_back, seen.refused[0], seen.refused[1], seen.resets];
        assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
    }
}

#[test]
fn all_of_the_largest_switch_take_part() {
    let fifo = Fifo::new(36, 288, 1024, 4).unwrap();
    let seen = observe(&fifo);
    assert_eq!((seen.inputs.len(), seen.queues.len()), (36, 288));
    assert!(seen.lengths.contains(&1024) && seen.bypassed.contains(&4));
}
