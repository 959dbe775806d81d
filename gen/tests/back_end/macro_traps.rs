//! Constructs that rust-hdl's macro accepts silently and interprets differently from Rust.

use tailback_harness::small::{exact, refused};
use tailback_hdl::prelude::*;
use tailback_hdl::Bits;

block! {
    /// A loop with an inclusive end.
    pub struct Inclusive() as "inclusive" {
        /// Operands.
        input(4) a[8];
        /// Results.
        output(4) y[8];
    }
}

impl Logic for Inclusive {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..=3 {
            self.y[i].next = self.a[i].val();
        }
    }
}

/// The macro passes on `0..3`, which leaves the last element without a driver.
#[test]
fn an_inclusive_loop_that_assigns_leaves_a_lane_out_and_is_refused() {
    insta::assert_snapshot!(refused(&Inclusive::new()), @"module `inclusive`: output `y` is not assigned in every case; it would become a latch");
}

fn rust_files(directory: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(directory).expect("a directory").flatten() {
        let path = entry.path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// An accumulating loop cannot be distinguished from the shorter one: the sources must contain no
/// inclusive loops.
#[test]
fn no_kernel_has_an_inclusive_loop() {
    let mut files = Vec::new();
    rust_files(concat!(env!("CARGO_MANIFEST_DIR"), "/../hdl/src").as_ref(), &mut files);
    let mut kernels = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a source file");
        for kernel in text.split("#[hdl_gen]").skip(1) {
            kernels += 1;
            assert!(
                !kernel.contains("..="),
                "{}: rust-hdl reads `a..=b` as `a..b`",
                file.display()
            );
        }
    }
    assert!(kernels > 0);
}

block! {
    /// An array whose elements have bits replaced in place.
    pub struct Replaced() as "replaced" {
        /// Operands.
        input(3) a[4];
        /// Operands with their bits reversed.
        output(3) y[4];
    }
}

impl Logic for Replaced {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..3 {
            for at in 0..4 {
                self.y[i].next = self.y[i].val().replace_bit(3 - at, self.a[i].val().get_bit(at));
            }
        }
    }
}

#[test]
fn bits_replaced_one_by_one_are_all_kept() {
    exact(Replaced::new());
}

block! {
    /// A register with one bit replaced in place.
    pub struct ReplacedRegister() as "replaced_register" {
        /// Index of the bit to set.
        input a[2];
        /// Bits seen so far.
        output y[4];
        /// Bits seen so far.
        reg seen[4];
    }
}

impl Logic for ReplacedRegister {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.seen.val();
        self.seen.next = self.seen.val().replace_bit(self.a.val().index(), true);
    }
}

#[test]
fn a_bit_of_a_register_is_refused() {
    insta::assert_snapshot!(refused(&ReplacedRegister::new()), @"module `replaced_register`: `seen` is a register, which `replace_bit` replaces as a whole; collect the bits in a `local` and assign the `local`");
}

block! {
    /// A match on a value.
    pub struct Matched() as "matched" {
        /// Matched value.
        input a[3];
        /// Result of the match.
        output y[4];
    }
}

impl Logic for Matched {
    #[hdl_gen]
    fn update(&mut self) {
        match self.a.val().index() {
            0 => {
                self.y.next = 9.into();
            }
            5 => {
                self.y.next = 3.into();
            }
            7 => {
                self.y.next = self.a.val() + 1;
            }
            _ => {
                self.y.next = self.a.val();
            }
        }
    }
}

#[test]
fn a_match_compares_with_the_numbers_of_its_arms() {
    exact(Matched::new());
}

const LARGEST: usize = 7;

block! {
    /// A match on a named constant.
    pub struct MatchedName() as "matched_name" {
        /// Matched value.
        input a[3];
        /// Result of the match.
        output y;
    }
}

impl Logic for MatchedName {
    #[hdl_gen]
    fn update(&mut self) {
        match self.a.val().index() {
            LARGEST => {
                self.y.next = true;
            }
            _ => {
                self.y.next = false;
            }
        }
    }
}

/// The stock back end prints the text `8'dLARGEST`.
#[test]
fn a_match_with_a_name_is_refused() {
    insta::assert_snapshot!(refused(&MatchedName::new()), @"module `matched_name`: `LARGEST` is not a signal of the module (a plain Rust value or a const generic is unknown to the hardware; declare it with `count`, `choice` or `param`)");
}

block! {
    /// Bit selections whose index may exceed the width.
    pub struct BitAt(width: usize) as "bit_at" {
        /// Operands.
        input(2) a[width];
        /// Index of the bit.
        input at[4];
        /// Selected bit, or zero beyond the width.
        output y;
        /// Bit at the negated index, or zero beyond the width.
        output(2) mirrored;
        /// Operand with the selected bit set, if it exists.
        output with_one[width];
    }
}

impl Logic for BitAt {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a[0].val().get_bit(self.at.val().index());
        for i in 0..2 {
            self.mirrored[i].next = self.a[i].val().get_bit((-self.at.val()).index());
        }
        self.with_one.next = self.a[1].val().replace_bit(self.at.val().index(), true);
    }
}

/// 16 bits are among the sizes, where every index is a bit: a negated index was evaluated in 32
/// bits.
#[test]
fn a_bit_beyond_the_end_is_zero() {
    for width in [1, 3, 9, 16, 40] {
        exact(BitAt::new(width));
    }
}

block! {
    /// A bit selection with a constant index.
    pub struct FixedBit(at: usize) as "fixed_bit" {
        /// Index of the bit.
        count position = at;
        /// Operand.
        input a[8];
        /// Selected bit.
        output y;
    }
}

impl Logic for FixedBit {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val().get_bit(self.position.val());
    }
}

#[test]
fn a_fixed_bit_out_of_range_is_refused() {
    exact(FixedBit::new(7));
    insta::assert_snapshot!(refused(&FixedBit::new(8)), @"module `fixed_bit`: `a` has no bit 8: it has 8");
}

fn bits_of(value: Bits) -> Bits {
    value
}

block! {
    /// A call that the macro treats as a cast.
    pub struct Cast() as "cast" {
        /// Operand.
        input a[8];
        /// Result.
        output y[8];
    }
}

trait Width {
    fn bits(&self) -> usize;
}

impl Width for Bits {
    fn bits(&self) -> usize {
        self.width()
    }
}

impl Logic for Cast {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = bits_of(self.a.val());
    }
}

#[test]
fn a_call_that_looks_like_a_cast_is_refused() {
    insta::assert_snapshot!(refused(&Cast::new()), @"module `cast`: a cast in the expression for `y` has no exact translation");
}

block! {
    /// A nested loop with the variable of the outer loop.
    pub struct SameVariable() as "same_variable" {
        /// Operand.
        input a[4];
        /// Results.
        output(4) y[4];
    }
}

impl Logic for SameVariable {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..2 {
            for i in 0..4 {
                self.y[i].next = self.a.val();
            }
            self.y[i].next = self.a.val() + i;
        }
    }
}

/// In Verilog the inner loop would change the variable of the outer loop.
#[test]
fn a_loop_variable_that_hides_another_is_refused() {
    insta::assert_snapshot!(refused(&SameVariable::new()), @"module `same_variable`: `i` is the name of the variable of a loop around this one; choose another name");
}

block! {
    /// Loops with one variable; some become `generate` loops.
    pub struct ManyLoops() as "many_loops" {
        /// Operands.
        input(4) a[4];
        /// Sums of operand and index.
        output(4) y[4];
        /// Inverted operands, in reverse order.
        output(4) z[4];
        /// Sum of the operands.
        output sum[4];
    }
}

impl Logic for ManyLoops {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..4 {
            self.y[i].next = self.a[i].val() + i;
        }
        for i in 0..4 {
            self.z[i].next = !self.a[3 - i].val();
        }
        self.sum.next = 0.into();
        for i in 0..4 {
            self.sum.next = self.sum.val() + self.a[i].val();
        }
    }
}

/// All loops shared one variable name and one label.
#[test]
fn several_loops_may_have_one_variable() {
    exact(ManyLoops::new());
}

block! {
    /// A submodule.
    pub struct Inverter(width: usize) as "inverter" {
        /// Operand.
        input a[width];
        /// Inverted operand.
        output y[width];
    }
}

impl Logic for Inverter {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = !self.a.val();
    }
}

block! {
    /// Assigns an input of a submodule bit by bit.
    pub struct BitByBit(width: usize) as "bit_by_bit" {
        /// Width of the operand.
        count width = width;
        /// Operand.
        input a[width];
        /// Inverted operand, in reverse bit order.
        output y[width];
        /// Submodule under test.
        sub inverter: Inverter = Inverter::new(width);
    }
}

impl Logic for BitByBit {
    #[hdl_gen]
    fn update(&mut self) {
        self.inverter.a.next = 0.into();
        for at in 0..self.width.val() {
            self.inverter.a.next = self
                .inverter
                .a
                .val()
                .replace_bit(at, self.a.val().get_bit(self.width.val() - 1 - at));
        }
        self.y.next = self.inverter.y.val();
    }
}

/// In Rust, an input of a submodule keeps the value of the previous round, so only the last bit is
/// replaced; in Verilog all bits are.
#[test]
fn an_input_of_a_submodule_that_is_made_of_itself_is_refused() {
    insta::assert_snapshot!(refused(&BitByBit::new(4)), @"module `bit_by_bit`: `inverter.a` is an input of a submodule, from which the kernel cannot read a value assigned before; collect the value in a `local` and assign the `local`");
}
