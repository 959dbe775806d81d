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
            let ends = !outputs.sending || outputs.ends;
            assert!(ends, "a packet is started while another one is being sent");
            assert!(!outputs.near_end, "the end is near as a packet is started");
            assert!(outputs.known.is_set(inputs.read_queue as usize), "no packet is known");
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

    /// Whether a packet of this queue is started.
    fn starts(&self, queue: u64) -> bool {
        self.step.inputs.read && self.step.inputs.read_queue == queue
    }

    /// Whether the first packet of this queue is known.
    fn knows(&self, queue: u64) -> bool {
        self.outputs.known.is_set(queue as usize)
    }
}

/// Observer of what is written, and of what leaves.
#[derive(Default)]
struct Observer {
    /// The last five cycles, the present one last.
    cycles: [Cycle; 5],
    /// Words of the packet being written: by its header, and so far.
    announced: u64,
    written: u64,
    /// Cycles left in which a packet that is near its end must end, with this one.
    near: Option<u32>,
    /// The first word of a packet has left, but not its last one.
    inside: bool,
    /// The next word is late because of a pause.
    paused: bool,
    /// The next word is late because it could not be issued.
    missing: bool,
    /// Whether the end was near in the three cycles before that of the last word, and in that one.
    endings: BTreeSet<[bool; 4]>,
}

impl Observer {
    /// Checks the lengths of packets that are written.
    fn written(&mut self, block_words: usize) {
        let inputs = &self.cycles[4].step.inputs;
        if !inputs.write {
            return;
        }
        if inputs.write_first {
            (self.announced, self.written) = (inputs.write_beats, 0);
            let blocks = inputs.write_beats.div_ceil(block_words as u64);
            assert_eq!(inputs.write_blocks, blocks, "blocks of {} words", inputs.write_beats);
        }
        self.written += 1;
        assert!(self.written <= self.announced, "more words than the header says");
        let is_whole = self.written == self.announced;
        assert!(!inputs.write_last || is_whole || inputs.write_bad, "a good packet is truncated");
    }

    /// Checks that a packet that is near its end ends in this cycle or the next three.
    fn near(&mut self) {
        let near = |cycle: &Cycle| cycle.outputs.near_end;
        let [_, first, earlier, before, now] = &self.cycles;
        if near(now) {
            assert!(now.outputs.sending, "no packet is near its end");
            self.near.get_or_insert(4);
        }
        if now.outputs.ends {
            self.near = None;
            self.endings.insert([near(first), near(earlier), near(before), near(now)]);
        } else if let Some(left) = &mut self.near {
            *left -= 1;
            assert!(*left > 0, "a packet is near its end, and does not end");
        }
    }

    /// Follows the words that leave; the present ones were issued two cycles ago.
    fn leaving(&mut self) {
        let [.., earlier, _, now] = &self.cycles;
        if now.outputs.word_valid {
            (self.paused, self.missing) = (false, false);
            self.inside = !now.outputs.word_last;
        } else if self.inside {
            self.paused |= earlier.step.inputs.pause;
            self.missing |= !earlier.step.inputs.pause;
        }
    }
}

type Corner = (&'static str, bool);

fn corners_of_writing(seen: &Observer, shadow: &Shadow, parameters: &Parameters) -> Vec<Corner> {
    let now = &seen.cycles[4];
    let InputBufferInputs { write, write_first, write_last, read, .. } = now.step.inputs;
    let triggers = |lane| now.triggers(lane, parameters);
    vec![
        ("a packet of one word comes", write && write_first && write_last),
        ("one is truncated", write && write_last && seen.written < seen.announced),
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

/// Corners at the output; `seen` has not followed the words of the present cycle yet.
fn corners_of_reading(seen: &Observer, lanes: usize) -> Vec<Corner> {
    let [oldest, first, earlier, before, now] = &seen.cycles;
    let InputBufferInputs { read, write, write_last, pause, read_queue, .. } = now.step.inputs;
    let (was, is) = (&before.outputs, &now.outputs);
    let (fetched, last) = (oldest.step.inputs.read_queue, &before.step.inputs);
    let written_then = last.write && last.write_first && last.write_queue == last.read_queue;
    let unknown = [first, earlier, before].iter().all(|cycle| !cycle.knows(fetched));
    let twice = oldest.step.inputs.read && earlier.step.inputs.read;
    vec![
        ("a packet is started that does not count", read && !is.dequeue),
        ("one is started as a last word comes", read && write && write_last),
        ("one is started as another one ends", is.ends && read),
        ("one is started right after the end of another one", was.ends && read),
        ("one is started in the second cycle after another one", earlier.step.inputs.read && read),
        ("three are started in every other cycle", twice && read),
        ("the next one is fetched", oldest.starts(fetched) && unknown && now.knows(fetched)),
        ("it is started at once", oldest.starts(fetched) && unknown && now.starts(fetched)),
        ("the next one comes as one starts", last.read && written_then),
        ("a packet of VL15 is started", read && read_queue as usize % lanes == lanes - 1),
        ("one is started in a pause", read && pause),
        ("the first word waits for the end of a pause", last.read && pause),
        ("the last word waits for the end of a pause", seen.paused && is.word_last),
        ("a word waits until it can be issued", seen.missing && is.word_valid),
        ("the end is near right after the start", last.read && is.near_end),
        ("the output is no longer roomy", was.near_end && !is.near_end && is.sending && !read),
        ("a packet of one word leaves", is.word_first && is.word_last),
        ("two packets without a gap", was.word_last && is.word_first),
        ("a gap within a packet", was.word_valid && !was.word_last && !is.word_valid),
        ("a bad packet", is.word_bad && !is.word_discard),
        ("one that is discarded", is.word_discard),
    ]
}

/// Asserts that the model and the shadow know the same packets at the beginning of a cycle.
fn assert_known(outputs: &InputBufferOutputs, known: &[Option<usize>]) {
    for (queue, blocks) in known.iter().enumerate() {
        assert_eq!(outputs.known.is_set(queue), blocks.is_some(), "queue {queue} is known");
        let shown = outputs.blocks.get(queue).map_or(0, |blocks| *blocks as usize);
        assert_eq!(shown, blocks.unwrap_or(0), "blocks of queue {queue}");
    }
}

/// Names of the corner cases that are not reached.
fn missed(parameters: &Parameters) -> BTreeSet<&'static str> {
    let mut model = InputBuffer::new(parameters);
    let mut stimulus = InputBufferStimulus::new(parameters, 1);
    let (mut seen, mut corners) = (Observer::default(), BTreeMap::new());
    let mut endings = BTreeSet::new();
    for _ in 0..CYCLES {
        let shadow = &stimulus.shadow;
        let known: Vec<_> = (0..parameters.queues()).map(|queue| shadow.known(queue)).collect();
        let was_idle = shadow.is_idle();
        seen.cycles.rotate_left(1);
        let [.., before, now] = &mut seen.cycles;
        stimulus.drive(&before.outputs, &mut now.step);
        model.step(&now.step.inputs, &mut now.outputs);
        assert_known(&now.outputs, &known);
        assert_eq!(now.outputs.sending, !was_idle, "a packet is being sent");
        let reset = now.step.reset;
        let is_over = stimulus.shadow.has_ended();
        assert!(reset || now.outputs.ends == is_over, "the packet ends");
        now.is_legal(before, parameters.lanes());
        seen.written(parameters.block_words());
        seen.near();
        let writing = corners_of_writing(&seen, &stimulus.shadow, parameters);
        let reading = corners_of_reading(&seen, parameters.lanes());
        for (name, is) in writing.into_iter().chain(reading) {
            *corners.entry(name).or_insert(false) |= is;
        }
        seen.leaving();
        if reset {
            model.reset();
            endings.append(&mut seen.endings);
            seen = Observer::default();
        }
    }
    endings.append(&mut seen.endings);
    let mut notice = (0..=4).map(|cycles| [4, 3, 2, 1].map(|left| left <= cycles));
    let is_long = parameters.packet_blocks() * parameters.block_words() > 4;
    assert!(!is_long || notice.all(|it| endings.contains(&it)), "{endings:?}");
    corners.into_iter().filter(|(_, seen)| !seen).map(|(name, _)| name).collect()
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
