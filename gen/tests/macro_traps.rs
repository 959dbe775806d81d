//! What rust-hdl's macro accepts silently and means otherwise than Rust.

mod support;

use support::small::{exact, refused};
use tailback_hdl::prelude::*;
use tailback_hdl::Bits;

block! {
    /// A loop with an inclusive end.
    pub struct Inclusive() as "inclusive" {
        /// Numbers.
        input(4) a[8];
        /// Numbers.
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

/// The macro hands on `0..3`: the last lane has no driver.
#[test]
fn an_inclusive_loop_that_assigns_leaves_a_lane_out_and_is_refused() {
    insta::assert_snapshot!(refused(&Inclusive::new()), @"block `inclusive`: output `y` is not assigned in every case; it would become a latch");
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

/// A loop that only adds up cannot be told from the shorter one: the sources must not have any.
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
    /// Bits of an array element replaced in place.
    pub struct Replaced() as "replaced" {
        /// Numbers.
        input(3) a[4];
        /// The same, each reversed.
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
    /// A bit of a register replaced in place.
    pub struct ReplacedRegister() as "replaced_register" {
        /// Which bit.
        input a[2];
        /// Bits that were seen.
        output y[4];
        /// Bits that were seen.
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
    insta::assert_snapshot!(refused(&ReplacedRegister::new()), @"block `replaced_register`: `seen` is a register, of which `replace_bit` replaces the whole; collect the bits in a `local` and assign that");
}

block! {
    /// A choice by value.
    pub struct Matched() as "matched" {
        /// What is matched.
        input a[3];
        /// What it becomes.
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
    /// A choice by a named constant.
    pub struct MatchedName() as "matched_name" {
        /// What is matched.
        input a[3];
        /// What it becomes.
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
    insta::assert_snapshot!(refused(&MatchedName::new()), @"block `matched_name`: `LARGEST` is not a signal of the block (a plain Rust value or a const generic is unknown to the hardware; declare it with `count`, `choice` or `param`)");
}

block! {
    /// Bits at an index that may be beyond the end.
    pub struct BitAt(width: usize) as "bit_at" {
        /// A number.
        input(2) a[width];
        /// Which bit.
        input at[4];
        /// The bit, or zero.
        output y;
        /// The bit at the negated index, or zero.
        output(2) mirrored;
        /// The number with the bit set, if there is one.
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

/// Among them 16 bits, where every index has its bit: a negated index was evaluated in 32 bits.
#[test]
fn a_bit_beyond_the_end_is_zero() {
    for width in [1, 3, 9, 16, 40] {
        exact(BitAt::new(width));
    }
}

block! {
    /// A bit at a fixed index.
    pub struct FixedBit(at: usize) as "fixed_bit" {
        /// Which bit.
        count position = at;
        /// A number.
        input a[8];
        /// The bit.
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
    insta::assert_snapshot!(refused(&FixedBit::new(8)), @"block `fixed_bit`: `a` has no bit 8: it has 8");
}

fn bits_of(value: Bits) -> Bits {
    value
}

block! {
    /// A call that the macro takes for a cast.
    pub struct Cast() as "cast" {
        /// A number.
        input a[8];
        /// A number.
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
    insta::assert_snapshot!(refused(&Cast::new()), @"block `cast`: a cast in the expression for `y` has no exact translation");
}

block! {
    /// A loop inside a loop with the same variable.
    pub struct SameVariable() as "same_variable" {
        /// A number.
        input a[4];
        /// Numbers.
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

/// In Verilog the inner loop would change the variable of the outer one.
#[test]
fn a_loop_variable_that_hides_another_is_refused() {
    insta::assert_snapshot!(refused(&SameVariable::new()), @"block `same_variable`: `i` is the name of the variable of a loop around this one; choose another name");
}

block! {
    /// Loops with one variable, of which some become `generate` loops and some do not.
    pub struct ManyLoops() as "many_loops" {
        /// Numbers.
        input(4) a[4];
        /// Numbers.
        output(4) y[4];
        /// Numbers.
        output(4) z[4];
        /// Their sum.
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

/// The variables and the blocks of the loops had one name each.
#[test]
fn several_loops_may_have_one_variable() {
    exact(ManyLoops::new());
}

block! {
    /// A sub-block.
    pub struct Inverter(width: usize) as "inverter" {
        /// Bits.
        input a[width];
        /// The others.
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
    /// Assigns an input of a sub-block bit by bit.
    pub struct BitByBit(width: usize) as "bit_by_bit" {
        /// Bits.
        count width = width;
        /// Bits, the first one last.
        input a[width];
        /// The others.
        output y[width];
        /// The sub-block.
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

/// In Rust, an input of a sub-block has the value of the round before, so only the last bit is
/// replaced; in Verilog all are.
#[test]
fn an_input_of_a_sub_block_that_is_made_of_itself_is_refused() {
    insta::assert_snapshot!(refused(&BitByBit::new(4)), @"block `bit_by_bit`: `inverter.a` is an input of a sub-block: what the kernel has just assigned cannot be read from it; collect the value in a `local` and assign that");
}
