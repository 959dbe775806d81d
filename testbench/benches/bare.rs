//! Reference for the speed of the co-simulation: a C++ program around the same Verilog that
//! generates its inputs, evaluates twice per cycle, and neither has a model nor compares outputs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;

use tailback_gen::Design;
use tailback_spec::switch::marking::{Marking, Policy};
use tailback_spec::{Direction, Port};
use tailback_testbench::harness::Images;

/// Inputs that the program generates.
#[derive(Debug, Clone, Copy)]
pub enum Stimulus {
    /// The co-simulation's own traffic, made by C++.
    Ours,
    /// All inputs random in each cycle, as cheaply as can be.
    Uniform,
}

/// A compiled program.
pub struct Bare(PathBuf);

impl Bare {
    /// Builds the program as its author would: all at -O3, no waveforms.
    ///
    /// # Errors
    ///
    /// If a file cannot be written to `place`, or Verilator cannot be started or fails.
    pub fn build(design: &Design, marking: &Marking, place: &Path) -> io::Result<Self> {
        fs::write(place.join("bare.cpp"), source(design, marking))?;
        fs::write(place.join("traffic.h"), include_str!("traffic.h"))?;
        let mut arguments: Vec<String> = [
            "--cc",
            "--exe",
            "--build",
            "-CFLAGS",
            "-I..",
            "-O3",
            "-Wno-lint",
            "-Wno-fatal",
            "--prefix",
            "Vdut",
        ]
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

    /// Nanoseconds per cycle.
    ///
    /// # Errors
    ///
    /// If the program cannot be started, or does not print the number.
    pub fn run(&self, stimulus: Stimulus, cycles: u64, seed: u64) -> io::Result<f64> {
        let kind = match stimulus {
            Stimulus::Uniform => "uniform",
            Stimulus::Ours => "ours",
        };
        self.ask(kind, cycles, seed, 0)
    }

    /// A checksum of the inputs of the traffic like ours.
    ///
    /// # Errors
    ///
    /// If the program cannot be started, or does not print the number.
    pub fn checksum(&self, cycles: u64, seed: u64) -> io::Result<u64> {
        self.ask("checked", cycles, seed, 1)
    }

    /// One of the words that the program prints.
    fn ask<T: FromStr>(&self, kind: &str, cycles: u64, seed: u64, word: usize) -> io::Result<T> {
        let arguments = [cycles.to_string(), kind.into(), seed.to_string()];
        let output = Command::new(&self.0).args(arguments).output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.split_whitespace()
            .nth(word)
            .and_then(|word| word.parse().ok())
            .ok_or_else(|| io::Error::other(format!("the bare loop printed `{text}`")))
    }
}

/// The checksum that the program makes of its inputs, of a co-simulation's inputs.
pub fn checksum(images: &Images) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    images.iter().fold(0, |sum, (reset, inputs)| {
        let words = [u64::from(reset)].into_iter().chain(inputs.iter().copied());
        words.fold(sum, |sum, word| (sum ^ word).wrapping_mul(FACTOR))
    })
}

/// The constants of `traffic.h`.
fn traffic(marking: &Marking) -> String {
    let threshold = match marking.policy() {
        Policy::InputOutputTriggered { output_threshold, .. } => output_threshold as usize,
        Policy::InputTriggered | Policy::Naive => marking.capacity() / 2,
    };
    format!(
        "constexpr int PORTS = {}, COUNTER_BITS = {};\n\
         constexpr unsigned CAPACITY = {}, THRESHOLD = {threshold};\n",
        marking.ports(),
        marking.counter_bits(),
        marking.capacity(),
    )
}

fn source(design: &Design, marking: &Marking) -> String {
    let uniform: String = design.top.of(Direction::Input).enumerate().map(drive).collect();
    let use_outputs: String = design.top.of(Direction::Output).map(use_output).collect();
    LOOP.replace("@CONSTANTS@", &traffic(marking))
        .replace("@UNIFORM@", &uniform)
        .replace("@USE@", &use_outputs)
}

const LOOP: &str = r#"#include "Vdut.h"
#include "verilated.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>
@CONSTANTS@#include "traffic.h"
static uint64_t state[64];
static inline uint64_t next(uint64_t& x) { x ^= x << 13; x ^= x >> 7; x ^= x << 17; return x; }
static uint64_t used = 0;

struct Uniform {
    template <class Waiting> void drive(Vdut& dut, Waiting) {
@UNIFORM@    }
};

template <class Stimulus, class Each>
void run(Vdut& dut, Stimulus stimulus, uint64_t cycles, Each each) {
    std::decay_t<decltype(dut.waiting)> last{};
    const auto waiting = [&](int output) {
        uint32_t words[sizeof last / 4 + 2] = {};
        std::memcpy(words, &last, sizeof last);
        const int bit = output * COUNTER_BITS;
        const uint64_t both = words[bit / 32] | static_cast<uint64_t>(words[bit / 32 + 1]) << 32;
        return static_cast<uint32_t>(both >> bit % 32) & ((1u << COUNTER_BITS) - 1);
    };
    for (uint64_t i = 0; i < cycles; i++) {
        dut.clock = 0;
        stimulus.drive(dut, waiting);
        dut.eval();
@USE@        last = dut.waiting;
        each();
        dut.clock = 1;
        dut.eval();
    }
}

// Arguments: cycles, kind of stimulus, seed.
int main(int, char** argv) {
    VerilatedContext context;
    Vdut dut{&context};
    for (uint64_t i = 0; i < 64; i++) state[i] = 0x9e3779b97f4a7c15ull * (i + 1);
    const uint64_t cycles = std::strtoull(argv[1], nullptr, 10);
    const uint64_t seed = std::strtoull(argv[3], nullptr, 10);
    dut.reset = 1; dut.clock = 0; dut.eval(); dut.clock = 1; dut.eval(); dut.reset = 0;
    uint64_t checksum = 0;
    const auto check = [&] {
        for (uint64_t word : {uint64_t(dut.reset), uint64_t(dut.enqueue), uint64_t(dut.dequeue),
                              uint64_t(dut.transmit), uint64_t(dut.trigger)}) {
            checksum = (checksum ^ word) * 0x9e3779b97f4a7c15ull;
        }
    };
    const auto start = std::chrono::steady_clock::now();
    if (!std::strcmp(argv[2], "uniform")) run(dut, Uniform{}, cycles, [] {});
    if (!std::strcmp(argv[2], "ours")) run(dut, Traffic{seed}, cycles, [] {});
    if (!std::strcmp(argv[2], "checked")) run(dut, Traffic{seed}, cycles, check);
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
    std::printf("%f %llu %llu\n", time.count() / cycles, (unsigned long long)checksum,
                (unsigned long long)used);
}
"#;

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
