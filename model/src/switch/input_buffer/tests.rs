//! Traces by hand, and properties of every trace.

mod arbitrated;
mod full;
mod near;
mod reading;
mod traffic;

use super::*;
use tailback_spec::{switch::input_buffer::Sizes, WideWord};

/// Output ports.
const OUTPUTS: u64 = 2;
/// Virtual lanes: two data VLs, and that of management.
const LANES: u64 = 3;
const MANAGEMENT: u64 = 2;
/// Words of a block.
const BLOCK_WORDS: usize = 2;

/// Two outputs with two VLs; each VL holds two longest packets of two blocks of two words, and
/// three blocks are for management.
fn parameters(reading: Reading) -> Parameters {
    let sizes = Sizes {
        outputs: OUTPUTS as u32,
        virtual_lanes: 2,
        lane_blocks: 4,
        management_blocks: 3,
        packet_blocks: 2,
        block_words: BLOCK_WORDS as u32,
        word_bits: 8,
    };
    Parameters::new(sizes, reading).unwrap()
}

fn buffer(reading: Reading) -> InputBuffer {
    InputBuffer::new(&parameters(reading))
}

/// Queue of an output and a virtual lane.
fn queue(output: u64, lane: u64) -> u64 {
    output * LANES + lane
}

fn word(value: u64) -> WideWord {
    [value].into_iter().collect()
}

fn write(value: u64, first: Option<u64>, last: bool) -> InputBufferInputs {
    InputBufferInputs {
        write: true,
        write_first: first.is_some(),
        write_last: last,
        write_queue: first.unwrap_or_default(),
        write_word: word(value),
        ..idle()
    }
}

fn read(queue: u64) -> InputBufferInputs {
    InputBufferInputs { read: true, read_queue: queue, ..idle() }
}

fn idle() -> InputBufferInputs {
    InputBufferInputs { roomy: true, ..Default::default() }
}

/// Virtual lane of the block that the word of each cycle takes, if it takes one.
fn blocks(inputs: &[InputBufferInputs], lanes: usize) -> Vec<Option<u64>> {
    let (mut came, mut lane) = (0, 0);
    let block = |inputs: &InputBufferInputs| {
        if inputs.write_first {
            (came, lane) = (0, inputs.write_queue % lanes as u64);
        }
        let takes = inputs.write && came % BLOCK_WORDS == 0;
        came += usize::from(inputs.write);
        takes.then_some(lane)
    };
    inputs.iter().map(block).collect()
}

/// Words of the packet whose first one is the first of these inputs.
fn length(inputs: &[InputBufferInputs]) -> u64 {
    let more = inputs.iter().skip(1).take_while(|inputs| !inputs.write_first);
    1 + more.filter(|inputs| inputs.write).count() as u64
}

/// Outputs of a buffer for the inputs of some cycles, without `take`: each block is announced in
/// the cycle before, that of the first word in a cycle before the first one. The length of a packet
/// is that which it has, unless there is another one.
fn run(buffer: &mut InputBuffer, inputs: &[InputBufferInputs]) -> Vec<InputBufferOutputs> {
    let blocks = blocks(inputs, buffer.free.len());
    let next = blocks.iter().copied().chain([None]);
    let with_length = inputs.iter().enumerate().map(|(cycle, one)| {
        let mut one = one.clone();
        if one.write_first && one.write_beats == 0 {
            one.write_beats = length(&inputs[cycle..]);
            one.write_blocks = one.write_beats.div_ceil(BLOCK_WORDS as u64);
        }
        one
    });
    let cycles = [idle()].into_iter().chain(with_length).zip(next);
    let outputs = cycles.map(|(inputs, block)| {
        let (take, take_lane) = (block.is_some(), block.unwrap_or_default());
        buffer.cycle(&InputBufferInputs { take, take_lane, ..inputs })
    });
    outputs.skip(1).collect()
}
