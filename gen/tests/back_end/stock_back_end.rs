//! Constructs that rust-hdl's own back end translates wrongly: each is translated exactly here, or
//! refused with the name of the field.

use tailback_harness::small::{exact, refused};
use tailback_hdl::prelude::*;

block! {
    /// Precedence and widths of operators.
    pub struct Precedence() as "precedence" {
        /// First operand.
        input a[8];
        /// Second operand.
        input b[8];
        /// Third operand.
        input c[8];
        /// In Rust, `&` binds more strongly than `==`.
        output and_equal;
        /// In Rust, the sum wraps at 8 bits.
        output sum_greater;
        /// In Rust, the inversion has 8 bits.
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
    /// A selection from an array, with a second input that nothing reads.
    pub struct Selected() as "selected" {
        /// Candidates.
        input(5) candidates[6];
        /// Index of the candidate.
        input which[2];
        /// Unread selectors, wider than an index of the candidates.
        input(4) selectors[5];
        /// Selected candidate; the last one for an index beyond the end.
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
    /// A selector that another selector selects.
    pub struct SelectedTwice() as "selected_twice" {
        /// Candidates.
        input(5) candidates[6];
        /// Index of the selector.
        input which[2];
        /// Selectors, wider than an index of the candidates.
        input(4) selectors[5];
        /// Selected candidate.
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
    /// An index whose values may exceed the number of elements.
    pub struct BeyondTheEnd(lanes: usize) as "beyond_the_end" {
        /// Candidates.
        input(lanes) candidates[6];
        /// Index of the candidate.
        input which[3];
        /// Selected candidate; the last one for an index beyond the end.
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

/// The stock back end read the last candidate for every selector.
#[test]
fn a_selector_that_is_selected_and_too_wide_is_refused() {
    let why = refused(&SelectedTwice::new());
    insta::assert_snapshot!(why, @"module `selected_twice`: the expression for `chosen` selects bits of a computed value; assign the value to a `local` first");
}

#[test]
fn an_input_that_nothing_reads_is_refused() {
    insta::assert_snapshot!(refused(&Selected::new()), @"module `selected`: input `selectors` is never read");
}

block! {
    /// A plain Rust value.
    pub struct PlainValue() as "plain_value" {
        /// Operand.
        input a[8];
        /// Result.
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
    insta::assert_snapshot!(refused(&PlainValue::new()), @"module `plain_value`: `STEP` is not a signal of the module (a plain Rust value or a const generic is unknown to the hardware; declare it with `count`, `choice` or `param`)");
}

block! {
    /// A signal with the name of the loop variable.
    pub struct Hidden() as "hidden" {
        /// Operand.
        input i[8];
        /// Results.
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
    insta::assert_snapshot!(refused(&Hidden::new()), @"module `hidden`: the loop variable `i` has the name of a field; rust-hdl cannot tell them apart");
}

block! {
    /// Bit selection from a sum.
    pub struct SumBits(low: usize) as "sum_bits" {
        /// First operand.
        input a[8];
        /// Second operand.
        input b[8];
        /// True if the high bits are selected.
        choice high = low > 0;
        /// Selected bits of the sum.
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
    insta::assert_snapshot!(refused(&SumBits::new(4)), @"module `sum_bits`: the expression for `y` selects bits of a computed value; assign the value to a `local` first");
}

block! {
    /// A field with the name of a keyword.
    pub struct Keyword() as "keyword" {
        /// Operand.
        input table[8];
        /// Result.
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
    insta::assert_snapshot!(refused(&Keyword::new()), @"module `keyword`: `table` is a keyword of Verilog or SystemVerilog; choose another name");
}

block! {
    /// A name with letters that Verilog does not have.
    pub struct Spelling() as "spelling" {
        /// Operand.
        input größe[8];
        /// Result.
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
    insta::assert_snapshot!(refused(&Spelling::new()), @"module `spelling`: `größe` is not a Verilog name; use ASCII letters, digits and `_`");
}

block! {
    /// Outputs assigned only constants.
    pub struct Constants() as "constants" {
        /// Constant five.
        output five[8];
        /// Constant ones.
        output(3) ones[4];
        /// High for the second element.
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
        /// High for the second element.
        output(3) second;
    }
}

// The choice is under test.
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

/// The translation was an `always @*` that is never triggered.
#[test]
fn a_choice_that_reads_no_signal_is_refused() {
    insta::assert_snapshot!(refused(&ConstantChoice::new()), @"module `constant_choice`: `second` is computed in a loop or choice from constants alone; assign it directly");
}

block! {
    /// A sum without any signal as operand.
    pub struct ConstantSum() as "constant_sum" {
        /// Sum of constants.
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

/// The logic read only itself.
#[test]
fn logic_that_reads_only_itself_is_refused() {
    insta::assert_snapshot!(refused(&ConstantSum::new()), @"module `constant_sum`: `sum` is computed in a loop or choice from constants alone; assign it directly");
}
