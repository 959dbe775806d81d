//! Assignments without effect, which the back end removes.

use tailback_harness::small::exact;
use tailback_hdl::prelude::*;

block! {
    /// Values that a choice replaces.
    pub struct Replaced(doubles: bool) as "replaced" {
        /// True if the result is doubled.
        choice doubles = doubles;
        /// Operand.
        input a[8];
        /// Replaced operand.
        input other[8];
        /// Operand, as the choice says.
        output chosen[8];
        /// Lowest two bits of the operand, in the reverse order.
        output(2) turned;
        /// Operand of the cycle before.
        output_reg held[8];
    }
}

impl Logic for Replaced {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("Replaced in one of the choices.");
        self.chosen.next = self.other.val();
        self.held.next = self.other.val();
        for bit in 0..2 {
            self.turned[bit].next = self.a.val().get_bit(bit);
        }
        if self.doubles.val() {
            self.chosen.next = self.a.val() << 1;
            self.held.next = self.a.val();
        }
        self.turned[0].next = self.a.val().get_bit(1);
        self.turned[1].next = self.a.val().get_bit(0);
    }
}

#[test]
fn a_value_that_is_replaced_before_anything_reads_it_is_not_assigned() {
    let text = exact(Replaced::new(true));
    assert!(text.contains("assign chosen = a << 1'b1;"), "{text}");
    assert!(text.contains("wire [7:0] unused_other = other;"), "{text}");
    assert!(!text.contains("<= other;") && !text.contains("Replaced in"), "{text}");
    assert!(!text.contains("for ("), "{text}");
    assert!(exact(Replaced::new(false)).contains("assign chosen = other;"));
}

block! {
    /// Values that every branch replaces, and values that one branch keeps.
    pub struct Branches() as "branches" {
        /// Selects a branch.
        input select[2];
        /// Operand.
        input a[4];
        /// Operand in all branches.
        output all[4];
        /// Operand in some branches.
        output some[4];
        /// A sum of what was assigned so far.
        output sum[4];
    }
}

impl Logic for Branches {
    #[hdl_gen]
    fn update(&mut self) {
        self.all.next = 5.into();
        self.some.next = 6.into();
        self.sum.next = self.a.val();
        self.sum.next = self.sum.val() + self.some.val();
        match self.select.val().index() {
            0 => {
                self.all.next = self.a.val();
                self.some.next = self.a.val();
            }
            1 => {
                self.all.next = self.a.val() + 1;
            }
            _ => {
                self.all.next = self.a.val() + 2;
            }
        }
        if self.a.val() == 3 {
            self.sum.next = 1.into();
        }
    }
}

#[test]
fn a_value_stays_if_a_branch_or_a_sum_needs_it() {
    let text = exact(Branches::new());
    assert!(!text.contains("all = 4'd5;"), "{text}");
    assert!(text.contains("some = 4'd6;") && text.contains("sum = a;"), "{text}");
}

block! {
    /// Registers and outputs that keep their values.
    pub struct Keeping(shift: usize) as "keeping" {
        /// Positions by which the operand is shifted.
        count shift = shift;
        /// Operand.
        input a[8];
        /// The registers take the operand.
        input takes;
        /// The second register keeps its value nevertheless.
        input keeps;
        /// Shifted operand.
        output shifted[8];
        /// Operand taken last.
        output_reg first[8];
        /// Operand taken last, unless the register kept its value.
        output_reg second[8];
    }
}

impl Logic for Keeping {
    #[hdl_gen]
    fn update(&mut self) {
        self.shifted.next = self.a.val();
        self.shifted.next = self.shifted.val() << self.shift.val();
        if self.takes.val() {
            self.first.next = self.a.val();
            self.second.next = self.a.val();
        } else {
            self.first.next = self.first.val();
        }
        if self.keeps.val() {
            self.second.next = self.second.val();
        }
    }
}

#[test]
fn a_signal_is_not_assigned_to_itself_unless_that_undoes_an_assignment() {
    let text = exact(Keeping::new(0));
    assert!(text.contains("assign shifted = a;"), "{text}");
    assert!(!text.contains("first <= first;") && text.contains("second <= second;"), "{text}");
    assert!(exact(Keeping::new(2)).contains("shifted = shifted << 2'd2;"));
}

block! {
    /// A local that nothing but a replaced value reads.
    pub struct SoleReader() as "sole_reader" {
        /// Operand.
        input a[4];
        /// Operand plus one.
        local more[4];
        /// Operand.
        output y[4];
    }
}

impl Logic for SoleReader {
    #[hdl_gen]
    fn update(&mut self) {
        self.more.next = self.a.val() + 1;
        self.y.next = self.more.val();
        self.y.next = self.a.val();
    }
}

/// Without the reader, the local would be refused.
#[test]
fn the_only_reader_of_a_local_stays() {
    assert!(exact(SoleReader::new()).contains("y = more;"));
}
