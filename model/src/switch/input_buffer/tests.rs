//! Traces by hand, and properties of every trace.

mod arbitrated;
mod full;
mod reading;
mod traffic;

use super::*;
use tailback_spec::switch::input_buffer::Sizes;

/// Output ports.
const OUTPUTS: u64 = 2;
/// Virtual lanes: two data VLs, and that of management.
const LANES: u64 = 3;
const MANAGEMENT: u64 = 2;

/// Two outputs with two VLs; each VL holds two longest packets of two blocks of two words, and
/// three blocks are for management.
fn parameters(reading: Reading) -> Parameters {
    let sizes = Sizes {
        outputs: OUTPUTS as u32,
        virtual_lanes: 2,
        lane_blocks: 4,
        management_blocks: 3,
        packet_blocks: 2,
        block_words: 2,
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
        ..Default::default()
    }
}

fn read(queue: u64) -> InputBufferInputs {
    InputBufferInputs { read: true, read_queue: queue, ..Default::default() }
}

fn idle() -> InputBufferInputs {
    InputBufferInputs::default()
}
