//! Verilog of modules with memories.

use tailback_gen::verilog;
use tailback_harness::lint::complaints;
use tailback_harness::small::exact;
use tailback_hdl::address_bits;
use tailback_hdl::prelude::*;

block! {
    /// A FIFO of numbers.
    ///
    /// A push while full and a pop while empty have no effect. The popped number is valid in the
    /// next cycle.
    pub struct Fifo(words: usize, width: usize) as "fifo" {
        /// Last address.
        count last = words - 1;
        /// Capacity in numbers.
        count words = words;

        /// High to push a number.
        input push;
        /// Number to push.
        input pushed[width];
        /// High to pop the oldest number.
        input pop;

        /// High while the FIFO is full.
        output full;
        /// High while the FIFO is not empty.
        output waiting;
        /// Number popped in the previous cycle, or zero.
        output popped[width];

        /// High when a push is accepted.
        local store;
        /// High when a pop is accepted.
        local take;
        /// Address of the next number to write.
        reg tail[address_bits(words)];
        /// Address of the oldest number.
        reg head[address_bits(words)];
        /// Numbers in the FIFO.
        reg held[address_bits(words + 1)];
        /// High in the cycle after a pop.
        reg taken;
        /// Stored numbers.
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
    /// Tables of truth values and of numbers, one of each per element.
    pub struct Lanes(lanes: usize, words: usize) as "lane_tables" {
        /// Number of elements.
        count lanes = lanes;
        /// Write enable, one bit per element.
        input(lanes) write;
        /// Common address of reads and writes.
        input address[address_bits(words)];
        /// Write data.
        input(lanes) data[8];
        /// Number read, or zero if not yet written; element 0 inverts odd numbers.
        output(lanes) number[8];
        /// Number read in the previous cycle.
        output(lanes) previous[8];
        /// Constant one.
        param one[words] = 1;
        /// One-hot address.
        local place[words];
        /// High if the address has been written, one bit per element.
        local(lanes) known;
        /// Addresses written since the reset, one bit per address.
        reg(lanes) written[words];
        /// High if the previous cycle read a written address, one bit per element.
        reg(lanes) previously;
        /// Numbers in distributed RAM.
        lut_memory(lanes, words) numbers[8];
        /// Numbers in block RAM.
        memory(lanes, words) blocks[8];
        /// Parity of element 0's numbers: high if odd.
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
    /// Memories in block RAM whatever their size.
    pub struct InBlockRam(words: usize) as "in_block_ram" {
        /// Elements of the array of memories.
        count elements = 2;

        /// Write enable.
        input write;
        /// Write address.
        input write_address[address_bits(words)];
        /// Write data.
        input data[16];
        /// Read enable.
        input read;
        /// Read address.
        input read_address[address_bits(words)];
        /// Read data of all memories.
        output all[16];
        /// Numbers whose read data stays.
        block_memory(words) held[16];
        /// Numbers whose read data is cleared.
        cleared_block_memory(words) cleared[16];
        /// Numbers of each element.
        block_memory(2, words) each[16];
        /// Numbers in memories of the kind that fits their size.
        memory(words) free[16];
    }
    connect {
        held: write, write_address, write_data = data, read, read_address;
        cleared: write, write_address, write_data = data, read, read_address;
        free: write, write_address, write_data = data, read, read_address;
    }
}

impl Logic for InBlockRam {
    #[hdl_gen]
    fn update(&mut self) {
        self.all.next =
            self.held.read_data.val() | self.cleared.read_data.val() | self.free.read_data.val();
        for element in 0..self.elements.val() {
            self.each[element].write.next = self.write.val();
            self.each[element].write_address.next = self.write_address.val();
            self.each[element].write_data.next = self.data.val();
            self.each[element].read.next = self.read.val();
            self.each[element].read_address.next = self.read_address.val();
            self.all.next = self.all.val() | self.each[element].read_data.val();
        }
    }
}

#[test]
fn every_array_of_a_block_memory_has_the_attribute_for_block_ram() {
    let of = |words| {
        let design = verilog(&InBlockRam::new(words), "test").unwrap();
        let place = tempfile::tempdir().unwrap();
        assert_eq!(complaints(place.path(), &[&design], false), Vec::<String>::new());
        design.modules[0].text.clone()
    };
    let attributes = "(* no_rw_check, ram_style = \"block\" *)";
    let small = of(4);
    for name in ["held", "cleared"] {
        let declaration = format!("    {attributes}\n    reg [15:0] {name} [0:3];\n");
        assert!(small.contains(&declaration), "{small}");
    }
    let element = format!("        {attributes}\n        reg [15:0] each [0:3];\n");
    assert!(small.contains(&element), "{small}");
    assert!(small.contains("    (* no_rw_check *)\n    reg [15:0] free [0:3];\n"), "{small}");
    // Two lanes of each memory that is not in an array.
    let deep = of(2048);
    assert_eq!(deep.matches(attributes).count(), 5, "{deep}");
    assert_eq!(deep.matches("(* no_rw_check *)").count(), 2, "{deep}");
}

block! {
    /// A memory without any state that a reset changes.
    pub struct Bare() as "bare" {
        /// Write enable.
        input write;
        /// Address.
        input at;
        /// Write data.
        input a[8];
        /// Read data.
        output y[8];
        /// Stored numbers.
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
