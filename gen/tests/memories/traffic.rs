//! Memories of many sizes in Rust and in Verilator, with random traffic.

use tailback_gen::{verilog, Design};
use tailback_harness::cosimulate::{compare, in_rust, Difference};
use tailback_harness::lint::complaints;
use tailback_harness::many::Bundle;
use tailback_harness::verilator::Program;
use tailback_harness::words;
use tailback_hdl::prelude::*;
use tailback_hdl::{address_bits, seed_unknown};
use tailback_kernels::generator::random::Random;
use tailback_kernels::Kernel;
use tailback_spec::Direction;

block! {
    /// A memory of each kind with common ports.
    pub struct Store(name: &str, words: usize, width: usize) as "store" {
        /// Write enable.
        input write;
        /// Write address.
        input write_address[address_bits(words)];
        /// Write data.
        input data[width];
        /// Read enable.
        input read;
        /// Read address.
        input read_address[address_bits(words)];
        /// Read data of block RAM, one cycle after the address.
        output later[width];
        /// Read data of distributed RAM, in the same cycle.
        output now[width];
        /// High once a word has been written since the reset.
        output used;
        /// High once a word has been written since the reset.
        reg used_reg;
        /// Words in block RAM.
        memory(words) block[width];
        /// Words in distributed RAM.
        lut_memory(words) lut[width];
    }
}

impl Logic for Store {
    #[hdl_gen]
    fn update(&mut self) {
        self.block.write.next = self.write.val();
        self.block.write_address.next = self.write_address.val();
        self.block.write_data.next = self.data.val();
        self.block.read.next = self.read.val();
        self.block.read_address.next = self.read_address.val();
        self.later.next = self.block.read_data.val();
        self.lut.write.next = self.write.val();
        self.lut.write_address.next = self.write_address.val();
        self.lut.write_data.next = self.data.val();
        self.lut.read_address.next = self.read_address.val();
        self.now.next = self.lut.read_data.val();
        self.used.next = self.used_reg.val();
        if self.write.val() {
            self.used_reg.next = true;
        }
    }
}

/// Words per memory, with and without addresses beyond the last word.
const WORDS: [usize; 6] = [1, 2, 3, 5, 16, 512];
/// Bits per word: a truth value, and every kind of Verilator's words.
const WIDTHS: [usize; 5] = [1, 7, 64, 128, 512];
/// Cycles of random traffic.
const CYCLES: usize = 2000;

/// Restrictions of the traffic.
#[derive(Clone, Copy)]
struct Care {
    /// True if no word is read while it is written.
    collisions: bool,
    /// True if all words are written before the first read.
    unwritten: bool,
    /// True if no address is beyond the last word.
    beyond: bool,
}

const CAREFUL: Care = Care { collisions: true, unwritten: true, beyond: true };

fn stores() -> Vec<(usize, usize, Store)> {
    let sizes = WORDS.iter().flat_map(|words| WIDTHS.iter().map(move |width| (*words, *width)));
    sizes.map(|(words, width)| (words, width, Store::new("store", words, width))).collect()
}

/// Modules of all sizes, each with a unique name.
fn designs() -> Vec<Design> {
    let renamed = |(words, width, store): &(usize, usize, Store)| {
        let mut design = verilog(store, "test").unwrap();
        let name = format!("store_{words}_{width}");
        let module = &mut design.modules[0];
        module.text = module.text.replace("module store ", &format!("module {name} "));
        module.name.clone_from(&name);
        design.top.module = name;
        design
    };
    stores().iter().map(renamed).collect()
}

/// Traffic for all memories: writes of every word, followed by random accesses.
fn traffic(care: Care, random: &mut Random) -> Vec<u32> {
    let fill = *WORDS.iter().max().unwrap();
    let mut all = Vec::new();
    for cycle in 0..fill + 1 + CYCLES {
        all.push(u32::from(cycle > fill && random.percent(4)));
        for (count, width, _) in stores() {
            let limit = if care.beyond { count } else { 1 << address_bits(count) };
            let mut address = || random.word() as usize % limit;
            let (mut at, mut from) = (address(), address());
            let (mut write, mut read) = (random.percent(50), random.percent(70));
            if care.unwritten && cycle <= fill {
                (write, read) = (cycle < fill, cycle == fill);
                (at, from) = (cycle % count, 0);
            }
            read &= !(care.collisions && write && at == from);
            all.extend([u32::from(write), at as u32]);
            all.extend(
                (0..words(width))
                    .map(|word| random.word() & (u32::MAX >> (32 - (width - 32 * word).min(32)))),
            );
            all.extend([u32::from(read), from as u32]);
        }
    }
    all
}

/// Returns the differences under this traffic, after a read of all memories.
fn differences(
    program: &Program,
    bundle: &Bundle,
    designs: &[&Design],
    care: Care,
) -> Vec<Difference> {
    let mut random = Random::new(1);
    let stimulus = traffic(care, &mut random);
    seed_unknown(1);
    let mut kernels: Vec<Box<dyn Kernel>> =
        stores().into_iter().map(|(.., store)| Box::new(store) as Box<dyn Kernel>).collect();
    let rust = in_rust(&mut kernels, designs, &stimulus);
    let verilog = program.run(&stimulus);
    let fill = WORDS.iter().max().unwrap() + 2;
    let skipped = if care.unwritten { fill * bundle.words(Direction::Output) } else { 0 };
    compare(bundle, &rust[skipped..], &verilog[skipped..])
}

#[test]
fn memories_of_all_sizes_do_the_same_in_rust_and_in_verilog() {
    let all = designs();
    let designs: Vec<&Design> = all.iter().collect();
    let bundle = Bundle::new(designs.iter().copied());
    let place = tempfile::tempdir().unwrap();
    let said = complaints(place.path(), &designs, false);
    assert!(said.is_empty(), "{}", said.join("\n"));
    let program = Program::build(place.path(), &bundle);
    let found = |care| differences(&program, &bundle, &designs, care);
    let careful = found(CAREFUL);
    assert!(careful.is_empty(), "{:x?}", careful.first());

    // Undefined behaviour shows as a difference.
    let ports = |care| -> Vec<(usize, String)> {
        found(care).into_iter().map(|difference| (difference.design, difference.port)).collect()
    };
    let collisions = ports(Care { collisions: false, ..CAREFUL });
    assert!(collisions.iter().all(|(_, port)| port == "later"), "{collisions:?}");
    assert!(collisions.len() > designs.len() / 2, "{collisions:?}");
    let unwritten = ports(Care { unwritten: false, ..CAREFUL });
    assert!(unwritten.len() > designs.len() / 2, "{unwritten:?}");
    let beyond = ports(Care { beyond: false, ..CAREFUL });
    let cut =
        |design: &usize| !WORDS[design / WIDTHS.len()].is_power_of_two() || *design < WIDTHS.len();
    assert!(beyond.iter().all(|(design, _)| cut(design)), "{beyond:?}");
    assert!(beyond.len() >= WIDTHS.len(), "{beyond:?}");
}
