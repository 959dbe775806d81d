//! `tailback timing`: area and highest clock frequency of each block, beside hand-written Verilog.

use crate::{
    blocks::{self, AnyBlock},
    config_file::ConfigFile,
    failure::Failure,
    files::{self, Existing},
    output::{Output, Report, Verdict},
    progress,
};
use serde::Serialize;
use std::path::PathBuf;
use tailback_gen::flow::{
    comparables::{self, Candidate},
    report,
    timing::{self, measure, Timing},
};
use tailback_hdl::switch::FifoAllocator;
use tailback_spec::{
    switch::{allocator::fifo::Fifo, marking::Policy, port::Port},
    Config,
};

/// Measure area and clock frequency of each block with Yosys and nextpnr.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    config: ConfigFile,

    #[command(flatten)]
    block: AnyBlock,

    /// Seeds of the placement, of which the median counts.
    #[arg(long, value_name = "COUNT", default_value_t = timing::SEEDS,
          value_parser = clap::value_parser!(u32).range(1..=99))]
    seeds: u32,

    /// Write the numbers to a page, with the tools and the command that made them.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    markdown: Option<PathBuf>,
}

/// The numbers.
#[derive(Debug, Serialize)]
#[serde(transparent)]
struct Measured(Timing);

impl Report for Measured {
    fn human(&self) -> String {
        report::table(&self.0) + "\n"
    }
}

pub fn run(arguments: &Arguments, output: &Output) -> Result<Verdict, Failure> {
    let config = arguments.config.load()?;
    let mut candidates = Vec::new();
    for block in arguments.block.of(&config)? {
        let name = format!("{}, {}", block.name, config.name());
        let generated = Candidate::generated(name, &block.design);
        match block.name {
            MARKING => candidates.extend(beside_counters(generated, &config)),
            SWITCH => candidates.extend([generated.in_parts(), widest(&arguments.config)?]),
            NIC => {
                candidates.push(generated.in_parts());
                candidates.extend(fastest(&arguments.config)?);
            }
            FIFO_ALLOCATOR => candidates.extend([generated, of_one_lane(&config)?]),
            name if OF_FLOWS.contains(&name) => {
                candidates.extend(at_flows(name, &arguments.config)?);
            }
            _ => candidates.push(generated),
        }
    }

    let spinner = progress::spinner(output);
    let timing =
        measure(&candidates, arguments.seeds, &|what| spinner.set_message(what.to_owned()))?;
    spinner.finish_and_clear();
    if let Some(page) = &arguments.markdown {
        let mut words = arguments.config.words();
        words.extend(arguments.block.words());
        words.extend(["--seeds".into(), arguments.seeds.to_string()]);
        let command = format!("tailback timing {}", words.join(" "));
        let date = chrono::Local::now().date_naive().to_string();
        let text = report::markdown(&timing, config.name(), &command, &date);
        files::write(page, &text, Existing::Replace)?;
    }
    output.report(&Measured(timing))?;
    Ok(Verdict::Good)
}

/// The block that has Verilog written by hand beside it.
const MARKING: &str = "marking";

/// The block that is measured part by part, and at its widest, too.
const SWITCH: &str = "switch";

/// The switch with as many bits to a word as it can have, of which only the area is wanted.
fn widest(config: &ConfigFile) -> Result<Candidate, Failure> {
    let bits = Port::WIDTH_BYTES.end() * u64::from(u8::BITS);
    let widest = format!("datapath.width_bits={bits}").parse().expect("a key and its value");
    let config = config.load_with(&[widest])?;
    let block = blocks::named(SWITCH, &config)?;
    let name = format!("{SWITCH}, {}, {bits} bit", config.name());
    Ok(Candidate::generated(name, &block.design).not_placed())
}

/// The block that is measured part by part, and for 100 Gb/s, too.
const NIC: &str = "nic";

/// The NIC for 100 Gb/s, with each of the ways to pace flows.
fn fastest(config: &ConfigFile) -> Result<Vec<Candidate>, Failure> {
    ["lipd", "cct"]
        .map(|response| with_flows(NIC, response, HUNDRED_GIGABIT, config))
        .into_iter()
        .collect()
}

/// The block whose size goes with the lanes: a switch has one more than virtual lanes.
const FIFO_ALLOCATOR: &str = "fifo-allocator";

/// The FIFO allocator with as many ports and packets, but with a single lane, as allocators are compared.
fn of_one_lane(config: &Config) -> Result<Candidate, Failure> {
    let of = config.fifo();
    let (inputs, packets) = (of.inputs() as u32, of.entries() as u32);
    let fifo = Fifo::new(inputs, 1, packets, of.bypasses()).expect("no more of each than there is");
    let design = tailback_gen::verilog(&FifoAllocator::new(&fifo), "One lane.")?;
    let name = format!("{FIFO_ALLOCATOR}, {inputs} × {inputs}, one lane, {packets} packets");
    Ok(Candidate::generated(name, &design))
}

/// The blocks that have a state for each flow.
const OF_FLOWS: [&str; 3] = ["rate-limiter", "response", "congestion-table"];

/// Such a block from one flow to the most, with each of the responses that it has a part in; and for
/// 100 Gb/s, of which only area and logic levels are wanted.
fn at_flows(block: &str, config: &ConfigFile) -> Result<Vec<Candidate>, Failure> {
    let responses: &[&str] = match block {
        "response" => &["lipd", "fimd", "aimd"],
        "congestion-table" => &["cct"],
        _ => &["lipd", "cct"],
    };
    let mut candidates = Vec::new();
    for response in responses {
        for size in [(1, None), (256, None), (4096, None), HUNDRED_GIGABIT] {
            candidates.push(with_flows(block, response, size, config)?);
        }
    }
    Ok(candidates)
}

/// Flows and bits to a word of a NIC for 100 Gb/s.
const HUNDRED_GIGABIT: (u32, Option<u32>) = (1024, Some(512));

/// A block with this response, so many flows, and so many bits to a word; if these are given, only area and
/// logic levels are wanted.
fn with_flows(
    block: &str,
    response: &str,
    (flows, bits): (u32, Option<u32>),
    config: &ConfigFile,
) -> Result<Candidate, Failure> {
    let mut keys = vec![format!("nic.flows={flows}"), format!("nic.response=\"{response}\"")];
    keys.extend(bits.map(|bits| format!("datapath.width_bits={bits}")));
    let keys = keys.iter().map(|key| key.parse().expect("a key and its value"));
    let config = config.load_with(&keys.collect::<Vec<_>>())?;
    let design = blocks::named(block, &config)?.design;
    let size = bits.map_or(String::new(), |bits| format!(", {bits} bit"));
    let name = format!("{block}, {response}, {flows} flows{size}, {}", config.name());
    let candidate = Candidate::generated(name, &design);
    Ok(if bits.is_some() { candidate.not_placed() } else { candidate })
}

/// The marking block, and what it is measured beside.
fn beside_counters(generated: Candidate, config: &Config) -> Vec<Candidate> {
    let (mut candidates, marking) = (vec![generated], config.marking());
    // Written by hand are the counters, which the naive policy does not have.
    if marking.policy() != Policy::Naive {
        candidates.extend(comparables::marking(marking.ports(), marking.counter_bits()));
        let open = candidates.iter().map(|it| it.clone().with_open(&comparables::MARKING_STATE));
        candidates.extend(open.collect::<Vec<_>>());
    }
    candidates
}
