//! Coverage of the stimulus: legal, and all cases of an input buffer.

use super::*;
use std::collections::{BTreeMap, BTreeSet};
use tailback_model::Golden;
use tailback_spec::switch::input_buffer::Sizes;

/// Cycles in which each corner must be reached.
const CYCLES: usize = 40_000;

fn parameters(reading: Reading) -> Parameters {
    let sizes = Sizes {
        outputs: 3,
        virtual_lanes: 2,
        lane_blocks: 7,
        management_blocks: 5,
        packet_blocks: 3,
        block_words: 4,
        word_bits: 73,
    };
    Parameters::new(sizes, reading).unwrap()
}

/// Inputs and outputs of a cycle.
#[derive(Clone, Default)]
struct Cycle {
    step: Step<InputBufferInputs>,
    outputs: InputBufferOutputs,
}

impl Cycle {
    fn is_legal(&self, before: &Cycle, lanes: usize) {
        let Cycle { step: Step { inputs, .. }, outputs } = self;
        if inputs.read {
            assert!(!outputs.sending, "a packet is started while another one is being sent");
            assert!(!before.step.inputs.read, "a packet is started right after another one");
            assert!(outputs.waiting.is_set(inputs.read_queue as usize), "no packet waits");
        }
        if inputs.take {
            assert!(outputs.free[inputs.take_lane as usize] > 0, "no block is free");
        }
        let announced = &before.step.inputs;
        assert_eq!(announced.take, outputs.taken, "a block is taken when it is announced");
        if outputs.taken && inputs.write_first {
            assert_eq!(announced.take_lane, inputs.write_queue % lanes as u64);
        }
    }

    /// Number of queues of a virtual lane that trigger.
    fn triggers(&self, lane: usize, parameters: &Parameters) -> usize {
        let queues = (lane..parameters.queues()).step_by(parameters.lanes());
        queues.filter(|&queue| self.outputs.trigger.is_set(queue)).count()
    }

    /// Whether no word is issued because the next one has not been written.
    fn waits_for_a_word(&self) -> bool {
        self.outputs.sending && !self.outputs.issue && !self.step.inputs.pause
    }
}

type Corner = (&'static str, bool);

fn corners_of_writing(now: &Cycle, shadow: &Shadow, parameters: &Parameters) -> Vec<Corner> {
    let InputBufferInputs { write, write_first, write_last, read, .. } = now.step.inputs;
    let triggers = |lane| now.triggers(lane, parameters);
    vec![
        ("a packet of one word comes", write && write_first && write_last),
        ("VL 0 is full", shadow.is_full(0)),
        ("VL 1 is full", shadow.is_full(1)),
        ("VL15 is full", shadow.is_full(2)),
        ("VL 0 triggers", triggers(0) > 0),
        ("VL 1 triggers", triggers(1) > 0),
        ("several queues trigger", triggers(0) > 1),
        ("a trigger comes as a packet starts", triggers(1) > 0 && read),
        ("a reset comes in the middle", now.step.reset && write && !write_last),
    ]
}

fn corners_of_reading(before: &Cycle, now: &Cycle, lanes: usize) -> Vec<Corner> {
    let InputBufferInputs { read, write, write_last, pause, read_queue, .. } = now.step.inputs;
    let (was, is) = (&before.outputs, &now.outputs);
    vec![
        ("a packet is started that does not count", read && !is.dequeue),
        ("one is started in the cycle of its last word", read && write && write_last),
        ("one is started right after the end of another one", was.ends && read),
        ("one of one word right after that", was.ends && read && is.ends),
        ("a packet of VL15 is started", read && read_queue as usize % lanes == lanes - 1),
        ("one is started in a pause", read && pause),
        ("the last word waits for the end of a pause", is.complete && pause),
        ("the next word is not there", now.waits_for_a_word()),
        ("a word goes right after it came", before.waits_for_a_word() && is.issue),
        ("a packet ends right after its last word came", is.ends && is.sending && !was.complete),
        ("two packets without a gap", was.word_last && is.word_first),
        ("a gap within a packet", was.word_valid && !was.word_last && !is.word_valid),
        ("a bad packet", is.word_bad && !is.word_discard),
        ("one that is discarded", is.word_discard),
    ]
}

/// Names of the corner cases that are not reached.
fn missed(parameters: &Parameters) -> BTreeSet<&'static str> {
    let mut model = InputBuffer::new(parameters);
    let mut stimulus = InputBufferStimulus::new(parameters, 1);
    let (mut before, mut now) = (Cycle::default(), Cycle::default());
    let mut seen = BTreeMap::new();
    for _ in 0..CYCLES {
        stimulus.drive(&before.outputs, &mut now.step);
        model.step(&now.step.inputs, &mut now.outputs);
        now.is_legal(&before, parameters.lanes());
        let writing = corners_of_writing(&now, &stimulus.shadow, parameters);
        let reading = corners_of_reading(&before, &now, parameters.lanes());
        for (name, is) in writing.into_iter().chain(reading) {
            *seen.entry(name).or_insert(false) |= is;
        }
        before = now.clone();
        if now.step.reset {
            model.reset();
            before = Cycle::default();
        }
    }
    seen.into_iter().filter(|(_, seen)| !seen).map(|(name, _)| name).collect()
}

#[test]
fn traffic_reaches_every_corner_when_received_packets_count() {
    assert_eq!(missed(&parameters(Reading::Received)), BTreeSet::new());
}

#[test]
fn traffic_reaches_every_corner_when_waiting_packets_fill_the_buffer() {
    // A waiting packet counts from its first word on, so every packet that is started counts.
    let never = "a packet is started that does not count";
    assert_eq!(missed(&parameters(Reading::Waiting)), [never].into());
}

#[test]
fn traffic_reaches_every_corner_when_the_buffer_is_looked_at_after_arbitration() {
    let never = "a packet is started that does not count";
    assert_eq!(missed(&parameters(Reading::Arbitrated)), [never].into());
}

#[test]
fn a_buffer_without_a_lane_for_management_is_driven_legally() {
    let sizes = Sizes {
        outputs: 2,
        virtual_lanes: 1,
        lane_blocks: 2,
        management_blocks: 0,
        packet_blocks: 1,
        block_words: 1,
        word_bits: 1,
    };
    missed(&Parameters::new(sizes, Reading::Received).unwrap());
}
