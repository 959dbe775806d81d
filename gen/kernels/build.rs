//! Writes the random kernels as Rust source.
//!
//! `TAILBACK_KERNEL_SEED` sets their seed, `TAILBACK_KERNELS` their number.

#[allow(dead_code)]
#[path = "src/generator/mod.rs"]
mod generator;

use generator::random::Random;
use std::fmt::Write;
use std::path::Path;

/// Number of kernels in a usual build.
const KERNELS: u64 = 400;
/// Seed of a usual build.
const SEED: u64 = 2003;

fn variable(name: &str, default: u64) -> Result<u64, Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-env-changed={name}");
    Ok(std::env::var(name).map_or(Ok(default), |text| text.parse())?)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=src/generator");
    let seed = variable("TAILBACK_KERNEL_SEED", SEED)?;
    let kernels = variable("TAILBACK_KERNELS", KERNELS)?;
    let mut text = String::from("use tailback_language::prelude::*;\n");
    let mut makers = String::new();
    for number in 0..kernels {
        let mut random = Random::new(seed << 32 | number);
        let kernel = generator::kernel::kernel(&mut random);
        text += &generator::rust::source(&kernel, number as usize);
        writeln!(makers, "|| Box::new(Kernel{number}::new()),")?;
    }
    writeln!(text, "/// A function for each kernel that makes it.")?;
    writeln!(text, "pub static KERNELS: &[fn() -> Box<dyn Kernel>] = &[\n{makers}];")?;
    writeln!(text, "/// The seed they were made from.\npub const SEED: u64 = {seed};")?;
    let out = std::env::var_os("OUT_DIR").ok_or("no OUT_DIR")?;
    std::fs::write(Path::new(&out).join("kernels.rs"), text)?;
    Ok(())
}
