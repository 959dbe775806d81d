//! The naive policy.

use super::*;

fn marking() -> NaivePolicyMarking {
    NaivePolicyMarking::new(&Parameters { port: small(), policy: Policy::Naive })
}

fn enqueue(events: &[(usize, usize)]) -> NaivePolicyMarkingInputs {
    let (enqueue, enqueue_queue) = queues(events);
    NaivePolicyMarkingInputs { enqueue, enqueue_queue, ..Default::default() }
}

/// Packets that are marked, of the next ten of an output and VL from `source`.
fn marked(marking: &mut NaivePolicyMarking, source: u32, output: usize, vl: u32) -> usize {
    let transmit = NaivePolicyMarkingInputs {
        transmit: 1 << output,
        transmit_vl: [vl; PORTS].into_iter().collect(),
        source: [source; PORTS].into_iter().collect(),
        ..Default::default()
    };
    (0..10).filter(|_| marking.cycle(&transmit).mark == 1 << output).count()
}

#[test]
fn of_each_queue_of_a_full_buffer_so_many_are_marked_as_wait_there_and_of_others_none() {
    let mut marking = marking();
    let (one, other) = (LANES + 1, 2 * LANES);
    for _ in 0..2 {
        marking.cycle(&enqueue(&[(0, one), (1, one), (2, one)]));
    }
    marking.cycle(&enqueue(&[(0, other)]));
    let trigger = trigger(&[(0, one), (0, other)]);
    marking.cycle(&NaivePolicyMarkingInputs { trigger, ..Default::default() });
    marking.cycle(&Default::default());
    assert_eq!(marked(&mut marking, 1, 1, 1), 0, "another input's");
    assert_eq!(marked(&mut marking, 0, 1, 0), 0, "another VL's");
    assert_eq!(marked(&mut marking, 0, 1, 1), 2);
    assert_eq!(marked(&mut marking, 0, 2, 0), 1);
}

#[test]
fn packets_that_have_gone_and_those_of_management_are_not_counted() {
    let mut marking = marking();
    marking.cycle(&enqueue(&[(0, 0), (1, 2)]));
    marking.cycle(&enqueue(&[(0, 0)]));
    let (dequeue, dequeue_queue) = queues(&[(0, 0)]);
    marking.cycle(&NaivePolicyMarkingInputs { dequeue, dequeue_queue, ..Default::default() });
    let trigger = trigger(&[(0, 0), (1, 2)]);
    marking.cycle(&NaivePolicyMarkingInputs { trigger, ..Default::default() });
    marking.cycle(&Default::default());
    assert_eq!(marked(&mut marking, 1, 0, 2), 0);
    assert_eq!(marked(&mut marking, 1, 0, 15), 0);
    assert_eq!(marked(&mut marking, 0, 0, 0), 1);
}

#[test]
fn reset_clears_counters_and_what_was_told_before() {
    let mut model = marking();
    model.cycle(&enqueue(&[(0, 0), (1, 0), (2, 0)]));
    let trigger = trigger(&[(0, 0)]);
    model.cycle(&NaivePolicyMarkingInputs { trigger, ..Default::default() });
    model.cycle(&enqueue(&[(0, 0)]));
    model.reset();
    assert_eq!(model, marking());
}
