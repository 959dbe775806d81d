//! The counting policies.

use super::*;
use crate::switch::{examples::Dice, policy_marking::whole::*};
use proptest::prelude::*;

fn marking(policy: Policy) -> PolicyMarking {
    PolicyMarking::new(&Parameters { port: small(), policy })
}

fn enqueue(events: &[(usize, usize)]) -> PolicyMarkingInputs {
    let (enqueue, enqueue_queue) = queues(events);
    PolicyMarkingInputs { enqueue, enqueue_queue, ..Default::default() }
}

fn dequeue(events: &[(usize, usize)]) -> PolicyMarkingInputs {
    let (dequeue, dequeue_queue) = queues(events);
    PolicyMarkingInputs { dequeue, dequeue_queue, ..Default::default() }
}

fn transmit(outputs: u64, vl: u32) -> PolicyMarkingInputs {
    let transmit_vl = [vl; PORTS].into_iter().collect();
    PolicyMarkingInputs { transmit: outputs, transmit_vl, ..Default::default() }
}

/// Runs so many cycles without events.
fn idle(marking: &mut PolicyMarking, cycles: usize) {
    for _ in 0..cycles {
        marking.cycle(&Default::default());
    }
}

fn trigger_of(events: &[(usize, usize)]) -> PolicyMarkingInputs {
    PolicyMarkingInputs { trigger: trigger(events), ..Default::default() }
}

/// Packets of an output and VL that are marked, of the next ten.
fn marked(marking: &mut PolicyMarking, output: usize, vl: u32) -> usize {
    let marks = (0..10).map(|_| marking.cycle(&transmit(1 << output, vl)).mark);
    marks.filter(|marks| *marks == 1 << output).count()
}

#[test]
fn as_many_packets_are_marked_as_wait_in_all_buffers_for_the_queue_of_a_full_one() {
    let mut marking = marking(Policy::InputTriggered);
    let queue = LANES + 1;
    marking.cycle(&enqueue(&[(0, queue), (1, queue), (2, queue)]));
    marking.cycle(&enqueue(&[(0, queue), (1, LANES), (2, 2 * LANES + 1)]));
    // Three arrived in one cycle: the last one is counted two cycles later than the first.
    idle(&mut marking, 5);
    marking.cycle(&trigger_of(&[(0, queue)]));
    marking.cycle(&Default::default());
    assert_eq!(marked(&mut marking, 1, 0), 0, "another VL");
    assert_eq!(marked(&mut marking, 2, 1), 0, "another output");
    assert_eq!(marked(&mut marking, 1, 1), 4);
}

#[test]
fn what_buffers_tell_is_seen_in_the_cycle_after_and_what_is_sent_in_the_same() {
    let mut marking = marking(Policy::InputTriggered);
    marking.cycle(&enqueue(&[(0, 0)]));
    marking.cycle(&trigger_of(&[(0, 0)]));
    // The trigger takes effect now, and the mark is for later packets.
    assert_eq!(marking.cycle(&transmit(1, 0)).mark, 0);
    assert_eq!(marking.cycle(&transmit(1, 0)).mark, 1);
    assert_eq!(marking.cycle(&transmit(1, 0)).mark, 0);
}

#[test]
fn packets_that_have_gone_and_those_of_management_are_not_counted() {
    let mut marking = marking(Policy::InputTriggered);
    marking.cycle(&enqueue(&[(0, 0), (1, 2)]));
    marking.cycle(&enqueue(&[(0, 0)]));
    marking.cycle(&dequeue(&[(0, 0)]));
    marking.cycle(&trigger_of(&[(0, 0), (1, 2)]));
    marking.cycle(&Default::default());
    assert_eq!(marked(&mut marking, 0, 15), 0);
    assert_eq!(marked(&mut marking, 0, 2), 0);
    assert_eq!(marked(&mut marking, 0, 0), 1);
}

#[test]
fn above_the_threshold_packets_are_marked_without_a_full_buffer() {
    let output_trigger = OutputTrigger::Above;
    let policy = Policy::InputOutputTriggered { output_threshold: 3, output_trigger };
    let mut marking = marking(policy);
    marking.cycle(&enqueue(&[(0, 0), (1, 0), (2, 0)]));
    idle(&mut marking, 4);
    assert_eq!(marked(&mut marking, 0, 0), 0);
    marking.cycle(&enqueue(&[(0, 0)]));
    marking.cycle(&Default::default());
    assert_eq!(marked(&mut marking, 0, 0), 4);
}

#[test]
fn reset_clears_counters_and_what_was_told_before() {
    let mut model = marking(Policy::InputTriggered);
    model.cycle(&enqueue(&[(0, 0), (1, 0), (2, 0)]));
    model.cycle(&trigger_of(&[(0, 0)]));
    model.reset();
    assert_eq!(model, marking(Policy::InputTriggered));
}

/// 36 buffers with 65,535 blocks each.
#[test]
fn the_packets_of_the_largest_buffers_are_counted() {
    let port = port(36, 1, 65_535, 0);
    let parameters = Parameters { port, policy: Policy::InputTriggered };
    let capacity = 36 * 65_535;
    assert_eq!(parameters.block().counter_bits(), 22);
    let mut marking = PolicyMarking::new(&parameters);
    marking.blocks[0].counting.waiting[35] = capacity - 1;
    marking.cycle(&PolicyMarkingInputs {
        enqueue: 1,
        enqueue_queue: [35].into_iter().collect(),
        ..Default::default()
    });
    marking.cycle(&PolicyMarkingInputs {
        trigger: vec![[1 << 35].into_iter().collect()],
        ..Default::default()
    });
    marking.cycle(&Default::default());
    let counting = &marking.blocks[0].counting;
    assert_eq!((counting.waiting[35], counting.to_mark[35]), (capacity, capacity));
}

proptest! {
    /// In each cycle, the packets counted and the packets still to be counted are those that were
    /// reported and have not left; and no packet is left to be counted for longer than those that
    /// arrived with and before it.
    #[test]
    fn no_packet_is_lost_however_many_come_at_once(seed in any::<u64>(), odds in 1..6usize) {
        let mut marking = marking(Policy::InputTriggered);
        let mut dice = Dice::new(seed);
        let mut waiting = [0u32; PORTS * LANES];
        const MOST: u32 = PORTS as u32 * LANE_BLOCKS;
        for _ in 0..300 {
            // At most one packet of an output leaves in a cycle, and only one that waits.
            let mut leaves = vec![];
            let mut comes = vec![];
            for port in 0..PORTS {
                let queue = port * LANES + dice.below(LANES);
                if waiting[queue] > 0 && dice.happens(2) {
                    leaves.push(queue);
                }
                let queue = dice.below(PORTS * LANES);
                // The buffers of all ports hold no more.
                if waiting[queue] + (PORTS as u32) <= MOST && dice.happens(odds) {
                    comes.push((port, queue));
                }
            }
            let leaving: Vec<(usize, usize)> = leaves.iter().copied().enumerate().collect();
            let PolicyMarkingInputs { dequeue, dequeue_queue, .. } = dequeue(&leaving);
            marking.cycle(&PolicyMarkingInputs { dequeue, dequeue_queue, ..enqueue(&comes) });
            leaves.iter().for_each(|queue| waiting[*queue] -= 1);
            comes.iter().for_each(|(_, queue)| waiting[*queue] += 1);
            let mut seen = marking.clone();
            seen.cycle(&Default::default());
            for output in 0..PORTS {
                for (vl, block) in seen.blocks.iter().enumerate() {
                    let counted = block.counting.waiting[output] + block.owed[output];
                    prop_assert_eq!(counted, waiting[output * LANES + vl]);
                }
            }
        }
        idle(&mut marking, 300);
        prop_assert!(marking.blocks.iter().all(|block| block.owed.iter().all(|owed| *owed == 0)));
    }
}
