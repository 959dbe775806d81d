//! Loop variables: their declarations, and their values, of which Verilog-2001 selects no bits.

use tailback_harness::small::{exact, refused};
use tailback_hdl::prelude::*;

/// Loop variables with a selection of bits behind them.
fn selections(text: &str) -> Vec<&str> {
    let heads = text.split("for (").skip(1);
    let variables = heads.filter_map(|head| head.split_once(' ').map(|(variable, _)| variable));
    let selects = |variable: &&str| {
        let selection = format!("{variable}[");
        let inside = |c: char| c.is_alphanumeric() || c == '_';
        text.match_indices(&selection).any(|(at, _)| !text[..at].ends_with(inside))
    };
    variables.filter(selects).collect()
}

block! {
    /// Compares a number with each element's index, and passes the index on.
    pub struct Indices(elements: usize) as "indices" {
        /// Number of elements.
        count elements = elements;
        /// Number that is compared.
        input wanted[6];
        /// Operand.
        input a[8];
        /// High for the element with the wanted index.
        output(elements) found;
        /// Index of each element plus the operand.
        output(elements) sums[8];
        /// The operand, shifted by each index.
        output(elements) shifted[8];
    }
}

impl Logic for Indices {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..self.elements.val() {
            self.found[i].next = self.wanted.val() == i;
            self.sums[i].next = self.a.val() + i;
            self.shifted[i].next = self.a.val() << i;
        }
    }
}

#[test]
fn a_generate_loop_declares_the_value_of_its_variable() {
    let text = exact(Indices::new(5));
    assert!(text.contains("localparam [5:0] I_6 = i;"), "{text}");
    assert!(text.contains("localparam [7:0] I_8 = i;"), "{text}");
    assert!(text.contains("assign found[i] = wanted == I_6;"), "{text}");
    assert_eq!(selections(&text), Vec::<&str>::new(), "{text}");
    for elements in [1, 2, 40] {
        exact(Indices::new(elements));
    }
}

block! {
    /// Finds the row and the column of a number.
    pub struct Place(rows: usize, columns: usize) as "place" {
        /// Number of rows.
        count rows = rows;
        /// Number of columns.
        count columns = columns;
        /// Number of the place.
        input number[6];
        /// Row of the place.
        output row[4];
        /// Column of the place, in as many bits as it has.
        output column[4];
        /// Number shifted by all columns but the first.
        output shifted[6];
    }
}

impl Logic for Place {
    #[hdl_gen]
    fn update(&mut self) {
        self.row.next = 0.into();
        self.column.next = 0.into();
        for i in 0..self.rows.val() {
            for j in 0..self.columns.val() {
                if self.number.val() == i * self.columns.val() + j {
                    self.row.next = i.into();
                    self.column.next = j.into();
                }
            }
        }
        self.shifted.next = self.number.val();
        for k in 1..self.columns.val() {
            self.shifted.next = (self.shifted.val() << k) | k;
        }
    }
}

#[test]
fn a_loop_in_an_always_uses_its_variable_as_an_integer_or_by_a_wire() {
    let text = exact(Place::new(3, 4));
    assert!(text.contains("if ({26'd0, number} == i*4 + j) begin"), "{text}");
    assert!(text.contains("wire [11:0] i_number = {4'd2, 4'd1, 4'd0};"), "{text}");
    assert!(text.contains("row = i_number[4*i +: 4];"), "{text}");
    assert!(text.contains("shifted << k | k_number[6*(k - 1) +: 6];"), "{text}");
    assert_eq!(selections(&text), Vec::<&str>::new(), "{text}");
    for (rows, columns) in [(1, 1), (1, 2), (2, 1), (8, 8)] {
        exact(Place::new(rows, columns));
    }
}

block! {
    /// Compares sums that wrap around.
    pub struct Wrapping() as "wrapping" {
        /// Number that is compared.
        input a[2];
        /// Number added to each index.
        param first[2] = 3;
        /// High if both sums are equal for one of the indices.
        output equal;
    }
}

impl Logic for Wrapping {
    #[hdl_gen]
    fn update(&mut self) {
        self.equal.next = false;
        for i in 0..3 {
            if self.a.val() + i == self.first.val() + i {
                self.equal.next = true;
            }
        }
    }
}

/// As an integer, the sum of constants would not wrap.
#[test]
fn numbers_that_wrap_are_not_compared_as_integers() {
    exact(Wrapping::new());
}

block! {
    /// Shifts by the largest amount.
    pub struct LongShift() as "long_shift" {
        /// Operand.
        input a[32];
        /// Highest bit.
        output y[32];
    }
}

impl Logic for LongShift {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val() >> 31;
    }
}

#[test]
fn the_amount_of_a_shift_is_a_number() {
    assert!(exact(LongShift::new()).contains("assign y = a >> 5'd31;"));
}

block! {
    /// Counts writes, and keeps the numbers that are written.
    pub struct Writes(elements: usize) as "writes" {
        /// Number of elements.
        count elements = elements;
        /// High if the element is written.
        input(elements) write;
        /// High if all elements are cleared.
        input clear;
        /// Number that is written.
        input number[4];
        /// Number of elements that are written.
        output total[4];
        /// Elements that differ from the number.
        output(elements) other;
        /// Elements.
        reg(elements) held[4] = 5;
    }
}

impl Logic for Writes {
    #[hdl_gen]
    fn update(&mut self) {
        self.total.next = 0.into();
        for i in 0..self.elements.val() {
            if self.write[i].val() {
                self.total.next = self.total.val() + 1;
            }
        }
        for i in 0..self.elements.val() {
            self.other[i].next = self.held[i].val() != self.number.val();
        }
        for i in 0..self.elements.val() {
            if self.write[i].val() {
                self.held[i].next = self.number.val();
            }
        }
        for i in 0..self.elements.val() {
            if self.clear.val() {
                self.held[i].next = 0.into();
            }
        }
    }
}

/// Both blocks assigned a variable of the module, which had two drivers.
#[test]
fn each_always_declares_the_variables_of_its_loops() {
    let text = exact(Writes::new(3));
    let logic = "    always @* begin : compute_signals\n        integer i_turn;\n\n";
    assert!(text.contains(logic), "{text}");
    let registers = "    always @(posedge clock) begin : update_registers\n        \
                     integer i_turn;\n        integer reset_lane;\n\n";
    assert!(text.contains(registers), "{text}");
    assert_eq!(text.matches("integer").count(), 3, "{text}");
    for elements in [1, 2, 8] {
        exact(Writes::new(elements));
    }
}

block! {
    /// Reverses or inverts a number, and counts its bits.
    pub struct Reversal(bits: usize) as "reversal" {
        /// Number of bits.
        count bits = bits;
        /// High if the bits are reversed.
        input reversed;
        /// High if the bits are inverted.
        input inverted;
        /// Number.
        input a[bits];
        /// Reversed or inverted number.
        output y[bits];
        /// Number of bits of `y` that are set.
        output total[8];
    }
}

impl Logic for Reversal {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val();
        if self.reversed.val() {
            for i in 0..self.bits.val() {
                self.y.next =
                    self.y.val().replace_bit(i, self.a.val().get_bit(self.bits.val() - 1 - i));
            }
        } else if self.inverted.val() {
            for k in 0..self.bits.val() {
                self.y.next = self.y.val().replace_bit(k, !self.a.val().get_bit(k));
            }
        }
        self.total.next = 0.into();
        for i in 0..self.bits.val() {
            if self.y.val().get_bit(i) {
                self.total.next = self.total.val() + 1;
            }
        }
    }
}

block! {
    /// Loads the bits of a number in the reverse order.
    pub struct Loaded(bits: usize) as "loaded" {
        /// Number of bits.
        count bits = bits;
        /// High if the number is loaded.
        input load;
        /// Number.
        input a[bits];
        /// Loaded bits.
        output(bits) y;
        /// Loaded bits.
        reg(bits) held;
    }
}

impl Logic for Loaded {
    #[hdl_gen]
    fn update(&mut self) {
        if self.load.val() {
            for i in 0..self.bits.val() {
                self.held[i].next = self.a.val().get_bit(self.bits.val() - 1 - i);
            }
        }
        for j in 0..self.bits.val() {
            self.y[j].next = self.held[j].val();
        }
    }
}

/// Where the condition does not hold, the variable kept its value: a latch. The last loop assigns
/// its variable in any case.
#[test]
fn the_variable_of_a_loop_within_a_condition_is_assigned_first() {
    let text = exact(Reversal::new(8));
    let start =
        "    always @* begin : compute_signals\n        integer i;\n        integer k;\n\n        \
                 k = 0;\n        y = a;\n        if (reversed) begin\n";
    assert!(text.contains(start), "{text}");
    assert!(!text.contains("i = 0;\n"), "{text}");
    exact(Reversal::new(3));
}

/// A register keeps its value anyway, and nothing reads the variable after the loop.
#[test]
fn the_variable_of_a_loop_at_the_clock_edge_is_assigned_by_its_loop_alone() {
    let text = exact(Loaded::new(4));
    assert!(text.contains("integer i;\n\n        if (load) begin\n"), "{text}");
    assert!(!text.contains("i = 0;\n"), "{text}");
}

block! {
    /// Counts the bits that are set.
    pub struct BlockName() as "block_name" {
        /// Operand.
        input a[8];
        /// Number of bits.
        output compute_signals[8];
    }
}

impl Logic for BlockName {
    #[hdl_gen]
    fn update(&mut self) {
        self.compute_signals.next = 0.into();
        for i in 0..8 {
            if self.a.val().get_bit(i) {
                self.compute_signals.next = self.compute_signals.val() + 1;
            }
        }
    }
}

#[test]
fn a_signal_does_not_share_the_name_of_an_always() {
    insta::assert_snapshot!(refused(&BlockName::new()), @"module `block_name`: `compute_signals` is the name of the block of a loop; choose another name");
}
