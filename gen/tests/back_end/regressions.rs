//! Minimal cases of the faults that random kernels and expressions found.

use tailback_harness::small::exact;
use tailback_hdl::prelude::*;

block! {
    /// Wide numbers and literals.
    pub struct WideLiterals(width: usize) as "wide_literals" {
        /// Operand.
        input a[width];
        /// High if the operand is small.
        output few;
        /// All ones.
        output ones[width];
    }
}

impl Logic for WideLiterals {
    #[hdl_gen]
    fn update(&mut self) {
        self.few.next = self.a.val() <= 5;
        self.ones.next = (-1).into();
    }
}

/// The comparison panicked at 127 bits, and -1 did not fit 128.
#[test]
fn literals_meet_numbers_of_up_to_128_bits() {
    for width in [126, 127, 128, 129, 200] {
        exact(WideLiterals::new(width));
    }
}

block! {
    /// Constants as a shift amount, an element index and a bit index.
    pub struct ConstantOperands(value: u128) as "constant_operands" {
        /// Constant amount and index, wider than Verilator's maximum for shift amounts.
        param by[100] = value;
        /// Operand.
        input a[40];
        /// Operands.
        input(3) all[8];
        /// Shifted operand.
        output shifted[40];
        /// Selected element.
        output lane[8];
        /// Selected bit.
        output one;
        /// Operand with a bit replaced.
        output replaced[40];
    }
}

impl Logic for ConstantOperands {
    #[hdl_gen]
    fn update(&mut self) {
        self.shifted.next = self.a.val() >> (self.by.val() - 1);
        self.lane.next = self.all[self.by.val().index()].val() + self.all[0].val()
            - self.all[1].val()
            + self.all[2].val();
        self.one.next = self.a.val().get_bit(self.by.val().index());
        self.replaced.next = self.a.val().replace_bit(self.by.val().index(), false);
    }
}

/// Verilator accepts no constant shift amount above 32 bits, and warns about elements beyond the
/// end.
#[test]
fn known_operands_are_known_in_the_verilog() {
    for value in [1, 2, 39, 40, 1 << 90] {
        exact(ConstantOperands::new(value));
    }
}

block! {
    /// A number with some bits assigned by a choice.
    pub struct MixedBits() as "mixed_bits" {
        /// Operand.
        input a[4];
        /// High if the order is reversed.
        input reversed;
        /// Result.
        output y[3];
    }
}

impl Logic for MixedBits {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.y.val().replace_bit(0, self.a.val().get_bit(0));
        if self.reversed.val() {
            self.y.next = self.y.val().replace_bit(1, self.a.val().get_bit(2));
        } else {
            self.y.next = self.y.val().replace_bit(1, self.a.val().get_bit(1));
        }
        self.y.next = self.y.val().replace_bit(2, self.a.val().get_bit(3));
    }
}

/// Bit 0 was an `assign` to a `reg`.
#[test]
fn a_signal_is_assigned_in_one_way_in_all_its_bits() {
    exact(MixedBits::new());
}

block! {
    /// An assignment between two choices.
    pub struct Entangled() as "entangled" {
        /// Operand.
        input a[4];
        /// Result of the first choice.
        local early[4];
        /// Assignment between the choices.
        local between[4];
        /// Result of the second choice.
        output late[4];
    }
}

impl Logic for Entangled {
    #[hdl_gen]
    fn update(&mut self) {
        if self.a.val() == 0 {
            self.early.next = 7.into();
        } else {
            self.early.next = self.a.val();
        }
        self.between.next = self.early.val() + 1;
        if self.between.val() == 3 {
            self.late.next = 0.into();
        } else {
            self.late.next = self.between.val();
        }
    }
}

/// Separated, the `assign` and the `always` were a combinational loop to Verilator.
#[test]
fn what_stands_between_two_choices_stays_between_them() {
    exact(Entangled::new());
}

block! {
    /// An array that a loop reads in a choice.
    pub struct HeldInChoice() as "held_in_choice" {
        /// Operand.
        input a[4];
        /// Results.
        output(3) y[4];
        /// Registers that the loop reads.
        reg(3) held[4] = 5;
    }
}

impl Logic for HeldInChoice {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..3 {
            if self.held[i].val() == self.a.val() {
                self.y[i].next = 0.into();
            } else {
                self.y[i].next = self.held[i].val();
            }
            self.held[i].next = self.a.val() + i;
        }
    }
}

/// Icarus warned about an `always @*` that is sensitive to all words of the array.
#[test]
fn an_array_that_logic_in_a_loop_reads_is_a_vector() {
    exact(HeldInChoice::new());
}

block! {
    /// A loop with one iteration that reads no signal.
    pub struct QuietTurn() as "quiet_turn" {
        /// Operands.
        input(3) a[4];
        /// Results; the first one is always one.
        output(3) y[4];
    }
}

impl Logic for QuietTurn {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..3 {
            if i == 0 {
                self.y[i].next = 1.into();
            } else {
                self.y[i].next = self.a[i].val() + self.a[0].val();
            }
        }
    }
}

/// Iteration 0 was an `always @*` that is never triggered.
#[test]
fn a_turn_that_reads_no_signal_has_its_value() {
    exact(QuietTurn::new());
}

block! {
    /// Shifts by wide amounts.
    pub struct WideShift() as "wide_shift" {
        /// Operand.
        input a[40];
        /// Shift amount.
        input by[100];
        /// Operand shifted left.
        output left[40];
        /// Operand shifted right.
        output right[40];
    }
}

impl Logic for WideShift {
    #[hdl_gen]
    fn update(&mut self) {
        self.left.next = self.a.val() << self.by.val();
        self.right.next = self.a.val() >> self.by.val();
    }
}

/// Verilator 5.006 evaluates only the lowest word of a shift amount above 64 bits.
#[test]
fn no_bit_of_the_amount_of_a_shift_is_ignored() {
    let text = exact(WideShift::new());
    assert!(text.contains("(|by[99:64]) ? 40'd0 : a << by[63:0]"), "{text}");
}

block! {
    /// A register array with one element assigned separately.
    pub struct ShiftedLanes(lanes: usize) as "shifted_lanes" {
        /// Number of elements.
        count lanes = lanes;
        /// Number shifted in.
        input first[4];
        /// Number shifted out.
        output last[4];
        /// Shift register.
        reg(lanes) held[4] = 5;
    }
}

impl Logic for ShiftedLanes {
    #[hdl_gen]
    fn update(&mut self) {
        self.last.next = self.held[self.lanes.val() - 1].val();
        self.held[0].next = self.first.val();
        for lane in 1..self.lanes.val() {
            self.held[lane].next = self.held[lane - 1].val();
        }
    }
}

/// The loop became a `generate` of its own, and two `always` reset the same elements.
#[test]
fn a_register_has_one_always_if_only_some_of_its_lanes_are_assigned_in_a_loop() {
    let text = exact(ShiftedLanes::new(5));
    assert_eq!(text.matches("always @(posedge clock)").count(), 1, "{text}");
}
