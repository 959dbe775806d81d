//! Blocks with memories, as Verilog.

use crate::support::lint::complaints;
use crate::support::small::exact;
use tailback_gen::verilog;
use tailback_hdl::address_bits;
use tailback_hdl::prelude::*;

block! {
    /// A queue of numbers.
    ///
    /// A push while it is full and a pop while it is empty do nothing. What is popped is valid in
    /// the cycle after.
    pub struct Fifo(words: usize, width: usize) as "fifo" {
        /// The last place.
        count last = words - 1;
        /// The numbers that fit.
        count words = words;

        /// A number comes.
        input push;
        /// The number.
        input pushed[width];
        /// A number goes.
        input pop;

        /// No number fits.
        output full;
        /// There is a number.
        output waiting;
        /// The number that went in the cycle before, or zero.
        output popped[width];

        /// A number is stored.
        local store;
        /// A number is taken.
        local take;
        /// Where the next number goes.
        reg tail[address_bits(words)];
        /// Where the oldest one is.
        reg head[address_bits(words)];
        /// How many there are.
        reg held[address_bits(words + 1)];
        /// A number was taken in the cycle before.
        reg taken;
        /// The numbers.
        memory(words) numbers[width];
    }
}

impl Logic for Fifo {
    #[hdl_gen]
    fn update(&mut self) {
        self.full.next = self.held.val() == self.words.val();
        self.waiting.next = self.held.val() != 0;
        self.store.next = self.push.val() && !self.full.val();
        self.take.next = self.pop.val() && self.waiting.val();

        self.numbers.write.next = self.store.val();
        self.numbers.write_address.next = self.tail.val();
        self.numbers.write_data.next = self.pushed.val();
        self.numbers.read.next = self.take.val();
        self.numbers.read_address.next = self.head.val();

        if self.store.val() {
            self.tail.next = self.tail.val() + 1;
            if self.tail.val() == self.last.val() {
                self.tail.next = 0.into();
            }
        }
        if self.take.val() {
            self.head.next = self.head.val() + 1;
            if self.head.val() == self.last.val() {
                self.head.next = 0.into();
            }
        }
        if self.store.val() && !self.take.val() {
            self.held.next = self.held.val() + 1;
        }
        if self.take.val() && !self.store.val() {
            self.held.next = self.held.val() - 1;
        }

        self.taken.next = self.take.val();
        self.popped.next = 0.into();
        if self.taken.val() {
            self.popped.next = self.numbers.read_data.val();
        }
    }
}

#[test]
fn a_queue_in_block_ram_never_shows_an_unknown_value() {
    for (words, width) in [(1, 1), (3, 8), (8, 64), (5, 130)] {
        exact(Fifo::new(words, width));
    }
    insta::assert_snapshot!(exact(Fifo::new(5, 8)));
}

block! {
    /// A table of truth values and a table of numbers for each lane.
    pub struct Lanes(lanes: usize, words: usize) as "lane_tables" {
        /// Lanes.
        count lanes = lanes;
        /// The lane is written.
        input(lanes) write;
        /// Where all lanes are written and read.
        input address[address_bits(words)];
        /// What.
        input(lanes) data[8];
        /// The number, or zero if it is not known.
        output(lanes) number[8];
        /// What it was in the cycle before.
        output(lanes) previous[8];
        /// A one.
        param one[words] = 1;
        /// The bit of the word.
        local place[words];
        /// The lane was written at this address.
        local(lanes) known;
        /// Words that were written since the reset.
        reg(lanes) written[words];
        /// That was so in the cycle before.
        reg(lanes) previously;
        /// The numbers.
        lut_memory(lanes, words) numbers[8];
        /// The numbers, in block RAM.
        memory(lanes, words) blocks[8];
        /// Whether they are odd.
        lut_memory(words) odd;
    }
}

impl Logic for Lanes {
    #[hdl_gen]
    fn update(&mut self) {
        self.place.next = self.one.val() << self.address.val();
        self.odd.write.next = self.write[0].val();
        self.odd.write_address.next = self.address.val();
        self.odd.write_data.next = self.data[0].val().get_bit(0);
        self.odd.read_address.next = self.address.val();
        for lane in 0..self.lanes.val() {
            self.numbers[lane].write.next = self.write[lane].val();
            self.numbers[lane].write_address.next = self.address.val();
            self.numbers[lane].write_data.next = self.data[lane].val();
            self.numbers[lane].read_address.next = self.address.val();
            self.blocks[lane].write.next = self.write[lane].val();
            self.blocks[lane].write_address.next = self.address.val();
            self.blocks[lane].write_data.next = self.data[lane].val();
            self.blocks[lane].read.next = !self.write[lane].val();
            self.blocks[lane].read_address.next = self.address.val();

            self.known[lane].next = self.written[lane].val().get_bit(self.address.val().index());
            self.number[lane].next = 0.into();
            if self.known[lane].val() {
                self.number[lane].next = self.numbers[lane].read_data.val();
                if lane == 0 && self.odd.read_data.val() {
                    self.number[lane].next = !self.numbers[lane].read_data.val();
                }
            }
            self.previously[lane].next = self.known[lane].val() && !self.write[lane].val();
            self.previous[lane].next = 0.into();
            if self.previously[lane].val() {
                self.previous[lane].next = self.blocks[lane].read_data.val();
            }
            if self.write[lane].val() {
                self.written[lane].next = self.written[lane].val() | self.place.val();
            }
        }
    }
}

#[test]
fn an_array_of_memories_is_a_loop() {
    exact(Lanes::new(1, 3));
    insta::assert_snapshot!(exact(Lanes::new(3, 4)));
}

block! {
    /// A memory and nothing that a reset changes.
    pub struct Bare() as "bare" {
        /// Writes.
        input write;
        /// Where.
        input at;
        /// What.
        input a[8];
        /// What it was.
        output y[8];
        /// The numbers.
        lut_memory(2) numbers[8];
    }
}

impl Logic for Bare {
    #[hdl_gen]
    fn update(&mut self) {
        self.numbers.write.next = self.write.val();
        self.numbers.write_address.next = 0.into();
        if self.at.val() {
            self.numbers.write_address.next = 1.into();
        }
        self.numbers.write_data.next = self.a.val();
        self.numbers.read_address.next = self.numbers.write_address.val();
        self.y.next = self.numbers.read_data.val();
    }
}

#[test]
fn a_block_without_registers_has_a_reset_all_the_same() {
    let design = verilog(&Bare::new(), "test").unwrap();
    assert!(design.top.clocked);
    let place = tempfile::tempdir().unwrap();
    assert_eq!(complaints(place.path(), &[&design], false), Vec::<String>::new());
    assert!(design.modules[0].text.contains("wire unused_reset = reset;"));
}
