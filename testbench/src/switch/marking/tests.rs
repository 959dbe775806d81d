//! Coverage of the stimulus: legal except in illegal phases, and all states that a switch can
//! reach.

use std::collections::BTreeSet;

use tailback_model::switch::marking::{Counting, Naive};
use tailback_model::Golden;
use tailback_spec::switch::marking::{Marking, OutputTrigger, Policy};

use super::counting::CountingStimulus;
use super::naive::NaiveStimulus;
use crate::harness::{Step, Stimulus};

/// Cycles in which each corner must be reached.
const CYCLES: usize = 200_000;

/// Drives a model; calls `each` with the stimulus and the outputs of each cycle.
fn drive<M: Golden, S: Stimulus<M::Inputs, M::Outputs>>(
    mut model: M,
    mut stimulus: S,
    mut each: impl FnMut(&S, &Step<M::Inputs>, &M::Outputs),
) {
    let (mut step, mut last) = (Step::default(), M::Outputs::default());
    for _ in 0..CYCLES {
        stimulus.drive(&last, &mut step);
        model.step(&step.inputs, &mut last);
        if step.reset {
            model.reset();
        }
        each(&stimulus, &step, &last);
    }
}

#[test]
fn counted_traffic_reaches_every_corner() {
    let output_trigger = OutputTrigger::Above;
    let policy = Policy::InputOutputTriggered { output_threshold: 5, output_trigger };
    let marking = Marking::new(policy, 3, 4, None).unwrap();
    let capacity = marking.capacity() as u32;
    let (mut combinations, mut reset_with, mut levels) =
        (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let (mut retriggered, mut crossed, mut wrapped) = (false, false, false);
    let mut above = BTreeSet::new();
    drive(
        Counting::new(&marking),
        CountingStimulus::new(&marking, 1),
        |stimulus, step, outputs| {
            let inputs = &step.inputs;
            let lane = |bits: u64| bits & 1 == 1;
            let events =
                [inputs.enqueue, inputs.dequeue, inputs.transmit, inputs.trigger].map(lane);
            let (waiting, to_mark) = (outputs.waiting[0], outputs.to_mark[0]);
            combinations.insert(events);
            if step.reset {
                reset_with.insert(events);
            }
            retriggered |= events[3] && to_mark > 0;
            crossed |= events[0] && !events[1] && waiting == 5;
            if events[0] && (5..=6).contains(&waiting) {
                above.insert((waiting, events));
            }
            wrapped |= waiting > capacity;
            // The reset after an illegal phase takes effect at the end of its cycle.
            if !stimulus.is_lawless() && !step.reset {
                levels.insert(waiting);
                assert!(outputs.waiting.iter().sum::<u32>() <= capacity, "{outputs:?}");
                assert!(!events[1] || waiting > 0, "a packet leaves that does not wait");
            }
        },
    );
    assert_eq!(combinations.len(), 16, "coinciding events");
    assert!(reset_with.len() >= 8, "events together with a reset: {reset_with:?}");
    assert_eq!(levels, (0..=capacity).collect(), "packets that wait for one output");
    assert!(retriggered && crossed && wrapped, "{retriggered} {crossed} {wrapped}");
    assert_eq!(above.len(), 16, "what comes with a packet at the threshold, and above: {above:?}");
}

#[test]
fn a_packet_is_transmitted_with_each_bit_of_the_counter_alone() {
    // A switch with 32 packets never reaches these values legally.
    let counter_bits = 8;
    let marking = Marking::new(Policy::InputTriggered, 8, 4, Some(counter_bits)).unwrap();
    let mut alone = BTreeSet::new();
    drive(Counting::new(&marking), CountingStimulus::new(&marking, 1), |_, step, outputs| {
        let sent = outputs.to_mark.iter().enumerate();
        let sent = sent.filter(|(output, _)| step.inputs.transmit >> output & 1 == 1);
        alone.extend(sent.map(|(_, &to_mark)| to_mark).filter(|to_mark| to_mark.is_power_of_two()));
    });
    assert_eq!(alone, (0..counter_bits).map(|bit| 1 << bit).collect());
}

#[test]
fn slots_are_taken_and_left_in_every_way() {
    let marking = Marking::new(Policy::Naive, 3, 5, None).unwrap();
    let (mut combinations, mut enqueued, mut left) =
        (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let (mut full, mut empty, mut marks) = (false, false, 0);
    let stimulus = NaiveStimulus::new(&marking, 1);
    drive(Naive::new(&marking), stimulus, |stimulus, step, outputs| {
        let inputs = &step.inputs;
        let lane = |bits: u64| bits & 1 == 1;
        combinations.insert([inputs.enqueue, inputs.transmit, inputs.trigger].map(lane));
        if lane(inputs.enqueue) {
            enqueued.insert(inputs.enqueue_slot[0]);
        }
        if lane(inputs.transmit) {
            left.insert(inputs.transmit_slot[0]);
        }
        full |= stimulus.taken(0) == 0b11111;
        empty |= stimulus.taken(0) == 0;
        marks += outputs.mark.count_ones();
    });
    assert_eq!(combinations.len(), 8, "coinciding events");
    assert_eq!(enqueued, (0..8).collect(), "slots that are taken, with those beyond the last");
    assert_eq!(left, (0..8).collect(), "slots that are left");
    assert!(full && empty && marks > 1000, "{full} {empty} {marks}");
}
