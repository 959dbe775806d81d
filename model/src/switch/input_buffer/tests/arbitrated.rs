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
const READ: usize = 3;

/// A buffer for four longest packets of each VL.
fn four_packets(virtual_lanes: u32) -> InputBuffer {
    let sizes = Sizes {
        outputs: 2,
        virtual_lanes,
        lane_blocks: 8,
        management_blocks: 0,
        packet_blocks: 2,
        block_words: 2,
        word_bits: 8,
    };
    InputBuffer::new(&Parameters::new(sizes, Reading::Arbitrated).unwrap())
}

/// A buffer that is driven, and the cycles in which queues triggered, from 0.
struct Trace {
    buffer: InputBuffer,
    cycle: usize,
    triggers: Vec<(usize, Vec<usize>)>,
}

impl Trace {
    fn new(virtual_lanes: u32) -> Self {
        Trace { buffer: four_packets(virtual_lanes), cycle: 0, triggers: Vec::new() }
    }

    fn cycle(&mut self, inputs: &InputBufferInputs) {
        let outputs = self.buffer.cycle(inputs);
        let queues = 0..self.buffer.queues.len();
        let triggers: Vec<usize> = queues.filter(|&queue| outputs.trigger.is_set(queue)).collect();
        if !triggers.is_empty() {
            self.triggers.push((self.cycle, triggers));
        }
        self.cycle += 1;
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
    assert_eq!(trace.triggers, []);
    let header = trace.cycle;
    trace.comes(ROOT);
    trace.rest(20);
    assert_eq!(trace.triggers, [(header + STANDSTILL_CYCLES + 1, vec![ROOT as usize])]);
}

#[test]
fn a_victim_that_cuts_through_does_not_fill_the_buffer() {
    // The packet is read at once, or a cycle later, if a round-robin allocator has just granted
    // others.
    for after in [READ, READ + 1] {
        let mut trace = Trace::new(1);
        (0..3).for_each(|_| trace.comes(ROOT));
        trace.comes_and_starts(VICTIM, after, VICTIM);
        trace.rest(20);
        assert_eq!(trace.triggers, [], "{after}");
    }
}

#[test]
fn a_victim_that_has_to_wait_fills_the_buffer_and_is_marked() {
    let mut trace = Trace::new(1);
    (0..3).for_each(|_| trace.comes(ROOT));
    let header = trace.cycle;
    trace.comes_and_starts(VICTIM, READ + 2, VICTIM);
    trace.rest(20);
    // The packet is started in the very cycle of the trigger, and still counts in it.
    let both = vec![ROOT as usize, VICTIM as usize];
    assert_eq!(trace.triggers, [(header + READ + 2, both)]);
}

#[test]
fn a_buffer_that_sends_is_not_full_and_will_not_be_when_it_has_sent() {
    for after in 0..=READ + 1 {
        let mut trace = Trace::new(1);
        (0..3).for_each(|_| trace.comes(ROOT));
        trace.comes_and_starts(ROOT, after, ROOT);
        trace.rest(20);
        assert_eq!(trace.triggers, [], "{after}");
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
    assert_eq!(trace.triggers.len(), 3);
}

#[test]
fn each_vl_is_full_on_its_own() {
    let queue = |output, vl| output * 2 + vl;
    let mut trace = Trace::new(2);
    (0..3).for_each(|_| trace.comes(queue(ROOT, 0)));
    trace.comes(queue(VICTIM, 1));
    let header = trace.cycle;
    // The packet of VL 1 leaves, and returns nothing to VL 0.
    trace.comes_and_starts(queue(ROOT, 0), READ, queue(VICTIM, 1));
    trace.rest(20);
    let full = vec![queue(ROOT, 0) as usize];
    assert_eq!(trace.triggers, [(header + STANDSTILL_CYCLES + 1, full)]);
}

#[test]
fn the_pauses_between_short_packets_are_no_standstill() {
    let mut trace = Trace::new(1);
    for word in 0..8 {
        trace.cycle(&write(word, Some(ROOT), true));
    }
    // There is never free space for a longest packet. A packet of a single word leaves in every
    // fourth cycle, and another one arrives for it.
    for word in 0..20 {
        trace.rest(2);
        trace.cycle(&read(ROOT));
        trace.cycle(&write(word, Some(ROOT), true));
    }
    assert_eq!(trace.triggers, []);
    trace.rest(STANDSTILL_CYCLES);
    assert_eq!(trace.triggers.len(), 1);
}

#[test]
fn reset_forgets_how_long_nothing_has_gone() {
    let mut trace = Trace::new(1);
    (0..4).for_each(|_| trace.comes(ROOT));
    trace.buffer.reset();
    assert_eq!(trace.buffer, four_packets(1));
}
