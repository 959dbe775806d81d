//! Detection of a full buffer after arbitration: "a packet in the buffer is being transmitted and
//! cannot be marked anymore", and the victim "can cut through" (Globecom'02 fn. 6).

use super::*;
use tailback_spec::switch::input_buffer::STANDSTILL_CYCLES;

/// Outputs of the root link and of the victim.
const ROOT: u64 = 0;
const VICTIM: u64 = 1;
/// Words of a longest packet: two blocks of two.
const WORDS: u64 = 4;
/// Cycles from the arrival of a header to the reading of its packet, if nothing delays it.
const READ: usize = 4;

/// A buffer for four longest packets of each VL.
fn four_packets(virtual_lanes: u32) -> InputBuffer {
    let sizes = Sizes {
        outputs: 2,
        virtual_lanes,
        lane_blocks: 8,
        management_blocks: 0,
        packet_blocks: 2,
        block_words: BLOCK_WORDS as u32,
        word_bits: 8,
    };
    InputBuffer::new(&Parameters::new(sizes, Reading::Arbitrated).unwrap())
}

/// Inputs of a buffer, cycle by cycle.
struct Trace {
    virtual_lanes: u32,
    inputs: Vec<InputBufferInputs>,
}

impl Trace {
    fn new(virtual_lanes: u32) -> Self {
        Trace { virtual_lanes, inputs: Vec::new() }
    }

    /// Cycles so far.
    fn now(&self) -> usize {
        self.inputs.len()
    }

    /// Cycles in which queues trigger, from 0.
    fn triggers(&self) -> Vec<(usize, Vec<usize>)> {
        let mut buffer = four_packets(self.virtual_lanes);
        let cycles = run(&mut buffer, &self.inputs).into_iter().map(|outputs| {
            let queues = 0..2 * self.virtual_lanes as usize;
            queues.filter(|&queue| outputs.trigger.is_set(queue)).collect::<Vec<_>>()
        });
        cycles.enumerate().filter(|(_, queues)| !queues.is_empty()).collect()
    }

    fn cycle(&mut self, inputs: &InputBufferInputs) {
        self.inputs.push(inputs.clone());
    }

    /// A longest packet arrives for a queue.
    fn comes(&mut self, queue: u64) {
        for word in 0..WORDS {
            self.cycle(&write(word, (word == 0).then_some(queue), word + 1 == WORDS));
        }
    }

    /// A longest packet arrives; so many cycles after its header, the first packet of a queue is
    /// started.
    fn comes_and_starts(&mut self, queue: u64, after: usize, started: u64) {
        for cycle in 0..after.max(WORDS as usize - 1) + 1 {
            let word = cycle as u64;
            let mut inputs = match word < WORDS {
                true => write(word, (word == 0).then_some(queue), word + 1 == WORDS),
                false => idle(),
            };
            if cycle == after {
                (inputs.read, inputs.read_queue) = (true, started);
            }
            self.cycle(&inputs);
        }
    }

    fn rest(&mut self, cycles: usize) {
        (0..cycles).for_each(|_| self.cycle(&idle()));
    }
}

#[test]
fn four_remote_packets_that_wait_fill_the_buffer_once() {
    let mut trace = Trace::new(1);
    (0..3).for_each(|_| trace.comes(ROOT));
    trace.rest(20);
    assert_eq!(trace.triggers(), []);
    let header = trace.now();
    trace.comes(ROOT);
    trace.rest(20);
    assert_eq!(trace.triggers(), [(header + STANDSTILL_CYCLES, vec![ROOT as usize])]);
}

#[test]
fn a_victim_that_cuts_through_does_not_fill_the_buffer() {
    // The packet is read at once, or a cycle later.
    for after in [READ, READ + 1] {
        let mut trace = Trace::new(1);
        (0..3).for_each(|_| trace.comes(ROOT));
        trace.comes_and_starts(VICTIM, after, VICTIM);
        trace.rest(20);
        assert_eq!(trace.triggers(), [], "{after}");
    }
}

#[test]
fn a_victim_that_has_to_wait_fills_the_buffer_and_is_marked() {
    let mut trace = Trace::new(1);
    (0..3).for_each(|_| trace.comes(ROOT));
    let header = trace.now();
    trace.comes_and_starts(VICTIM, READ + 2, VICTIM);
    trace.rest(20);
    // The packet is started in the very cycle of the trigger, and still counts in it.
    let both = vec![ROOT as usize, VICTIM as usize];
    assert_eq!(trace.triggers(), [(header + READ + 2, both)]);
}

#[test]
fn a_buffer_that_sends_is_not_full_and_will_not_be_when_it_has_sent() {
    for after in 0..=READ + 1 {
        let mut trace = Trace::new(1);
        (0..3).for_each(|_| trace.comes(ROOT));
        trace.comes_and_starts(ROOT, after, ROOT);
        trace.rest(20);
        assert_eq!(trace.triggers(), [], "{after}");
    }
}

#[test]
fn it_becomes_full_again_with_the_next_packet() {
    let mut trace = Trace::new(1);
    (0..3).for_each(|_| trace.comes(ROOT));
    for _ in 0..3 {
        trace.comes(ROOT);
        trace.rest(10);
        trace.cycle(&read(ROOT));
        trace.rest(10);
    }
    assert_eq!(trace.triggers().len(), 3);
}

#[test]
fn each_vl_is_full_on_its_own() {
    let queue = |output, vl| output * 2 + vl;
    let mut trace = Trace::new(2);
    (0..3).for_each(|_| trace.comes(queue(ROOT, 0)));
    trace.comes(queue(VICTIM, 1));
    let header = trace.now();
    // The packet of VL 1 leaves, and returns nothing to VL 0.
    trace.comes_and_starts(queue(ROOT, 0), READ, queue(VICTIM, 1));
    trace.rest(20);
    let full = vec![queue(ROOT, 0) as usize];
    assert_eq!(trace.triggers(), [(header + STANDSTILL_CYCLES, full)]);
}

#[test]
fn the_pauses_between_short_packets_are_no_standstill() {
    let mut trace = Trace::new(1);
    for word in 0..8 {
        trace.cycle(&write(word, Some(ROOT), true));
    }
    trace.rest(3);
    // There is never free space for a longest packet. A packet of a single word leaves in every
    // eighth cycle, and another one arrives for it. In five of these cycles, nothing is sent.
    for word in 0..20 {
        trace.cycle(&read(ROOT));
        trace.rest(4);
        trace.cycle(&write(word, Some(ROOT), true));
        trace.rest(2);
    }
    assert_eq!(trace.triggers(), []);
    trace.rest(STANDSTILL_CYCLES);
    assert_eq!(trace.triggers().len(), 1);
}

#[test]
fn reset_forgets_how_long_nothing_has_gone() {
    let mut trace = Trace::new(1);
    (0..4).for_each(|_| trace.comes(ROOT));
    let mut buffer = four_packets(1);
    run(&mut buffer, &trace.inputs);
    assert_ne!(buffer, four_packets(1));
    buffer.reset();
    assert_eq!(buffer, four_packets(1));
}
