//! Coverage of the stimulus: corner cases of the queue.

use std::collections::BTreeMap;

use tailback_model::Golden;

use super::*;
use crate::nic::examples::nic;

#[test]
fn the_queue_is_full_and_empty_and_events_come_and_go_at_both_ends() {
    for queue in [nic(1, 8).ack_queue(), nic(64, 8).becn_queue(), nic(300, 8).ack_queue()] {
        let mut model = EventQueue::new(&queue);
        let mut stimulus = EventQueueStimulus::new(&queue, 1);
        let (mut step, mut outputs) = (Step::default(), EventQueueOutputs::default());
        let (mut level, mut seen) = (0, BTreeMap::<&str, u64>::new());
        for _ in 0..200_000 {
            stimulus.drive(&outputs, &mut step);
            model.step(&step.inputs, &mut outputs);
            let EventQueueInputs { put, take, .. } = step.inputs;
            let leaves = outputs.offered && take;
            assert_eq!(outputs.full, level == queue.places());
            let corners = [
                ("one is lost", outputs.full && put && !leaves),
                ("one is lost as another one leaves", outputs.full && put && leaves),
                ("the last place is taken", level + 1 == queue.places() && put && !leaves),
                ("one comes and one leaves", put && leaves && !outputs.full),
                ("the last one leaves", level == 1 && leaves && !put),
                ("the last one leaves and another one comes", level == 1 && leaves && put),
                ("one is not offered yet", level == 1 && !outputs.offered),
                ("nothing is taken", level == 0 && take),
                ("a reset of some", step.reset && level > 3),
            ];
            for (name, is) in corners {
                *seen.entry(name).or_default() += u64::from(is);
            }
            level += usize::from(put && !outputs.full);
            level -= usize::from(leaves);
            if step.reset {
                model.reset();
                level = 0;
            }
        }
        assert!(seen.values().all(|count| *count > 5), "{} places: {seen:?}", queue.places());
    }
}
