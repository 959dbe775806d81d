//! Access to inputs and outputs of a design by name, element and cycle.

use std::path::Path;
use tailback_gen::Design;
use tailback_harness::many::{Bundle, BundlePort};
use tailback_harness::verilator::Program;
use tailback_harness::words;
use tailback_spec::Direction;

/// Bits in a word of a stimulus.
const WORD: usize = u32::BITS as usize;

/// Inputs of a design, cycle by cycle.
pub struct Stimulus<'a> {
    bundle: Bundle<'a>,
    cycles: Vec<Vec<u32>>,
}

/// Outputs of a design, cycle by cycle.
pub struct Trace<'a> {
    bundle: Bundle<'a>,
    cycles: Vec<Vec<u32>>,
}

/// Finds a port by direction and name, with the offset of its words.
fn place<'a>(bundle: &Bundle<'a>, direction: Direction, name: &str) -> (BundlePort<'a>, usize) {
    let mut at = 0;
    for port in bundle.ports(direction) {
        if port.port.name == name {
            return (port, at);
        }
        at += words(port.bits());
    }
    panic!("no port `{name}`");
}

impl<'a> Stimulus<'a> {
    /// Makes a stimulus of this number of cycles with all inputs 0 and the reset in the first
    /// cycle.
    pub fn new(design: &'a Design, cycles: usize) -> Self {
        let bundle = Bundle::new([design]);
        let line = 1 + bundle.words(Direction::Input);
        let mut cycles = vec![vec![0; line]; cycles];
        cycles[0][0] = 1;
        Stimulus { bundle, cycles }
    }

    /// Drives an element of an input in a cycle with bytes, the first one in the least significant
    /// bits.
    pub fn drive(&mut self, cycle: usize, name: &str, lane: usize, bytes: &[u8]) {
        let (port, first) = place(&self.bundle, Direction::Input, name);
        let width = port.port.width;
        for bit in 0..width {
            let one = bytes.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 == 1);
            let at = lane * width + bit;
            let word = &mut self.cycles[cycle][1 + first + at / WORD];
            *word = *word & !(1 << (at % WORD)) | u32::from(one) << (at % WORD);
        }
    }

    /// Drives all elements of an input with a number from a cycle on.
    pub fn hold(&mut self, from: usize, name: &str, value: u8) {
        let lanes = place(&self.bundle, Direction::Input, name).0.port.lanes;
        for cycle in from..self.cycles.len() {
            (0..lanes).for_each(|lane| self.drive(cycle, name, lane, &[value]));
        }
    }

    /// Runs the Verilog with the stimulus.
    pub fn run(self, directory: &Path) -> Trace<'a> {
        let program = Program::build(directory, &self.bundle);
        let results = program.run(&self.cycles.concat());
        let line = self.bundle.words(Direction::Output);
        Trace { bundle: self.bundle, cycles: results.chunks(line).map(Vec::from).collect() }
    }
}

impl Trace<'_> {
    /// Returns an element of an output in a cycle, the least significant bits in the first byte.
    pub fn bytes(&self, cycle: usize, name: &str, lane: usize) -> Vec<u8> {
        let (port, first) = place(&self.bundle, Direction::Output, name);
        let width = port.port.width;
        let mut bytes = vec![0; width.div_ceil(8)];
        for bit in 0..width {
            let at = lane * width + bit;
            let one = self.cycles[cycle][first + at / WORD] >> (at % WORD) & 1;
            bytes[bit / 8] |= (one as u8) << (bit % 8);
        }
        bytes
    }

    /// Whether a one-bit output is high.
    pub fn is_high(&self, cycle: usize, name: &str, lane: usize) -> bool {
        self.bytes(cycle, name, lane) == [1]
    }

    /// Number of cycles.
    pub fn cycles(&self) -> usize {
        self.cycles.len()
    }
}
