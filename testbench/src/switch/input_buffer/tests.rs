//! The stimulus is legal, and reaches what a buffer can come to.

use super::*;
use std::collections::BTreeSet;
use tailback_model::Golden;
use tailback_spec::switch::input_buffer::Sizes;

/// Cycles in which each corner must be reached.
const CYCLES: usize = 20_000;

fn parameters(reading: Reading) -> Parameters {
    let sizes = Sizes {
        outputs: 3,
        virtual_lanes: 2,
        lane_blocks: 7,
        packet_blocks: 3,
        block_words: 4,
        word_bits: 73,
    };
    Parameters::new(sizes, reading).unwrap()
}

fn reaches_every_corner(reading: Reading) {
    let parameters = parameters(reading);
    let mut model = InputBuffer::new(&parameters);
    let mut stimulus = InputBufferStimulus::new(&parameters, 1);
    let (mut step, mut last) = (Step::default(), InputBufferOutputs::default());
    let mut seen = BTreeSet::new();
    for _ in 0..CYCLES {
        stimulus.drive(&last, &mut step);
        let before = last.clone();
        model.step(&step.inputs, &mut last);
        let InputBufferInputs { read, write, write_first, write_last, write_queue, .. } =
            step.inputs;
        if read {
            let queue = step.inputs.read_queue as usize;
            assert!(last.ready, "a packet is started while another one is being sent");
            assert!(last.waiting.is_set(queue), "no packet waits");
        }
        if last.taken {
            let free = if write_first { last.free[write_queue as usize % 2] } else { 1 };
            assert!(free > 0, "a block is taken that there is not");
        }
        let triggers = |vl: usize| {
            let queues = (vl..parameters.queues()).step_by(parameters.virtual_lanes());
            queues.filter(|&queue| last.trigger.is_set(queue)).count()
        };
        let corners = [
            ("a packet is started that does not count", read && !last.dequeue),
            ("one is started in the cycle of its last word", read && write && write_last),
            ("a packet of one word", write && write_first && write_last),
            ("two packets without a gap", before.word_last && last.word_first),
            ("a gap within a packet", before.word_valid && !before.word_last && !last.word_valid),
            ("a bad packet", last.word_bad && !last.word_discard),
            ("one that is discarded", last.word_discard),
            ("VL 0 is full", stimulus.shadow.is_full(0)),
            ("VL 1 is full", stimulus.shadow.is_full(1)),
            ("VL 0 triggers", triggers(0) > 0),
            ("VL 1 triggers", triggers(1) > 0),
            ("several queues trigger", triggers(0) > 1),
            ("a trigger as a packet starts", triggers(1) > 0 && read),
            ("a reset in the middle", step.reset && write && !write_last),
        ];
        seen.extend(corners.iter().filter(|(_, is)| *is).map(|(name, _)| *name));
        let all = corners.map(|(name, _)| name);
        if step.reset {
            model.reset();
        }
        if seen.len() == all.len() {
            return;
        }
    }
    panic!("within {CYCLES} cycles, only {seen:?}");
}

#[test]
fn traffic_reaches_every_corner_when_received_packets_count() {
    reaches_every_corner(Reading::Received);
}

#[test]
fn traffic_reaches_every_corner_when_waiting_packets_fill_the_buffer() {
    // A packet that waits counts from its first word on: none is started that does not.
    let parameters = parameters(Reading::Waiting);
    let mut model = InputBuffer::new(&parameters);
    let mut stimulus = InputBufferStimulus::new(&parameters, 1);
    let (mut step, mut last) = (Step::default(), InputBufferOutputs::default());
    let mut triggers = 0;
    for _ in 0..CYCLES {
        stimulus.drive(&last, &mut step);
        model.step(&step.inputs, &mut last);
        assert_eq!(last.dequeue, step.inputs.read);
        triggers += u32::from(last.trigger != Default::default());
        if step.reset {
            model.reset();
        }
    }
    assert!(triggers > 50, "{triggers} triggers");
}
