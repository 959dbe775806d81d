//! Cycles per second of the co-simulation with full compare, beside a bare C++ loop over the same
//! Verilog, beside the same Verilog without model and compare on the co-simulation's own traffic,
//! and beside the golden model alone with its stimulus. A ratio of 1 means that model, stimulus and
//! compare cost nothing.
//!
//! The rounds of all four alternate, so that what else the machine does affects them alike; the
//! medians count. `cargo bench -p tailback-testbench --bench cosim [-- CYCLES]`

mod bare;
#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use tailback_gen::Design;
use tailback_spec::switch::marking::Marking;
use tailback_testbench::catalog;
use tailback_testbench::harness::{Builder, Cache, Optimise, Run, Tools};

/// Cycles of each round, unless the command line says otherwise.
const CYCLES: u64 = 1_000_000;
/// Rounds of each kind.
const ROUNDS: usize = 7;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cycles = std::env::args().skip(1).find_map(|it| it.parse().ok()).unwrap_or(CYCLES);
    println!(
        "{:48} {:>8} {:>8} {:>8} {:>8} {:>11} {:>14}",
        "ns per cycle", "bare", "verilog", "model", "cosim", "cosim/bare", "cosim/verilog"
    );
    for (marking, design) in
        [common::counting(8, 16), common::counting(12, 4), common::counting(36, 4)]
            .into_iter()
            .chain([common::naive(12, 4)])
    {
        measure(&marking, &design, cycles)?;
    }
    Ok(())
}

fn measure(
    marking: &Marking,
    design: &Design,
    cycles: u64,
) -> Result<(), Box<dyn std::error::Error>> {
    let builder = Builder::new(Cache::of_user()?, Tools::default(), Optimise::Run)?;
    let library = builder.build(design)?;
    let bench = catalog::marking(marking);
    let place = tempfile::tempdir()?;
    let bare = bare::Bare::build(design, place.path())?;
    let mut times = [const { Vec::new() }; 4];
    for round in 0..ROUNDS as u64 {
        times[0].push(bare.run(cycles)?);
        let run = Run { seed: round, cycles, held: &[] };
        let start = Instant::now();
        if let Some(cycle) = bench.first_difference(&library, &run)? {
            return Err(format!("{} differs in cycle {cycle}", bench.variant()).into());
        }
        times[1].push(start.elapsed().as_nanos() as f64 / cycles as f64);
        let start = Instant::now();
        bench.model_alone(library.table(), round, cycles);
        times[2].push(start.elapsed().as_nanos() as f64 / cycles as f64);
        let time = bench.verilog_alone(&library, round, cycles)?;
        times[3].push(time.as_nanos() as f64 / cycles as f64);
    }
    let [bare, cosim, model, verilog] = times.map(median);
    let name = bench.variant().replace(" packets per input", "/input");
    println!(
        "{name:48} {bare:8.1} {verilog:8.1} {model:8.1} {cosim:8.1} {:11.2} {:14.2}",
        bare / cosim,
        verilog / cosim
    );
    Ok(())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
