//! What rust-hdl's own back end accepts and translates wrongly: each is translated exactly here,
//! or refused with the name of the field.

mod support;

use support::small::{exact, refused};
use tailback_hdl::prelude::*;

block! {
    /// Precedence and widths.
    pub struct Precedence() as "precedence" {
        /// A number.
        input a[8];
        /// A number.
        input b[8];
        /// A number.
        input c[8];
        /// Rust: the `&` first.
        output and_equal;
        /// Rust: wraps at 8 bits.
        output sum_greater;
        /// Rust: 8 bits inverted.
        output inverted;
    }
}

impl Logic for Precedence {
    #[hdl_gen]
    fn update(&mut self) {
        self.and_equal.next = self.a.val() & self.b.val() == self.c.val();
        self.sum_greater.next = (self.a.val() + 1) > self.b.val();
        self.inverted.next = !self.a.val() == 255;
    }
}

#[test]
fn and_binds_before_equal_as_in_rust() {
    let text = exact(Precedence::new());
    assert!(text.contains("assign and_equal = (a & b) == c;"), "{text}");
}

#[test]
fn a_sum_wraps_before_it_is_compared() {
    let text = exact(Precedence::new());
    assert!(text.contains("assign sum_greater = a + 8'd1 > b;"), "{text}");
}

#[test]
fn an_inversion_has_the_width_of_its_operand() {
    let text = exact(Precedence::new());
    assert!(text.contains("assign inverted = ~a == {8{1'b1}};"), "{text}");
}

block! {
    /// Arrays that signals select from, one of which selects itself.
    pub struct Selected() as "selected" {
        /// Candidates.
        input(5) candidates[6];
        /// Which selector.
        input which[2];
        /// Selectors, wider than the index that the candidates need.
        input(4) selectors[5];
        /// The candidate; the last one beyond the end.
        output chosen[6];
    }
}

impl Logic for Selected {
    #[hdl_gen]
    fn update(&mut self) {
        self.chosen.next = self.candidates[self.which.val().index()].val();
    }
}

block! {
    /// One selector selects another.
    pub struct SelectedTwice() as "selected_twice" {
        /// Candidates.
        input(5) candidates[6];
        /// Which selector.
        input which[2];
        /// Selectors, wider than the index that the candidates need.
        input(4) selectors[5];
        /// The candidate.
        output chosen[6];
    }
}

impl Logic for SelectedTwice {
    #[hdl_gen]
    fn update(&mut self) {
        self.chosen.next =
            self.candidates[self.selectors[self.which.val().index()].val().index()].val();
    }
}

block! {
    /// An index that reaches beyond the end.
    pub struct BeyondTheEnd(lanes: usize) as "beyond_the_end" {
        /// Candidates.
        input(lanes) candidates[6];
        /// Which one.
        input which[3];
        /// The candidate; the last one beyond the end.
        output chosen[6];
    }
}

impl Logic for BeyondTheEnd {
    #[hdl_gen]
    fn update(&mut self) {
        self.chosen.next = self.candidates[self.which.val().index()].val();
    }
}

#[test]
fn a_signal_selects_a_lane_and_beyond_the_end_the_last() {
    for lanes in [2, 3, 5, 8] {
        exact(BeyondTheEnd::new(lanes));
    }
}

/// It read the last candidate, whatever the selectors said.
#[test]
fn a_selector_that_is_selected_and_too_wide_is_refused() {
    let why = refused(&SelectedTwice::new());
    insta::assert_snapshot!(why, @"block `selected_twice`: bits are taken of a computed value in the expression for `chosen`; assign the value to a `local` first");
}

#[test]
fn an_input_that_nothing_reads_is_refused() {
    insta::assert_snapshot!(refused(&Selected::new()), @"block `selected`: input `selectors` is never read");
}

block! {
    /// A plain Rust value.
    pub struct PlainValue() as "plain_value" {
        /// A number.
        input a[8];
        /// A number.
        output y[8];
    }
}

const STEP: usize = 3;

impl Logic for PlainValue {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val() + STEP;
    }
}

#[test]
fn a_plain_rust_value_is_refused() {
    insta::assert_snapshot!(refused(&PlainValue::new()), @"block `plain_value`: `STEP` is not a signal of the block (a plain Rust value or a const generic is unknown to the hardware; declare it with `count`, `choice` or `param`)");
}

block! {
    /// A signal named like the loop variable.
    pub struct Hidden() as "hidden" {
        /// A number.
        input i[8];
        /// A number.
        output(4) y[8];
    }
}

impl Logic for Hidden {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..4 {
            self.y[i].next = self.i.val();
        }
    }
}

#[test]
fn a_loop_variable_with_the_name_of_a_field_is_refused() {
    insta::assert_snapshot!(refused(&Hidden::new()), @"block `hidden`: the loop variable `i` has the name of a field; rust-hdl cannot tell them apart");
}

block! {
    /// Bits of a sum.
    pub struct SumBits(low: usize) as "sum_bits" {
        /// A number.
        input a[8];
        /// A number.
        input b[8];
        /// Whether the high bits are taken.
        choice high = low > 0;
        /// Bits of the sum.
        output y[4];
    }
}

impl Logic for SumBits {
    #[hdl_gen]
    fn update(&mut self) {
        if self.high.val() {
            self.y.next = (self.a.val() + self.b.val()).get_bits::<4>(4);
        } else {
            self.y.next = (self.a.val() + self.b.val()).get_bits::<4>(0);
        }
    }
}

#[test]
fn low_bits_of_a_sum_are_the_sum_of_low_bits() {
    let text = exact(SumBits::new(0));
    assert!(text.contains("assign y = a[3:0] + b[3:0];"), "{text}");
}

#[test]
fn high_bits_of_a_sum_are_refused() {
    insta::assert_snapshot!(refused(&SumBits::new(4)), @"block `sum_bits`: bits are taken of a computed value in the expression for `y`; assign the value to a `local` first");
}

block! {
    /// A field that is a keyword.
    pub struct Keyword() as "keyword" {
        /// A number.
        input table[8];
        /// A number.
        output y[8];
    }
}

impl Logic for Keyword {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.table.val();
    }
}

#[test]
fn a_keyword_as_a_name_is_refused() {
    insta::assert_snapshot!(refused(&Keyword::new()), @"block `keyword`: `table` is a keyword of Verilog or SystemVerilog; choose another name");
}

block! {
    /// Letters that Verilog does not have.
    pub struct Spelling() as "spelling" {
        /// A number.
        input größe[8];
        /// A number.
        output y[8];
    }
}

impl Logic for Spelling {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.größe.val();
    }
}

#[test]
fn a_name_that_verilog_cannot_spell_is_refused() {
    insta::assert_snapshot!(refused(&Spelling::new()), @"block `spelling`: `größe` is no name in Verilog; use ASCII letters, digits and `_`");
}

block! {
    /// Outputs that are assigned only constants.
    pub struct Constants() as "constants" {
        /// A number.
        output five[8];
        /// A number.
        output(3) ones[4];
        /// Whether the lane is the second.
        output(3) second;
    }
}

impl Logic for Constants {
    #[hdl_gen]
    fn update(&mut self) {
        self.five.next = 5.into();
        for i in 0..3 {
            self.ones[i].next = (-1).into();
            self.second[i].next = i == 1;
        }
    }
}

#[test]
fn an_output_that_is_constant_is_assigned_for_ever() {
    let text = exact(Constants::new());
    assert!(text.contains("assign five = 8'd5;") && !text.contains("always"), "{text}");
}

block! {
    /// A choice between constants that no signal makes.
    pub struct ConstantChoice() as "constant_choice" {
        /// Whether the lane is the second.
        output(3) second;
    }
}

// The choice is what is tested.
#[allow(clippy::needless_bool_assign)]
impl Logic for ConstantChoice {
    #[hdl_gen]
    #[allow(clippy::needless_bool_assign)] // the choice is what is tested
    fn update(&mut self) {
        for i in 0..3 {
            if i == 1 {
                self.second[i].next = true;
            } else {
                self.second[i].next = false;
            }
        }
    }
}

/// It became an `always @*` that waits for nothing, and so for ever.
#[test]
fn a_choice_that_reads_no_signal_is_refused() {
    insta::assert_snapshot!(refused(&ConstantChoice::new()), @"block `constant_choice`: `second` is computed in a loop or choice from constants alone; assign it directly");
}

block! {
    /// A sum that no signal has a part in.
    pub struct ConstantSum() as "constant_sum" {
        /// The sum.
        output sum[8];
    }
}

impl Logic for ConstantSum {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = 1.into();
        for i in 0..3 {
            self.sum.next = self.sum.val() + i;
        }
    }
}

/// It read nothing but itself.
#[test]
fn logic_that_reads_only_itself_is_refused() {
    insta::assert_snapshot!(refused(&ConstantSum::new()), @"block `constant_sum`: `sum` is computed in a loop or choice from constants alone; assign it directly");
}
