//! What the co-simulation is measured against: a C++ program around the same Verilog that sets
//! random inputs, evaluates twice per cycle, and compares nothing.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use tailback_gen::Design;
use tailback_spec::{Direction, Port};

/// A compiled program.
pub struct Bare(PathBuf);

impl Bare {
    /// Builds the program as its author would: all at -O3, no waveforms.
    pub fn build(design: &Design, place: &Path) -> io::Result<Self> {
        fs::write(place.join("bare.cpp"), source(design))?;
        let mut arguments: Vec<String> =
            ["--cc", "--exe", "--build", "-O3", "-Wno-lint", "-Wno-fatal", "--prefix", "Vdut"]
                .map(String::from)
                .into();
        let optimise = "OPT_FAST=-O3 OPT_SLOW=-O3 OPT_GLOBAL=-O3";
        arguments.extend(["-MAKEFLAGS", optimise, "--top-module"].map(String::from));
        arguments.extend([design.top.module.clone(), "bare.cpp".into()]);
        for module in &design.modules {
            let file = format!("{}.v", module.name);
            fs::write(place.join(&file), &module.text)?;
            arguments.push(file);
        }
        let output = Command::new("verilator").args(arguments).current_dir(place).output()?;
        if !output.status.success() {
            return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        Ok(Bare(place.join("obj_dir").join("Vdut")))
    }

    /// Nanoseconds per cycle over `cycles`.
    pub fn run(&self, cycles: u64) -> io::Result<f64> {
        let output = Command::new(&self.0).arg(cycles.to_string()).output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.split_whitespace()
            .next()
            .and_then(|word| word.parse().ok())
            .ok_or_else(|| io::Error::other(format!("the bare loop printed `{text}` and no time")))
    }
}

fn source(design: &Design) -> String {
    let drive: String = design.top.of(Direction::Input).enumerate().map(drive).collect();
    let use_outputs: String = design.top.of(Direction::Output).map(use_output).collect();
    format!(
        r#"#include "Vdut.h"
#include "verilated.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
static uint64_t state[64];
static inline uint64_t next(uint64_t& x) {{ x ^= x << 13; x ^= x >> 7; x ^= x << 17; return x; }}
int main(int, char** argv) {{
    VerilatedContext context;
    Vdut dut{{&context}};
    for (uint64_t i = 0; i < 64; i++) state[i] = 0x9e3779b97f4a7c15ull * (i + 1);
    dut.reset = 1; dut.clock = 0; dut.eval(); dut.clock = 1; dut.eval(); dut.reset = 0;
    const uint64_t cycles = std::strtoull(argv[1], nullptr, 10);
    uint64_t used = 0;
    const auto start = std::chrono::steady_clock::now();
    for (uint64_t i = 0; i < cycles; i++) {{
        dut.clock = 0;
{drive}        dut.eval();
{use_outputs}        dut.clock = 1;
        dut.eval();
    }}
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
    std::printf("%f %llu\n", time.count() / cycles, (unsigned long long)used);
}}
"#
    )
}

fn drive((index, port): (usize, &Port)) -> String {
    let Port { name, .. } = port;
    match port.bits() {
        bits @ ..64 => {
            format!("        dut.{name} = next(state[{index}]) & {:#x}ull;\n", (1u64 << bits) - 1)
        }
        64 => format!("        dut.{name} = next(state[{index}]);\n"),
        bits => (0..bits.div_ceil(32))
            .map(|word| {
                let left = bits - 32 * word;
                let mask = if left >= 32 { u32::MAX } else { (1 << left) - 1 };
                format!("        dut.{name}[{word}] = next(state[{index}]) & {mask:#x}u;\n")
            })
            .collect(),
    }
}

/// One word of each output, so that the compiler cannot leave the model out.
fn use_output(port: &Port) -> String {
    let word = if port.bits() > 64 { "[0]" } else { "" };
    format!("        used ^= dut.{}{word};\n", port.name)
}
