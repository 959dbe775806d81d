//! `tailback timing`: measures area and maximum clock frequency of each module, beside hand-written
//! Verilog.

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
    timing::{self, measure, Placement, Timing},
    Kept,
};
use tailback_hdl::switch::FifoAllocator;
use tailback_spec::{
    switch::{allocator::fifo::Fifo, marking::Policy, port::Port},
    Config,
};
use tailback_testbench::harness::Cache;

/// Measure area and clock frequency of each module with Yosys and nextpnr.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    config: ConfigFile,

    #[command(flatten)]
    block: AnyBlock,

    /// Number of placement seeds; the result is the median.
    #[arg(long, value_name = "COUNT", default_value_t = timing::SEEDS,
          value_parser = clap::value_parser!(u32).range(1..=99))]
    seeds: u32,

    /// Placement algorithm of nextpnr.
    #[arg(long, value_enum, default_value_t)]
    placer: Placer,

    /// Time limit of one placement with its routing, in minutes; a design with no placement within
    /// it is shown as not placed.
    #[arg(long, value_name = "MINUTES", default_value_t = timing::LIMIT_MINUTES,
          value_parser = clap::value_parser!(u32).range(1..=9999))]
    limit: u32,

    /// Write the results to a page, with the tools and the command that produced them.
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    markdown: Option<PathBuf>,
}

/// Placement algorithm of nextpnr.
#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
enum Placer {
    /// Analytic placement.
    #[default]
    Heap,
    /// Electrostatic placement, with shorter wires, which are not always faster.
    Static,
}

impl From<Placer> for timing::Placer {
    fn from(placer: Placer) -> Self {
        match placer {
            Placer::Heap => timing::Placer::Heap,
            Placer::Static => timing::Placer::Static,
        }
    }
}

/// Measurements.
#[derive(Debug, Serialize)]
#[serde(transparent)]
struct Measured(Timing);

impl Report for Measured {
    fn human(&self) -> String {
        report::table(&self.0) + "\n"
    }
}

/// Runs `tailback timing`.
///
/// # Errors
///
/// If the configuration cannot be read or has problems, a tool is missing or fails, or the page or
/// standard output cannot be written.
pub fn run(arguments: &Arguments, output: &Output) -> Result<Verdict, Failure> {
    let config = arguments.config.load()?;
    let mut candidates = Vec::new();
    for block in arguments.block.of(&config)? {
        let name = format!("{}, {}", block.name, config.name());
        let generated = Candidate::generated(name, &block.design);
        match block.name {
            MARKING => candidates.extend(beside_counters(generated, &config)),
            SWITCH => candidates.extend([
                generated.in_parts().with_paths(),
                beside_switch(&config),
                widest(&arguments.config)?,
            ]),
            NIC => {
                candidates.push(generated.in_parts().with_paths());
                candidates.extend(fastest(&arguments.config)?);
            }
            FIFO_ALLOCATOR => candidates.extend([generated, of_one_lane(&config)?]),
            name if OF_FLOWS.contains(&name) => {
                candidates.extend(at_flows(name, &arguments.config)?);
            }
            _ => candidates.push(generated),
        }
    }

    let placement = Placement {
        seeds: arguments.seeds,
        placer: arguments.placer.into(),
        limit_minutes: arguments.limit,
    };
    let spinner = progress::spinner(output);
    let kept = Kept::at(Cache::of_user()?.root().join("timing"));
    let timing =
        measure(&candidates, placement, &kept, &|what| spinner.set_message(what.to_owned()))?;
    spinner.finish_and_clear();
    if let Some(page) = &arguments.markdown {
        let mut words = arguments.config.words();
        words.extend(arguments.block.words());
        words.extend(["--seeds".into(), placement.seeds.to_string()]);
        if placement.placer != timing::Placer::default() {
            words.extend(["--placer".into(), placement.placer.name().into()]);
        }
        if placement.limit_minutes != timing::LIMIT_MINUTES {
            words.extend(["--limit".into(), placement.limit_minutes.to_string()]);
        }
        let command = format!("tailback timing {}", words.join(" "));
        let date = chrono::Local::now().date_naive().to_string();
        let text = report::markdown(&timing, config.name(), &command, &date);
        files::write(page, &text, Existing::Replace)?;
    }
    output.report(&Measured(timing))?;
    Ok(Verdict::Good)
}

/// Module with a hand-written counterpart.
const MARKING: &str = "marking";

/// Module measured part by part, beside a hand-written switch, and also at its maximum width.
const SWITCH: &str = "switch";

/// Returns the hand-written switch with the ports and the width of this configuration.
fn beside_switch(config: &Config) -> Candidate {
    let port = config.port();
    comparables::axis_switch(port.ports(), port.width_bits())
}

/// Returns the switch with the widest datapath, for area only.
fn widest(config: &ConfigFile) -> Result<Candidate, Failure> {
    let bits = Port::WIDTH_BYTES.end() * u64::from(u8::BITS);
    let widest = format!("datapath.width_bits={bits}").parse().expect("a key and its value");
    let config = config.load_with(&[widest])?;
    let block = blocks::named(SWITCH, &config)?;
    let name = format!("{SWITCH}, {}, {bits} bit", config.name());
    Ok(Candidate::generated(name, &block.design).not_placed().with_paths())
}

/// Module measured part by part, and also for 100 Gb/s.
const NIC: &str = "nic";

/// Returns the NIC for 100 Gb/s, with each kind of pacing.
fn fastest(config: &ConfigFile) -> Result<Vec<Candidate>, Failure> {
    ["lipd", "cct"]
        .map(|response| Ok(with_flows(NIC, response, HUNDRED_GIGABIT, config)?.with_paths()))
        .into_iter()
        .collect()
}

/// Module whose size depends on the virtual lanes: a switch has VL15 besides its data VLs.
const FIFO_ALLOCATOR: &str = "fifo-allocator";

/// Returns the FIFO allocator with the same ports and packets per queue, but a single virtual lane,
/// as in published comparisons of allocators.
fn of_one_lane(config: &Config) -> Result<Candidate, Failure> {
    let of = config.fifo();
    let (inputs, packets) = (of.inputs() as u32, of.packets() as u32);
    let fifo = Fifo::new(inputs, 1, packets, of.bypasses()).expect("no more of each than there is");
    let design = tailback_gen::verilog(&FifoAllocator::new(&fifo), "One virtual lane.")?;
    let name =
        format!("{FIFO_ALLOCATOR}, {inputs} × {inputs}, one lane, {packets} packets per queue");
    Ok(Candidate::generated(name, &design))
}

/// Modules with a state for each flow.
const OF_FLOWS: [&str; 3] = ["rate-limiter", "response", "congestion-table"];

/// Returns such a module from one flow to the maximum, with each response that uses it; and for 100
/// Gb/s, with area and logic levels only.
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

/// Flows and datapath bits of a NIC for 100 Gb/s.
const HUNDRED_GIGABIT: (u32, Option<u32>) = (1024, Some(512));

/// Returns a module with this response, number of flows and datapath width; if the width is given,
/// only area and logic levels are measured.
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

/// Returns the marking module and its hand-written counterparts.
fn beside_counters(generated: Candidate, config: &Config) -> Vec<Candidate> {
    let (mut candidates, marking) = (vec![generated], config.marking());
    // The counterparts are counters, which the naive policy does not have.
    if marking.policy() != Policy::Naive {
        candidates.extend(comparables::marking(marking.ports(), marking.counter_bits()));
        let open = candidates.iter().map(|it| it.clone().with_open(&comparables::MARKING_STATE));
        candidates.extend(open.collect::<Vec<_>>());
    }
    candidates
}
