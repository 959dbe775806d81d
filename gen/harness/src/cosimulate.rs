//! Co-simulation of a Rust kernel and its Verilog: the same stimulus, every output compared in
//! every cycle.

use crate::many::Bundle;
use crate::words;
use tailback_gen::Design;
use tailback_kernels::generator::random::Random;
use tailback_kernels::Kernel;
use tailback_language::Bits;
use tailback_spec::Direction;

/// Percentage of cycles with an active reset.
const RESETS: usize = 4;

/// A difference between Rust and Verilog.
#[derive(Debug)]
pub struct Difference {
    /// Index of the design.
    pub design: usize,
    /// Cycle of the difference.
    pub cycle: usize,
    /// Name of the output.
    pub port: String,
    /// Value in Rust, most significant word first.
    pub rust: Vec<u32>,
    /// Value in Verilog.
    pub verilog: Vec<u32>,
}

/// Returns random inputs for all designs of a bundle; each cycle begins with the reset.
pub fn stimulus(bundle: &Bundle, cycles: usize, random: &mut Random) -> Vec<u32> {
    let ports = bundle.ports(Direction::Input);
    let mut all = Vec::new();
    for _ in 0..cycles {
        all.push(u32::from(random.percent(RESETS)));
        for port in &ports {
            let bits = port.bits();
            all.extend((0..words(bits)).map(|word| {
                let here = (bits - 32 * word).min(32);
                random.word() & (u32::MAX >> (32 - here))
            }));
        }
    }
    all
}

fn to_words(bits: &Bits) -> Vec<u32> {
    let halves = bits.words().into_iter().flat_map(|word| [word as u32, (word >> 32) as u32]);
    halves.take(words(bits.width())).collect()
}

fn from_words(width: usize, words: &[u32]) -> Bits {
    let whole: Vec<u64> = words
        .chunks(2)
        .map(|pair| u64::from(pair[0]) | u64::from(pair.get(1).copied().unwrap_or(0)) << 32)
        .collect();
    Bits::from_words(width, &whole)
}

/// Runs the kernels, and returns their outputs in the format of a simulator's results.
pub fn in_rust(kernels: &mut [Box<dyn Kernel>], designs: &[&Design], stimulus: &[u32]) -> Vec<u32> {
    let mut results = Vec::new();
    let mut stimulus = stimulus.iter().copied();
    for kernel in kernels.iter_mut() {
        kernel.clock(true);
    }
    while let Some(reset) = stimulus.next() {
        for (kernel, design) in kernels.iter_mut().zip(designs) {
            let ports = kernel.hardware().ports();
            for ((name, port), declared) in ports.into_iter().zip(&design.top.ports) {
                assert_eq!(name, declared.name);
                if declared.direction == Direction::Input {
                    let bits = declared.lanes * declared.width;
                    let value: Vec<u32> = stimulus.by_ref().take(words(bits)).collect();
                    port.drive(from_words(bits, &value));
                }
            }
        }
        for (kernel, design) in kernels.iter_mut().zip(designs) {
            kernel.settle().expect("a kernel that settles");
            let ports = kernel.hardware().ports();
            for ((_, port), declared) in ports.into_iter().zip(&design.top.ports) {
                if declared.direction == Direction::Output {
                    results.extend(to_words(&port.read()));
                }
            }
            kernel.clock(reset == 1);
        }
    }
    results
}

/// Returns the first difference of each design.
pub fn compare(bundle: &Bundle, rust: &[u32], verilog: &[u32]) -> Vec<Difference> {
    assert_eq!(rust.len(), verilog.len(), "as many results");
    let ports = bundle.ports(Direction::Output);
    let line = bundle.words(Direction::Output);
    let mut found: Vec<Difference> = Vec::new();
    for (cycle, (rust, verilog)) in rust.chunks(line).zip(verilog.chunks(line)).enumerate() {
        let mut at = 0;
        for port in &ports {
            let here = at..at + words(port.bits());
            at = here.end;
            let (rust, verilog) = (&rust[here.clone()], &verilog[here]);
            let known = found.iter().any(|difference| difference.design == port.design);
            if rust != verilog && !known {
                let reversed = |words: &[u32]| words.iter().rev().copied().collect();
                found.push(Difference {
                    design: port.design,
                    cycle,
                    port: port.port.name.clone(),
                    rust: reversed(rust),
                    verilog: reversed(verilog),
                });
            }
        }
    }
    found
}
