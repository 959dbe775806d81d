//! The input buffer: traces of the specification, and equality of Verilog and kernel for legal
//! traffic.

mod full;
mod traces;

use crate::support::packets::{legal, resets};
use tailback_gen::Design;
use tailback_harness::blocks::{clean, cycle, designs, reset, text};
use tailback_harness::cosimulate::{compare, in_rust};
use tailback_harness::icarus::simulate;
use tailback_harness::many::Bundle;
use tailback_harness::run;
use tailback_harness::verilator::Program;
use tailback_hdl::switch::InputBuffer;
use tailback_kernels::Kernel;
use tailback_spec::switch::input_buffer::{InputBuffer as Config, Reading, Sizes};

/// Outputs, virtual lanes, blocks of a VL, of VL15 and of a packet, beats of a block, bits of a
/// beat.
const SIZES: [[u32; 7]; 10] = [
    [2, 1, 2, 0, 1, 1, 1],
    [2, 1, 2, 3, 2, 1, 8],
    [4, 2, 5, 2, 3, 4, 16],
    [3, 3, 4, 0, 2, 2, 40],
    [4, 2, 3, 1, 1, 8, 20],
    [3, 2, 6, 9, 4, 1, 12],
    [2, 1, 9, 0, 3, 2, 3],
    [5, 1, 20, 7, 4, 64, 9],
    [12, 1, 132, 24, 33, 8, 73],
    [36, 8, 16, 24, 5, 2, 65],
];
/// Number of leading sizes that Icarus simulates too.
const SMALL: usize = 7;
/// Size whose Verilog is reviewed.
const REVIEWED: [u32; 7] = SIZES[2];
/// Cycles of legal traffic, for small sizes and for all: enough for a reset in the middle. One
/// cycle takes Icarus 5 ms.
const CYCLES: [usize; 2] = [1000, 1500];

fn config(size: [u32; 7], reading: Reading) -> Config {
    let [outputs, virtual_lanes, lane_blocks, management_blocks, packet_blocks, block_words, word_bits] =
        size;
    let sizes = Sizes {
        outputs,
        virtual_lanes,
        lane_blocks,
        management_blocks,
        packet_blocks,
        block_words,
        word_bits,
    };
    Config::new(sizes, reading).expect("a buffer that is possible")
}

/// Small sizes in all readings; large sizes, which take the tools long, only in the default
/// reading.
fn all_readings(sizes: &[[u32; 7]]) -> Vec<Config> {
    let (small, large) = sizes.split_at(sizes.len().min(SMALL));
    let others = [Reading::Received, Reading::Waiting];
    let others = others.iter().flat_map(|reading| small.iter().map(|size| config(*size, *reading)));
    let default = [small, large].concat().into_iter().map(|size| config(size, Reading::default()));
    default.chain(others).collect()
}

fn buffers(configs: &[Config]) -> Vec<Box<dyn Kernel>> {
    configs.iter().map(|config| Box::new(InputBuffer::new(config)) as _).collect()
}

#[test]
fn no_tool_complains_of_any_size() {
    clean(buffers(&all_readings(&SIZES)));
}

#[test]
fn input_buffer_text() {
    reviewed!("input_buffer", &InputBuffer::new(&config(REVIEWED, Reading::default())));
}

/// Runs the same legal traffic in Rust, where it is compared with the specification, and in `run`.
fn the_same(sizes: &[[u32; 7]], cycles: usize, run: impl Fn(&Bundle, &[u32]) -> Vec<u32>) {
    let configs = all_readings(sizes);
    let traffic: Vec<Vec<Vec<u32>>> = configs
        .iter()
        .enumerate()
        .map(|(seed, config)| legal(&mut InputBuffer::new(config), config, cycles, seed as u64))
        .collect();
    let mut stimulus = Vec::new();
    for cycle in 0..cycles {
        stimulus.push(u32::from(resets(cycle)));
        traffic.iter().for_each(|buffer| stimulus.extend(&buffer[cycle]));
    }
    let mut kernels = buffers(&configs);
    let designs = designs(&mut kernels);
    let all: Vec<&Design> = designs.iter().collect();
    let rust = in_rust(&mut kernels, &all, &stimulus);
    let bundle = Bundle::new(all);
    let differences = compare(&bundle, &rust, &run(&bundle, &stimulus));
    assert!(differences.is_empty(), "{differences:x?}");
}

#[test]
fn a_buffer_of_any_size_does_what_is_specified_and_its_verilog_too() {
    let place = tempfile::tempdir().expect("a temporary directory");
    the_same(&SIZES, CYCLES[1], |bundle, stimulus| {
        Program::build(place.path(), bundle).run(stimulus)
    });
}

#[test]
fn no_unknown_value_comes_out_of_a_buffer() {
    let place = tempfile::tempdir().expect("a temporary directory");
    the_same(&SIZES[..SMALL], CYCLES[0], |bundle, stimulus| {
        simulate(place.path(), bundle, stimulus)
    });
}

/// Returns Yosys' cell counts of a buffer for 12 outputs with four packets of 33 blocks of 64
/// bytes.
fn cells() -> serde_json::Value {
    let place = tempfile::tempdir().expect("a temporary directory");
    let block = InputBuffer::new(&config([12, 1, 132, 0, 33, 8, 64], Reading::default()));
    std::fs::write(place.path().join("buffer.v"), text(&block)).expect("a writable directory");
    let script = "read_verilog buffer.v; synth_ecp5 -top tailback_input_buffer; \
                  tee -q -o statistics.json stat -json";
    run(place.path(), "yosys", &["-q".into(), "-p".into(), script.into()]);
    let found = std::fs::read(place.path().join("statistics.json")).expect("statistics");
    let all: serde_json::Value = serde_json::from_slice(&found).expect("statistics in JSON");
    all["design"]["num_cells_by_type"].clone()
}

#[test]
fn words_records_and_pages_are_in_block_ram_and_heads_in_distributed_ram() {
    let cells = cells();
    let count = |name| cells[name].as_u64().unwrap_or(0);
    // Words, links, free pages, and two records by packet.
    assert!((8..=13).contains(&count("DP16KD")), "{cells}");
    // Heads and tails of the queues.
    assert!(count("TRELLIS_DPR16X4") <= 20, "{cells}");
    // None of them holds packet data but those of the beat on the output.
    assert!(count("TRELLIS_FF") <= 460, "{cells}");
}

/// Four outputs, two VLs of five blocks each and VL15 of two, four beats per block, three blocks
/// per packet.
fn buffer(reading: Reading) -> InputBuffer {
    reset(InputBuffer::new(&config(REVIEWED, reading)))
}

/// Queue of output port 1 and VL 1.
const QUEUE: u128 = 4;
/// Bits of a VL's count of free blocks.
const FREE: u32 = 3;

/// Inputs of a cycle.
type Cycle = Vec<(&'static str, u128)>;

/// First beat of a packet of this number of beats by its header.
fn first(word: u128, beats: u128) -> Cycle {
    vec![
        ("write", 1),
        ("write_first", 1),
        ("write_queue", QUEUE),
        ("write_beats", beats),
        ("write_blocks", beats.div_ceil(4)),
        ("write_word", word),
    ]
}

fn further(word: u128) -> Cycle {
    vec![("write", 1), ("write_word", word)]
}

fn last(bad: u128) -> Cycle {
    vec![("write_last", 1), ("write_bad", bad)]
}

fn take() -> Cycle {
    vec![("take", 1), ("take_lane", 1)]
}

fn read() -> Cycle {
    vec![("read", 1), ("read_queue", QUEUE)]
}

fn pause() -> Cycle {
    vec![("pause", 1)]
}

fn idle() -> Cycle {
    Vec::new()
}

fn with(a: Cycle, b: Cycle) -> Cycle {
    a.into_iter().chain(b).collect()
}

/// A packet of these beats, 1 and following, of which all are written one after the other.
fn packet(beats: u128) -> Vec<Cycle> {
    let beat = |at| if at == 1 { first(at, beats) } else { further(at) };
    let all = |at| if at == beats { with(beat(at), last(0)) } else { beat(at) };
    (1..=beats).map(all).collect()
}

/// Returns these outputs in each cycle; `roomy` is high unless it is given.
fn trace<const N: usize>(
    block: &mut InputBuffer,
    inputs: Vec<Cycle>,
    outputs: [&str; N],
) -> Vec<[u128; N]> {
    let roomy = |given: &Cycle| given.iter().all(|(name, _)| *name != "roomy");
    let all = inputs.into_iter().map(|inputs| match roomy(&inputs) {
        true => with(inputs, vec![("roomy", 1)]),
        false => inputs,
    });
    all.map(|inputs| cycle(block, &inputs, outputs)).collect()
}
