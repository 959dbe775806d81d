//! Speed of the co-simulation with a full compare, beside a bare C++ loop over the same Verilog.
//!
//! The bare loop makes the very same traffic (a checksum of it is compared) and has neither model
//! nor compare: a ratio of 1 would mean that these cost nothing. Beside it are two loops that do
//! less or other work: one with uniform random inputs, which keep the Verilog busier than traffic
//! does, and one that replays stimulus made before, so that nobody pays for the generator. Then
//! the golden model alone with its stimulus, and the rust-hdl kernel. At the end, the same for the
//! switch of 12 ports as a whole.
//!
//! The rounds of all alternate, and the fastest of each counts: all make the same steps in every
//! round, so whatever is slower was disturbed by something else on the machine.
//! `cargo bench -p tailback-testbench --bench cosim [-- CYCLES]`

mod bare;
#[path = "../tests/common/mod.rs"]
mod common;

use std::error::Error;
use std::process::Command;
use std::time::Instant;

use bare::{Bare, Stimulus};
use tailback_gen::Design;
use tailback_spec::switch::marking::Marking;
use tailback_spec::Config;
use tailback_testbench::catalog;
use tailback_testbench::harness::{Builder, Cache, Kernel, Optimise, Run, Tools};
use tailback_testbench::switch::marking::parts;

/// Cycles of each round, unless the command line says otherwise.
const CYCLES: u64 = 200_000;
/// Rounds of each kind.
const ROUNDS: u64 = 41;
/// Seed of all rounds.
const SEED: u64 = 1;
/// Cycles of stimulus made before: so many that the processor cannot learn them by heart.
const MADE_BEFORE: usize = 1 << 18;
/// Preset of the whole switch.
const PRESET: &str = include_str!("../../examples/santos-2003.toml");
/// Cycles of each round of the whole switch.
const SWITCH_CYCLES: usize = 40_000;
/// Rounds of the whole switch.
const SWITCH_ROUNDS: u64 = 5;
/// Cycles of each round of the kernel, which is slower than all others.
const KERNEL_CYCLES: usize = 2_000;

fn main() -> Result<(), Box<dyn Error>> {
    let cycles = std::env::args().skip(1).find_map(|it| it.parse().ok()).unwrap_or(CYCLES);
    let cores = std::thread::available_parallelism()?;
    println!("{cores} cores; {ROUNDS} rounds of {cycles} cycles, the fastest of each");
    for tool in ["rustc", "verilator", "g++"] {
        let version = Command::new(tool).arg("--version").output()?.stdout;
        println!("{}", String::from_utf8_lossy(&version).lines().next().unwrap_or_default());
    }
    println!("\n| million cycles/s | 8 × 8 bit | 12 × 6 bit | 36 × 8 bit |\n|---|---|---|---|");
    let mut columns = Vec::new();
    for (ports, packets) in [(8, 16), (12, 4), (36, 4)] {
        let (marking, design) = common::counting(ports, packets);
        columns.push(measure(&marking, &design, cycles)?);
    }
    let speeds = [
        "bare C++ loop, the same traffic",
        "co-simulation, every output compared in every cycle",
        "bare C++ loop, uniform random inputs",
        "Verilog alone, stimulus made before",
        "golden model and stimulus alone",
        "rust-hdl kernel, stimulus made before",
    ];
    for (row, name) in speeds.iter().enumerate() {
        line(name, columns.iter().map(|times| 1e3 / times[row]));
    }
    println!();
    let ratios = [
        "**co-simulation / bare loop, the same traffic**",
        "co-simulation / bare loop, uniform random inputs",
        "co-simulation / Verilog alone, stimulus made before",
    ];
    for (name, row) in ratios.iter().zip([0, 2, 3]) {
        line(name, columns.iter().map(|times| times[row] / times[1]));
    }
    whole_switch()
}

/// The switch of the 12-port preset as a whole. Its stimulus is made before: a loop in C++ that made
/// it would be slower.
fn whole_switch() -> Result<(), Box<dyn Error>> {
    let config = Config::from_toml_with(PRESET, &[]).map_err(|problems| problems.to_string())?;
    let block = catalog::block("switch", &config).ok_or("no module `switch`")??;
    let library = Builder::new(Cache::of_user()?, Tools::default(), Optimise::Run)?;
    let library = library.build(&block.design)?;
    let images = block.bench.images(&block.design.top, SEED, SWITCH_CYCLES);
    let mut times = [const { Vec::new() }; 3];
    for _ in 0..SWITCH_ROUNDS {
        let each = |start: Instant| start.elapsed().as_nanos() as f64 / SWITCH_CYCLES as f64;
        let start = Instant::now();
        images.drive(&library, SEED, SWITCH_CYCLES)?;
        times[0].push(each(start));
        let run = Run { seed: SEED, cycles: SWITCH_CYCLES as u64, held: &[] };
        let start = Instant::now();
        if let Some(cycle) = block.bench.first_difference(&library, &run)? {
            return Err(format!("{} differs in cycle {cycle}", block.bench.variant()).into());
        }
        times[1].push(each(start));
        let start = Instant::now();
        block.bench.model_alone(SEED, SWITCH_CYCLES as u64);
        times[2].push(each(start));
    }
    let times = times.map(fastest);
    println!(
        "\nSwitch of 12 ports, {SWITCH_ROUNDS} rounds of {SWITCH_CYCLES} cycles, the fastest:\n"
    );
    println!("| | thousand cycles/s |\n|---|---|");
    let names =
        ["Verilog alone, stimulus made before", "co-simulation", "golden model and stimulus"];
    for (name, time) in names.iter().zip(times) {
        println!("| {name} | {:.1} |", 1e6 / time);
    }
    println!("\n| **co-simulation / Verilog alone** | {:.2} |", times[0] / times[1]);
    Ok(())
}

fn line(name: &str, values: impl Iterator<Item = f64>) {
    let cells: Vec<String> = values.map(|value| format!("{value:.2}")).collect();
    println!("| {name} | {} |", cells.join(" | "));
}

/// Nanoseconds per cycle of each kind.
fn measure(marking: &Marking, design: &Design, cycles: u64) -> Result<[f64; 6], Box<dyn Error>> {
    let builder = Builder::new(Cache::of_user()?, Tools::default(), Optimise::Run)?;
    let library = builder.build(design)?;
    let parts = parts(marking);
    let bench = &parts.bench;
    let place = tempfile::tempdir()?;
    let bare = Bare::build(design, marking, place.path())?;
    let images = bench.images(&design.top, SEED, MADE_BEFORE);
    if bare.checksum(MADE_BEFORE as u64, SEED)? != bare::checksum(&images) {
        return Err("the bare loop makes other traffic than the co-simulation".into());
    }
    let few = bench.images(&design.top, SEED, KERNEL_CYCLES);
    let mut times = [const { Vec::new() }; 6];
    for _ in 0..ROUNDS {
        times[0].push(bare.run(Stimulus::Ours, cycles, SEED)?);
        let run = Run { seed: SEED, cycles, held: &[] };
        let start = Instant::now();
        if let Some(cycle) = bench.first_difference(&library, &run)? {
            return Err(format!("{} differs in cycle {cycle}", bench.variant()).into());
        }
        times[1].push(start.elapsed().as_nanos() as f64 / cycles as f64);
        times[2].push(bare.run(Stimulus::Uniform, cycles, SEED)?);
        let time = images.drive(&library, SEED, cycles as usize)?;
        times[3].push(time.as_nanos() as f64 / cycles as f64);
        let start = Instant::now();
        bench.model_alone(SEED, cycles);
        times[4].push(start.elapsed().as_nanos() as f64 / cycles as f64);
        let mut kernel = Kernel::new((parts.hardware)(), &design.top)?;
        let mut outputs = vec![0; design.top.words(tailback_spec::Direction::Output)];
        let start = Instant::now();
        for (reset, inputs) in few.iter() {
            kernel.step(reset, inputs, &mut outputs)?;
        }
        times[5].push(start.elapsed().as_nanos() as f64 / KERNEL_CYCLES as f64);
    }
    Ok(times.map(fastest))
}

fn fastest(times: Vec<f64>) -> f64 {
    times.into_iter().fold(f64::INFINITY, f64::min)
}
