//! Memories in a kernel.

use tailback_language::prelude::*;
use tailback_language::{seed_unknown, Bits};

block! {
    /// Memories of two kinds with the same inputs.
    pub struct Pair(words: usize) as "pair" {
        /// Write enable of both memories.
        input write;
        /// Write address.
        input write_address[4];
        /// Write data.
        input data[8];
        /// Read enable of the block RAM.
        input read;
        /// Read address.
        input read_address[4];
        /// Read data of the block RAM, in the cycle after the read.
        output later[8];
        /// Read data of the distributed RAM, in the cycle of the address.
        output now[8];
        /// Block RAM.
        memory(words) block[8];
        /// Distributed RAM.
        lut_memory(words) lut[8];
    }
}

impl Logic for Pair {
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
    }
}

/// Stimulus of one cycle: at most one write (address and data), and at most one read (address).
struct Cycle {
    write: Option<(u128, u128)>,
    read: Option<u128>,
}

/// Both outputs before the clock edge of each cycle, from this seed.
fn outputs(seed: u64, words: usize, cycles: &[Cycle]) -> Vec<(Bits, Bits)> {
    seed_unknown(seed);
    let mut pair = Pair::new(words);
    let mut seen = Vec::new();
    for cycle in cycles {
        let (address, data) = cycle.write.unwrap_or((0, 0));
        pair.write.drive(cycle.write.is_some().into());
        pair.write_address.drive(Bits::new(4, address));
        pair.data.drive(Bits::new(8, data));
        pair.read.drive(cycle.read.is_some().into());
        pair.read_address.drive(Bits::new(4, cycle.read.unwrap_or(0)));
        settle(&mut pair).unwrap();
        seen.push((pair.later.read(), pair.now.read()));
        clock(&mut pair, false);
    }
    seen
}

fn write(address: u128, data: u128) -> Cycle {
    Cycle { write: Some((address, data)), read: None }
}

fn read(address: u128) -> Cycle {
    Cycle { write: None, read: Some(address) }
}

fn both(at: u128, data: u128, from: u128) -> Cycle {
    Cycle { write: Some((at, data)), read: Some(from) }
}

fn nothing() -> Cycle {
    Cycle { write: None, read: None }
}

/// Number of further seeds with the outputs of the first seed in the last cycle, for `later` and
/// for `now`.
fn agreeing(words: usize, cycles: &[Cycle]) -> (usize, usize) {
    let last = |seed| outputs(seed, words, cycles).pop().unwrap();
    let first = last(0);
    let same = |pick: fn(&(Bits, Bits)) -> &Bits| {
        (1..SEEDS).filter(|seed| pick(&last(*seed)) == pick(&first)).count()
    };
    (same(|outputs| &outputs.0), same(|outputs| &outputs.1))
}

/// Seeds of a comparison.
const SEEDS: u64 = 6;
/// Number of further seeds: all agree with the first.
const ALL: usize = SEEDS as usize - 1;

#[test]
fn a_block_ram_answers_in_the_next_cycle_and_a_lookup_table_in_the_same() {
    let seen = outputs(1, 10, &[write(9, 42), write(0, 43), read(9), read(0), nothing()]);
    assert_eq!(seen[2].1, 42);
    assert_eq!((&seen[3].0, &seen[3].1), (&Bits::new(8, 42), &Bits::new(8, 43)));
    assert_eq!(seen[4].0, 43);
}

#[test]
fn a_read_that_is_not_enabled_keeps_the_data() {
    let seen = outputs(1, 10, &[write(9, 42), read(9), nothing(), write(9, 1), nothing()]);
    assert!(seen[2..].iter().all(|outputs| outputs.0 == 42), "{seen:?}");
}

#[test]
fn a_word_that_was_never_written_follows_from_the_seed() {
    let (later, now) = agreeing(10, &[write(3, 42), read(4), read(4)]);
    assert!(later < ALL && now < ALL, "{later}, {now}");
    assert_eq!(agreeing(10, &[write(3, 42), read(3), read(3)]), (ALL, ALL));
    assert_eq!(outputs(7, 10, &[read(1), read(2)]), outputs(7, 10, &[read(1), read(2)]));
}

#[test]
fn a_word_that_is_read_while_it_is_written_is_unknown_in_block_ram_and_the_old_one_in_tables() {
    let collision = [write(3, 42), both(3, 43, 3), nothing()];
    assert!(agreeing(10, &collision).0 < ALL);
    assert_eq!(outputs(1, 10, &collision)[1].1, 42);
    let other_word = [write(3, 42), both(4, 43, 3), nothing()];
    assert_eq!(outputs(1, 10, &other_word)[2].0, 42);
    let read_again = [write(3, 42), both(3, 43, 3), read(3), nothing()];
    assert_eq!(outputs(1, 10, &read_again)[3].0, 43);
}

#[test]
fn beyond_the_last_word_nothing_is_written_and_nothing_is_known() {
    let (later, now) = agreeing(10, &[write(10, 42), read(10), read(10)]);
    assert!(later < ALL && now < ALL, "{later}, {now}");
    let mut fill: Vec<Cycle> = (0..10).map(|word| write(word, word)).collect();
    fill.extend((10..16).map(|word| write(word, 99)));
    fill.extend((0..10).map(read));
    for (word, seen) in (0..).zip(&outputs(1, 10, &fill)[16..]) {
        assert_eq!(seen.1, word);
    }
}

#[test]
fn a_reset_keeps_the_words() {
    let mut pair = Pair::new(3);
    pair.write.drive(true.into());
    pair.data.drive(Bits::new(8, 42));
    settle(&mut pair).unwrap();
    clock(&mut pair, false);
    pair.write.drive(false.into());
    settle(&mut pair).unwrap();
    clock(&mut pair, true);
    settle(&mut pair).unwrap();
    assert_eq!(pair.now.read(), 42);
}
