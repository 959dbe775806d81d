//! Traffic for an input buffer: packets of all lengths enter, and leave as the crossbar permits.

mod phase;
mod shadow;
#[cfg(test)]
mod tests;

use tailback_model::switch::input_buffer::{InputBuffer, InputBufferInputs, InputBufferOutputs};
use tailback_spec::switch::input_buffer::{InputBuffer as Parameters, Reading};
use tailback_spec::WideWord;

use self::phase::{Length, Phase};
use self::shadow::Shadow;
use crate::harness::{Bench, BlockBench, Step, Stimulus};
use crate::random::{happens, one_of, Random};

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

/// A packet that is being written.
#[derive(Debug, Clone, Copy)]
struct Coming {
    queue: usize,
    /// Words of the packet.
    length: usize,
    /// Words of the packet by its header.
    announced: usize,
    /// Words planned so far.
    planned: usize,
}

/// A word that is written in the next cycle.
#[derive(Debug, Clone, Copy)]
struct Planned {
    /// Queue of its packet.
    queue: usize,
    /// Words of the packet by its header.
    announced: usize,
    /// The packet is shorter than its header says.
    truncated: bool,
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
    coming: Option<Coming>,
    planned: Option<Planned>,
    /// Cycles left without a pause, as announced.
    calm: u32,
    queues: u64,
    lanes: usize,
    block_words: usize,
    packet_words: usize,
    all_words: u64,
    word_bits: usize,
    queue_mask: u64,
    lane_mask: u64,
    blocks_mask: u64,
    beats_mask: u64,
}

/// Cycles after one with `roomy` in which there is no pause.
const CALM: u32 = 3;

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
            calm: 0,
            queues,
            lanes: parameters.lanes(),
            block_words,
            packet_words: parameters.packet_blocks() * block_words,
            all_words,
            word_bits: parameters.word_bits(),
            queue_mask: (1 << parameters.queue_bits()) - 1,
            lane_mask: (1 << parameters.lane_bits()) - 1,
            blocks_mask: (1 << parameters.packet_bits()) - 1,
            beats_mask: (1 << parameters.beats_bits()) - 1,
        }
    }

    /// One of the active queues.
    fn queue(&mut self) -> usize {
        let (first, count) = self.phase.queues;
        ((first + self.random.below(count)) % self.queues) as usize
    }

    /// A random packet for a queue.
    fn packet(&mut self, queue: usize) -> Coming {
        let lane_words = self.shadow.most_blocks(queue) * self.block_words;
        let longest = self.packet_words.min(lane_words) as u64;
        let block = self.block_words as u64;
        let words = match self.phase.length {
            Length::Short => 1 + self.random.below(6),
            Length::Blocks => {
                block * (1 + self.random.below(longest / block)) + self.random.below(3) - 1
            }
            Length::Any => 1 + self.random.below(longest),
            Length::Longest => longest,
        };
        let length = words.clamp(1, longest);
        let mut announced = length;
        if happens(&mut self.random, self.phase.truncated) {
            let any = 1 + self.random.below(longest);
            announced = (length + one_of(&mut self.random, &[1, 2, any])).min(longest);
        }
        let [length, announced] = [length, announced].map(|words| words as usize);
        Coming { queue, length, announced, planned: 0 }
    }

    fn word(&mut self) -> WideWord {
        let (words, rest) = (self.word_bits.div_ceil(64), self.word_bits % 64);
        let mut word: WideWord = (0..words).map(|_| self.random.bits()).collect();
        if let (Some(last), 1..) = (word.last_mut(), rest) {
            *last &= (1 << rest) - 1;
        }
        word
    }

    /// Starts a packet if one is known in an active queue; sometimes in any queue.
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
        let coming = match self.coming {
            Some(coming) => coming,
            None => {
                let queue = self.queue();
                let packet = self.packet(queue);
                if !self.shadow.reserve(queue, packet.length.div_ceil(self.block_words)) {
                    return None;
                }
                packet
            }
        };
        let Coming { queue, length, announced, planned } = coming;
        let (first, last) = (planned == 0, planned + 1 == length);
        self.coming = (!last).then_some(Coming { planned: planned + 1, ..coming });
        let takes = planned % self.block_words == 0;
        Some(Planned { queue, announced, truncated: length < announced, first, last, takes })
    }

    /// Writes the planned word.
    fn write(&mut self, planned: Planned, inputs: &mut InputBufferInputs) {
        if planned.first {
            let blocks = planned.announced.div_ceil(self.block_words);
            self.shadow.begin(planned.queue, blocks);
            (inputs.write_first, inputs.write_queue) = (true, planned.queue as u64);
            inputs.write_blocks = blocks as u64;
            inputs.write_beats = planned.announced as u64;
        }
        self.shadow.write(planned.takes, planned.last);
        (inputs.write, inputs.write_last) = (true, planned.last);
        inputs.write_bad = planned.truncated || self.random.below(4) == 0;
    }

    /// Whether the output pauses the buffer, and whether it announces that it will not.
    fn output(&mut self, inputs: &mut InputBufferInputs) {
        inputs.roomy = happens(&mut self.random, self.phase.roomy);
        let is_calm = inputs.roomy || self.calm > 0;
        inputs.pause = !is_calm && happens(&mut self.random, self.phase.pause);
        self.calm = if inputs.roomy { CALM } else { self.calm.saturating_sub(1) };
    }
}

impl Stimulus<InputBufferInputs, InputBufferOutputs> for InputBufferStimulus {
    fn drive(&mut self, _: &InputBufferOutputs, step: &mut Step<InputBufferInputs>) {
        if self.phase.cycles == 0 {
            self.phase = Phase::any(&mut self.random, self.queues, self.all_words);
        }
        self.phase.cycles -= 1;
        let Phase { write, read, reset, .. } = self.phase;
        // Without an event, the other signals may have any value.
        let (any, header) = (self.random.bits(), self.random.bits());
        step.inputs = InputBufferInputs {
            write_word: self.word(),
            write_queue: any & self.queue_mask,
            write_blocks: header & self.blocks_mask,
            write_beats: header >> 32 & self.beats_mask,
            read_queue: any >> 16 & self.queue_mask,
            take_lane: any >> 48 & self.lane_mask,
            ..Default::default()
        };
        self.output(&mut step.inputs);
        // A packet may start in the cycle in which the one before it ends.
        self.shadow.issue(step.inputs.pause);
        if self.shadow.is_idle() && happens(&mut self.random, read) {
            self.read(&mut step.inputs);
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
