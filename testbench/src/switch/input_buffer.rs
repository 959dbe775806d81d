//! Traffic for an input buffer: packets of all lengths enter, and leave as the crossbar permits.

mod shadow;
#[cfg(test)]
mod tests;

use tailback_model::switch::input_buffer::{InputBuffer, InputBufferInputs, InputBufferOutputs};
use tailback_spec::switch::input_buffer::{InputBuffer as Parameters, Reading};
use tailback_spec::WideWord;

use self::shadow::Shadow;
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, one_of, Often, Random};

/// Name on the command line.
const BLOCK: &str = "input-buffer";

/// Golden model and stimulus of an input buffer.
pub fn bench(parameters: &Parameters) -> Box<dyn Bench> {
    let parameters = *parameters;
    Box::new(BlockBench::new(
        BLOCK,
        variant(&parameters),
        move || InputBuffer::new(&parameters),
        move |seed| InputBufferStimulus::new(&parameters, seed),
    ))
}

/// Parameters of the buffer, as text for the user.
fn variant(parameters: &Parameters) -> String {
    let (outputs, lanes) = (parameters.outputs(), parameters.virtual_lanes());
    let management = match parameters.management_blocks() {
        0 => String::new(),
        blocks => format!("VL15 of {blocks}, "),
    };
    let (blocks, packet) = (parameters.lane_blocks(), parameters.packet_blocks());
    let (words, bits) = (parameters.block_words(), parameters.word_bits());
    let counted = match parameters.reading() {
        Reading::Arbitrated => "waiting packets fill it after arbitration",
        Reading::Waiting => "waiting packets fill it",
        Reading::Received => "received packets count",
    };
    format!(
        "{outputs} outputs, {lanes} VLs of {blocks} blocks, {management}{packet} per packet, \
         {words} words of {bits} bits per block, {counted}"
    )
}

/// An interval of cycles with one kind of traffic.
#[derive(Debug, Clone, Copy)]
struct Phase {
    /// Rate of words, if there is free space.
    write: Often,
    /// Rate of packet starts, if one is possible.
    read: Often,
    /// Rate of cycles in which the output pauses the buffer.
    pause: Often,
    reset: Often,
    /// First of the active queues, and their number.
    queues: (u64, u64),
    length: Length,
    cycles: u64,
}

/// Distribution of packet lengths.
#[derive(Debug, Clone, Copy)]
enum Length {
    /// One or two words.
    Short,
    /// The end of a block, or one word less or more.
    Blocks,
    /// Any length.
    Any,
    /// Longest legal length.
    Longest,
}

const NEVER: Often = Often::NEVER;
const RARE: Often = Often::each_cycle(2).in_few_cycles(4);
const SOME: Often = Often::each_cycle(4);
const MOST: Often = Often::each_cycle(13);
const ALL: Often = Often::ALWAYS;

/// Rates of words, of packet starts, and of pauses of the output.
const KINDS: [[Often; 3]; 12] = [
    // At line rate, with packets back to back.
    [ALL, ALL, NEVER],
    [ALL, ALL, SOME],
    [MOST, MOST, RARE],
    // The buffer fills up, to the last block.
    [ALL, NEVER, NEVER],
    [ALL, RARE, NEVER],
    [ALL, RARE, MOST],
    // The buffer drains.
    [NEVER, ALL, NEVER],
    [RARE, ALL, SOME],
    // Words are written more slowly than they can be read, so each is read as soon as it is in the
    // buffer.
    [MOST, ALL, NEVER],
    [SOME, ALL, NEVER],
    [RARE, MOST, NEVER],
    // A packet is held up while others enter.
    [MOST, ALL, ALL],
];

/// A word that is written in the next cycle.
#[derive(Debug, Clone, Copy)]
struct Planned {
    /// Queue of its packet.
    queue: usize,
    /// First word of the packet.
    first: bool,
    /// Last word of the packet.
    last: bool,
    /// First word of a block.
    takes: bool,
}

/// Constrained-random packets.
pub struct InputBufferStimulus {
    random: Random,
    phase: Phase,
    shadow: Shadow,
    /// Queue and words of the packet being written, and its words planned so far.
    coming: Option<(usize, usize, usize)>,
    planned: Option<Planned>,
    queues: u64,
    lanes: usize,
    block_words: usize,
    packet_words: usize,
    all_words: u64,
    word_bits: usize,
    queue_mask: u64,
    lane_mask: u64,
}

impl InputBufferStimulus {
    /// Stimulus from `seed`.
    pub fn new(parameters: &Parameters, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let block_words = parameters.block_words();
        let all_words = (parameters.blocks() * block_words) as u64;
        let queues = parameters.queues() as u64;
        let phase = Phase::any(&mut random, queues, all_words);
        InputBufferStimulus {
            random,
            phase,
            shadow: Shadow::new(parameters),
            coming: None,
            planned: None,
            queues,
            lanes: parameters.lanes(),
            block_words,
            packet_words: parameters.packet_blocks() * block_words,
            all_words,
            word_bits: parameters.word_bits(),
            queue_mask: (1 << parameters.queue_bits()) - 1,
            lane_mask: (1 << parameters.lane_bits()) - 1,
        }
    }

    /// One of the active queues.
    fn queue(&mut self) -> usize {
        let (first, count) = self.phase.queues;
        ((first + self.random.below(count)) % self.queues) as usize
    }

    /// Random length of a packet for a queue, in words.
    fn length(&mut self, queue: usize) -> usize {
        let lane_words = self.shadow.most_blocks(queue) * self.block_words;
        let longest = self.packet_words.min(lane_words) as u64;
        let block = self.block_words as u64;
        let words = match self.phase.length {
            Length::Short => 1 + self.random.below(2),
            Length::Blocks => {
                block * (1 + self.random.below(longest / block)) + self.random.below(3) - 1
            }
            Length::Any => 1 + self.random.below(longest),
            Length::Longest => longest,
        };
        words.clamp(1, longest) as usize
    }

    fn word(&mut self) -> WideWord {
        let (words, rest) = (self.word_bits.div_ceil(64), self.word_bits % 64);
        let mut word: WideWord = (0..words).map(|_| self.random.bits()).collect();
        if let (Some(last), 1..) = (word.last_mut(), rest) {
            *last &= (1 << rest) - 1;
        }
        word
    }

    /// Starts a packet if one waits in an active queue; sometimes in any queue.
    fn read(&mut self, inputs: &mut InputBufferInputs) {
        let start = match self.random.below(4) {
            0 => self.random.below(self.queues) as usize,
            _ => self.queue(),
        };
        if let Some(queue) = self.shadow.start(start) {
            (inputs.read, inputs.read_queue) = (true, queue as u64);
        }
    }

    /// Plans the word of the next cycle, if there is free space.
    fn plan(&mut self) -> Option<Planned> {
        let (queue, length, came) = match self.coming {
            Some(coming) => coming,
            None => {
                let queue = self.queue();
                let length = self.length(queue);
                if !self.shadow.reserve(queue, length.div_ceil(self.block_words)) {
                    return None;
                }
                (queue, length, 0)
            }
        };
        let (first, last) = (came == 0, came + 1 == length);
        self.coming = (!last).then_some((queue, length, came + 1));
        Some(Planned { queue, first, last, takes: came % self.block_words == 0 })
    }

    /// Writes the planned word.
    fn write(&mut self, planned: Planned, inputs: &mut InputBufferInputs) {
        if planned.first {
            self.shadow.begin(planned.queue);
            (inputs.write_first, inputs.write_queue) = (true, planned.queue as u64);
        }
        self.shadow.write(planned.takes, planned.last);
        (inputs.write, inputs.write_last) = (true, planned.last);
        inputs.write_bad = self.random.below(4) == 0;
    }
}

impl Phase {
    fn any(random: &mut Random, queues: u64, all_words: u64) -> Self {
        let [write, read, pause] = one_of(random, &KINDS);
        let longest = one_of(random, &[16, 64, 2 * all_words + 16]);
        let several = one_of(random, &[1, 1, 2, queues, queues]).min(queues);
        let length = one_of(
            random,
            &[Length::Short, Length::Short, Length::Blocks, Length::Any, Length::Longest],
        );
        Phase {
            write,
            read,
            pause,
            reset: one_of(random, &[NEVER, NEVER, NEVER, NEVER, NEVER, ALL.in_few_cycles(5)]),
            queues: (random.below(queues), several),
            length,
            cycles: 1 + random.below(longest),
        }
    }
}

impl Stimulus<InputBufferInputs, InputBufferOutputs> for InputBufferStimulus {
    fn drive(&mut self, _: &InputBufferOutputs, step: &mut Step<InputBufferInputs>) {
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random, self.queues, self.all_words);
        }
        self.phase.cycles -= 1;
        let Phase { write, read, pause, reset, .. } = self.phase;
        // Without an event, the other signals may have any value.
        let any = self.random.bits();
        step.inputs = InputBufferInputs {
            write_word: self.word(),
            write_queue: any & self.queue_mask,
            read_queue: any >> 16 & self.queue_mask,
            take_lane: any >> 48 & self.lane_mask,
            pause: happens(&mut self.random, pause),
            ..Default::default()
        };
        if self.shadow.is_idle() && happens(&mut self.random, read) {
            self.read(&mut step.inputs);
        }
        if !step.inputs.pause {
            self.shadow.issue();
        }
        let inputs = &mut step.inputs;
        if let Some(planned) = self.planned.take() {
            self.write(planned, inputs);
        }
        if happens(&mut self.random, write) {
            self.planned = self.plan();
        }
        if let Some(Planned { queue, takes: true, .. }) = self.planned {
            (inputs.take, inputs.take_lane) = (true, (queue % self.lanes) as u64);
        }
        if !inputs.write {
            (inputs.write_first, inputs.write_last) = (any >> 40 & 1 != 0, any >> 41 & 1 != 0);
            inputs.write_bad = any >> 42 & 1 != 0;
        }
        self.shadow.edge();
        step.reset = happens(&mut self.random, reset);
        if step.reset {
            self.shadow.clear();
            (self.coming, self.planned) = (None, None);
        }
    }
}
