//! The input buffer: traces of the specification, and equality of Verilog and kernel for legal
//! traffic.

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
use tailback_spec::switch::input_buffer::{
    InputBuffer as Config, Reading, Sizes, STANDSTILL_CYCLES,
};

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
fn words_are_in_block_ram_and_links_in_distributed_ram() {
    let cells = cells();
    let count = |name| cells[name].as_u64().unwrap_or(0);
    assert!((4..=8).contains(&count("DP16KD")), "{cells}");
    // Nine rows of 16 blocks: two columns each for links and free blocks, two for a block's end,
    // and the packet numbers.
    assert!(count("TRELLIS_DPR16X4") <= 90, "{cells}");
    // Two flip-flops per queue, and the register of the delivered beat.
    assert!(count("TRELLIS_FF") <= 180 + 75, "{cells}");
}

/// Four outputs, two VLs of five blocks each and VL15 of two, four beats per block, three blocks
/// per packet.
fn buffer(reading: Reading) -> InputBuffer {
    reset(InputBuffer::new(&config(REVIEWED, reading)))
}

/// Queue of output port 1 and VL 1.
const QUEUE: u128 = 4;
/// VL of that queue.
const LANE: u128 = 1;
/// Bits of a VL's count of free blocks.
const FREE: u32 = 3;

/// Announces a beat that takes a block.
fn take() -> Vec<(&'static str, u128)> {
    vec![("take", 1), ("take_lane", LANE)]
}

fn first(word: u128) -> Vec<(&'static str, u128)> {
    vec![("write", 1), ("write_first", 1), ("write_queue", QUEUE), ("write_word", word)]
}

fn single(word: u128) -> Vec<(&'static str, u128)> {
    with(first(word), vec![("write_last", 1)])
}

fn further(word: u128, last: u128, bad: u128) -> Vec<(&'static str, u128)> {
    vec![("write", 1), ("write_word", word), ("write_last", last), ("write_bad", bad)]
}

fn read() -> Vec<(&'static str, u128)> {
    vec![("read", 1), ("read_queue", QUEUE)]
}

fn with(a: Vec<(&'static str, u128)>, b: Vec<(&'static str, u128)>) -> Vec<(&'static str, u128)> {
    a.into_iter().chain(b).collect()
}

#[test]
fn a_packet_cuts_through_a_cycle_after_its_first_word() {
    let mut block = buffer(Reading::Received);
    let outputs = [
        "waiting",
        "sending",
        "complete",
        "issue",
        "ends",
        "word_valid",
        "word_first",
        "word_last",
        "word",
    ];
    let mut now = |inputs: Vec<_>| cycle(&mut block, &inputs, outputs);
    let waits = 1 << QUEUE;
    assert_eq!(now(take()), [0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(now(first(0xa)), [0, 0, 0, 0, 0, 0, 0, 0, 0]);
    // Started in the next cycle; the first beat is issued at once, and is output two cycles later.
    assert_eq!(now(with(read(), further(0xb, 0, 0))), [waits, 0, 0, 1, 0, 0, 0, 0, 0]);
    assert_eq!(now(further(0xc, 0, 0)), [0, 1, 0, 1, 0, 0, 0, 0, 0]);
    assert_eq!(now(vec![("pause", 1)]), [0, 1, 0, 0, 0, 1, 1, 0, 0xa]);
    assert_eq!(now(vec![]), [0, 1, 0, 1, 0, 1, 0, 0, 0xb]);
    assert_eq!(now(vec![]), [0, 1, 0, 0, 0, 0, 0, 0, 0]);
    // The fourth beat is the last of the block, but not of the packet.
    assert_eq!(now(with(take(), further(0xd, 0, 0))), [0, 1, 0, 0, 0, 1, 0, 0, 0xc]);
    assert_eq!(now(further(0xe, 1, 0)), [0, 1, 0, 1, 0, 0, 0, 0, 0]);
    assert_eq!(now(vec![]), [0, 1, 1, 1, 1, 0, 0, 0, 0]);
    assert_eq!(now(vec![]), [0, 0, 0, 0, 0, 1, 0, 0, 0xd]);
    assert_eq!(now(vec![]), [0, 0, 0, 0, 0, 1, 0, 1, 0xe]);
    assert_eq!(now(vec![]), [0, 0, 0, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn packets_of_a_queue_follow_each_other_without_a_gap() {
    let mut block = buffer(Reading::Received);
    let outputs = ["waiting", "sending", "ends", "word_first", "word_last", "word"];
    let mut now = |inputs: Vec<_>| cycle(&mut block, &inputs, outputs);
    let waits = 1 << QUEUE;
    assert_eq!(now(take()), [0, 0, 0, 0, 0, 0]);
    assert_eq!(now(first(1)), [0, 0, 0, 0, 0, 0]);
    assert_eq!(now(with(take(), further(2, 1, 0))), [waits, 0, 0, 0, 0, 0]);
    assert_eq!(now(with(with(take(), single(3)), read())), [waits, 0, 0, 0, 0, 0]);
    assert_eq!(now(single(4)), [waits, 1, 1, 0, 0, 0]);
    assert_eq!(now(read()), [waits, 0, 1, 1, 0, 1]);
    // A packet of a single beat has ended; only now can the next one start.
    assert_eq!(now(vec![]), [waits, 0, 0, 0, 1, 2]);
    assert_eq!(now(with(read(), vec![("pause", 1)])), [waits, 0, 0, 1, 1, 3]);
    assert_eq!(now(vec![]), [0, 1, 1, 0, 0, 0]);
    assert_eq!(now(vec![]), [0, 0, 0, 0, 0, 0]);
    assert_eq!(now(vec![]), [0, 0, 0, 1, 1, 4]);
}

#[test]
fn blocks_are_taken_one_by_one_and_free_together() {
    let mut block = buffer(Reading::Received);
    let outputs = ["taken", "free"];
    let free = |lane_1: u128| 2 << (2 * FREE) | lane_1 << FREE | 5;
    let mut now = |inputs: Vec<_>| cycle(&mut block, &inputs, outputs);
    assert_eq!(now(take()), [0, free(5)]);
    assert_eq!(now(first(0)), [1, free(4)]);
    assert_eq!(now(further(1, 0, 0)), [0, free(4)]);
    assert_eq!(now(further(2, 0, 0)), [0, free(4)]);
    assert_eq!(now(with(take(), further(3, 0, 0))), [0, free(4)]);
    assert_eq!(now(further(4, 1, 0)), [1, free(3)]);
    assert_eq!(now(read()), [0, free(3)]);
    for _ in 0..3 {
        assert_eq!(now(vec![]), [0, free(3)]);
    }
    // With the last beat, both blocks become free; another one is taken in the same cycle.
    assert_eq!(now(take()), [0, free(3)]);
    assert_eq!(now(first(5)), [1, free(4)]);
}

#[test]
fn a_packet_is_discarded_only_if_its_end_was_known_when_it_was_started() {
    let outputs = ["word_valid", "word_last", "word_bad", "word_discard"];
    let mut block = buffer(Reading::Received);
    let mut now = |inputs: Vec<_>| cycle(&mut block, &inputs, outputs);
    now(take());
    now(first(0));
    now(further(1, 1, 1));
    now(read());
    assert_eq!(now(vec![]), [0, 0, 0, 0]);
    assert_eq!(now(vec![]), [1, 0, 0, 1]);
    assert_eq!(now(take()), [1, 1, 1, 1]);
    // The last beat is received in the cycle in which the packet is started.
    now(first(0));
    now(with(read(), further(1, 1, 1)));
    assert_eq!(now(vec![]), [0, 0, 0, 0]);
    assert_eq!(now(vec![]), [1, 0, 0, 0]);
    assert_eq!(now(vec![]), [1, 1, 1, 0]);
}

/// Fills VL 1 except for one block with packets of one beat, followed by a packet of two.
fn filled(reading: Reading) -> Vec<[u128; 4]> {
    let mut block = buffer(reading);
    let outputs = ["enqueue", "enqueue_queue", "dequeue", "trigger"];
    let mut inputs: Vec<Vec<_>> = (0..3).flat_map(|_| [take(), single(0)]).collect();
    inputs.extend([take(), first(0), further(0, 1, 0), vec![], vec![], read(), vec![]]);
    inputs.iter().map(|inputs| cycle(&mut block, inputs, outputs)).collect()
}

/// Outputs of [`filled`]: none, a packet counts, the buffer is full, a packet is started.
const NONE: [u128; 4] = [0; 4];
const CAME: [u128; 4] = [1, QUEUE, 0, 0];
const FULL: [u128; 4] = [0, 0, 0, 1 << QUEUE];
const WENT: [u128; 4] = [0, 0, 1, 0];

#[test]
fn received_packets_trigger_with_the_tail_that_finds_the_buffer_full() {
    // The third packet leaves less than three free blocks: visible one cycle after its tail.
    let expected = [NONE, CAME, NONE, CAME, NONE, CAME, FULL, NONE, CAME, NONE, NONE, WENT, NONE];
    assert_eq!(filled(Reading::Received), expected);
}

#[test]
fn waiting_packets_trigger_when_nothing_else_fills_the_buffer() {
    // From the third packet on, less than three blocks are free, and nothing is sent.
    let expected = [NONE, CAME, NONE, CAME, NONE, CAME, FULL, CAME, NONE, NONE, NONE, WENT, NONE];
    assert_eq!(filled(Reading::Waiting), expected);
}

/// Cycle in which [`started_after`] writes the last packet.
const LAST: usize = 3;

/// Fills VL 1 except for two blocks with packets of one beat; the last of them is started `cycles`
/// cycles after it is received, and waits.
fn started_after(cycles: usize) -> Vec<u128> {
    let mut block = buffer(Reading::Arbitrated);
    let taking = || with(single(0), take());
    // The third packet leaves less than three free blocks.
    let mut inputs: Vec<Vec<_>> = vec![take(), taking(), taking(), single(0)];
    inputs.extend((1..10).map(|at| if at == cycles { read() } else { vec![] }));
    inputs.iter().map(|inputs| cycle(&mut block, inputs, ["trigger"])[0]).collect()
}

#[test]
fn an_arbitrated_buffer_is_full_if_nothing_goes_when_the_last_packet_could() {
    // Free space is missing in the cycle in which the last packet is written and from then on, and
    // the buffer reports that it is full in the cycle after the standstill.
    let mut told = started_after(0);
    assert_eq!(told.remove(LAST + STANDSTILL_CYCLES), 1 << QUEUE);
    assert!(told.iter().all(|trigger| *trigger == 0), "{told:?}");
    // A packet leaves, and frees its block.
    for cycles in 1..STANDSTILL_CYCLES {
        assert!(started_after(cycles).iter().all(|trigger| *trigger == 0), "{cycles}");
    }
    // One cycle later is too late; the packet still counts.
    assert_eq!(started_after(STANDSTILL_CYCLES), started_after(0));
}
